/**
 * Takes the pictures of docs/reference/console.md: each page of the console, light and dark.
 *
 *     npx tsx scripts/console-pictures.ts   takes those whose page has changed; `-- --all` takes all
 *
 * `npm run test:in console` fails if a page has changed since its picture.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { launchChromium } from '../test/support/chromium.ts'
import { consolePages, showConsole } from './console-pages.ts'
import { schemes } from './webp.ts'

const folder = new URL('../docs/console/', import.meta.url)
const listFile = new URL('pages.json', folder)
const takesAll = process.argv.includes('--all')

const known = readKnown()
await using browser = await launchChromium()
const shown = await showConsole(browser)
const outlines: Record<string, string> = {}
try {
  for (const { name } of consolePages) {
    const outline = await shown.open(name)
    outlines[name] = outline
    if (known[name] === outline && !takesAll) continue
    for (const scheme of schemes) {
      writeFileSync(new URL(`${name}-${scheme}.webp`, folder), await shown.picture(scheme))
    }
  }
} finally {
  await shown.close()
}
writeFileSync(listFile, `${JSON.stringify(outlines, undefined, 2)}\n`)

function readKnown(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(listFile, 'utf8')) as Record<string, string>
  } catch {
    return {}
  }
}
