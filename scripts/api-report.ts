/**
 * Writes docs/reference/api.md, the public types of the package, from the declarations that were built. With `--check`
 * it fails if the page is not current.
 *
 *   npm run api            write it
 *   npm run api -- --check compare it
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { membersIn } from './hover-texts.ts'
import { sections } from './markdown.ts'
import { buildIfStale, root } from './packed.ts'
import { filled } from './template.ts'

const page = join(root, 'docs/reference/api.md')

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** A file of declarations: its texts by the name that they declare, and where its other names come from. */
interface Declarations {
  readonly texts: ReadonlyMap<string, readonly string[]>
  readonly imported: ReadonlyMap<string, readonly [file: string, name: string]>
  /** The names of this file by those outside. */
  readonly exported: ReadonlyMap<string, string>
  /** The names of the members of tables. */
  readonly members: ReadonlyMap<string, readonly string[]>
}

/** A longer text is cut and represented by its hash: the types of the contract's tables contain all their data. */
const longest = 5000

const known = new Map<string, Declarations>()
const shownIn = new Map<string, string>()

buildIfStale()
const text = filled('reference/api.md', { entries: sections(entries()) })
if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (text !== readFileSync(page, 'utf8')) {
  console.error(
    'docs/reference/api.md is not current, run npm run api: is the change of the public types meant?',
  )
  process.exitCode = 1
}

function entries(): (readonly [title: string, text: string])[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string } | { default: { types: string } }>
  }
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === 'string') return []
    const file = resolve(root, 'types' in target ? target.types : target.default.types)
    const entry = path.replace('.', 'identikit')
    const blocks = [...read(file).exported].map(([name, local]) =>
      shown(entry, name, ...declared(file, local)),
    )
    return [[entry, `\`\`\`ts\n${blocks.toSorted().join('\n\n')}\n\`\`\``] as const]
  })
}

/** A declaration, or the entry point that shows it already. */
function shown(entry: string, name: string, file: string, local: string): string {
  const key = `${file}#${local}`
  const before = shownIn.get(key)
  if (before !== undefined) return `// ${name}: see ${before}`
  shownIn.set(key, entry)
  const texts = read(file).texts.get(local) ?? []
  const members = texts.flatMap((each) =>
    [...each.matchAll(/^declare namespace [^}]+export \{([^}]*)\}/gs)].flatMap(([, list = '']) =>
      list.split(',').map((member) => {
        const [inner = '', outer = inner] = member.trim().split(' as ')
        return shown(entry, `${name}.${outer}`, ...declared(file, inner))
      }),
    ),
  )
  if (members.length > 0) return members.toSorted().join('\n\n')
  const plain = [shortened(texts.map(withoutComments).join('\n')), ...tablesIn(file, texts)].join('\n')
  return local === name ? plain : `// ${name}\n${plain}`
}

/** The names in each table that a declaration maps over. */
function tablesIn(file: string, texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) =>
    [...text.matchAll(/\btypeof (\w+)/g)].flatMap(([, table = '']) => {
      const names = read(file).members.get(table)
      return names?.length
        ? [`// ${table}: ${names.join(', ').replaceAll(/(.{80,100}?,) /g, '$1\n//   ')}`]
        : []
    }),
  )
}

/** The file that declares a name, and the name there. */
function declared(file: string, name: string): readonly [file: string, name: string] {
  const from = read(file).imported.get(name)
  if (!from) return [file, name]
  return declared(from[0], read(from[0]).exported.get(from[1]) ?? from[1])
}

function read(file: string): Declarations {
  const before = known.get(file)
  if (before) return before
  const source = file.endsWith('.d.ts') ? readFileSync(file, 'utf8') : ''
  const texts = new Map<string, string[]>()
  const imported = new Map<string, readonly [string, string]>()
  const exported = new Map<string, string>()
  const members = new Map<string, readonly string[]>()
  for (const node of parseAst(source, { lang: 'dts' }).body as unknown as readonly Node[]) {
    const from = (node.source as { value: string } | undefined)?.value
    const origin = from?.startsWith('.') ? resolve(file, '..', from.replace(/\.js$/, '.d.ts')) : from
    for (const each of (node.specifiers as readonly Node[] | undefined) ?? []) {
      const local = nameOf(each.local)
      if (node.type === 'ImportDeclaration')
        imported.set(local, [origin!, nameOf(each.imported ?? each.local)])
      else {
        exported.set(nameOf(each.exported), local)
        if (origin !== undefined) imported.set(local, [origin, local])
      }
    }
    const declaration = (node.declaration as Node | null | undefined) ?? node
    const declarators = (declaration.declarations as readonly Node[] | undefined) ?? [declaration]
    for (const { id } of declarators) {
      if (!id) continue
      const name = nameOf(id)
      members.set(name, [...new Set(membersIn(id).map(([path]) => path))].toSorted())
      texts.set(name, [...(texts.get(name) ?? []), source.slice(declaration.start, node.end)])
      if (declaration !== node) exported.set(name, name)
    }
  }
  const now = { texts, imported, exported, members }
  known.set(file, now)
  return now
}

/** The text of an identifier, or of a string in its place. */
function nameOf(value: unknown): string {
  const { name, value: plain } = value as { name?: string; value?: string }
  return name ?? plain ?? ''
}

function shortened(plain: string): string {
  if (plain.length <= longest) return plain
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 12)
  return `${plain.slice(0, plain.indexOf('\n', 200))}\n  // … ${plain.split('\n').length} lines in all, ${hash}\n}`
}

function withoutComments(given: string): string {
  return (
    given
      .replaceAll(/\/\*\*[\s\S]*?\*\/\s*/g, '')
      .replaceAll(/\n{2,}/g, '\n')
      // The bundler numbers names that several files have.
      .replaceAll(/\$\d+\b/g, '')
      .trim()
  )
}
