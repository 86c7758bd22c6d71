/** Tests the OpenAPI documents with other tools. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { operationNames } from '../../../src/contract/operation-names.ts'
import { openApiDocument } from '../../../src/contract.ts'
import { asOpenApi30 } from '../../../src/openapi/version-3.0.ts'
import { controlDocument } from '../../../src/server/control-openapi.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { outerEnvironment } from '../../../scripts/packed.ts'
import { isThorough } from '../../support/runs.ts'
import { started } from '../../support/started.ts'

interface Walk {
  readonly walk: (target: {
    readonly baseUrl: string
    readonly controlUrl?: string
    readonly token: string
  }) => Promise<void>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const tools = join(root, 'test/openapi/tools')
const generated = join(tools, 'generated')
const document = join(generated, 'openapi.json')
const bin = (name: string): string => join(tools, 'node_modules/.bin', name)

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

beforeAll(() => {
  if (!existsSync(bin('prism'))) run('npm', 'ci', '--no-audit', '--no-fund')
  rmSync(generated, { recursive: true, force: true })
  mkdirSync(generated)
  for (const [file, made] of Object.entries(documents))
    writeFileSync(join(generated, file), JSON.stringify(made))
})

test('two linters find nothing in the OpenAPI documents, of version 3.1 and 3.0', () => {
  // `beyond.json` contains the two other documents. At night, each document is read.
  const names = isThorough ? Object.keys(documents) : ['beyond.json', 'control-3.0.json']
  const files = names.map((file) => join(generated, file))
  run(bin('redocly'), 'lint', ...files, '--config', 'redocly.yaml', '--max-problems=20')
  run(bin('spectral'), 'lint', ...files, '--ruleset', 'spectral.yaml', '--fail-severity=hint')
})

test('two generators make clients that compile under strict', () => {
  const types = join(generated, 'openapi-typescript.ts')
  // A request may omit a property with a default (docs/openapi-pact.md).
  run(bin('openapi-typescript'), document, '-o', types, '--default-non-nullable=false')
  run(bin('openapi-ts'), '-i', document, '-o', join(generated, 'hey-api'), '-c', '@hey-api/client-fetch')
  run(bin('tsc'), '-p', 'tsconfig.json')
})

test.each(['walk-openapi-fetch', 'walk-hey-api'])('the client of %s calls every operation', async (name) => {
  const { url, org } = await started()
  const { walk } = await walkOf(name)
  await walk({ baseUrl: url, token: org.apiToken })
  const called = new Set(org.control.readJournal().map(({ operation }) => operation))
  expect(called).toEqual(new Set(Object.values(operationNames).flat()))
})

test('Prism, a validating proxy, answers with its own error only if a message does not match the document', async () => {
  const { url, org } = await started()
  const port = await freePort()
  const prism = spawn(bin('prism'), ['proxy', document, url, '--errors', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void prism.kill())
  // Reads the output to its end: a full pipe would stop it.
  await new Promise<void>((resolve, reject) => {
    prism.stdout.on('data', (chunk: Buffer) => void (chunk.includes('listening on') && resolve()))
    prism.on('exit', (code) => reject(new Error(`Prism ended with ${code}`)))
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const { walk } = await walkOf('walk-openapi-fetch')
  await walk({ baseUrl, controlUrl: url, token: org.apiToken })
  const headers = { authorization: `SSWS ${org.apiToken}` }
  expect((await fetch(`${baseUrl}/api/v1/users?limit=many`, { headers })).status).toBe(422)
})

test('a comparator of pacts reads the document', () => {
  const compared = (body: object): number | null => {
    const file = join(generated, 'pact.json')
    writeFileSync(file, JSON.stringify(pact(body)))
    return spawnSync(bin('opc'), ['--oas', document, file], { cwd: tools }).status
  }
  expect(compared({ status: 'ACTIVE' })).toBe(0)
  expect(compared({ status: 5, mood: 'good' })).toBe(1)
})

function walkOf(name: string): Promise<Walk> {
  return import(pathToFileURL(join(tools, `${name}.ts`)).href) as Promise<Walk>
}

/** A pact of one interaction, which expects this body of a user. */
function pact(body: object): object {
  const headers = { Authorization: 'SSWS x', Accept: 'application/json' }
  return {
    consumer: { name: 'consumer' },
    provider: { name: 'service' },
    interactions: [
      {
        description: 'a user',
        request: { method: 'GET', path: '/api/v1/users/x', headers },
        response: { status: 200, headers: { 'Content-Type': 'application/json' }, body },
      },
    ],
    metadata: { pactSpecification: { version: '2.0.0' } },
  }
}

/** Runs a command that must succeed, and shows its output if it does not. */
function run(command: string, ...args: readonly string[]): void {
  const env = outerEnvironment()
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: tools, encoding: 'utf8', env })
  expect(status, `${command}:\n${stdout}${stderr}`).toBe(0)
}
