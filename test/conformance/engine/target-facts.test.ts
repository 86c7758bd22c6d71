/** The facts that a run finds about its target before the first check, and what ends it there. */
import { afterEach, expect, test, vi } from 'vitest'
import type { ConformOptions } from '../../../conformance/engine/plan/conform-options.ts'
import type { Feature } from '../../../conformance/engine/plan/need.ts'
import { unreachableAdvice } from '../../../conformance/engine/plan/preflight.ts'
import { UsageError } from '../../../conformance/engine/words/usage-error.ts'
import type { OrgOptions } from '../../../src/index.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { type Alter, mockRun, passTime } from './mock-run.ts'
import { checkOf, clause } from './suite-of.ts'

afterEach(() => void vi.useRealTimers())

type Setting = NonNullable<Parameters<typeof mockRun>[1]>

const passes = checkOf('passes', { judges: ['a'] }, async ({ judge }) => void judge('a').pass())

/** How a run begins on a target that answers so: its warnings, and what ends it. */
async function beginning(answer: Response | Error | Alter, options: Setting = {}) {
  const alter: Alter = async (...call) => {
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer.clone() : answer(...call)
  }
  const { result, calls, sent } = await mockRun([passes], {
    baseUrl: 'https://id.example.com',
    alter,
    ...options,
  })
  const { run, warnings, clauses, exitCode, sentence } = result
  return {
    stop: run.stopped,
    advice: run.advice,
    warnings,
    calls: calls(),
    sent,
    clauses,
    exitCode,
    sentence,
  }
}
const status = (code: number, body = '[]', headers = {}) =>
  new Response([204, 205, 304].includes(code) ? null : body, { status: code, headers })

test('a service that takes the token is asked twice before the run, by reading alone', async () => {
  const { warnings, sent, stop } = await beginning(status(200), { headers: { 'X-A': '1' } })
  expect([warnings, stop]).toEqual([[], undefined])
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/v1/users?limit=1', 'GET /api/v1/groups?limit=1'])
  for (const { headers } of sent) {
    expect(headers.get('x-a')).toBe('1')
    expect(headers.get('authorization')).toMatch(/^SSWS ./)
  }
})

test.each([401, 403])(
  'a token that is refused with %i stops the run, and every clause says why',
  async (code) => {
    const why = `the target refuses the token (${code})`
    const found = await beginning(status(code))
    expect(found).toMatchObject({ stop: why, warnings: [why], sentence: 'No verdict', exitCode: 6 })
    expect(found.clauses[0]).toMatchObject({ verdict: 'not-run', why })
    expect(found.calls).toHaveLength(2)
    expect(found.advice).toBe(
      "Check that the token is of this deployment, was not revoked, and is an API token as it stands after `SSWS `, without that word; it must be an administrator's.",
    )
    const none = await beginning(status(code), { token: undefined })
    expect([none.stop, none.advice]).toEqual([
      `the target refuses calls without a token (${code}): give it one (--token env:NAME)`,
      'Create an API token as an administrator, put it in an environment variable, and name that: --token env:NAME.',
    ])
  },
)

test('without a token the run says so, and sends none', async () => {
  const { warnings, sent } = await beginning(status(200), { token: undefined })
  expect(warnings).toEqual(['there is no token: most clauses need one (--token env:NAME)'])
  expect(sent[0]?.headers.has('authorization')).toBe(false)
})

test.each<[Response, string]>([
  [status(404, ''), '404'],
  [status(405, ''), '405'],
  [status(410, ''), '410'],
  [status(501, ''), '501'],
  [status(200, '<html>'), '200, and no JSON'],
  [status(204), '204'],
  [status(302, '', { location: 'https://a.example.com/in?back=1' }), '302 to https://a.example.com/in'],
])('an answer such as %#: %s is not one of the service', async (answer, said) => {
  const { stop, advice, calls } = await beginning(answer)
  expect(stop).toBe(
    `the service is not at https://id.example.com, which answers GET /api/v1/users with ${said}, GET /api/v1/groups with ${said}, GET /oauth2/v1/clients with ${said}: is the base URL right?`,
  )
  expect(advice).toBe(
    'Give the address that stands before `/api/v1/users` (--base-url), of the service itself and not of its console or a sign-in page.',
  )
  expect(calls).toHaveLength(3)
})

test.each<[string, Alter]>([
  ['errors', () => status(400)],
  ['faults', () => status(500)],
  ['limits', () => status(429)],
  ['an object', () => status(200, '{}')],
  ['one list of three', (call) => status(call.includes('/clients') ? 200 : 404)],
  ['one list that takes the token', (call) => status(call.includes('/users') ? 403 : 200)],
])('a target that answers with %s may well be the service', async (_, answer) => {
  expect(await beginning(answer)).toMatchObject({ stop: undefined, warnings: [] })
})

const distrust = expect.stringContaining('NODE_EXTRA_CA_CERTS')
test.each([
  ['ECONNREFUSED', unreachableAdvice],
  ['XCERT_HAS_EXPIRED', unreachableAdvice],
  [1, unreachableAdvice],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', distrust],
  ['SELF_SIGNED_CERT_IN_CHAIN', distrust],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', distrust],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', distrust],
  ['CERT_HAS_EXPIRED', distrust],
  ['ERR_TLS_CERT_ALTNAME_INVALID', distrust],
])('a target that gives no answer but %s stops the run, with what to do', async (code, advice) => {
  const error = Object.assign(new Error('no'), { code })
  for (const thrown of [error, new Error('fetch failed', { cause: error })]) {
    const found = await beginning(thrown)
    expect(found.advice).toEqual(advice)
    expect(found.stop).toMatch(/^the target https:\/\/id\.example\.com gives no answer: /)
  }
})

test('recognises the bundled mock on this machine by its control plane', async () => {
  const list = '{"actions": ['
  const suggestion = async (baseUrl: string, code: number, body: string, options = {}) =>
    (
      await beginning((call) => (call === 'GET /_control' ? status(code, body) : status(200)), {
        baseUrl,
        ...options,
      })
    ).warnings
  const local = 'http://localhost:8080'
  for (const baseUrl of [local, 'http://127.0.0.1:8080', 'http://[::1]:8080'])
    expect(await suggestion(baseUrl, 200, list)).toEqual([
      'the target is the bundled mock: --control lets the suite cause what the API alone cannot',
    ])
  const adapter = { name: 'x', provides: [], obtain: async () => ({}) as never }
  for (const given of [
    suggestion('http://id.example.com', 200, list),
    suggestion(local, 200, '{}'),
    suggestion(local, 403, list),
    suggestion(local, 200, list, { adapter }),
  ])
    expect(await given).toEqual([])
})

const needing = (feature: Feature) => clause(feature, { needs: [feature as never] })
/** The features that a run finds at the mock behind an alteration, if checks need these. */
async function findings(
  names: readonly Feature[],
  { of: made = {}, ...options }: Setting & { of?: OrgOptions } = {},
) {
  const checks = names.map((name) => checkOf(name, { judges: [name] }, async () => {}))
  const { result, calls } = await mockRun(checks, {
    clauses: names.map(needing),
    features: {},
    ...options,
    org: createOrganisation(made),
  })
  const { features, leftovers } = result.run
  expect(leftovers).toEqual([])
  const states = Object.fromEntries(Object.entries(features).map(([name, found]) => [name, found?.state]))
  return { states, features, posts: calls('POST'), warnings: result.warnings }
}

const early = ['jwks-uri', 'saml2-bearer', 'frontchannel-logout', 'newer-engine'] as const
const users = ['federation', 'password-hook'] as const
const of = (names: readonly Feature[], state: string) =>
  Object.fromEntries(names.map((name) => [name, state]))

test('a feature that checks need is found out by a record that shows it, early access by reading', async () => {
  const all = [...early, ...users]
  const there = await findings(all)
  expect(there.states).toEqual({ ...of(all, 'yes'), 'early-access': 'yes', defaults: 'undecided' })
  expect(there.posts.filter((call) => call === 'POST /oauth2/v1/clients')).toHaveLength(4)
  const lacking = await findings(all, { of: { features: { earlyAccess: false, newerEngine: false } } })
  expect(lacking.states).toMatchObject({ ...of(early, 'no'), 'early-access': 'no' })
  const none = await findings([])
  expect([none.posts, none.features['newer-engine']]).toEqual([
    [],
    { state: 'undecided', evidence: 'no check needs it' },
  ])
})

test.each<[number, object, string, string]>([
  [200, {}, 'no', 'undecided'],
  [200, { grant_types: ['authorization_code'], credentials: {} }, 'no', 'undecided'],
  [400, { errorCode: 'E0000001' }, 'no', 'undecided'],
  [403, { error: 'other' }, 'no', 'undecided'],
  [403, { errorCode: 'E0000006' }, 'undecided', 'undecided'],
  [401, {}, 'undecided', 'undecided'],
  [500, {}, 'undecided', 'undecided'],
])('of a probe that is answered with %i %j clients say %s, users %s', async (code, body, client, user) => {
  passTime()
  const { states, features } = await findings([...early, ...users], {
    alter: (call) => (call.startsWith('POST') ? Response.json(body, { status: code }) : undefined),
  })
  expect(states).toMatchObject({ ...of(early, client), ...of(users, user) })
  const said = (body as Record<string, string>)['errorCode'] ?? (body as Record<string, string>)['error']
  expect(features['jwks-uri']?.evidence).toBe(
    `POST /oauth2/v1/clients was answered with ${code}${said === undefined ? '' : ` ${said}`}${code === 200 ? ', and does not show it' : ''}`,
  )
})

test.each<[number, unknown, string]>([
  [200, [], 'yes'],
  [299, [], 'yes'],
  [200, {}, 'no'],
  [404, { errorCode: 'E0000007' }, 'no'],
  [403, { errorCode: 'E0000015' }, 'no'],
  [403, { errorCode: 'E0000006' }, 'undecided'],
  [401, '', 'undecided'],
  [500, '', 'undecided'],
])('early access is read off an answer with %i %j: %s', async (code, body, state) => {
  const { states, features } = await findings([], {
    alter: (call) =>
      call === 'GET /api/v1/users/me/grants?limit=1' ? Response.json(body, { status: code }) : undefined,
  })
  expect(states['early-access']).toBe(state)
  const { errorCode } = body as { errorCode?: string }
  const said = errorCode === undefined ? '' : ` ${errorCode}`
  expect(features['early-access']?.evidence).toMatch(
    new RegExp(String.raw`/api/v1/users/me/grants\S* was answered with ${code}${said}`),
  )
})

test('nothing is asked about stated features: options come first, then the profile, then the adapter', async () => {
  const adapter = {
    name: 'the adapter',
    provides: [],
    features: { 'newer-engine': 'no', federation: 'yes', 'saml2-bearer': 'yes' },
    obtain: async () => ({}) as never,
  } as const
  const profile = { features: { 'newer-engine': 'no', 'saml2-bearer': 'probe' }, things: {} } as const
  const { features, posts } = await findings([...early, 'federation'], {
    adapter,
    profile,
    features: { 'early-access': 'yes', 'newer-engine': 'yes', 'password-hook': 'probe' },
  })
  const yes = { state: 'yes', evidence: '--features says yes' }
  expect(features).toMatchObject({
    'early-access': yes,
    'newer-engine': yes,
    // Early access and the newer engine include it. `probe` in the profile overrides the adapter.
    'frontchannel-logout': yes,
    'saml2-bearer': yes,
    federation: { state: 'yes', evidence: 'the adapter says yes' },
    'password-hook': { state: 'undecided', evidence: 'no check needs it' },
  })
  expect(posts).toEqual([])
  const byProfile = await findings(['newer-engine'], { adapter, profile })
  expect(byProfile.features['newer-engine']).toEqual({ state: 'no', evidence: 'the target profile says no' })
})

test.each([
  ['yes', 'yes', 'yes', '--features says yes'],
  ['no', 'yes', 'no', '--features says no'],
  ['yes', 'no', 'no', '--features says no'],
  ['no', 'no', 'no', '--features says no'],
  ['yes', undefined, 'undecided', 'no check needs it'],
] as const)(
  'with early access %s and the newer engine %s, front-channel logout is %s',
  async (first, second, state, evidence) => {
    const stated = { 'early-access': first, ...(second === undefined ? {} : { 'newer-engine': second }) }
    const { features } = await findings([], { features: stated })
    expect(features['frontchannel-logout']).toEqual({ state, evidence })
    const part = { state: first, evidence: `--features says ${first}` }
    expect([features['jwks-uri'], features['saml2-bearer']]).toEqual([part, part])
  },
)

test('without a token nothing is found out, and what fails leaves it undecided', async () => {
  const without = await findings(['newer-engine'], { token: undefined, alter: () => Response.json([]) })
  expect(without.features['early-access']).toEqual({ state: 'undecided', evidence: 'there is no token' })
  expect(without.posts).toEqual([])
})

const create = clause('users.create.ok', { covers: ['success:createUser'] as never })
const makes = checkOf('makes', { judges: ['users.create.ok'] }, async ({ given, judge }) => {
  await given.user({ activate: false })
  judge('users.create.ok').pass()
})
interface NewUser {
  readonly profile: { readonly login: string }
  readonly credentials?: { readonly password: { readonly value: string } }
}

/** Makes a user where the target takes some logins and passwords, and refuses all other pairs with a status. */
async function forming(
  takes: (login: string, password: string | undefined) => boolean,
  {
    code = 400,
    logins = [],
    me = 'boss@corp.example.com',
    ...options
  }: Partial<ConformOptions> & { code?: number; logins?: readonly string[]; me?: string } = {},
) {
  const proposed: [string, string | undefined][] = []
  const { result, said } = await mockRun([makes], {
    clauses: [create],
    features: {},
    org: createOrganisation({ loginPattern: null }),
    alter: async (call, request, forward) => {
      if (call === 'GET /api/v1/users/me') return Response.json({ profile: { login: me } })
      if (call === 'GET /api/v1/users?limit=20')
        return Response.json([null, {}, ...logins.map((login) => ({ profile: { login } }))])
      if (!call.startsWith('POST /api/v1/users?')) return undefined
      const { profile, credentials } = (await request.clone().json()) as NewUser
      const password = credentials?.password.value
      proposed.push([profile.login, password])
      return takes(profile.login, password) ? forward() : Response.json({}, { status: code })
    },
    ...options,
  })
  const { verdict, why, hint } = said('users.create.ok')
  return {
    proposed,
    verdict,
    why,
    hint,
    warnings: result.warnings,
    defaults: result.run.features['defaults'],
  }
}

const usual = (code: number, taken: string) =>
  `the target refuses users of the usual form (${code}) and takes ${taken}`

test('usual forms that are taken are tried once, and reveal nothing about the defaults', async () => {
  const { proposed, warnings, verdict, defaults } = await forming(() => true)
  expect([proposed.length, warnings, verdict]).toEqual([2, [], 'pass'])
  expect(defaults).toEqual({ state: 'undecided', evidence: 'nothing tells' })
  let count = 0
  expect((await forming(() => ++count > 1)).warnings).toEqual([])
})

test.each<[string, (login: string, password?: string) => boolean, string, object?]>([
  [
    'the domain of the owner',
    (login) => login.endsWith('@corp.example.com'),
    'logins like {name}@corp.example.com',
  ],
  ['no domain', (login) => !login.includes('@'), 'logins like {name}', { code: 499 }],
  ['letters and digits', (login) => /^[a-z0-9]*$/.test(login), 'logins like {plain}', { me: '' }],
  ['digits', (login) => /^\d+$/.test(login), 'logins like {digits}', { me: '' }],
  ['digits of a domain', (login) => /^\d+@/.test(login), 'logins like {digits}@example.com', { me: '' }],
  [
    'the first word of others',
    (login) => /^staff-[a-z0-9]+@corp/.test(login),
    'logins like staff-{plain}@corp.example.com',
    { me: '', logins: ['staff-7@corp.example.com'] },
  ],
  [
    'the first word of others without a domain',
    (login) => /^STAFF_[a-z0-9]+$/.test(login),
    'logins like STAFF_{plain}',
    { me: '', logins: ['STAFF_7'] },
  ],
  [
    'longer passwords',
    (_login, password) => password === undefined || password.length > 20,
    'passwords like Kx-{random}_7Q.vB!{random}+m9Z*4830T',
  ],
  [
    'no domain, and passwords without signs',
    (login, password) => !login.includes('@') && !/\W/.test(password ?? ''),
    'logins like {name} and passwords like Kx{random}7Q',
  ],
])(
  'proposes forms until the target takes users with %s',
  async (_, takes, taken, more: { code?: number } = {}) => {
    const sentence = usual(more.code ?? 400, taken)
    const found = await forming(takes, more)
    expect(found).toMatchObject({ warnings: [sentence], defaults: { state: 'no', evidence: sentence } })
    // The users of the run have that form.
    expect(found.verdict).toBe('pass')
  },
)

test.each([
  ['login', () => false, 'no user of the proposed forms'],
  [
    'password',
    (_: string, password?: string) => password === undefined,
    'no user with a password of the proposed forms',
  ],
])(
  'where no %s is accepted, no clause fails, and the report says what to state',
  async (name, takes, what) => {
    const why = `the target takes ${what} (400): an administrator may have set another`
    const hint = `Say what a ${name} looks like there. (target.yaml: accounts: { ${name}: … })`
    const { verdict, warnings, hint: said, defaults } = await forming(takes)
    expect({ verdict, warnings, hint: said }).toEqual({ verdict: 'blocked', warnings: [why], hint })
    expect(defaults).toEqual({ state: 'no', evidence: why })
  },
)

test.each([401, 403, 404, 405, 415, 500])('%i reveals nothing about forms', async (code) => {
  passTime()
  const { proposed, warnings } = await forming(() => false, { code })
  expect(warnings.filter((warning) => warning.includes('form'))).toEqual([])
  expect(new Set(proposed.map(([login]) => login.split('@')[1]))).toEqual(new Set(['example.com']))
})

test('proposes each login once, and at most sixteen in addition to the usual one', async () => {
  const logins = Array.from({ length: 12 }, (_, at) => `s${'abcdefghijkl'[at]}-1@d${at}.test`)
  const odd = ['abcdefghijklm-7', '7-staff-7', 'staff', 'staff@x-y.example.com', '-7']
  const { proposed } = await forming(() => false, { logins: [...odd, ...logins, ...logins], me: '' })
  const made = proposed.map(([login]) => login.replaceAll(/cf-?[a-z0-9]{6}-?\d+|\d{17}/g, '…'))
  expect(made.length).toBeLessThanOrEqual(19)
  expect(made.filter((login) => /^(abcdefghijklm|7-staff|staff|-)/.test(login))).toEqual([])
})

test('proposes only what the profile does not state, and nothing where the defaults are said to hold', async () => {
  const accounts = (more: object) => ({ profile: { features: {}, things: {}, accounts: more } as never })
  const login = await forming(() => false, accounts({ login: '{name}@fixed.example.com' }))
  expect(new Set(login.proposed.map(([each]) => each.split('@')[1]))).toEqual(new Set(['fixed.example.com']))
  expect(login.defaults).toEqual({
    state: 'no',
    evidence: 'the target profile says what accounts look like',
  })
  const password = await forming((_, given) => given === undefined, accounts({ password: 'Fixed-{random}' }))
  expect(password.proposed.every(([, given]) => given?.startsWith('Fixed-') ?? true)).toBe(true)
  const tried = async (options: Partial<ConformOptions>) =>
    (await forming(() => false, options)).proposed.length
  expect(await tried({ features: { defaults: 'yes' } })).toBe(1)
  expect(await tried({ features: { defaults: 'no' } })).toBeGreaterThan(3)
  expect(await tried({ clauses: [clause('users.create.ok')] })).toBe(1)
})

/** Begins with things and a session at a target that answers who the owner of a cookie is. */
async function supplied(
  things: object,
  session: ConformOptions['session'],
  answer: (cookie: string | null) => Response | Error = () => Response.json({ id: 'u1' }),
) {
  const asked: string[] = []
  let isRunning = false
  const taken: unknown[] = []
  const takes = checkOf('takes', { judges: ['a'] }, async ({ judge, need }) => {
    isRunning = true
    taken.push(await need('session-cookie'))
    judge('a').pass()
  })
  const run = mockRun([takes], {
    ...(session === undefined ? {} : { session }),
    profile: { features: {}, things },
    alter: (call, { headers }) => {
      const isToken = !/^SSWS [a-z]+$/.test(headers.get('authorization') ?? '')
      if (isRunning) return Response.json({ id: 'u1', status: 'ACTIVE' })
      if (isToken && headers.get('cookie') === null) return undefined
      asked.push(`${call} ${headers.get('cookie') ?? headers.get('authorization')}`)
      const said = answer(headers.get('cookie'))
      if (said instanceof Error) throw said
      return said
    },
  })
  const mistake = await run.then(
    () => undefined,
    (error: unknown) => (error instanceof UsageError ? error.message : error),
  )
  return { mistake, asked, taken }
}
const me = 'GET /api/v1/users/me'

test('a session that was given is of the user that is named, or of the user that the target says', async () => {
  const { taken, asked } = await supplied({}, { cookie: 'sid=1' })
  expect([taken, asked]).toEqual([[{ cookie: 'sid=1', userId: 'u1' }], [`${me} sid=1`]])
  const said = await supplied({}, { cookie: 'sid=1', userId: 'u7' })
  expect([said.taken, said.asked]).toEqual([[{ cookie: 'sid=1', userId: 'u7' }], []])
})

test.each<[string, Response | Error]>([
  ['403', status(403, '{}')],
  ['no id', status(200, '{"id":7}')],
  ['a page', status(200, '<html>')],
  ['nothing', status(200, 'null')],
  ['no body', status(204)],
  ['no answer', new Error('no connection')],
])('a session that is answered with %s is a mistake of usage', async (_, answer) => {
  const again = () => (answer instanceof Error ? answer : answer.clone())
  expect((await supplied({}, { cookie: 'sid=1' }, again)).mistake).toBe(
    'the session cookie is not good: GET /api/v1/users/me with it answers with no user',
  )
  const named = await supplied({ 'session-cookie': { cookie: 'sid=1', userId: 'u1' } }, undefined, again)
  expect(named.mistake).toBe(
    'the target profile: things.session-cookie: it is not good: GET /api/v1/users/me with it answers with no user',
  )
})

test('each session of the profile must belong to the user that it names', async () => {
  const sessions = [1, 2].map((at) => ({ cookie: `sid=${at}`, userId: `u${at}` }))
  const { mistake, asked } = await supplied({ 'session-cookie': sessions }, undefined, (cookie) =>
    Response.json({ id: cookie === 'sid=1' ? 'u1' : 'u9' }),
  )
  expect(mistake).toBe('the target profile: things.session-cookie: it is a session of user u9, not of u2')
  expect(asked).toEqual([`${me} sid=1`, `${me} sid=2`])
})

test.each(['read-only-token', 'group-admin-token'])(
  'a %s that is refused is a mistake of usage',
  async (need) => {
    const things = { [need]: [{ token: 'first' }, { token: 'second' }] }
    const said = async (answer: () => Response | Error) => supplied(things, undefined, answer)
    const taken = await said(() => status(403, ''))
    expect(taken.mistake).toBeUndefined()
    const where = 'GET /api/v1/users?limit=1 SSWS'
    expect(taken.asked).toEqual([`${where} first`, `${where} second`])
    expect((await said(() => status(401, ''))).mistake).toBe(
      `the target profile: things.${need}: the target refuses it (401)`,
    )
    // Without an answer the run goes on; the checks will report it.
    expect((await said(() => new Error('no connection'))).mistake).toBeUndefined()
  },
)

test('secrets that a profile names are looked for before the run', async () => {
  const signIn = { method: 'POST', url: '/in', headers: { 'X-Key': 'env:IDENTIKIT_NOT_SET' }, success: {} }
  expect((await supplied({ 'sign-in': signIn }, undefined)).mistake).toBe(
    'the target profile: things.sign-in.headers.X-Key: env:IDENTIKIT_NOT_SET is not set, or empty',
  )
  process.env['IDENTIKIT_TEST_COOKIE'] = 'sid=env'
  try {
    const things = { 'session-cookie': { cookie: 'env:IDENTIKIT_TEST_COOKIE', userId: 'u1' } }
    expect((await supplied(things, undefined)).asked[0]).toBe(`${me} sid=env`)
  } finally {
    delete process.env['IDENTIKIT_TEST_COOKIE']
  }
})
