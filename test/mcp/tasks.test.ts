/** The tasks of a coding agent as calls of a real MCP client, each in fewer than ten. */
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, serve } from '../../src/server.ts'
import { type Agent, agentOver } from './agent.ts'

const overHttp = (url: string, headers: Record<string, string> = {}): Promise<Agent> =>
  agentOver(new StreamableHTTPClientTransport(new URL(`${url}/_control/mcp`), { requestInit: { headers } }))

let server: RunningServer
let agent: Agent

beforeAll(async () => {
  server = await serve({ port: 0 })
  agent = await overHttp(server.url)
})

afterAll(async () => {
  await agent.client.close()
  await server.close()
})

/** Runs a task from a clean organisation, and expects fewer than ten calls. */
async function task(steps: () => Promise<void>): Promise<void> {
  server.org.reset()
  agent.calls = 0
  await steps()
  expect(agent.calls).toBeLessThan(10)
}

test('offers at most fifteen tools, each with a purpose and fields that say their meaning', async () => {
  const { tools } = await agent.client.listTools()
  expect(tools.length).toBeLessThan(15)
  for (const { description, inputSchema } of tools) {
    expect(description!.length).toBeGreaterThan(40)
    expect(inputSchema.properties).toHaveProperty('whole')
  }
  // All of them together take less room in a model than one long file.
  expect(JSON.stringify(tools).length).toBeLessThan(40_000)
})

test('finds out why a call failed', () =>
  task(async () => {
    const start = await agent.call('organisation')
    const [, token] = /SSWS (\S+)/.exec(start)!
    const headers = { Authorization: `SSWS ${token}` }
    await fetch(`${server.url}/api/v1/users/admin@example.com/lifecycle/unsuspend`, {
      method: 'POST',
      headers,
    })
    const listed = await agent.call('journal')
    expect(listed).toContain('POST /api/v1/users/admin@example.com/lifecycle/unsuspend 400  unsuspendUser')
    expect(listed).toMatch(/got +.*ACTIVE/)
    const explained = await agent.call('explain_call')
    expect(explained).toMatch(/error +\S+ \(400 E0000001\)/)
    expect(explained).toMatch(/expected +.*SUSPENDED/)
    expect(explained).toContain('page      https://')
  }))

test('makes the third call fail with 429', () =>
  task(async () => {
    await agent.call('faults', { action: 'addFault', operation: 'listUsers', skip: 2, times: 1, status: 429 })
    const statuses = []
    for (let index = 0; index < 4; index++)
      statuses.push(
        (await agent.call('send_request', { path: '/api/v1/users' })).split('\n')[0]!.split(' ')[1],
      )
    expect(statuses).toEqual(['200', '200', '429', '200'])
    expect(await agent.call('journal', { status: 429 })).toContain('by the fault')
  }))

test('signs in as a locked-out user', () =>
  task(async () => {
    const user = { login: 'kaylee@example.com', firstName: 'Kaylee', lastName: 'Frye', status: 'LOCKED_OUT' }
    const password = 'Quiet-Harbour-17'
    expect(await agent.call('create', { users: [{ ...user, password }] })).toMatch(
      /^00u\w+ kaylee@example.com LOCKED_OUT$/,
    )
    const refused = await agent.call('sign_in', { action: 'signIn', login: user.login, password })
    expect(refused).toContain('"status":"FAILURE"')
    expect(refused).toContain('LOCKED_OUT')
    expect(await agent.call('sign_in', { action: 'openSession', user: user.login })).toContain(
      'sessionCookie',
    )
    await agent.call('users', { action: 'setUser', user: user.login, status: 'ACTIVE' })
    expect(await agent.call('sign_in', { action: 'signIn', login: user.login, password })).toContain(
      '"status":"SUCCESS"',
    )
  }))

test('checks the requirements of an operation', () =>
  task(async () => {
    const operation = await agent.call('look_up', { about: 'suspendUser' })
    expect(operation).toContain('POST /api/v1/users/{userId}/lifecycle/suspend')
    const [id] = /users\.suspend\.[\w.-]+/.exec(operation)!
    expect(await agent.call('look_up', { about: id })).toContain('Judged by')
    const sound = await agent.call('check', { operation: 'suspendUser' })
    expect(sound).toMatch(/^Conforms/)
    expect(sound).toContain(`pass ${id}`)
    await agent.call('faults', { action: 'addFault', operation: 'suspendUser', status: 500 })
    const broken = await agent.call('check', { only: [id] })
    expect(broken).toMatch(/^Does not conform/)
    expect(broken).toContain(`fail ${id}`)
    expect(broken).toMatch(/answer +500/)
  }))

test('reads a mail, follows its link, and moves the clock past the next one', () =>
  task(async () => {
    await agent.call('send_request', {
      method: 'POST',
      path: '/api/v1/users',
      body: {
        profile: { login: 'inara@example.com', email: 'inara@example.com', firstName: 'I', lastName: 'S' },
      },
    })
    const mails = await agent.call('mails', { action: 'listMails', to: 'inara@example.com' })
    const { token } = JSON.parse(mails) as { token: string }
    await agent.call('clock', { action: 'advanceClock', by: '30d' })
    expect(await agent.call('mails', { action: 'useToken', token, password: 'Quiet-Harbour-17' })).toMatch(
      /FAILURE|ERROR/,
    )
  }))

test('says in a mistaken call what would be right', async () => {
  const { call } = { call: agent.call.bind(agent) }
  expect(await call('clock', { action: 'advanceClok', by: '5m' })).toContain('advanceClock')
  expect(await call('clock', { action: 'advanceClock', by: 'soon' })).toMatch(/^ERROR .*by: expected .*got/)
  expect(await call('clock', { acton: 'x' })).toBe('ERROR action: expected a value, got none')
  expect(await call('journal', { operatoin: 'x' })).toContain('operatoin: unknown field; expected')
  expect(await call('check', { operation: 'suspendUsr' })).toContain('suspendUser')
  expect(await call('check', {})).toContain('expected an operation')
  expect(await call('look_up', { about: 'unicorns of the sea' })).toContain('Nothing has all of these words')
  expect(await call('look_up', { about: 'success-statuses' })).toContain('Choice')
  expect(await call('look_up', { about: 'E0000047' })).toContain('rate-limited')
  expect(await call('create', { users: [{ login: 'x', status: 'ASLEEP' }] })).toMatch(/^ERROR [^]*ASLEEP/)
  expect(await call('control', { about: 'snapshot save' })).toContain('saveSnapshot(name)')
  expect(await call('control', { action: 'resett' })).toContain('reset')
  await expect(agent.client.callTool({ name: 'nothing' })).rejects.toThrow('unknown tool')
})

test('returns short results, and the whole on demand', async () => {
  await agent.call('organisation', { data: 'demo' })
  const request = { path: '/api/v1/users?limit=200' }
  const short = await agent.call('send_request', request)
  expect(short.length).toBeLessThan(4200)
  expect(short).toContain('"whole": true')
  expect((await agent.call('send_request', { ...request, whole: true })).length).toBeGreaterThan(10_000)
})

test('gives the documentation and the OpenAPI document as resources', async () => {
  const { resources } = await agent.client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(
    expect.arrayContaining(['identikit://openapi.json', 'identikit://docs/faults.md']),
  )
  const read = async (uri: string): Promise<string> =>
    ((await agent.client.readResource({ uri })).contents[0] as { text: string }).text
  expect(JSON.parse(await read('identikit://openapi.json'))).toHaveProperty('openapi')
  expect(await read('identikit://docs/faults.md')).toContain('429')
  await expect(read('identikit://docs/../package.json')).rejects.toThrow('unknown resource')
})

test('keeps the guards of the control plane', async () => {
  const guarded = await serve({ port: 0, controlToken: 'opensesame' })
  const readOnly = await serve({ port: 0, readOnly: true })
  try {
    await expect(overHttp(guarded.url)).rejects.toThrow(/401|control token/)
    const inside = await overHttp(guarded.url, { Authorization: 'Bearer opensesame' })
    expect(await inside.call('check', { only: ['users.suspend.ok'] })).not.toContain('ERROR')
    await inside.client.close()
    const post = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${server.url}/_control/mcp`, { method: 'POST', headers, body: '{}' })
    expect((await post({ Origin: 'https://evil.example' })).status).toBe(403)
    expect((await fetch(`${server.url}/_control/mcp`)).status).toBe(405)
    expect((await post({ 'Content-Type': 'text/plain' })).status).toBeLessThan(500)
    const reader = await overHttp(readOnly.url)
    expect(await reader.call('control', { action: 'clear' })).toContain('read-only')
    expect(await reader.call('users', { action: 'findUser', user: 'admin@example.com' })).toContain('admin')
    await reader.client.close()
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('vary')
    expect(JSON.stringify(tools.find(({ name }) => name === 'check'))).not.toContain('deployment')
  } finally {
    await guarded.close()
    await readOnly.close()
  }
})
