import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The sizes of README.md: the most that each entry point adds to a page or a start, as in .size-limit.json. */
export function renderSizes(): string {
  const text = readFileSync(resolve(import.meta.dirname, '../.size-limit.json'), 'utf8')
  const limits = JSON.parse(text) as { readonly name: string; readonly limit: string }[]
  const rows = limits.map(({ name, limit }) => `| \`${name}\` | ${limit} |`)
  return ['| Entry | At most, minified and gzipped |', '|---|--:|', ...rows, ''].join('\n')
}
