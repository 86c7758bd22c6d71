/**
 * Writes docs/reference/api.md, the public types of the package. With `--check` it fails if the page is not current.
 * The end of the page lists types that public types use and nobody can import by name.
 *
 *   npm run api            write it
 *   npm run api -- --check compare it
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { emitTypes } from './build/types.ts'
import { type Declared, exportsOf } from './declaration-files.ts'
import { sections } from './markdown.ts'
import { filled } from './template.ts'

const root = resolve(import.meta.dirname, '..')
const page = join(root, 'docs/reference/api.md')

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: { readonly default: string } }>>
}

const text = report(emitTypes())
if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (text !== readFileSync(page, 'utf8')) {
  console.error(
    'docs/reference/api.md is not current, run npm run api: is the change of the public face meant?',
  )
  process.exitCode = 1
}

function report(outDir: string): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const entries = Object.entries(manifest.exports).flatMap(([path, target]) =>
    typeof target === 'string'
      ? []
      : [{ path, file: join(outDir, target.types.default.replace('./dist/types/', '')) }],
  )
  const seen = new Map<string, string>()
  const declared: Declared[] = []
  const listed = entries.map(({ path, file }) => {
    const name = path.replace('.', 'identikit')
    const blocks = exportsOf(file).map((each) => {
      declared.push(each)
      const first = seen.get(each.key)
      if (first !== undefined) return `// ${each.name}: see ${first}`
      seen.set(each.key, name)
      return each.text
    })
    return [name, `\`\`\`ts\n${blocks.join('\n\n')}\n\`\`\``] as const
  })
  const nameless = declared.flatMap(({ name, uses }) =>
    uses.filter((use) => !seen.has(use.key)).map((use) => `- \`${use.name}\`, of which \`${name}\` is made`),
  )
  return filled('reference/api.md', {
    entries: sections(listed),
    nameless: [...new Set(nameless)].join('\n'),
  })
}
