/**
 * Writes the generated pages, or with `--check` says which of them are not current and fails.
 *
 *   npm run docs            write them
 *   npm run docs -- --check compare them
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pages } from './pages.ts'

// Pages name the command alone, whichever package manager runs this.
delete process.env['npm_config_user_agent']

const root = resolve(import.meta.dirname, '..')
const check = process.argv.includes('--check')
const stale: string[] = []

for (const { path, render } of pages) {
  const file = resolve(root, path)
  const before = read(file)
  const after = await render(before)
  if (before === after) continue
  if (check) stale.push(path)
  else {
    writeFileSync(file, after)
    console.log(`wrote ${path}`)
  }
}

if (stale.length > 0) {
  console.error(`Not current, run npm run docs:\n${stale.map((path) => `  ${path}`).join('\n')}`)
  process.exitCode = 1
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
