/**
 * Checks the language of README, CHANGELOG and docs/: length of sentences, banned forms. See scripts/prose/forms.ts.
 * Not of docs/contributing/kill-table.md, operators.md and performance.md, which long measurements write.
 *
 *   npm run prose
 */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { lintProse } from './prose/lint.ts'

const root = resolve(import.meta.dirname, '..')
const pages = globSync(
  [
    'README.md',
    'CHANGELOG.md',
    'docs/*.md',
    'docs/reference/*.md',
    'docs/contributing/{README,architecture,mutation}.md',
  ],
  { cwd: root },
).toSorted()
const mistakes = pages.flatMap((page) =>
  lintProse(readFileSync(resolve(root, page), 'utf8')).map(
    ({ line, message }) => `${page}:${line}: ${message}`,
  ),
)

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exitCode = 1
}
