import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { ThingNeed } from '../../../conformance/engine/plan/need.ts'
import { parseTargetProfile, secretsOf } from '../../../conformance/engine/plan/target-profile.ts'
import { checkOf, outcomeOf, runAgainst } from './suite-of.ts'
import type { Toy } from './toy-server.ts'
import { platformError, startToy, toyOrganisation } from './toy-server.ts'

const toys: Toy[] = []
afterEach(async () => {
  for (const toy of toys.splice(0)) await toy.close()
})

const profile = parseTargetProfile(
  parse(`
name: staging
features: { early-access: no, defaults: yes, federation: probe, newer-engine: true }
things:
  locked-out-user: [{ id: u8 }, { id: u9, disposable: true }]
  app-group: none
  group-admin-token: { token: env:ADMIN }
  rule-expression: { template: 'user.login=="{login}"' }
  sign-in:
    method: POST
    url: /api/v1/authn
    headers: { X-Key: env:KEY }
    body: { username: '{login}', password: '{password}' }
    success: { status: 200, body: { status: SUCCESS } }
`),
)

test('a target profile is read from YAML', () => {
  expect(profile.name).toBe('staging')
  expect(profile.features).toEqual({
    'early-access': 'no',
    defaults: 'yes',
    federation: 'probe',
    'newer-engine': 'yes',
  })
})

test.each([
  [
    { things: { 'locked-out-users': [] } },
    'things.locked-out-users: unknown field, did you mean locked-out-user?',
  ],
  [{ things: { 'locked-out-user': [] } }, 'things.locked-out-user'],
  [
    { things: { grants: { userId: 'u', clientId: 'c', grantIds: ['one'], scopeIds: ['s'] } } },
    'things.grants',
  ],
  [{ features: { 'early-access': 'perhaps' } }, 'features.early-access'],
  [
    { feature: {}, nam: 'x' },
    'feature: unknown field, did you mean features?; nam: unknown field, did you mean name?',
  ],
  ['text', 'target profile'],
])('%j is refused, and the field is named', (content, field) => {
  expect(() => parseTargetProfile(content)).toThrow(field)
})

test('an expression in which no login goes is refused', () => {
  const things = { 'rule-expression': { template: 'user.login != null' } }
  expect(() => parseTargetProfile({ things })).toThrow('the expression must have {login} in it')
})

test('finds the secrets that a profile names, wherever they are', () => {
  expect(secretsOf(profile).map(({ path, source }) => `${path} ${source}`)).toEqual([
    'things.group-admin-token.token env:ADMIN',
    'things.sign-in.headers.X-Key env:KEY',
  ])
})

test('things that are used up are supplied one after the other, and one that was only looked at again', async () => {
  const unlocked = new Set<string>()
  const toy = await startToy(({ method, path }) => {
    const id = /u\d/.exec(path)?.[0] ?? ''
    if (method === 'POST') unlocked.add(id)
    return { status: 200, body: { id, status: unlocked.has(id) ? 'ACTIVE' : 'LOCKED_OUT' } }
  })
  toys.push(toy)
  const taken: string[] = []
  const take = (title: string) =>
    checkOf(title, { judges: [title], needs: ['locked-out-user'] }, async ({ api, need, judge }) => {
      const { id } = await need('locked-out-user')
      taken.push(id)
      if (title !== 'looks') await api.post(`/api/v1/users/${id}/lifecycle/unlock`)
      judge(title).pass()
    })
  const { 'sign-in': _signIn, ...things } = profile.things
  const outcome = await runAgainst(toy, [take('looks'), take('one'), take('two'), take('three')], {
    profile: { ...profile, things },
    concurrency: 1,
  })
  expect(taken).toEqual(['u8', 'u8', 'u9'])
  expect(outcomeOf(outcome, 'three')).toMatchObject({
    verdict: 'blocked',
    why: expect.stringContaining('used up'),
  })
})

test("a described sign-in gives sessions, and locked-out users, of the run's own", async () => {
  const wrong = new Map<string, number>()
  let made = 0
  const toy = await startToy(({ method, path, body }) => {
    const sent = body === '' ? {} : JSON.parse(body)
    if (path === '/sign-in') {
      wrong.set(sent.login, (wrong.get(sent.login) ?? 0) + 1)
      return { status: 200, body: { session: 'sid=own' } }
    }
    if (method === 'POST')
      return { status: 200, body: { id: `own${++made}`, status: 'ACTIVE', profile: sent.profile } }
    const tries = [...wrong.values()].at(-1) ?? 0
    return { status: 200, body: { id: `own${made}`, status: tries >= 4 ? 'LOCKED_OUT' : 'ACTIVE' } }
  })
  toys.push(toy)
  const signIn = {
    method: 'POST',
    url: '/sign-in',
    body: { login: '{login}' },
    cookie: 'session',
    success: {},
  }
  const had: unknown[] = []
  const check = checkOf(
    'takes both',
    { judges: ['takes'], needs: ['session-cookie', 'locked-out-user'] },
    async ({ need, judge }) => {
      had.push(await need('session-cookie'), await need('locked-out-user'))
      judge('takes').pass()
    },
  )
  const outcome = await runAgainst(toy, [check], {
    profile: parseTargetProfile({ things: { 'sign-in': signIn } }),
  })
  expect(outcomeOf(outcome, 'takes')).toMatchObject({ verdict: 'pass' })
  expect(had).toMatchObject([{ cookie: 'sid=own', userId: 'own1' }, { id: 'own2' }])
})

test('secrets of a profile are read where it says, and never shown', async () => {
  const toy = await startToy(({ headers }) => ({ status: 200, body: { you: headers.authorization } }))
  toys.push(toy)
  const check = checkOf(
    'calls',
    { judges: ['call'], needs: ['group-admin-token'] },
    async ({ need, api, judge }) => {
      const { token } = await need('group-admin-token')
      judge('call').equal((await api.as(token).get('/api/v1/groups')).json.you, 'somebody else')
    },
  )
  const secrets = { environment: { ADMIN: 'the-token-of-the-admin' }, readStdin: () => '' }
  const outcome = await runAgainst(toy, [check], { profile, secrets })
  expect(toy.seen.at(-1)?.headers.authorization).toBe('SSWS the-token-of-the-admin')
  expect(JSON.stringify(outcome)).not.toContain('the-token-of-the-admin')
  expect(outcomeOf(outcome, 'call').assertions[0]?.got).toMatch(/^SSWS «token#\d»$/)
})

test('a described call signs in, and says whether the answer means yes', async () => {
  const toy = await startToy(({ path, body, headers }) => {
    if (path !== '/api/v1/authn') return { status: 404 }
    const isRight =
      headers['x-key'] === 'key' && (JSON.parse(body) as { password: string }).password === 'right'
    return {
      status: 200,
      headers: { 'Set-Cookie': 'sid=1234567; Path=/' },
      body: { status: isRight ? 'SUCCESS' : 'FAILED' },
    }
  })
  toys.push(toy)
  const check = checkOf('signs in', { judges: ['in'], needs: ['sign-in'] }, async ({ need, judge }) => {
    const { signIn } = await need('sign-in')
    judge('in').like(await signIn('a"b', 'right'), { ok: true, cookie: 'sid=1234567' })
    judge('in').like(await signIn('a', 'wrong'), { ok: false })
  })
  const outcome = await runAgainst(toy, [check], {
    profile,
    secrets: { environment: { KEY: 'key' }, readStdin: () => '' },
  })
  expect(outcomeOf(outcome, 'in').verdict).toBe('pass')
  expect(JSON.parse(toy.seen[0]?.body ?? '')).toEqual({ username: 'a"b', password: 'right' })
})

test('an expression is made from the template', async () => {
  const toy = await startToy(toyOrganisation().answer)
  toys.push(toy)
  const check = checkOf('asks', { judges: ['ask'], needs: ['rule-expression'] }, async ({ need, judge }) => {
    const { expression } = await need('rule-expression')
    judge('ask').equal(expression('a@example.com'), 'user.login=="a@example.com"')
  })
  expect(outcomeOf(await runAgainst(toy, [check], { profile }), 'ask').verdict).toBe('pass')
})

test('the end of a check undoes the changes of a control adapter, with any outcome', async () => {
  const toy = await startToy(toyOrganisation().answer)
  toys.push(toy)
  const undone: string[] = []
  const adapter = {
    name: 'a test',
    provides: ['slow-transitions', 'factor'] as const,
    obtain: async (need: string, tools: { onEnd: (undo: () => Promise<void>) => void }) => {
      if (need === 'factor') throw new Error('no phones today')
      tools.onEnd(async () => void undone.push('first'))
      tools.onEnd(async () => void undone.push('second'))
      return { milliseconds: 5 } as never
    },
  }
  const check = checkOf('slows', { judges: ['slow'], timeout: 500 }, async ({ need, signal }) => {
    await need('slow-transitions')
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  })
  const phone = checkOf('phones', { judges: ['phone'] }, async ({ need }) => {
    await need('factor')
  })
  const outcome = await runAgainst(toy, [check, phone], { adapter })
  expect(undone).toEqual(['second', 'first'])
  expect(outcomeOf(outcome, 'phone')).toMatchObject({
    verdict: 'blocked',
    why: "a test could not supply 'factor': no phones today",
  })
})

test.each([
  [
    { 'locked-out-user': { id: 'nobody' } },
    "its 'locked-out-user' is not what it should be: GET /api/v1/users/nobody is answered with 404",
  ],
  [
    { 'locked-out-user': { id: 'u1' } },
    "its 'locked-out-user' is not what it should be: the user is ACTIVE, not LOCKED_OUT",
  ],
  [
    { 'app-group': { id: 'none' } },
    "its 'app-group' is not what it should be: GET /api/v1/groups/none is answered with 404",
  ],
  [
    { grants: { userId: 'u1', clientId: 'c1', grantIds: ['g1', 'g2'], scopeIds: ['s'] } },
    "its 'grants' is not what it should be: g2 is not at /api/v1/users/u1/clients/c1/grants",
  ],
  [
    { 'refresh-tokens': { userId: 'u1', clientId: 'c1', tokenIds: ['t1', 't2'] } },
    "its 'refresh-tokens' is not what it should be: t1 is not at /api/v1/users/u1/clients/c1/tokens",
  ],
  [
    { 'sign-in': { method: 'POST', url: '/authn', body: {}, success: { status: 200 } } },
    "its 'sign-in' is answered with 404",
  ],
])('%j, which is not there, is a mistake in the profile and no defect of the target', async (things, why) => {
  const toy = await startToy(({ path }) => {
    if (path === '/api/v1/users/u1') return { status: 200, body: { id: 'u1', status: 'ACTIVE' } }
    if (path.endsWith('/grants')) return { status: 200, body: [{ id: 'g1' }] }
    if (path.endsWith('/tokens')) return { status: 200, body: [] }
    return { status: 404, body: {} }
  })
  toys.push(toy)
  const [name] = Object.keys(things) as ThingNeed[]
  const check = checkOf('takes it', { judges: ['taken'], needs: [name!] }, async ({ need, judge }) => {
    const thing = await need(name!)
    if ('signIn' in thing) await thing.signIn('casey', 'secret')
    judge('taken').fail('it was taken to be there')
  })
  const outcome = await runAgainst(toy, [check], { profile: parseTargetProfile({ things }) })
  expect(outcomeOf(outcome, 'taken')).toMatchObject({
    verdict: 'blocked',
    why: `the target profile: ${why}`,
    hint: `Mend the target profile: ${why}`,
  })
})

test('a refused sign-in reports the answer', async () => {
  const toy = await startToy(({ body }) =>
    body.includes('expired')
      ? { status: 200, body: { status: 'PASSWORD_EXPIRED' } }
      : { status: 401, body: platformError('E0000004') },
  )
  toys.push(toy)
  const said: unknown[] = []
  const check = checkOf('signs in', { judges: ['in'], needs: ['sign-in'] }, async ({ need, judge }) => {
    const { signIn } = await need('sign-in')
    for (const password of ['expired', 'wrong']) said.push((await signIn('casey', password)).reason)
    judge('in').pass()
  })
  const signIn = {
    method: 'POST',
    url: '/api/v1/authn',
    body: { password: '{password}' },
    success: { body: { status: 'SUCCESS' } },
  }
  await runAgainst(toy, [check], { profile: parseTargetProfile({ things: { 'sign-in': signIn } }) })
  expect(said).toEqual(['200 PASSWORD_EXPIRED', '401 E0000004'])
})

test('a profile says what accounts look like', () => {
  const accounts = { login: '{name}@corp.example.com', profile: { badge: 'b7' } }
  expect(parseTargetProfile({ accounts }).accounts).toEqual(accounts)
  expect(parseTargetProfile({}).accounts).toBeUndefined()
  expect(() => parseTargetProfile({ accounts: { login: 'always@corp.example.com' } })).toThrow(
    'accounts.login: a login must have {name} in it, where a name of the run goes',
  )
})
