import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../../scripts/free-port.ts'
import { listening } from '../../scripts/served.ts'
import { docsBlocks, runBlocks } from '../support/docs-blocks.ts'

/** The part of a GitHub workflow that the test reads. */
interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { run?: string; env?: Readonly<Record<string, string>> }[] }>
  >
}

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const token = '00docs'
let folder: string
let server: ChildProcess
let url: string

/** Programs of other packages that pages call. */
const programs = ['msw'] as const

/**
 * The shell for the commands of pages. Everything is installed, and `npx` runs it. `serve` runs until it answers. The
 * conformance suite checks a few requirements, because other tests do whole runs.
 */
const shell = `
set -euo pipefail
exec < /dev/null
npx() { "$@"; }
npm() { [ "$1" = install ] || command npm "$@"; }
vitest() { node --eval 'import("identikit")'; }
identikit() {
  if [ "$1" = serve ]; then
    shift
    command identikit serve --quiet "$@" --port "$PORT" & server=$!
    curl -sf --retry 100 --retry-connrefused --retry-delay 0 --retry-max-time 30 -o /dev/null "http://127.0.0.1:$PORT/_control/health"
    kill "$server"
    wait "$server" || [ $? = 143 ]
  elif [ "$1" = exec ]; then
    local options=()
    while [ "$1" != -- ]; do options+=("$1"); shift; done
    command identikit "\${options[@]}" -- sh -c 'curl -sf -o /dev/null -H "Authorization: SSWS $IDENTIKIT_TOKEN" "$IDENTIKIT_URL/api/v1/users"'
  elif [ "$1" = vary ]; then
    local options=()
    while [ "$1" != -- ]; do options+=("$1"); shift; done
    command identikit "\${options[@]}" -- sh -c 'curl -sf -o /dev/null -H "Authorization: SSWS $IDENTIKIT_TOKEN" "$IDENTIKIT_URL/api/v1/users/me"' || [ $? = 1 ]
  elif [ "$1" = conform ] && [ "$2" = init ]; then
    command identikit "$@" --force
  elif [ "$1" = conform ] && [ "\${2#-}" != "$2" ]; then
    command identikit "$@" --only 'users.suspend.*' --tolerate-incomplete
  else
    command identikit "$@"
  fi
}
`

/** The pages whose commands run here, with the files that their text assumes. */
const pages: Readonly<Record<string, string>> = {
  'README.md': '',
  'docs/browser.md': '',
  'docs/compare.md': `mkdir -p test/fixtures/cassettes
command identikit exec --data empty -- sh -c 'curl -sf -o /dev/null -H "Authorization: SSWS $IDENTIKIT_TOKEN" -H "Content-Type: application/json" "$IDENTIKIT_URL/api/v1/groups" -d "{\\"profile\\":{\\"name\\":\\"Analysts\\"}}"
curl -sf -H "Content-Type: application/json" "$IDENTIKIT_CONTROL/read-journal" -d "{\\"as\\":\\"har\\"}" > session.har'
cp session.har test/fixtures/cassettes/
echo 'options: { delays: { search: 0 } }' > identikit.config.yaml
`,
  'docs/conformance.md': '',
  'docs/control.md': '',
  'docs/data.md': '',
  'docs/extend.md': `echo "export default [{ route: 'GET /api/v1/x', handle() {} }]" > endpoints.mjs\n`,
  'docs/node-tests.md': '',
  'docs/reference/agent-skill.md': '',
  'docs/reference/console.md': '',
  'docs/reference/control.md': '',
  'docs/server.md': 'export CONTROL_TOKEN=secret-of-docs\ntouch identikit-linux-x64\n',
  'docs/sign-in.md': `curl -sf -o kaylee.json -H 'Authorization: SSWS ${token}' -H 'Content-Type: application/json' https://id.example.com/api/v1/users -d '{"profile":{"login":"kaylee@example.com","email":"kaylee@example.com","firstName":"K","lastName":"F"},"credentials":{"password":{"value":"Tr0ub4dor"}}}'\n`,
  'docs/vary.md': "echo 'users: []' > org.yaml\n",
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identikit-docs-'))
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
  await symlink(root, join(folder, 'node_modules/identikit'))
  // As npm links it; the built file is not executable.
  const command = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/cli/identikit.js')}' "$@"\n`
  await writeFile(join(folder, 'node_modules/.bin/identikit'), command, { mode: 0o755 })
  await mkdir(join(folder, 'node_modules/@pact-foundation'))
  await symlink(
    join(root, 'node_modules/@pact-foundation/pact'),
    join(folder, 'node_modules/@pact-foundation/pact'),
  )
  for (const name of programs)
    await symlink(join(root, 'node_modules/.bin', name), join(folder, 'node_modules/.bin', name)).catch(
      () => {},
    )
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await cp(join(root, 'examples/seed.yaml'), join(folder, 'examples/seed.yaml'))
  await cp(join(root, 'examples/sign-in'), join(folder, 'examples/sign-in'), { recursive: true })
  const words = 'serve --port 0 --data empty --json'.split(' ')
  server = spawn(process.execPath, [join(root, 'dist/cli/identikit.js'), ...words, '--token', token], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  ;({ url } = await listening(server))
}, 300_000)

afterAll(async () => {
  server?.kill()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a script in the folder, and returns its output. */
async function bash(script: string): Promise<string> {
  const text = `${shell}${script}`
    .replaceAll(/^export TOKEN=…$/gm, `export TOKEN=${token}`)
    .replaceAll(/^export PASSWORD=…$/gm, 'export PASSWORD=Quiet-Harbour-17')
    .replaceAll(
      /^export DIGEST=…$/gm,
      'export DIGEST=$(identikit conform verify-report conform-report/report.json | grep -o "sha256:[0-9a-f]*")',
    )
    .replaceAll(/^\.\/identikit-linux-x64/gm, 'identikit')
    .replaceAll('https://id.example.com', url)
    .replaceAll(/(http:\/\/)?(localhost|127\.0\.0\.1):4010/g, url)
  const env = {
    ...process.env,
    PATH: `${join(folder, 'node_modules/.bin')}:${dirname(process.execPath)}:${process.env['PATH']}`,
    PORT: String(await freePort()),
  }
  const { stdout, stderr } = await run('bash', ['-c', text], { cwd: folder, env, timeout: 300_000 })
  return stdout + stderr
}

test.for(Object.entries(pages))('the commands of %s run', async ([page, before]) => {
  const blocks = runBlocks(page, 'sh')
  expect(blocks.length).toBeGreaterThan(0)
  await bash(before + blocks.map(({ text }) => text).join('\n'))
})

test('the steps of the workflow in docs/server.md run, those of the project itself aside', async () => {
  const workflow = runBlocks('docs/server.md', 'yaml')
    .map(({ text }) => parse(text) as Workflow)
    .find(({ jobs }) => jobs)
  const steps = workflow!.jobs['test']!.steps
  const commands = steps.flatMap(({ run: command, env = {} }) => {
    if (command === undefined || command === 'npm ci') return []
    if (command !== 'npm test')
      return command.replace('npx identikit serve', 'command identikit serve --port "$PORT"')
    const said = Object.entries(env).map(([name, value]) => `export ${name}=${value}`)
    return [
      ...said,
      `curl -sS -f -H "Authorization: SSWS $SERVICE_TOKEN" "$SERVICE_URL/api/v1/users?limit=1"`,
    ]
  })
  expect(commands).toHaveLength(5)
  const script = commands.join('\n').replaceAll('localhost:4010', '127.0.0.1:$PORT')
  const told = await bash(`${script}\ncat identikit.log\nkill %1`)
  expect(told).toContain('"status":"ready"')
  expect(told).toContain('"operation":"listUsers"')
})

test('the commands and the code of docs/openapi-pact.md make documents, and record, join and verify pacts', async () => {
  const [openapi, examples, verify, record, join_] = runBlocks('docs/openapi-pact.md', 'sh').map(
    ({ text }) => text,
  )
  const [inProcess, withPactJs, given] = runBlocks('docs/openapi-pact.md', 'ts')
    .map(({ text }) => text)
    .slice(-3)
  const headers = '{ Authorization: `SSWS ${token}` }'
  const ask = `const ask = (url, token) => fetch(url + '/api/v1/users/admin@example.com', { headers: ${headers} }).then((reply) => reply.json())`
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)
  await write('package.json', '{ "private": true, "type": "module", "scripts": { "test": "node ask.mjs" } }')
  await write('ask.mjs', `${ask}\nawait ask(process.env.IDENTIKIT_URL, process.env.IDENTIKIT_TOKEN)`)
  await write(
    'record.mts',
    `import { serve } from 'identikit/server'
${ask}
const server = await serve({ port: 0 })
let end
const afterAll = (work) => { end = work }
${inProcess!}
await ask(server.url, server.org.apiToken).then(({ status }) => status)
await end()
await server.close()`,
  )
  await write('verify.mts', `import { Verifier } from '@pact-foundation/pact'\n${withPactJs!}`)
  await write(
    'given.mts',
    `import { PactV4 } from '@pact-foundation/pact'
import { providerState } from 'identikit/pact'
const pact = new PactV4({ consumer: 'web', provider: 'identity-service', logLevel: 'error' })
${given!}`,
  )
  const told = await bash(`
export PACT_DO_NOT_TRACK=true
npm() { [ "$1" = install ] || command npm "$@"; }
${openapi!}
${examples!}
${record!}
node record.mts
${join_!}
${verify!}
node verify.mts
node given.mts
`)
  expect(told).toContain('Verified 1 interaction of 1 pact: 1 match, 0 do not.')
  expect(told).toContain('Verification successful')
})

test('every command of the pages is run here, elsewhere, or says why it is not', () => {
  const elsewhere = {
    'docs/start.md': 'npm run test:in released start',
    'docs/openapi-pact.md': 'above',
  }
  const known = new Set([...Object.keys(pages), ...Object.keys(elsewhere)])
  const unknown = docsBlocks.filter(
    ({ page, language, notRun }) => language === 'sh' && notRun === undefined && !known.has(page),
  )
  expect(unknown.map(({ page, line }) => `${page}:${line}`)).toEqual([])
})
