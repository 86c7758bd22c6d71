import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { test } from 'vitest'

// Without the parts for windows it takes a third less processor time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/** Where a Chromium is: where `CHROMIUM_PATH` says, where Playwright keeps its own, or on the path. */
function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env
  const candidates = [
    ...(CHROMIUM_PATH === undefined ? [] : [CHROMIUM_PATH]),
    chromium.executablePath(),
    ...PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
  ]
  return candidates.find((candidate) => existsSync(candidate))
}

/** No window, no background requests, and no features that containers lack. */
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Where it is, if there is one. */
export const chromiumPath = findChromium()

/** Starts it without a window. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const executablePath = chromiumPath
  if (executablePath === undefined) throw new Error('No Chromium found; say where it is in CHROMIUM_PATH')
  return chromium.launch({ executablePath, args: [...args, ...more] })
}

/** Whether tests in a browser run: where there is one, and always in CI, where they fail without. */
export const hasChromium = chromiumPath !== undefined || process.env['CI'] !== undefined

/** A test in a browser; on a machine that has none it is skipped, and says so. */
export const withChromium = test.skipIf(!hasChromium)

if (!hasChromium) {
  process.stderr.write(
    'Tests in a browser are skipped: no Chromium found; say where it is in CHROMIUM_PATH\n',
  )
}
