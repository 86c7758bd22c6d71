import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseTargetProfile, secretsOf } from '../../../conformance/engine/plan/target-profile.ts'
import { mockRun } from './mock-run.ts'
import { checkOf } from './suite-of.ts'

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

test('secrets of a profile are read where it says, and never shown', async () => {
  const check = checkOf('calls', { judges: ['call'] }, async ({ need, api, judge }) => {
    const { token } = await need('group-admin-token')
    judge('call').equal((await api.as(token).get('/echo')).json.you, 'somebody else')
    const { expression } = await need('rule-expression')
    judge('call').equal(expression('a@example.com'), 'user.login=="a@example.com"')
  })
  Object.assign(process.env, { ADMIN: 'the-token-of-the-admin', KEY: 'key' })
  const { result, said, sent } = await mockRun([check], {
    profile,
    alter: (call, { headers }) => {
      if (call === 'GET /echo') return Response.json({ you: headers.get('authorization') })
      return headers.get('authorization')?.endsWith('of-the-admin') === true ? Response.json([]) : undefined
    },
  }).finally(() => ['ADMIN', 'KEY'].forEach((name) => delete process.env[name]))
  expect(sent.find(({ call }) => call === 'GET /echo')?.headers.get('authorization')).toBe(
    'SSWS the-token-of-the-admin',
  )
  expect(JSON.stringify(result)).not.toContain('the-token-of-the-admin')
  expect(said('call').assertions.map(({ held }) => held)).toEqual([false, true])
  expect(said('call').assertions[0]?.got).toMatch(/^SSWS «token#\d»$/)
})

test('the end of a check undoes the changes of a control adapter, with any outcome', async () => {
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
  const { said } = await mockRun([check, phone], { adapter })
  expect(undone).toEqual(['second', 'first'])
  expect(said('phone')).toMatchObject({
    verdict: 'blocked',
    why: "a test could not supply 'factor': no phones today",
  })
})

test('a profile says what accounts look like', () => {
  const accounts = { login: '{name}@corp.example.com', profile: { badge: 'b7' } }
  expect(parseTargetProfile({ accounts }).accounts).toEqual(accounts)
  expect(parseTargetProfile({}).accounts).toBeUndefined()
  expect(() => parseTargetProfile({ accounts: { login: 'always@corp.example.com' } })).toThrow(
    'accounts.login: a login must have {name} in it, where a name of the run goes',
  )
})
