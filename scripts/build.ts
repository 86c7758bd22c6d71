import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { buildConsole } from './build-console.ts'
import { jsonSchemas, openApiDocument } from '../src/contract.ts'
import { yamlOf } from '../src/openapi/yaml.ts'

/**
 * Builds the package: every module with its types by the compiler, and beside them the command line as a
 * bundle of few files, which starts in a fraction of the time that some three hundred modules take.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const bundleFolder = join(root, 'dist/cli')
const bundled = new Set<string>()

/** What commander takes of Node. It starts no processes for us, so it gets no node:child_process. */
const commanderBuiltins: Readonly<Record<string, string>> = {
  'node:child_process': 'export default {}',
  'node:events': "export const { EventEmitter } = process.getBuiltinModule('node:events')",
  'node:fs': "export default process.getBuiltinModule('node:fs')",
  'node:path': "export default process.getBuiltinModule('node:path')",
  'node:process': 'export default process',
  'node:util': "export const { stripVTControlCharacters } = process.getBuiltinModule('node:util')",
}

await rm(join(root, 'dist'), { recursive: true, force: true })
compile()
await bundleCommandLine()
await bundleConsole()
await writeDocuments()
await writeFile(join(bundleFolder, 'THIRD-PARTY-LICENSES.txt'), await licenses())

function compile(): void {
  const compiler = join(root, 'node_modules/.bin/tsc')
  const { status } = spawnSync(compiler, ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

async function bundleCommandLine(): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true },
    plugins: [
      suiteStaysOutside(),
      noCryptoImport(),
      builtinsWithoutImport(),
      noteBundledPackages(),
      onlyAscii(),
    ],
    build: {
      ssr: join(root, 'src/cli/identikit.ts'),
      outDir: bundleFolder,
      target: 'node22',
      minify: true,
      rolldownOptions: {
        transform: { inject: { MessageEvent: [join(root, 'scripts/data-event.ts'), 'DataEvent'] } },
        output: {
          format: 'es',
          entryFileNames: 'identikit.js',
          chunkFileNames: '[name].js',
          codeSplitting: {
            groups: [
              { name: 'command-line', test: neededByEach, priority: 1 },
              { name: 'serve', test: neededToServe },
            ],
          },
        },
      },
    },
  })
}

/** The console for the server, and the drawer for a page. */
async function bundleConsole(): Promise<void> {
  const folder = join(root, 'dist/console')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'page.js'), await buildConsole('page'))
  await writeFile(join(folder, 'mount.js'), await buildConsole('mount'))
}

/** Whether a module is among those that each command needs: the tree of commands, and what reads options. */
function neededByEach(id: string): boolean {
  return (
    /\/node_modules\/(commander|@commander-js)\//.test(id) ||
    /\/src\/(cli\/(?!identikit\b)[\w-]+|cli\/commands\/serve|server\/(builtin|usage-error|command-io)|query\/suggestion|model\/kernel\/duration)\.ts$/.test(
      id,
    )
  )
}

/** Whether a module is among those that every start needs: they make one file. */
function neededToServe(id: string): boolean {
  return (
    /\/src\/(contract|model|handlers|query|server|control|organisation)\b/.test(id) &&
    !/\/(seed-world|tls|beside|console|event-stream|control|images|openapi|conform-\w+)\.ts$|\/pages\//.test(
      id,
    )
  )
}

/** The conformance suite finds its checks by their files: the bundle only points at it. */
function suiteStaysOutside(): Plugin {
  return {
    name: 'suite-stays-outside',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return undefined
      const path = relative(root, join(dirname(importer), source)).replaceAll(sep, '/')
      if (!path.startsWith('conformance/')) return undefined
      return { id: `../${path.replace(/\.ts$/, '.js')}`, external: true }
    },
  }
}

/** bcryptjs imports node:crypto for runtimes without Web Crypto; loading it costs a start some milliseconds. */
function noCryptoImport(): Plugin {
  const id = '\0no-crypto'
  return {
    name: 'no-crypto-import',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 'crypto' && importer?.includes('bcryptjs') ? id : undefined),
    load: (wanted) => (wanted === id ? 'export default {}' : undefined),
  }
}

/** Gives commander Node's modules without imports, each of which reads every export: see src/server/builtin.ts. */
function builtinsWithoutImport(): Plugin {
  return {
    name: 'builtins-without-import',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source in commanderBuiltins && importer?.includes('node_modules/commander/')
        ? `\0${source}`
        : undefined,
    load: (id) => commanderBuiltins[id.slice(1)],
  }
}

/** Escapes every other character: a text of ASCII alone takes V8 half the memory, and less time to read. */
function onlyAscii(): Plugin {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'only-ascii',
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type === 'chunk') file.code = file.code.replaceAll(/[\u0080-\uffff]/g, escape)
      }
    },
  }
}

/** Notes which packages the bundle has code of. */
function noteBundledPackages(): Plugin {
  return {
    name: 'note-bundled-packages',
    moduleParsed({ id }) {
      const inside = id.split(`node_modules${sep}`).at(-1)!
      if (!id.includes('node_modules') || id.startsWith('\0')) return
      bundled.add(
        inside
          .split(sep)
          .slice(0, inside.startsWith('@') ? 2 : 1)
          .join('/'),
      )
    },
  }
}

/** The licences of the bundled packages, one after the other. */
async function licenses(): Promise<string> {
  const texts = [...bundled].toSorted().map(async (name) => {
    const folder = join(root, 'node_modules', name)
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
    const { license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      license: string
    }
    const text = file === undefined ? '' : (await readFile(join(folder, file), 'utf8')).trim()
    return `${name} (${license})\n\n${text}\n`
  })
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`)
}

/** The OpenAPI document, and the JSON Schema of each resource, as files of the package. */
async function writeDocuments(): Promise<void> {
  const asJson = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`
  const document = openApiDocument()
  await writeFile(join(root, 'dist/openapi.json'), asJson(document))
  await writeFile(join(root, 'dist/openapi.yaml'), `${yamlOf(document)}\n`)
  const folder = join(root, 'dist/schemas')
  await mkdir(folder)
  for (const [name, schema] of Object.entries(jsonSchemas())) {
    await writeFile(join(folder, `${name}.json`), asJson(schema))
  }
}
