/**
 * Writes docs/reference/api.md, the public names of the package, from the declarations that were built. With `--check`
 * it fails if the page is not current: no name comes, goes or changes unseen.
 *
 *   npm run api            write it
 *   npm run api -- --check compare it
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { sections, table } from './markdown.ts'
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
  /** The first sentence of each name's documentation. */
  readonly sentences: ReadonlyMap<string, string>
  readonly imported: ReadonlyMap<string, readonly [file: string, name: string]>
  /** The names of this file by those outside. */
  readonly exported: ReadonlyMap<string, string>
}

const known = new Map<string, Declarations>()

/** Each entry point: its purpose, and the page that explains it. */
const purposes: Readonly<Record<string, readonly [purpose: string, page: string]>> = {
  identikit: ['The organisation, the parts of it that tests name, and the errors', 'control.md'],
  'identikit/node': ['The mock in Node, behind msw', 'node-tests.md'],
  'identikit/browser': ['The mock in a page, behind a service worker of msw', 'browser.md'],
  'identikit/server': ['The mock as a server, and as a handler in your server', 'server.md'],
  'identikit/client': ['A typed client, for the mock and for deployments', 'openapi-pact.md'],
  'identikit/contract': ['The API description as data', 'openapi-pact.md'],
  'identikit/fixtures': ['Builders, sample data sets and seeds', 'data.md'],
  'identikit/vitest': ['Fixtures and matchers of Vitest', 'node-tests.md'],
  'identikit/jest': ['Organisations and matchers of Jest', 'node-tests.md'],
  'identikit/playwright': ['Fixtures and matchers of Playwright', 'playwright.md'],
  'identikit/testing': ['Organisations and matchers for every other runner', 'node-tests.md'],
  'identikit/pact': ['Check, verify and record pacts', 'openapi-pact.md'],
  'identikit/console': ['The console as a drawer in your page', 'browser.md'],
  'identikit/worker': ['The mock on Cloudflare Workers and workerd', 'server.md'],
  'identikit/conformance': ['The conformance suite, from a program', 'conformance.md'],
}

/** Names whose content comes from tables, and the pages that list it. */
const listed: Readonly<Record<string, string>> = {
  Control: 'control.md',
  EventType: 'events.md',
  OperationName: 'operations.md',
  OrgOptions: 'options.md',
  RefusalName: 'refusals.md',
  Seed: 'seeds.md',
  ServeOptions: 'options.md',
  TargetProfile: 'target-profile.md',
  User: 'the-api.md',
  'worker.WorkerOptions': '../server.md',
  userTransitions: 'lifecycle.md',
}

buildIfStale()
const entries = publicEntries()
const text = filled('reference/api.md', { overview: overview(), entries: sections(entries.map(sectionOf)) })
if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (text !== readFileSync(page, 'utf8')) {
  console.error(
    'docs/reference/api.md is not current, run npm run api: is the change of the public types meant?',
  )
  process.exitCode = 1
}

/** A public name: whether it is a value or only a type, its sentence and its declaration. */
interface Name {
  readonly name: string
  readonly isValue: boolean
  readonly sentence: string
  readonly shape: string
}

/** The files of an entry point. */
interface Types {
  readonly types: string
  readonly default: string
}

interface Entry {
  readonly entry: string
  readonly names: readonly Name[]
}

function publicEntries(): readonly Entry[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | Types | { default: Types }>
  }
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === 'string') return []
    const { types, default: code } = 'types' in target ? target : target.default
    const file = resolve(root, types)
    const values = read(resolve(root, code)).exported
    const places = [...read(file).exported].map(([name, local]) => [name, ...declared(file, local)] as const)
    // The package may call a declaration by another name than its file does.
    const outer = new Map(places.map(([name, , local]) => [local, name]))
    const names = places.map(([name, from, local]) => ({
      name,
      isValue: values.has(name),
      sentence: read(from).sentences.get(local) ?? '',
      shape: shapeOf(from, local).replaceAll(/\w+/g, (word) => outer.get(word) ?? word),
    }))
    const order = ({ name, isValue }: Name): string => (isValue ? ' ' : '') + name
    return [
      {
        entry: path.replace('.', 'identikit'),
        names: names.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)),
      },
    ]
  })
}

/** A declaration for a reader. */
function shapeOf(file: string, local: string): string {
  const { texts } = read(file)
  const [, alias] = /^(?:export )?(?:declare )?type \w+ = (\w+);$/.exec(texts.get(local)?.join() ?? '') ?? []
  const [from, name] = alias === undefined ? [file, local] : declared(file, alias)
  if (name !== local && read(from).texts.has(name))
    return shapeOf(from, name).replaceAll(new RegExp(`\\b${name}\\b`, 'g'), local)
  return (texts.get(local) ?? []).map((text) => readable(withValues(text, texts))).join('\n')
}

/** The number of names of each entry point, and those that are not types. */
function overview(): string {
  const rows = entries.map(({ entry, names }) => [
    `[${entry}](#${entry.replaceAll(/\W/g, '')})`,
    String(names.length),
    names.flatMap(({ name, isValue }) => (isValue ? [`\`${name}\``] : [])).join(', '),
  ])
  const total = entries.reduce((sum, { names }) => sum + names.length, 0)
  return table(['Import', 'Names', 'Functions, classes and values'], [...rows, ['', String(total), '']])
}

function sectionOf({ entry, names }: Entry): readonly [title: string, text: string] {
  const [purpose, page] = purposes[entry]!
  return [
    entry,
    [
      `${purpose}: [${page.replace('.md', '')}](../${page}).`,
      ...names.map((name) => blockOf(entry, name)),
    ].join('\n\n'),
  ]
}

function blockOf(entry: string, { name, sentence, shape }: Name): string {
  const page = listed[`${entry.replace('identikit/', '')}.${name}`] ?? listed[name]
  const body =
    page === undefined ? `\`\`\`ts\n${shape}\n\`\`\`` : `Its content is on [its own page](${page}).`
  return `### \`${name}\`\n\n${sentence}\n\n${body}`
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
  const isOurs = file.startsWith(root)
  const source = isOurs ? readFileSync(file, 'utf8') : ''
  const texts = new Map<string, string[]>()
  const imported = new Map<string, readonly [string, string]>()
  const exported = new Map<string, string>()
  const sentences = new Map<string, string>()
  for (const node of parseAst(source, { lang: file.endsWith('.js') ? 'js' : 'dts' })
    .body as unknown as readonly Node[]) {
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
      texts.set(name, [...(texts.get(name) ?? []), source.slice(declaration.start, node.end)])
      sentences.set(name, sentences.get(name) ?? sentenceBefore(source.slice(0, node.start)))
      if (declaration !== node) exported.set(name, name)
    }
  }
  const now = { texts, sentences, imported, exported }
  known.set(file, now)
  return now
}

/** The text of an identifier, or of a string in its place. */
function nameOf(value: unknown): string {
  const { name, value: plain } = value as { name?: string; value?: string }
  return name ?? plain ?? ''
}

/** The first sentence of a comment at the end of a text. */
function sentenceBefore(code: string): string {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(code) ?? []
  const plain = comment.replaceAll(/\s*\n\s*\*? ?/g, ' ').trim()
  // A dot or a colon inside code ends no sentence.
  return (/^(?:`[^`]*`|[^`])*?[.:](?=\s|$)/.exec(plain)?.[0] ?? plain).replace(/:$/, '.')
}

/** A declaration with the values of a list that it is derived from. */
function withValues(text: string, texts: Declarations['texts']): string {
  return text.replace(/\(typeof (\w+)\)\[number\]/, (derived, list: string) => {
    const [, values] = /: readonly \[([^\]]*)\]/.exec(texts.get(list)?.[0] ?? '') ?? []
    return values?.replaceAll(', ', ' | ') ?? derived
  })
}

/**
 * A declaration as a reader needs it: with the first sentence about each member. Words of the compiler, and parts that
 * only we use, are left out.
 */
function readable(given: string): string {
  return (
    given
      .replaceAll(/\/\*\*(?:(?!\*\/)[\s\S])*@internal[\s\S]*?\*\/[^;]*;\n/g, '')
      .replaceAll(/\/\*\*[\s\S]*?\*\/(?=\s*)/g, (comment) => `// ${sentenceBefore(comment)}`)
      .replace(/^(?:export )?(?:declare )?/, '')
      .replaceAll(/^\s*(?:#private|readonly \[made\][^;]*|constructor\([\s\S]*?\));\n/gm, '')
      .replaceAll(/\n{2,}/g, '\n')
      // The bundler numbers names that several files have.
      .replaceAll(/\$\d+\b/g, '')
      .trim()
  )
}
