import { type Browser, chromium } from 'playwright-core'
import { test } from 'vitest'
import { findChromium } from '../../scripts/chromium.ts'

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
