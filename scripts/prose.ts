/**
 * Checks the language of pages, comments and names of tests: length of sentences, banned forms. See
 * scripts/prose/forms.ts.
 *
 *   npm run prose                     everything
 *   npm run prose -- src/model test   the files below some folders
 */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { commentsOf, type TextOfCode, testNamesOf } from './prose/code.ts'
import { type BannedForm, bannedForms } from './prose/forms.ts'
import { lintProse } from './prose/lint.ts'

const root = resolve(import.meta.dirname, '..')
const folders = process.argv.slice(2)

/** Files, which of their texts people read, and the forms that these do not use. */
const kinds: readonly {
  readonly files: readonly string[]
  readonly textsOf: (content: string) => readonly TextOfCode[]
  readonly forms?: readonly BannedForm[]
}[] = [
  {
    files: ['*.md', '.github/**/*.md', 'docs/**/*.md', 'examples/**/*.md', 'site/*.md'],
    textsOf: (text) => [{ line: 1, text }],
  },
  { files: ['{src,generated}/**/*.{ts,tsx}'], textsOf: commentsOf },
  { files: ['{conformance,test,scripts,bench}/**/*.ts'], textsOf: commentsOf, forms: bannedForms },
  { files: ['test/**/*.test.ts'], textsOf: testNamesOf, forms: bannedForms },
]

const mistakes = kinds.flatMap(({ files, textsOf, forms }) =>
  globSync(files, { cwd: root, exclude: ['test/**/{node_modules,generated}/**'] })
    .filter((file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)))
    .toSorted()
    .flatMap((file) =>
      textsOf(readFileSync(resolve(root, file), 'utf8')).flatMap(({ line, text }) =>
        lintProse(text, forms).map((mistake) => `${file}:${line + mistake.line - 1}: ${mistake.message}`),
      ),
    ),
)

if (mistakes.length > 0) {
  console.error(mistakes.join('\n'))
  process.exitCode = 1
}
