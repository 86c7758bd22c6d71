import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { byDefault } from '../../src/fixtures/worlds/by-default.ts'
import { loadDemo } from '../../src/fixtures/worlds/demo.ts'
import { prepare } from '../../src/fixtures/worlds/prepared/prepare.ts'
import { Org } from '../../src/model/org.ts'
import { root } from './entries.ts'

/** A module that the bundle gets when files of an importer import a source. */
interface Import {
  readonly importer: string
  /** The end of the imported name. */
  readonly source: string
  readonly id: string
}

/** The code of modules by their ids, or by the ends of the paths of files that they replace. */
const codes: Record<string, () => string> = {}
const imports: Import[] = []

function replaceFile(end: string, code: () => string): void {
  codes[end] = code
}

function replaceImport(importer: string, source: string, id: string, code: () => string): void {
  imports.push({ importer, source, id })
  codes[id] = code
}

/** Replaces files and imports by the modules below. */
export function replacedModules(): Plugin {
  return {
    name: 'replaced-modules',
    enforce: 'pre',
    resolveId(name, importer) {
      if (name in codes) return name
      const from = importer?.replaceAll('\\', '/')
      return imports.find(({ importer: part, source }) => from?.includes(part) && name.endsWith(source))?.id
    },
    load(id) {
      const found = Object.keys(codes).find((end) => id.endsWith(end))
      return found === undefined ? undefined : codes[found]!()
    },
  }
}

/** Puts the version into the code: an executable has no package.json next to it. */
const version = (): string => {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  return JSON.stringify((JSON.parse(manifest) as { version: string }).version)
}
replaceFile('/src/server/version.ts', () => `export const readVersion = () => ${version()}`)
replaceFile('/conformance/engine/plan/version.ts', () => `export const suiteVersion = ${version()}`)

/** Puts the demo world of organisations without options into the package, ready to load. */
replaceFile('/worlds/prepared/packed-demo.ts', () => {
  const world = JSON.stringify(prepare(new Org(), byDefault(loadDemo)))
  return `export const packedDemo = JSON.parse(${JSON.stringify(world)})`
})

/**
 * From source, the suite finds its checks by their files. The build puts them into one file, so that an installation
 * unpacks fifty files less. There each check file is a function that declares the same checks: see `checksInOneFile`.
 */
const allChecks = '\0all-checks'
replaceFile(
  '/conformance/engine/plan/check-files.ts',
  () => `export const checkFiles = async () => (await import(${JSON.stringify(allChecks)})).files`,
)
replaceFile(allChecks, () => {
  const folder = join(root, 'conformance/checks')
  const names = readdirSync(folder).filter((name) => name.endsWith('.check.ts'))
  const parts = names.toSorted().map((name, index) => ({
    imported: `import { declare as load${index} } from ${JSON.stringify(join(folder, name))}`,
    row: `{ name: ${JSON.stringify(name.slice(0, -'.check.ts'.length))}, load: async () => load${index}() }`,
  }))
  const rows = parts.map(({ row }) => row).join(', ')
  return `${parts.map(({ imported }) => imported).join('\n')}\nexport const files = [${rows}]`
})

/**
 * Gives Node's modules to commander without imports, which would read every export: see src/server/builtin.ts. It
 * starts no processes for us, so it gets no node:child_process.
 */
for (const [source, code] of Object.entries({
  'node:child_process': 'export default {}',
  'node:events': "export const { EventEmitter } = process.getBuiltinModule('node:events')",
  'node:fs': "export default process.getBuiltinModule('node:fs')",
  'node:path': "export default process.getBuiltinModule('node:path')",
  'node:process': 'export default process',
  'node:util': "export const { stripVTControlCharacters } = process.getBuiltinModule('node:util')",
}))
  replaceImport('node_modules/commander/', source, `\0${source}`, () => code)

/**
 * Leaves out code that `DataCollection` never calls: a tenth of the size of a page. It overrides every method that
 * reads or writes. Ours use only the form and the hooks of a collection, and the conditions of queries.
 */
const unusedOfData = (names: readonly string[]): string =>
  `const unused = () => { throw new Error('records are read and written by DataCollection') }
export { ${names.map((name) => `unused as ${name}`).join(', ')} }`
for (const [source, code] of Object.entries({
  'es-toolkit/compat': unusedOfData(['get', 'set', 'unset']),
  'es-toolkit': `export { isPlainObject } from 'es-toolkit/predicate'\n${unusedOfData(['isEqual'])}`,
  mutative: unusedOfData(['apply', 'create']),
}))
  replaceImport('/@msw/data/', source, `\0unused-of-data:${source}`, () => code)

/**
 * Separates the JSON Schema writer from zod: a tenth of the code that a page or an import loads.
 * Schemas reach it through a table, which it fills when a caller of `z.toJSONSchema` loads it.
 */
const later = '\0json-schema:'
const [processors, methods] = ['/json-schema-processors.js', '/to-json-schema.js'] as const
const ofZod = (file: string): string => join(root, 'node_modules/zod/v4/core', file)
const inTable = (file: string, call: (name: string) => string) => (): string => {
  const exported = readFileSync(ofZod(file), 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)
  const lines = Array.from(exported, ([, name]) => `export const ${name} = (...args) => ${call(name!)}`)
  return `import { table } from '${later}table'\n${lines.join('\n')}`
}
replaceFile(`${later}table`, () => 'export const table = {}')
replaceImport(
  '/zod/v4/classic/schemas.js',
  processors,
  `${later}processors`,
  inTable(processors, (name) => `table.${name}(...args)`),
)
replaceImport(
  '/zod/v4/classic/schemas.js',
  methods,
  `${later}methods`,
  inTable(methods, (name) => `(given) => table.${name}(...args)(given)`),
)
replaceImport(
  '/zod/v4/classic/external.js',
  processors,
  `${later}whole`,
  () => `import * as processors from ${JSON.stringify(ofZod(processors))}
import * as methods from ${JSON.stringify(ofZod(methods))}
import { table } from '${later}table'
Object.assign(table, processors, methods)
export const { toJSONSchema } = processors`,
)
