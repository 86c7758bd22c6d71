import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { listening } from '../../scripts/served.ts'
import { flattened } from '../../src/model/kernel/option.ts'
import { orgOptions } from '../../src/model/kernel/org-options.ts'
import { entryPoints } from '../../tsdown.config.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

// Every test uses the package as a user would install it.
const { folder, tarball, files } = inject('packed')

/** Runs a module in the consumer's folder, and returns its output, read as JSON. */
async function consume(code: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: folder })
  return JSON.parse(stdout)
}

test('the tarball holds what a user needs, and nothing of the workshop', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'package.json',
      'dist/cli/identikit.js',
      'dist/THIRD-PARTY-LICENSES.txt',
      'conformance/target.schema.json',
      'conformance/known.schema.json',
      'conformance/report.schema.json',
      'requirements/2026-11.json',
      'docs/reference/config.schema.json',
      'docs/reference/seed.schema.json',
      'docs/reference/agent-skill.md',
      'docs/conformance.md',
      'dist/llms.txt',
      'dist/llms-full.txt',
      'docs/reference/control.md',
      'docs/reference/interpretations.md',
    ]),
  )
  // Examples are there to be read and copied.
  const workshop = files.filter(
    (path) =>
      !path.startsWith('examples/') &&
      /(^|\/)(node_modules|test|bench|scripts|\.identikit|\.ci)\/|\.test\.|(?<!\.d)\.ts$|(^|\/)\.env|\.(pem|key|tgz|log)$/.test(
        path,
      ),
  )
  expect(workshop).toEqual([])
})

// npx would wait for each such request: npm reads the page of every package in the tree.
test('installing it asks the registry for nothing else, and the command runs from an empty folder', async () => {
  const empty = join(folder, 'empty')
  await mkdir(empty)
  const args = ['--yes', '--loglevel=http', '--registry=http://127.0.0.1:1', `--package=${tarball}`]
  const { stdout, stderr } = await run(
    'npx',
    [...args, `--cache=${join(empty, 'cache')}`, 'identikit', '--help'],
    {
      cwd: empty,
    },
  )
  expect(stdout).toContain('serve')
  expect(stderr).not.toContain('http fetch')
})

test('without msw everything else works, and the handlers for it say what to install', async () => {
  const without = await mkdtemp(join(tmpdir(), 'identikit-without-msw-'))
  try {
    await mkdir(join(without, 'node_modules'))
    await symlink(join(folder, 'node_modules/identikit'), join(without, 'node_modules/identikit'))
    await writeFile(
      join(without, 'caller.mjs'),
      `import { createOrg } from 'identikit'
       const org = createOrg()
       const { status } = await org.fetch('/api/v1/users', { headers: { Authorization: 'SSWS ' + org.apiToken } })
       try { org.handlers() } catch (error) { console.log(status, error.name, error.message) }`,
    )
    const { stdout } = await run(
      process.execPath,
      ['--preserve-symlinks', '--preserve-symlinks-main', 'caller.mjs'],
      { cwd: without },
    )
    expect(stdout.trim()).toBe(
      '200 TypeError org.handlers() makes handlers for msw, which is not installed here: npm install --save-dev msw',
    )
    const flags = ['--preserve-symlinks', '--preserve-symlinks-main']
    for (const [file, code] of [
      ['node.mjs', "import 'identikit/node'"],
      ['node.cjs', "require('identikit/node')"],
    ] as const) {
      await writeFile(join(without, file), code)
      const { stderr } = await run(process.execPath, [...flags, file], { cwd: without }).catch(
        (error: { stderr: string }) => error,
      )
      expect(stderr).toContain(
        'TypeError: identikit/node needs msw, which is not installed here: npm install --save-dev msw',
      )
    }
  } finally {
    await rm(without, { recursive: true })
  }
})

test('contains everything it needs, in few files and less than 12 MB on disk', async () => {
  const inside = join(folder, 'node_modules/identikit')
  const manifest = JSON.parse(await readFile(join(inside, 'package.json'), 'utf8')) as object
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest).not.toHaveProperty('peerDependencies')
  expect(files.length).toBeLessThanOrEqual(540)
  expect(statSync(tarball).size).toBeLessThan(3_500_000)
  const blocks = readdirSync(inside, { recursive: true, encoding: 'utf8' }).map(
    (path) => statSync(join(inside, path)).blocks,
  )
  expect(blocks.reduce((sum, each) => sum + each, 0) * 512).toBeLessThan(12 * 1024 * 1024)
})

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object }
/** The entry points that are code, without those that only run in a test runner. */
const codeEntries = Object.keys(exports)
  .filter((name) => !/\.(json|yaml)$|^\.\/(vitest|jest|playwright)$/.test(name))
  .map((name) => name.slice(1))

test('a caller that is CommonJS requires every entry point, and gets what an import gives', async () => {
  const code = `(async () => {
    const seen = {}
    for (const entry of ${JSON.stringify(codeEntries)}) {
      const required = require('identikit' + entry)
      const imported = await import('identikit' + entry)
      const names = Object.keys(imported).filter((name) => name !== 'default' && name !== 'module.exports')
      seen[entry] = names.length > 0 && names.every((name) => required[name] === imported[name])
    }
    const { createOrg } = require('identikit')
    const { createClient } = require('identikit/client')
    const { setupServer } = require('identikit/node')
    const { baseUrl, apiToken: token, fetch } = createOrg()
    const [{ status }] = await createClient({ baseUrl, token, fetch }).listUsers()
    const server = setupServer({ baseUrl: 'https://id.example.com', apiToken: 'token' })
    server.listen()
    const headers = { authorization: 'SSWS token' }
    const answered = (await globalThis.fetch('https://id.example.com/api/v1/users/me', { headers })).status
    server.close()
    console.log(JSON.stringify([seen, status, answered]))
  })()`
  const { stdout } = await run(process.execPath, ['--input-type=commonjs', '--eval', code], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual([
    Object.fromEntries(codeEntries.map((entry) => [entry, true])),
    'ACTIVE',
    200,
  ])
})

test('an entry point exports its names, and nothing of the files that it shares with others', async () => {
  const sources: Record<string, string> = entryPoints
  for (const entry of codeEntries) {
    const name = entry === '' ? 'index' : entry.slice(1)
    if (name === 'jest') continue
    const file = join(root, sources[name === 'browser' ? 'browser-node' : name]!)
    const names = Object.keys((await import(file)) as object)
    const built = await consume(`console.log(JSON.stringify(Object.keys(await import('identikit${entry}'))))`)
    expect([entry, built]).toEqual([entry, names.toSorted()])
  }
})

test('the licence of every bundled package is there, with its text', async () => {
  const dist = join(folder, 'node_modules/identikit/dist')
  const parts = (await readFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), 'utf8')).split(
    `\n${'-'.repeat(80)}\n\n`,
  )
  const texts = new Map(parts.map((part) => [/^(.*) \(.*\)\n/.exec(part)?.[1], part]))
  const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.js'),
  )
  // The bundler writes the path of each module before its code.
  const bundled = scripts.flatMap((path) => [
    ...readFileSync(join(dist, path), 'utf8').matchAll(
      /^\/\/ node_modules\/(?:.+\/node_modules\/)?((?:@[^/]+\/)?[^/\n]+)/gm,
    ),
  ])
  const names = new Set(bundled.map(([, name]) => name!))
  // These are bundled without such a line: by the page of the console, from data, and inside of another package.
  for (const name of ['preact', '@faker-js/faker', 'ajv', 'lodash-es', 'qs', 'find-my-way']) names.add(name)
  expect(names.size).toBeGreaterThan(30)
  for (const name of names) expect(texts.get(name), name).toMatch(/copyright|\(c\)/i)
  expect(texts.get('@bomb.sh/tab')).toMatch(/Bombshell Authors[\s\S]*Permission is hereby granted/)
})

test.each([
  ['an import', 'module', "import { createOrg } from 'identikit'"],
  ['a require', 'commonjs', "const { createOrg } = require('identikit')"],
])('an error that nobody catches prints the line that threw it, not the file: %s', async (_, type, load) => {
  const code = `${load}\ncreateOrg({ nope: 1 })`
  const { stderr } = await run(process.execPath, [`--input-type=${type}`, '--eval', code], {
    cwd: folder,
  }).catch((error: { stderr: string }) => error)
  expect(stderr).toContain('options.nope: unknown option')
  expect(stderr).toMatch(/\/dist\/chunks\/organisation\.js:\d+\n\s*(?:throw|return) /)
  expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(500)
})

test('identikit/worker makes a worker that serves organisations by name', async () => {
  const seen = await consume(`
    import { createWorker } from 'identikit/worker'
    const worker = createWorker({ controlToken: 'x' })
    const env = { ORGANISATIONS: { idFromName: (name) => name, get: () => ({ fetch: async (request) => new Response(request.url) }) } }
    const answer = await worker.fetch(new Request('https://x.test/orgs/acme/api/v1/users'), env)
    console.log(JSON.stringify([typeof worker.Organisation, await answer.text()]))`)
  expect(seen).toEqual(['function', 'https://x.test/orgs/acme/api/v1/users'])
})

test('identikit/console brings the drawer, and the server serves the page from the package', async () => {
  const seen = await consume(`
    import { mountConsole } from 'identikit/console'
    import { serve } from 'identikit/server'
    const server = await serve({ port: 0 })
    const page = await fetch(server.url + '/_console')
    const script = await fetch(server.url + '/_console/console.js')
    console.log(JSON.stringify([typeof mountConsole, page.status, script.status, (await script.text()).length > 20000]))
    await server.close()`)
  expect(seen).toEqual(['function', 200, 200, true])
})

test('the contract, the OpenAPI document, schemas and package.json can be imported without a server', async () => {
  const seen = await consume(`
    import { operations, openApiDocument } from 'identikit/contract'
    import document from 'identikit/openapi.json' with { type: 'json' }
    import user from 'identikit/schemas/User.json' with { type: 'json' }
    import target from 'identikit/schemas/target.json' with { type: 'json' }
    import known from 'identikit/schemas/known.json' with { type: 'json' }
    import report from 'identikit/schemas/report.json' with { type: 'json' }
    import seed from 'identikit/schemas/seed.json' with { type: 'json' }
    import config from 'identikit/schemas/config.json' with { type: 'json' }
    import { createRequire } from 'node:module'
    const { name } = createRequire(import.meta.url)('identikit/package.json')
    const made = openApiDocument()
    const { body } = operations.find(({ name }) => name === 'createGroup')
    console.log(JSON.stringify([
      name, operations.length, Object.keys(made.paths).length, JSON.stringify(document) === JSON.stringify(made),
      user.title, Object.keys(user.$defs).includes('UserProfile'),
      new Set([target, known, report, seed, config].map((each) => each.$schema)).size,
      JSON.stringify(body.toJSONSchema({ unrepresentable: 'any' })).includes('"profile"'),
    ]))`)
  expect(seen).toEqual(['identikit', 57, 37, true, 'User', true, 1, true])
})

test('the records of an organisation are collections', async () => {
  const seen = await consume(`
    import { createOrg } from 'identikit'
    const { data } = createOrg()
    const profile = { login: 'jo@example.com', email: 'jo@example.com', firstName: 'Jo', lastName: 'Ames' }
    const { id } = await data.users.create({ profile })
    const changed = await data.users.update((q) => q.where({ id }), { data: (draft) => void (draft.profile.title = 'Chief') })
    const found = data.users.findMany((q) => q.where({ status: (status) => status !== 'SUSPENDED' }))
    data.users.delete((q) => q.where({ id }))
    console.log(JSON.stringify([changed.profile.title, found.map(({ profile: { login } }) => login), data.users.count()]))`)
  expect(seen).toEqual(['Chief', ['admin@example.com', 'jo@example.com'], 1])
})

test('a bcrypt hash that was imported is verified', async () => {
  const seen = await consume(`
    import { createOrg } from 'identikit'
    const org = createOrg()
    const profile = { login: 'jo@example.com', email: 'jo@example.com', firstName: 'Jo', lastName: 'Ames' }
    const hash = { algorithm: 'BCRYPT', workFactor: 5, salt: 'CCCCCCCCCCCCCCCCCCCCC.',
      value: 'E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' }
    await org.data.users.create({ profile, credentials: { password: { hash } } })
    const signIn = async (password) => (await org.control.signIn({ login: profile.login, password })).status
    console.log(JSON.stringify([await signIn('wrong'), await signIn('U*U')]))`)
  expect(seen).toEqual(['FAILURE', 'SUCCESS'])
})

/** The sources in a built file: the bundler writes the path of each before its code. */
function sourcesIn(path: string): readonly string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^\/\/ ((?:src|conformance|node_modules)\/.*)$/gm)].map(
    ([, source]) => source!,
  )
}

test('importing loads neither msw nor what only some need, until it is used', async () => {
  const few = [
    /^node_modules\/jose\//,
    /^node_modules\/yaml\//,
    /^node_modules\/selfsigned\//,
    /^node_modules\/@pactflow\//,
    /^src\/authorization\//,
    /^src\/openapi\//,
    /\/english-names\.ts$/,
  ]
  const dist = join(folder, 'node_modules/identikit/dist')
  const built = readdirSync(join(dist, 'chunks')).filter((name) => name.endsWith('.js'))
  const shipped = built.flatMap((name) => sourcesIn(join(dist, 'chunks', name)))
  // A pattern that fits nothing would forbid nothing.
  for (const each of few)
    expect(
      shipped.some((source) => each.test(source)),
      String(each),
    ).toBe(true)
  const [client, early, areHandlers, late] = (await consume(`
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
    const files = () => loaded.splice(0).filter((url) => url.startsWith('file:')).map((url) => url.slice(7))
    await import('identikit/client')
    const client = files()
    await import('identikit/server')
    await import('identikit/worker')
    const { createOrg } = await import('identikit')
    const org = createOrg()
    const early = files()
    const { HttpHandler } = await import('msw')
    console.log(JSON.stringify([client, early, org.handlers().every((each) => each instanceof HttpHandler), files()]))`)) as [
    string[],
    string[],
    boolean,
    string[],
  ]
  const isMsw = (file: string): boolean => file.includes('/node_modules/msw/')
  expect(client.length).toBeLessThanOrEqual(4)
  expect(early.filter(isMsw)).toEqual([])
  expect(early.flatMap(sourcesIn).filter((source) => few.some((each) => each.test(source)))).toEqual([])
  expect([areHandlers, late.some(isMsw)]).toEqual([true, true])
})

test('sentences of options are where the control plane shows them, and not in what every import loads', async () => {
  const { default: expected } = await import('../../src/server/listed-actions.data.ts')
  const [listed, early] = (await consume(`
    import { registerHooks } from 'node:module'
    const early = []
    registerHooks({ load(url, context, next) { early.push(url.slice(7)); return next(url, context) } })
    await import('identikit')
    const loaded = [...early]
    const { serve } = await import('identikit/server')
    const server = await serve({ port: 0 })
    const listed = await (await fetch(server.url + '/_control')).json()
    await server.close()
    console.log(JSON.stringify([listed.actions, loaded]))`)) as [unknown, string[]]
  expect(listed).toEqual(expected)
  const code = early.map((file) => readFileSync(file, 'utf8')).join('\n')
  const sentences = flattened(orgOptions).map(({ row }) => row.text!)
  expect(sentences.filter((text) => text.length > 30 && code.includes(text))).toEqual([])
})

test('entry points share the same classes and objects', async () => {
  const seen = await consume(`
    import * as index from 'identikit'
    import { setupServer } from 'identikit/node'
    import { serve } from 'identikit/server'
    const { org } = setupServer()
    const refused = (() => { try { org.control.openSession({ user: 'nobody@example.com' }) } catch (error) { return error } })()
    const server = await serve({ org: index.createOrg(), port: 0 })
    await server.close()
    console.log(JSON.stringify([refused instanceof index.Refusal]))`)
  expect(seen).toEqual([true])
})

test('the command line loads a few files at the start, in ASCII alone, and no module of Node', async () => {
  await writeFile(
    join(folder, 'trace.mjs'),
    `import { registerHooks } from 'node:module'
     registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context) } })`,
  )
  const command = join(folder, 'node_modules/identikit/dist/cli/identikit.js')
  const child = spawn(
    process.execPath,
    ['--import', './trace.mjs', command, 'serve', '--port', '0', '--json', '--data', 'empty'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let traced = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    traced += chunk
  })
  try {
    const { url, apiToken } = await listening(child)
    const me = await fetch(`${url}/api/v1/users/me`, { headers: { authorization: `SSWS ${apiToken}` } })
    expect(me.status).toBe(200)
  } finally {
    child.kill('SIGINT')
    await once(child, 'exit')
  }
  const loaded = traced.trim().split('\n')
  expect(loaded.filter((url) => !url.includes('/identikit/dist/'))).toEqual([])
  expect(loaded.length).toBeLessThanOrEqual(8)
  expect(loaded.filter((url) => /[^\0-\x7f]/.test(readFileSync(new URL(url), 'utf8')))).toEqual([])
})
