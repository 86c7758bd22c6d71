/**
 * Makes typed clients for Python, Go and Java from both OpenAPI documents, compiles them, and makes ten calls with each.
 * The generator is OpenAPI Generator 4.3.1, the newest whose program is in its npm package. It takes neither null among
 * values nor schemas that are a choice: these are anything to it.
 */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../../src/contract.ts'
import { asOpenApi30 } from '../../../src/openapi/version-3.0.ts'
import { controlDocument } from '../../../src/server/control-openapi.ts'
import { started } from '../../support/started.ts'

const here = fileURLToPath(new URL('../clients', import.meta.url))
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

const documents = {
  service: openApiDocument({ oauth: true }),
  control: controlDocument('http://localhost:4010'),
}
const names = Object.keys(documents) as (keyof typeof documents)[]

/** The options of the generator for each language. */
const languages: Readonly<Record<string, (name: string) => object>> = {
  python: (name) => ({ generatorName: 'python', packageName: `${name}_client` }),
  go: (name) => ({ generatorName: 'go-experimental', packageName: name }),
  java: (name) => ({
    generatorName: 'java',
    library: 'native',
    typeMappings: { OffsetDateTime: 'String', oas_any_type_not_mapped: 'Object' },
    importMappings: { oas_any_type_not_mapped: 'java.lang.Object' },
    additionalProperties: {
      invokerPackage: `identikit.${name}`,
      apiPackage: `identikit.${name}.api`,
      modelPackage: `identikit.${name}.model`,
    },
  }),
}

// In CI they are there: of what is missing, the test fails.
test.skipIf(missing.length > 0 && process.env['CI'] !== 'true')(
  'clients for Python, Go and Java compile, and make ten calls each',
  async () => {
    expect(missing, 'packages of Debian, which .ci/run names').toEqual([])
    await generateClients()
    const go = { GO111MODULE: 'off', GOPATH: `${join(made, 'go')}:${goPath}` }
    await run('go', ['build', '-o', join(made, 'ten'), join(here, 'main.go')], go)
    const classes = await compiledJava()

    const { url, org } = await started()
    const target = { IDENTIKIT_URL: url, IDENTIKIT_TOKEN: org.apiToken }
    const modules = names.map((name) => join(made, 'python/src', name)).join(':')
    await run('python3', [join(here, 'ten.py')], { ...target, PYTHONPATH: modules })
    await run(join(made, 'ten'), [], target)
    await run('java', ['-cp', [classes, ...classPath].join(':'), 'Ten'], target)
    expect(org.control.readJournal()).toHaveLength(24)
  },
)

async function generateClients(): Promise<void> {
  rmSync(made, { recursive: true, force: true })
  mkdirSync(join(made, 'go/src'), { recursive: true })
  if (!existsSync(jar)) await run('npm', ['ci', '--no-audit', '--no-fund'])
  const configs: string[] = []
  for (const name of names) {
    for (const [language, optionsFor] of Object.entries(languages)) {
      const inputSpec = join(made, `${language}-${name}.json`)
      const config = { inputSpec, outputDir: join(made, language, 'src', name), ...optionsFor(name) }
      writeFileSync(inputSpec, JSON.stringify(asOpenApi30(documents[name]), forGenerator(language)))
      const file = join(made, `${language}-${name}.config.json`)
      writeFileSync(file, JSON.stringify(config))
      configs.push(file)
    }
  }
  const batch = ['batch', '--fail-fast', '--includes-base-dir', made, ...configs]
  await run('java', ['-XX:TieredStopAtLevel=1', '-jar', jar, ...batch])
}

/** Compiles the clients for Java and their caller, and returns the folder of the classes. */
async function compiledJava(): Promise<string> {
  const folders = [join(here, 'java'), ...names.map((name) => join(made, 'java/src', name, 'src/main'))]
  const files = folders.flatMap((cwd) => globSync('**/*.java', { cwd }).map((file) => join(cwd, file)))
  writeFileSync(join(made, 'sources'), files.join('\n'))
  const classes = join(made, 'classes')
  const usual = ['-J-XX:TieredStopAtLevel=1', '-nowarn', '-proc:none']
  await run('javac', [...usual, '-cp', classPath.join(':'), '-d', classes, `@${join(made, 'sources')}`])
  return classes
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

/** Runs a command, which fails with its output. The server answers meanwhile. */
async function run(command: string, args: readonly string[], environment = {}): Promise<void> {
  const env = { ...process.env, ...environment }
  await promisify(execFile)(command, args, { cwd: here, env, maxBuffer: 1e8 })
}
