/** Everything that the adapter of the mock makes: by which actions, and what the end of the check undoes. */
import { expect, test } from 'vitest'
import { createMockAdapter } from '../../../conformance/engine/supply/mock-adapter.ts'
import { UsageError } from '../../../conformance/engine/words/usage-error.ts'
import { listActions } from '../../../src/server/control-actions.ts'

const base = 'https://id.example.com'
const actions = listActions()
const listing = () => Response.json({ actions })
const values: Record<string, unknown> = {
  readSettings: { trustedOrigins: ['https://app.test'], optionalPassword: 'refused', transitionDelay: 0 },
  grantConsent: [
    { id: 'oag1', scopeId: 'scp1' },
    { id: 'oag2', scopeId: 'scp2' },
  ],
  issueTokens: { access_token: 'at', refresh_token: 'rt', id_token: 'it', refresh_token_id: 'oar1' },
  inspectToken: { active: true },
  createApiToken: { token: 'tok' },
  importGroup: { id: '00g9', source: { id: '0oa9' } },
  addPushMapping: { id: 'gPM1' },
  createUserType: { id: 'oty1' },
  signIn: { status: 'SUCCESS', sessionCookie: 'sid=102abc' },
  createApplication: { id: '0oa1' },
  listMails: [{ kind: 'activation' }],
}

/** Makes one thing, and returns every step in order; the steps after `end` undo it. */
async function making(need: string, wish: object = {}, answers: Record<string, unknown> = {}) {
  const done: string[] = []
  const note = (what: string, ...more: readonly unknown[]) =>
    void done.push([what, ...more.map((each) => JSON.stringify(each))].join(' '))
  const adapter = await createMockAdapter({
    baseUrl: `${base}/`,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/_control') return listing()
      const { name } = actions.find(({ path }) => path === pathname)!
      note(name, await request.json())
      return Response.json(answers[name] ?? values[name] ?? {})
    },
  })
  // Another test covers the reads before the first request.
  done.length = 0
  let users = 0
  let clients = 0
  let names = 0
  const ends: ((api: unknown) => Promise<void>)[] = []
  const thing = (await adapter.obtain(
    need as never,
    {
      given: {
        user: async () => ({ id: `00u${++users}`, login: `u${users}@example.com`, password: 'Pw-1' }),
        group: async () => ({ id: '00g1' }),
        client: async (settings: object = {}) => {
          note('client', settings)
          return { id: `0oc${++clients}` }
        },
      },
      unique: (kind: string) => `cf-${kind}-${++names}`,
      wish,
      lend: (kind: string, id: string) => note('lend', kind, id),
      secret: (kind: string, value: string) => note('secret', kind, value),
      onEnd: (undo: (api: unknown) => Promise<void>) => void ends.push(undo),
    } as never,
  )) as Record<string, unknown>
  const call = async (name: string, ...given: unknown[]) =>
    (thing[name] as (...all: unknown[]) => Promise<unknown>)(...given)
  const end = async () => {
    note('end')
    for (const undo of ends.toReversed()) await undo({ delete: (path: string) => note('DELETE', path) })
  }
  return { thing, done, call, end, adapter }
}

const refreshable = 'client {"grant_types":["authorization_code","refresh_token"]}'
const issued = [
  'issueTokens {"user":"00u1","client":"0oc1","scopes":["openid","offline_access"],"refreshToken":true}',
  'secret "token" "at"',
  'secret "token" "rt"',
  'secret "token" "it"',
]
const imported = ['importGroup {"profile":{"name":"cf-imported-1"},"members":[]}', 'lend "group" "00g9"']
const group = { id: '00g9', name: 'cf-imported-1', sourceId: '0oa9' }
const apiToken = (role: string) => [
  `createApiToken {"role":"${role}","name":"cf-token-1"}`,
  'secret "token" "tok"',
]
const property = (schema: string, type: string) => [
  `addSchemaProperty {"schema":"${schema}","name":"cf_property_1","type":"${type}"}`,
  'end',
  `removeSchemaProperty {"schema":"${schema}","name":"cf_property_1"}`,
]

test.each<[need: string, thing: object, done: readonly string[]]>([
  [
    'session-cookie',
    { cookie: 'sid=102abc', userId: '00u1', password: 'Pw-1' },
    ['signIn {"login":"u1@example.com","password":"Pw-1"}', 'end'],
  ],
  ['trusted-origin', { origin: 'https://app.test' }, ['readSettings {}', 'end']],
  [
    'grants',
    {
      other: { clientId: '0oc2', grantId: 'oag1' },
      userId: '00u1',
      clientId: '0oc1',
      grantIds: ['oag1', 'oag2'],
      scopeIds: ['scp1', 'scp2'],
    },
    [
      refreshable,
      'grantConsent {"user":"00u1","client":"0oc1","scopes":["cf-scope-1","cf-scope-2"]}',
      'client {}',
      'grantConsent {"user":"00u1","client":"0oc2","scopes":["cf-scope-1"]}',
      'end',
    ],
  ],
  [
    'refresh-tokens',
    {
      userId: '00u1',
      clientId: '0oc1',
      tokenIds: ['oar1', 'oar1'],
      other: { clientId: '0oc2', tokenId: 'oar1' },
    },
    [
      refreshable,
      ...issued,
      ...issued,
      refreshable,
      ...issued.map((line) => line.replace('0oc1', '0oc2')),
      'end',
    ],
  ],
  [
    'access-tokens',
    {
      userId: '00u1',
      clientId: '0oc1',
      tokenId: 'oar1',
      issued: 'at',
      standalone: 'at',
      active: expect.any(Function),
    },
    [
      refreshable,
      ...issued,
      'issueTokens {"user":"00u1","client":"0oc1","scopes":["openid"],"refreshToken":false}',
      ...issued.slice(1),
      'end',
    ],
  ],
  ['read-only-token', { token: 'tok' }, [...apiToken('READ_ONLY_ADMIN'), 'end']],
  ['group-admin-token', { token: 'tok' }, [...apiToken('GROUP_ADMIN'), 'end']],
  ['app-group', group, [...imported, 'end', 'DELETE "/api/v1/groups/00g9"']],
  ['directory-group', group, [...imported, 'end', 'DELETE "/api/v1/groups/00g9"']],
  ['disposable-app-group', group, [...imported, 'end', 'DELETE "/api/v1/groups/00g9"']],
  [
    'pushed-app-group',
    group,
    [
      ...imported,
      'addPushMapping {"group":"00g9"}',
      'end',
      'removePushMapping {"id":"gPM1"}',
      'DELETE "/api/v1/groups/00g9"',
    ],
  ],
  ['group-custom-property', { name: 'cf_property_1' }, property('group', 'string')],
  ['custom-property', { name: 'cf_property_1' }, property('user', 'string')],
  ['custom-array-property', { name: 'cf_property_1' }, property('user', 'array')],
  ['user-type', { id: 'oty1' }, ['createUserType {"name":"cf-type-1"}', 'end']],
  [
    'locked-out-user',
    { id: '00u1', login: 'u1@example.com' },
    ['setUserStatus {"user":"00u1","status":"LOCKED_OUT"}', 'end'],
  ],
  [
    'device-block',
    { id: '00u1', login: 'u1@example.com' },
    ['blockUser {"user":"00u1","appliesTo":"UNKNOWN_DEVICES"}', 'end'],
  ],
  ['factor', { id: '00u1', login: 'u1@example.com' }, ['enrollFactor {"user":"00u1","factor":"sms"}', 'end']],
  ['sign-in', { signIn: expect.any(Function) }, ['end']],
  ['rule-expression', { expression: expect.any(Function) }, ['end']],
  [
    'application',
    { userId: '00u1', groupId: '00g1', appId: '0oa1' },
    [
      'createApplication {"label":"cf-app-1"}',
      'assignApplication {"application":"0oa1","user":"00u1"}',
      'assignApplication {"application":"0oa1","group":"00g1"}',
      'createApplication {"label":"cf-app-2"}',
      'assignApplication {"application":"0oa1","group":"00g1"}',
      'end',
    ],
  ],
  ['outbox', { mailTo: expect.any(Function) }, ['end']],
  ['clock', { advance: expect.any(Function) }, ['end']],
  [
    'optional-password',
    { policy: 'optional' },
    [
      'readSettings {}',
      'changeSettings {"optionalPassword":"optional"}',
      'end',
      'changeSettings {"optionalPassword":"refused"}',
    ],
  ],
  [
    'slow-transitions',
    { milliseconds: 400 },
    [
      'readSettings {}',
      'changeSettings {"transitionDelay":400}',
      'end',
      'changeSettings {"transitionDelay":0}',
    ],
  ],
])('makes %s', async (need, thing, done) => {
  const made = await making(need)
  expect(made.adapter.provides).toContain(need)
  expect(made.thing).toEqual(thing)
  await made.end()
  expect(made.done).toEqual(done)
})

test('keeps to what the check wishes for', async () => {
  expect((await making('device-block', { appliesTo: 'ANY_DEVICES' })).done).toEqual([
    'blockUser {"user":"00u1","appliesTo":"ANY_DEVICES"}',
  ])
  expect((await making('grants', { clientId: '0oc9' })).thing['clientId']).toBe('0oc9')
  expect((await making('app-group', { member: true })).done[0]).toBe(
    'importGroup {"profile":{"name":"cf-imported-1"},"members":["00u1"]}',
  )
  expect((await making('optional-password', { policy: 'required' })).thing).toEqual({ policy: 'required' })
  expect((await making('slow-transitions', { milliseconds: 9 })).thing).toEqual({ milliseconds: 9 })
  expect((await making('trusted-origin', {}, { readSettings: {} })).thing).toEqual({
    origin: 'http://localhost:3000',
  })
  expect((await making('app-group', {}, { importGroup: { id: '00g9' } })).thing).toEqual({
    id: '00g9',
    name: 'cf-imported-1',
  })
})

test('things that do something do it by an action', async () => {
  const signsIn = await making('sign-in')
  expect(await signsIn.call('signIn', 'a', 'b')).toEqual({ ok: true, cookie: 'sid=102abc' })
  expect(signsIn.done).toEqual(['signIn {"login":"a","password":"b"}', 'secret "cookie" "102abc"'])
  const refused = await making('sign-in', {}, { signIn: { status: 'LOCKED_OUT', reason: 'locked' } })
  expect(await refused.call('signIn', 'a', 'b')).toEqual({ ok: false, reason: 'locked' })
  const tokens = await making('access-tokens')
  expect(await tokens.call('active', 'at')).toBe(true)
  expect(tokens.done.at(-1)).toBe('inspectToken {"token":"at"}')
  expect(await (await making('access-tokens', {}, { inspectToken: {} })).call('active', 'at')).toBe(false)
  expect((await making('rule-expression')).thing['expression']).toBeTypeOf('function')
  expect(await (await making('rule-expression')).call('expression', 'a')).toBe('user.login=="a"')
  const outbox = await making('outbox')
  expect(await outbox.call('mailTo', '00u1')).toEqual([{ kind: 'activation' }])
  const clock = await making('clock')
  expect(await clock.call('advance', 5)).toBeUndefined()
  expect([...outbox.done, ...clock.done]).toEqual(['listMails {"userId":"00u1"}', 'advanceClock {"by":5}'])
})

test('provides what the actions of the mock allow, and no more', async () => {
  const adapter = await createMockAdapter({
    baseUrl: base,
    fetch: () =>
      Response.json({
        actions: actions.filter(({ name }) => ['signIn', 'createUserType'].includes(name)),
      }),
  })
  expect(adapter.name).toBe("the mock's control plane")
  expect(adapter.provides).toEqual(['session-cookie', 'user-type', 'sign-in', 'rule-expression'])
  await expect(adapter.obtain('federated-user' as never, {} as never)).rejects.toThrow(
    "it has no 'federated-user'",
  )
})

test('reports a refused action with its status and message', async () => {
  const refusing = (body: string) =>
    createMockAdapter({
      baseUrl: base,
      fetch: ({ url }) =>
        url.endsWith('/_control')
          ? Response.json({ actions: actions.filter(({ name }) => name === 'createUserType') })
          : new Response(body, { status: 400 }),
    })
  const tools = { unique: () => 'x' } as never
  await expect((await refusing('{"message":"No."}')).obtain('user-type', tools)).rejects.toThrow(
    'createUserType was answered with 400: No.',
  )
  await expect((await refusing('no JSON')).obtain('user-type', tools)).rejects.toThrow(
    /^createUserType was answered with 400: $/,
  )
})

test.each<[string, string | undefined, () => Response, string]>([
  [
    '401',
    undefined,
    () => new Response('', { status: 401 }),
    `${base}/_control asks for a control token: --control-token env:NAME`,
  ],
  ['401', 'wrong', () => new Response('', { status: 401 }), `${base}/_control refuses the control token`],
  [
    '403',
    undefined,
    () => Response.json({ actions: [] }, { status: 403 }),
    `${base}/_control is closed: start the mock with --control-token, and name the token (--control-token env:NAME)`,
  ],
  [
    '404',
    undefined,
    () => Response.json({ actions: [] }, { status: 404 }),
    `${base}/_control is no control plane: --control is for the bundled mock`,
  ],
  [
    'a page',
    undefined,
    () => new Response('<html>'),
    `${base}/_control is no control plane: --control is for the bundled mock`,
  ],
  [
    'another JSON',
    undefined,
    () => Response.json({ actions: 'many' }),
    `${base}/_control is no control plane: --control is for the bundled mock`,
  ],
])(
  'a control plane that answers %s (token: %s) is a mistake of usage',
  async (_, controlToken, answer, message) => {
    const seen: (string | null)[] = []
    const making = createMockAdapter({
      baseUrl: `${base}/`,
      controlToken,
      fetch: (request) => {
        seen.push(request.headers.get('authorization'))
        return answer()
      },
    })
    await expect(making).rejects.toThrow(UsageError)
    await expect(making).rejects.toThrow(message)
    expect(seen).toEqual([controlToken === undefined ? null : `Bearer ${controlToken}`])
  },
)
