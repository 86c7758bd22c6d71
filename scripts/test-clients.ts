/**
 * Makes typed clients for Python, Go and Java from both OpenAPI documents, compiles them, and makes ten calls with each.
 * The generator is OpenAPI Generator 4.3.1, the newest whose program is in its npm package. It takes neither null among
 * values nor schemas that are a choice: these are anything to it.
 *
 *   npm run test:clients
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '../src/contract.ts'
import { asOpenApi30 } from '../src/openapi/version-3.0.ts'
import { serve } from '../src/server.ts'
import { controlDocument } from '../src/server/control-openapi.ts'

const here = fileURLToPath(new URL('../test/openapi/clients', import.meta.url))
const made = join(here, 'generated')
const jar = join(here, 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar')
// Packages of Debian: libjackson2-databind-java, libjsr305-java, libgeronimo-annotation-1.3-spec-java.
const jars = [
  'jackson-core',
  'jackson-annotations',
  'jackson-databind',
  'jsr305',
  'geronimo-annotation-1.3-spec',
]
const classPath = jars.map((name) => `/usr/share/java/${name}.jar`)
const goPath = '/usr/share/gocode'

const missing = [
  ...['java', 'javac', 'go', 'python3'].filter((command) => spawnSync(command, ['-version']).error),
  ...[...classPath, `${goPath}/src/golang.org/x/oauth2`].filter((file) => !existsSync(file)),
  ...['urllib3', 'six', 'dateutil', 'certifi'].filter(
    (name) => spawnSync('python3', ['-c', `import ${name}`]).status,
  ),
]
if (missing.length > 0) {
  console.log(`Not run: ${missing.join(', ')} missing. They are packages of Debian: .ci/run names them.`)
  process.exit(process.env['CI'] === 'true' ? 1 : 0)
}

const documents = {
  service: openApiDocument({ oauth: true }),
  control: controlDocument('http://localhost:4010'),
}
const javaOptions = {
  library: 'native',
  typeMappings: { OffsetDateTime: 'String', oas_any_type_not_mapped: 'Object' },
  importMappings: { oas_any_type_not_mapped: 'java.lang.Object' },
}
await rm(made, { recursive: true, force: true })
await mkdir(join(made, 'go/src'), { recursive: true })
if (!existsSync(jar)) await run('npm', ['ci', '--no-audit', '--no-fund'])
for (const [name, document] of Object.entries(documents)) {
  const packages = Object.fromEntries(
    [
      ['invoker', ''],
      ['api', '.api'],
      ['model', '.model'],
    ].map(([key, end]) => [`${key}Package`, `identikit.${name}${end}`]),
  )
  for (const [language, options] of Object.entries({
    python: { generatorName: 'python', packageName: `${name}_client` },
    go: { generatorName: 'go-experimental', packageName: name },
    java: { generatorName: 'java', ...javaOptions, additionalProperties: packages },
  })) {
    const inputSpec = join(made, `${language}-${name}.json`)
    const config = { inputSpec, outputDir: join(made, language, 'src', name), ...options }
    // oxlint-disable no-await-in-loop -- six
    await writeFile(inputSpec, JSON.stringify(asOpenApi30(document), forGenerator(language)))
    await writeFile(join(made, `${language}-${name}.config.json`), JSON.stringify(config))
    // oxlint-enable no-await-in-loop
  }
}

step('Clients from both documents')
const configs = (await readdir(made)).filter((file) => file.endsWith('.config.json'))
const generate = [
  'batch',
  '--fail-fast',
  '--includes-base-dir',
  made,
  ...configs.map((file) => join(made, file)),
]
await run('java', ['-XX:TieredStopAtLevel=1', '-jar', jar, ...generate])

step('Compilers')
const goEnvironment = { GO111MODULE: 'off', GOPATH: `${join(made, 'go')}:${goPath}` }
await run('go', ['build', '-o', join(made, 'ten'), join(here, 'main.go')], goEnvironment)
const sources = [
  join(here, 'java'),
  ...['service', 'control'].map((name) => join(made, 'java/src', name, 'src/main')),
]
const files = (
  await Promise.all(sources.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })))
)
  .flat()
  .filter(({ name }) => name.endsWith('.java'))
  .map(({ parentPath, name }) => join(parentPath, name))
await writeFile(join(made, 'sources'), files.join('\n'))
const classes = join(made, 'classes')
const compile = [
  '-J-XX:TieredStopAtLevel=1',
  '-nowarn',
  '-proc:none',
  '-cp',
  classPath.join(':'),
  '-d',
  classes,
]
await run('javac', [...compile, `@${join(made, 'sources')}`])

step('Ten calls with each')
const { url, org, close } = await serve({ port: 0 })
try {
  const target = { IDENTIKIT_URL: url, IDENTIKIT_TOKEN: org.apiToken }
  const calls = (): number => org.control.readJournal().length
  await run('python3', [join(here, 'ten.py')], {
    ...target,
    PYTHONPATH: ['service', 'control'].map((name) => join(made, 'python/src', name)).join(':'),
  })
  await run(join(made, 'ten'), [], target)
  await run('java', ['-cp', [classes, ...classPath].join(':'), 'Ten'], target)
  if (calls() !== 24) throw new Error(`expected 24 calls of the service in the journal, got ${calls()}`)
} finally {
  await close()
}

/** Leaves out of a document what the generator does not know. For Go and Java, that something may be null is among it. */
function forGenerator(language: string): (key: string, value: unknown) => unknown {
  return (key, value) => {
    const { anyOf } = (value ?? {}) as { anyOf?: { $ref?: string; enum?: unknown[] }[] }
    if (anyOf && language === 'python') return { nullable: true }
    if (anyOf?.[0]?.$ref !== undefined && anyOf[1]?.enum?.[0] === null) return anyOf[0]
    if (key === 'enum' && Array.isArray(value)) return value.filter((each) => each !== null)
    const isAny = value === true || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
    const isUnknown =
      (key === 'nullable' && language !== 'python') ||
      key === 'anyOf' ||
      (key === 'additionalProperties' && isAny)
    return isUnknown ? undefined : value
  }
}

function step(title: string): void {
  console.log(`\n== ${title}`)
}

/** Runs a command, and prints what it printed where it failed. The server answers meanwhile. */
async function run(command: string, args: readonly string[], environment = {}): Promise<void> {
  const child = spawn(command, args, { cwd: here, env: { ...process.env, ...environment } })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  const printed = Buffer.concat(chunks).toString()
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}:\n${printed.slice(-4000)}`)
  console.log(printed.trim().split('\n').at(-1))
}
