/**
 * Tests the OpenAPI documents with other tools:
 *
 * - Two linters find nothing in the OpenAPI documents of service and control plane, also in version 3.0.
 * - Two generators make clients that compile under `strict`. They call all 57 operations, one client through Prism as a
 *   validating proxy.
 * - A comparator of pacts reads the document.
 * - The tests of the handlers see no request or reply that the document does not describe.
 *
 *   npm run test:openapi
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { operationNames } from '../src/contract/operation-names.ts'
import { openApiDocument } from '../src/contract.ts'
import { asOpenApi30 } from '../src/openapi/version-3.0.ts'
import { serve } from '../src/server.ts'
import { controlDocument } from '../src/server/control-openapi.ts'
import { freePort } from './free-port.ts'

interface Walk {
  readonly walk: (target: {
    readonly baseUrl: string
    readonly controlUrl?: string
    readonly token: string
  }) => Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const tools = join(root, 'test/openapi/tools')
const generated = join(tools, 'generated')
const bin = (name: string): string => join(tools, 'node_modules/.bin', name)

step('Tools')
if (!existsSync(bin('prism'))) run('npm', ['ci', '--no-audit', '--no-fund'])
await rm(generated, { recursive: true, force: true })
await mkdir(generated)
const everything = openApiDocument({ beyond: true, aliases: true })
const control = controlDocument('http://localhost:4010')
const documents: Readonly<Record<string, object>> = {
  'openapi.json': openApiDocument(),
  'with-aliases.json': openApiDocument({ aliases: true }),
  'beyond.json': everything,
  'beyond-3.0.json': asOpenApi30(everything),
  'control.json': control,
  'control-3.0.json': asOpenApi30(control),
}
for (const [file, made] of Object.entries(documents)) {
  // oxlint-disable-next-line no-await-in-loop -- six files
  await writeFile(join(generated, file), JSON.stringify(made))
}

step('Linters')
const files = Object.keys(documents).map((file) => join(generated, file))
run(bin('redocly'), ['lint', ...files, '--config', 'redocly.yaml', '--max-problems=20'])
run(bin('spectral'), ['lint', ...files, '--ruleset', 'spectral.yaml', '--fail-severity=hint'])

step('Generators, and their clients under strict')
const document = join(generated, 'openapi.json')
// A request may omit a property with a default (docs/openapi.md).
run(bin('openapi-typescript'), [
  document,
  '-o',
  join(generated, 'openapi-typescript.ts'),
  '--default-non-nullable=false',
])
run(bin('openapi-ts'), ['-i', document, '-o', join(generated, 'hey-api'), '-c', '@hey-api/client-fetch'])
run(bin('tsc'), ['-p', 'tsconfig.json'])

for (const name of ['walk-openapi-fetch', 'walk-hey-api']) {
  step(`All operations: ${name}`)
  const { url, org, close } = await serve({ port: 0 })
  try {
    const { walk } = (await import(pathToFileURL(join(tools, `${name}.ts`)).href)) as Walk
    await walk({ baseUrl: url, token: org.apiToken })
    const called = new Set(org.control.readJournal().map(({ operation }) => operation))
    const missing = Object.values(operationNames)
      .flat()
      .filter((operation) => !called.has(operation))
    if (missing.length > 0) fail(`${name} did not call ${missing.join(', ')}`)
    console.log(`${called.size} operations called`)
  } finally {
    await close()
  }
}

step('All operations, through Prism as a validating proxy')
await throughPrism()

step('The comparator of pacts')
await writeFile(join(generated, 'pact.json'), JSON.stringify(pact({ status: 'ACTIVE' })))
run(bin('opc'), ['--oas', document, join(generated, 'pact.json')])
await writeFile(join(generated, 'wrong.json'), JSON.stringify(pact({ status: 5, mood: 'good' })))
run(bin('opc'), ['--oas', document, join(generated, 'wrong.json')], 1)

step('The tests of the handlers, held to the document')
process.env['OPENAPI_RUNS'] = '40'
run('npx', [
  '--no-install',
  'vitest',
  'run',
  '--root',
  root,
  '--config',
  join(root, 'test/openapi/traffic.config.ts'),
])

console.log('\nThe OpenAPI document holds.')

/** Calls every operation through Prism, which answers with its own error if a message does not match the document. */
async function throughPrism(): Promise<void> {
  const { url, org, close } = await serve({ port: 0 })
  const port = await freePort()
  const prism = spawn(bin('prism'), ['proxy', document, url, '--errors', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    // Reads the output to its end: a full pipe would stop it.
    await new Promise<void>((resolve, reject) => {
      prism.stdout.on('data', (chunk: Buffer) => void (chunk.includes('listening on') && resolve()))
      prism.on('exit', (code) => reject(new Error(`Prism ended with ${code}`)))
    })
    const baseUrl = `http://127.0.0.1:${port}`
    const { walk } = (await import(pathToFileURL(join(tools, 'walk-openapi-fetch.ts')).href)) as Walk
    await walk({ baseUrl, controlUrl: url, token: org.apiToken })
    const headers = { authorization: `SSWS ${org.apiToken}` }
    const wrong = await fetch(`${baseUrl}/api/v1/users?limit=many`, { headers })
    if (wrong.status !== 422) fail(`Prism let through what the document does not allow: ${wrong.status}`)
    console.log('57 operations called, and what is wrong is held back')
  } finally {
    prism.kill()
    await close()
  }
}

/** A pact of one interaction, which expects this body of a user. */
function pact(body: object): object {
  const [request, response] = [
    { method: 'GET', path: '/api/v1/users/x' },
    { status: 200, body },
  ]
  return {
    consumer: { name: 'consumer' },
    provider: { name: 'service' },
    interactions: [
      {
        description: 'a user',
        request: { ...request, headers: { Authorization: 'SSWS x', Accept: 'application/json' } },
        response: { ...response, headers: { 'Content-Type': 'application/json' } },
      },
    ],
    metadata: { pactSpecification: { version: '2.0.0' } },
  }
}

function step(title: string): void {
  console.log(`\n== ${title}`)
}

function run(command: string, args: readonly string[], expected = 0): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: tools, encoding: 'utf8' })
  if (status === expected) {
    const held = /^\d+ exchanges.*$/m.exec(stdout)?.[0]
    console.log(held ?? stdout.trim().split('\n').at(-1)?.slice(0, 200) ?? '')
    return
  }
  fail(`${command} ended with ${status}, not ${expected}:\n${stdout}${stderr}`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
