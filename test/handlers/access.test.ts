import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { newUser, testOrg, type TestOrg, type TestReply } from '../support/call.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { codeOf } from '../support/people.ts'
import { sample } from '../support/runs.ts'

let dataset: TestOrg
let ids: {
  user: string
  other: string
  mine: string
  theirs: string
  rule: string
  client: string
  everyone: string
}

beforeEach(async () => {
  dataset = testOrg()
  const { call } = dataset
  const post = async (path: string, body: unknown) => (await call('POST', path, body)).json
  const mine = await post('/api/v1/groups', { profile: { name: 'Mine' } })
  const theirs = await post('/api/v1/groups', { profile: { name: 'Theirs' } })
  const user = await post('/api/v1/users', {
    ...newUser({ login: 'mine@example.com', email: 'mine@example.com' }),
    credentials: { password: { value: 'Tulip-Meadow-42' } },
    groupIds: [mine.id],
  })
  const other = await post('/api/v1/users', {
    ...newUser({ login: 'other@example.com', email: 'other@example.com' }),
    credentials: { password: { value: 'Tulip-Meadow-42' } },
    groupIds: [theirs.id],
  })
  const rule = await post('/api/v1/groups/rules', {
    type: 'group_rule',
    name: 'Rule',
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.login == "x"' } },
    actions: { assignUserToGroups: { groupIds: [theirs.id] } },
  })
  const client = await post('/oauth2/v1/clients', {
    client_name: 'Client',
    application_type: 'web',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: ['https://app.example.com/callback'],
  })
  ids = {
    user: user.id,
    other: other.id,
    mine: mine.id,
    theirs: theirs.id,
    rule: rule.id,
    client: client.client_id,
    everyone: dataset.org.groups.everyoneId,
  }
})

/** Calls with an API token of a role. */
function as(role: 'SUPER_ADMIN' | 'GROUP_ADMIN' | 'READ_ONLY_ADMIN' | 'HELP_DESK_ADMIN', groups?: string[]) {
  const { token } = dataset.control.createApiToken({ role, ...(groups ? { groups } : {}) })
  return (method: string, path: string, body?: unknown): Promise<TestReply> =>
    dataset.call(method, path, body, { authorization: `SSWS ${token}` })
}

const roles = ['SUPER_ADMIN', 'GROUP_ADMIN', 'READ_ONLY_ADMIN', 'HELP_DESK_ADMIN'] as const

/**
 * A caller by name: a role, a role in one group, `cookie`, or the scope of a token of nobody. A plus sign joins
 * `person` or a role to the scope of its access token: `GROUP_ADMIN(Mine)+svc.users.read`.
 */
async function asCaller(name: string) {
  if (name === 'cookie') return withCookie(await sessionOf('mine@example.com'))
  const [who = '', scope] = name.split('+')
  const [, role, group] = /^(\w+_ADMIN)(?:\((\w+)\))?$/.exec(who) ?? []
  const groups = group === undefined ? {} : { groups: [group] }
  if (scope !== undefined) {
    if (role) dataset.control.createApiToken({ owner: ids.user, role: role as 'SUPER_ADMIN', ...groups })
    return withScopes(scope)
  }
  return role === undefined ? withScopesOf(undefined, [name]) : as(role as 'SUPER_ADMIN', groups.groups)
}

test('each caller may do what access.txt says', async () => {
  dataset.control.saveSnapshot({ name: 'before' })
  await expectGolden(new URL('access.txt', import.meta.url), async (input) => {
    const [, caller, method, path, , body] = /^(\S+): (\w+) (\S+)( (.+))?$/.exec(input)!
    const url = path!.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name])
    const told: string[] = []
    for (const name of caller === 'roles' ? roles : [caller!]) {
      const reply = await (await asCaller(name))(method!, url, body)
      told.push(caller === 'roles' ? `${name} ${codeOf(reply)}` : codeOf(reply))
      const isOthers = name === 'GROUP_ADMIN(Mine)'
      if (isOthers)
        expect((await dataset.call('GET', `/api/v1/users/${ids.other}`)).json.status).toBe('ACTIVE')
      dataset.control.restoreSnapshot({ name: 'before' })
    }
    return told.join(', ')
  })
})

test('shows a group administrator only its groups, and their members', async () => {
  const admin = as('GROUP_ADMIN', ['Mine'])
  const ofType = 'type+eq+%22SVC_GROUP%22'
  for (const query of ['', `?search=${ofType}`, `?filter=${ofType}`]) {
    const groups = await admin('GET', `/api/v1/groups${query}`)
    expect(groups.json.map(({ id }: { id: string }) => id)).toEqual([ids.mine])
  }
  for (const path of ['/api/v1/users', '/api/v1/users?q=test', '/api/v1/users?search=profile.login+pr']) {
    const users = await admin('GET', path)
    expect(users.json.map(({ id }: { id: string }) => id)).toEqual([ids.user])
  }
  const own = await admin('GET', `/api/v1/users/${ids.user}/groups`)
  expect(own.json.map(({ id }: { id: string }) => id)).toEqual([ids.mine])
})

test('lets a group administrator create users only into its groups', async () => {
  const admin = as('GROUP_ADMIN', ['Mine'])
  const before = (await dataset.call('GET', '/api/v1/users')).json.length
  for (const groupIds of [undefined, [], [ids.theirs], [ids.mine, ids.theirs]]) {
    const refused = await admin('POST', '/api/v1/users', { ...newUser(), groupIds })
    expect([refused.status, refused.json.errorCode]).toEqual([403, 'E0000006'])
  }
  expect((await dataset.call('GET', '/api/v1/users')).json).toHaveLength(before)
  const created = await admin('POST', '/api/v1/users', { ...newUser(), groupIds: [ids.mine] })
  expect(created.status).toBe(200)
  const seen = await admin('GET', `/api/v1/users/${created.json.id}`)
  expect(seen.status).toBe(200)
})

test('pages what a group administrator sees without holes', async () => {
  for (let index = 0; index < 9; index++) {
    const groupIds = [index % 3 === 0 ? ids.mine : ids.theirs]
    await dataset.call('POST', '/api/v1/users', { ...newUser(), groupIds })
  }
  const admin = as('GROUP_ADMIN', ['Mine'])
  const seen: string[] = []
  let path = '/api/v1/users?limit=2'
  for (;;) {
    const page = await admin('GET', path)
    seen.push(...page.json.map(({ id }: { id: string }) => id))
    const next = [page.headers.link].flat().find((link) => link?.includes('rel="next"'))
    if (!next) break
    expect(page.json).toHaveLength(2)
    path = /^<https:\/\/svc\.example\.com([^>]+)>/.exec(next)![1]!
  }
  expect(new Set(seen).size).toBe(4)
  expect(seen).toHaveLength(4)
})

test('never shows the everyone group to a group administrator, be it confined or not', async () => {
  for (const admin of [
    as('GROUP_ADMIN'),
    as('GROUP_ADMIN', ['Mine', 'Theirs']),
    as('GROUP_ADMIN', ['Everyone']),
  ]) {
    for (const path of [
      '/api/v1/groups',
      '/api/v1/groups?q=Every',
      '/api/v1/groups?filter=type+eq+%22BUILT_IN%22',
    ]) {
      const groups = await admin('GET', path)
      expect(groups.text).not.toContain(ids.everyone)
    }
  }
  expect((await as('READ_ONLY_ADMIN')('GET', '/api/v1/groups')).text).toContain(ids.everyone)
})

test('shows a group administrator who was given no groups all others', async () => {
  const groups = await as('GROUP_ADMIN')('GET', '/api/v1/groups')
  expect(groups.json.map(({ id }: { id: string }) => id)).toEqual([ids.mine, ids.theirs])
})

test('confines a help desk administrator to groups where it is given some', async () => {
  const users = await as('HELP_DESK_ADMIN', ['Mine'])('GET', '/api/v1/users')
  expect(users.json.map(({ id }: { id: string }) => id)).toEqual([ids.user])
  const all = await as('HELP_DESK_ADMIN')('GET', '/api/v1/users')
  expect(all.json).toHaveLength(3)
})

test('takes the owner of an API token for me', async () => {
  const { token } = dataset.control.createApiToken({ owner: 'mine@example.com', role: 'READ_ONLY_ADMIN' })
  const me = await dataset.call('GET', '/api/v1/users/me', undefined, { authorization: `SSWS ${token}` })
  expect(me.json.id).toBe(ids.user)
})

test('shows a group administrator itself, though it is in no group that it manages', async () => {
  const { token } = dataset.control.createApiToken({
    owner: 'other@example.com',
    role: 'GROUP_ADMIN',
    groups: ['Mine'],
  })
  const me = await dataset.call('GET', '/api/v1/users/me', undefined, { authorization: `SSWS ${token}` })
  expect(me.json.id).toBe(ids.other)
})

/** Calls with a scoped access token of a person. */
function withScopes(...scopes: string[]) {
  return withScopesOf('mine@example.com', scopes)
}

function withScopesOf(user: string | undefined, scopes: string[]) {
  const { token } = dataset.control.createAccessToken({ ...(user === undefined ? {} : { user }), scopes })
  return (method: string, path: string, body?: unknown) =>
    dataset.call(method, path, body, { authorization: `Bearer ${token}` })
}

test('an access token of a person may do what both its role and its scope allow', async () => {
  const calls = readFileSync(new URL('access.txt', import.meta.url), 'utf8').matchAll(
    /^roles: (\w+) (\S+)(?: (.+))?$/gm,
  )
  dataset.control.saveSnapshot({ name: 'before' })
  const mayCall = async (caller: string, method: string, path: string, body?: string) => {
    const reply = await (await asCaller(caller))(method, path, body)
    dataset.control.restoreSnapshot({ name: 'before' })
    return reply.status !== 403
  }
  const areas = ['users', 'groups', 'clients']
  const scopes = areas.flatMap((area) => [`svc.${area}.read`, `svc.${area}.manage`])
  let allowed = 0
  for (const [, method = '', template = '', body] of sample([...calls], 12)) {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name])
    const byRole = new Map<string, boolean>()
    for (const role of roles) byRole.set(role, await mayCall(role, method, path, body))
    for (const scope of scopes) {
      const byScope = await mayCall(scope, method, path, body)
      expect([method, path, scope, await mayCall(`person+${scope}`, method, path, body)]).toEqual([
        method,
        path,
        scope,
        false,
      ])
      for (const role of roles) {
        const both = byScope && byRole.get(role)
        expect([method, path, role, scope, await mayCall(`${role}+${scope}`, method, path, body)]).toEqual([
          method,
          path,
          role,
          scope,
          both,
        ])
        if (both) allowed += 1
      }
    }
  }
  expect(allowed).toBeGreaterThan(15)
})

test('an access token of a person without the role says which roles would do', async () => {
  const { json } = await withScopes('svc.users.manage')(
    'POST',
    `/api/v1/users/${ids.other}/lifecycle/suspend`,
  )
  expect([json.errorCode, json.errorCauses]).toEqual([
    'E0000006',
    [
      {
        errorSummary: `The user ${ids.user} of the access token has no administrator role, and suspendUser needs SUPER_ADMIN or GROUP_ADMIN`,
      },
    ],
  ])
  expect(dataset.control.readExchange().explanation).toMatchObject({ interpretation: 'scope-names' })
})

test('takes the scopes of the vocabulary of the organisation', async () => {
  dataset = testOrg({ prefix: 'acme' })
  const { token } = dataset.control.createAccessToken({ scopes: ['acme.users.read'] })
  const reply = await dataset.call('GET', '/api/v1/users', undefined, { authorization: `Bearer ${token}` })
  expect(reply.status).toBe(200)
})

test('takes the user of an access token for me, and nobody for a token of no user', async () => {
  expect((await withScopes('svc.users.read')('GET', '/api/v1/users/me')).json.id).toBe(ids.user)
  const { token } = dataset.control.createAccessToken({ scopes: ['svc.users.read'] })
  const me = await dataset.call('GET', '/api/v1/users/me', undefined, { authorization: `Bearer ${token}` })
  expect([me.status, me.json.errorCode]).toEqual([404, 'E0000007'])
})

test('lets an access token in until its time is up', async () => {
  const { token } = dataset.control.createAccessToken({ scopes: ['svc.users.read'], expiresIn: '5m' })
  const call = () => dataset.call('GET', '/api/v1/users', undefined, { authorization: `Bearer ${token}` })
  dataset.org.clock.advance('4m59s')
  expect((await call()).status).toBe(200)
  dataset.org.clock.advance('1s')
  expect([(await call()).status, (await call()).json.errorCode]).toEqual([401, 'E0000011'])
})

async function sessionOf(login: string): Promise<string> {
  const outcome = await dataset.control.signIn({ login, password: 'Tulip-Meadow-42' })
  if (outcome.status !== 'SUCCESS') throw new Error(outcome.reason)
  return outcome.sessionCookie
}

function withCookie(cookie: string) {
  return (method: string, path: string, body?: unknown) =>
    dataset.call(method, path, body, { authorization: undefined, cookie })
}

test('identifies the user by the session cookie, among other cookies', async () => {
  const cookie = await sessionOf('mine@example.com')
  for (const header of [cookie, `a=b; ${cookie}`, `${cookie}; c=d`, `sidx=1;${cookie}`]) {
    expect((await withCookie(header)('GET', '/api/v1/users/me')).json.id).toBe(ids.user)
  }
})

test('does not take a token of one kind for one of the other', async () => {
  const api = await dataset.call('GET', '/api/v1/users', undefined, {
    authorization: `Bearer ${dataset.org.apiToken}`,
  })
  expect(api.status).toBe(401)
  const { token } = dataset.control.createAccessToken({ scopes: ['svc.users.read'] })
  const access = await dataset.call('GET', '/api/v1/users', undefined, { authorization: `SSWS ${token}` })
  expect(access.status).toBe(401)
})

test('takes the scheme in any case', async () => {
  const { apiToken } = dataset.org
  for (const scheme of ['SSWS', 'ssws', 'Ssws']) {
    const reply = await dataset.call('GET', '/api/v1/users', undefined, {
      authorization: `${scheme} ${apiToken}`,
    })
    expect(reply.status).toBe(200)
  }
})

test('refuses a token that was revoked, at once', async () => {
  const { token, id } = dataset.control.createApiToken()
  const call = () => dataset.call('GET', '/api/v1/users', undefined, { authorization: `SSWS ${token}` })
  expect((await call()).status).toBe(200)
  dataset.control.revoke({ token: id })
  expect((await call()).status).toBe(401)
  expect(() => dataset.control.revoke({ token: id })).toThrow('expected a token that was issued')
})

test('ends the access tokens of a user who is deactivated, and no others', async () => {
  const mine = dataset.control.createAccessToken({ user: 'mine@example.com', scopes: ['svc.users.read'] })
  const others = dataset.control.createAccessToken({ user: 'other@example.com', scopes: ['svc.users.read'] })
  await dataset.call('POST', `/api/v1/users/${ids.user}/lifecycle/deactivate`)
  for (const [{ token }, status] of [
    [mine, 401],
    [others, 200],
  ] as const) {
    const reply = await dataset.call('GET', '/api/v1/users/me', undefined, {
      authorization: `Bearer ${token}`,
    })
    expect(reply.status).toBe(status)
  }
})

test('ends the access tokens of a client that is out of use or deleted, and no others', async () => {
  const use = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` }
    return (await dataset.call('GET', '/api/v1/users', undefined, headers)).status
  }
  const scopes = ['svc.users.read']
  const nobodys = dataset.control.createAccessToken({ scopes })
  const first = dataset.control.createAccessToken({ client: 'Client', scopes })
  expect(first.clientId).toBe(ids.client)
  dataset.control.setApplication({ application: ids.client, status: 'INACTIVE' })
  expect(await use(first.token)).toBe(401)
  const second = dataset.control.createAccessToken({ client: ids.client, scopes })
  await dataset.call('DELETE', `/oauth2/v1/clients/${ids.client}`)
  expect(await use(second.token)).toBe(401)
  expect(await use(nobodys.token)).toBe(200)
  expect(() => dataset.control.createAccessToken({ client: 'Client', scopes })).toThrow('not-found')
})

test.each(['deactivated', 'removed'])(
  'ends the API tokens of a user who is %s, and no others',
  async (end) => {
    const mine = dataset.control.createApiToken({ owner: 'mine@example.com' })
    const others = dataset.control.createApiToken({ owner: 'other@example.com' })
    const use = async ({ token }: { readonly token: string }): Promise<number> =>
      (await dataset.call('GET', '/api/v1/users/me', undefined, { authorization: `SSWS ${token}` })).status
    await dataset.call('POST', `/api/v1/users/${ids.user}/lifecycle/suspend`)
    expect(await use(mine)).toBe(200)
    await dataset.call('DELETE', `/api/v1/users/${ids.user}`)
    if (end === 'removed') await dataset.call('DELETE', `/api/v1/users/${ids.user}`)
    expect([await use(mine), await use(others)]).toEqual([401, 200])
    expect(dataset.control.list({ kind: 'tokens' }).apiTokens.map(({ id }) => id)).not.toContain(mine.id)
    if (end === 'removed') return
    expect(() => dataset.control.createApiToken({ owner: ids.user })).toThrow('validation')
    expect(() => dataset.control.createAccessToken({ user: ids.user, scopes: ['svc.users.read'] })).toThrow(
      'validation',
    )
    await dataset.call('POST', `/api/v1/users/${ids.user}/lifecycle/activate`)
    expect(await use(mine)).toBe(401)
  },
)

test('keeps the API token that the organisation was made with when its owner is gone', async () => {
  const { json: owner } = await dataset.call('GET', '/api/v1/users/me')
  const another = dataset.control.createApiToken()
  for (const _ of ['deactivated', 'removed']) await dataset.call('DELETE', `/api/v1/users/${owner.id}`)
  expect((await dataset.call('GET', '/api/v1/users')).status).toBe(200)
  expect((await dataset.call('GET', '/api/v1/users/me')).status).toBe(404)
  const reply = await dataset.call('GET', '/api/v1/users', undefined, {
    authorization: `SSWS ${another.token}`,
  })
  expect(reply.status).toBe(401)
})
