import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

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
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env
  const candidates = [
    ...(CHROMIUM_PATH === undefined ? [] : [CHROMIUM_PATH]),
    chromium.executablePath(),
    ...PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
  ]
  return candidates.find((candidate) => existsSync(candidate))
}
