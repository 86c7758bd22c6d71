/** The facts that a run finds about its target before the first check, and what ends it there: target-facts.txt. */
import { afterEach, expect, test, vi } from 'vitest'
import { conform } from '../../../conformance/index.ts'
import type { ConformOptions } from '../../../conformance/engine/plan/conform-options.ts'
import type { Feature } from '../../../conformance/engine/plan/prerequisite.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { sample } from '../../support/runs.ts'
import { expectGolden } from '../../support/golden-cases.ts'
import { type Alter, mockRun, passTime } from './mock-run.ts'
import { checkOf, requirement } from './suite-of.ts'

afterEach(() => void vi.useRealTimers())

type Setting = NonNullable<Parameters<typeof mockRun>[1]>

const passes = checkOf('passes', { judges: ['a'] }, async ({ judge }) => void judge('a').pass())

const beginning = (alter: Alter, options: Setting = {}) =>
  mockRun([passes], { baseUrl: 'https://id.example.com', alter, ...options })

/** An answer as the file writes it: `403 {}`, `302 to https://a.example.com`, or `fails CODE`. */
function answered(text: string): Response {
  const [, failure, inner] = /^fails (\S+)( within)?$/.exec(text) ?? []
  if (failure !== undefined) {
    const error = Object.assign(new Error('no'), { code: failure })
    throw inner === undefined ? error : new Error('fetch failed', { cause: error })
  }
  const [, code = '', to, body = '[]'] = /^(\d+)(?: to (\S+))?(?: (.*))?$/.exec(text) ?? []
  const headers = to === undefined ? {} : { location: to }
  return new Response(code === '204' ? null : body, { status: Number(code), headers })
}

/** Begins a run on a target with an answer to everything, or to some calls: `404, clients: 200`. */
async function begun(line: string): Promise<string> {
  const [said = '', without] = line.split(/ (without a token)$/)
  const [general = '', part = ' ', special = ''] = said.split(/, (\w+): /)
  const { result, calls } = await beginning(
    (call) => answered(call.includes(`/${part}`) ? special : general),
    without === undefined ? {} : { token: undefined },
  )
  const { run, warnings, requirements, exitCode } = result
  const why = requirements[0]?.why
  return [
    run.stopped === undefined ? 'goes on' : `stops, exit ${exitCode}; calls: ${calls().length}`,
    ...warnings,
    ...(run.advice === undefined ? [] : [run.advice]),
    ...(why === undefined || warnings.includes(why) ? [] : [`the requirement says: ${why}`]),
  ].join('\n')
}

const early = ['jwks-uri', 'saml2-bearer', 'frontchannel-logout', 'newer-engine'] as const
const users = ['federation', 'password-hook'] as const

/** The features that a run finds at the mock behind an alteration, if checks need these. */
async function findings(names: readonly Feature[], options: Setting = {}) {
  const checks = names.map((name) => checkOf(name, { judges: [name] }, async () => {}))
  const { result, calls } = await mockRun(checks, {
    requirements: names.map((name) => requirement(name, { needs: [name as never] })),
    features: {},
    ...options,
  })
  expect(result.run.orphans).toEqual([])
  return { features: result.run.features, posts: calls('POST') }
}

/** Finds features: where calls such as `POST` are answered so, or where some are stated, as JSON. */
async function found(line: string): Promise<string> {
  const [, start = '', said = ''] = /^(POST|GET \S+) (.*)$/.exec(line) ?? []
  if (start === 'POST') passTime()
  const { features, posts } = await findings(
    start.startsWith('GET') || line === 'nothing' ? [] : [...early, ...users],
    {
      ...(line.startsWith('{') ? (JSON.parse(line) as Setting) : {}),
      ...(line === 'an old mock'
        ? { org: createOrganisation({ features: { earlyAccess: false, newerEngine: false } }) }
        : {}),
      ...(line === 'no token' ? { token: undefined } : {}),
      alter: (call) => {
        if (line === 'no token') return answered('200')
        return start !== '' && call.startsWith(start) ? answered(said) : undefined
      },
    },
  ).finally(() => vi.useRealTimers())
  const clients = posts.filter((call) => call === 'POST /oauth2/v1/clients')
  const names = new Map<string, string[]>()
  for (const [name, each] of Object.entries(features)) {
    const finding = `${each?.state}: ${each?.evidence}`
    names.set(finding, [...(names.get(finding) ?? []), name])
  }
  const told = [...names].map(([finding, those]) => `${those.join(', ')} ${finding}`)
  return [`${clients.length} clients, ${posts.length} writes`, ...told].join('\n')
}

const create = requirement('users.create.ok', { covers: ['success:createUser'] as never })
const makes = checkOf('makes', { judges: ['users.create.ok'] }, async ({ given, judge }) => {
  await given.user({ activate: false })
  judge('users.create.ok').pass()
})
interface NewUser {
  readonly profile: { readonly login: string }
  readonly credentials?: { readonly password: { readonly value: string } }
}

/** Makes a user where the target takes some logins and passwords, and refuses all other pairs with a status. */
async function formed(line: string): Promise<string> {
  const {
    login = '',
    password = '',
    code = 400,
    logins = [],
    me = 'boss@corp.example.com',
    accounts,
    covers = true,
    failures = 0,
    ...options
  } = JSON.parse(line) as Partial<ConformOptions> & {
    login?: string
    password?: string
    code?: number
    logins?: string[]
    me?: string
    accounts?: object
    covers?: boolean
    failures?: number
  }
  if (code !== 400) passTime()
  const proposed: string[] = []
  const { result, said } = await mockRun([makes], {
    requirements: [covers ? create : requirement('users.create.ok')],
    features: {},
    org: createOrganisation({ profile: { loginPattern: null } }),
    ...(accounts === undefined ? {} : { profile: { features: {}, things: {}, accounts } }),
    alter: async (call, request, forward) => {
      if (call === 'GET /api/v1/users/me') return Response.json({ profile: { login: me } })
      if (call === 'GET /api/v1/users?limit=20')
        return Response.json([null, {}, ...logins.map((each) => ({ profile: { login: each } }))])
      if (!call.startsWith('POST /api/v1/users?')) return undefined
      const { profile, credentials } = (await request.clone().json()) as NewUser
      const given = credentials?.password.value
      proposed.push(given === undefined ? profile.login : `${profile.login} ${given}`)
      const isTaken =
        proposed.length > failures &&
        new RegExp(login).test(profile.login) &&
        (given === undefined || new RegExp(password).test(given))
      return isTaken ? forward() : Response.json({}, { status: code })
    },
    ...options,
  }).finally(() => vi.useRealTimers())
  const { verdict, why, hint } = said('users.create.ok')
  const defaults = result.run.features['defaults']
  const forms = proposed.map((each) =>
    each
      .replaceAll(/cf-[a-z0-9]{6}-\d+/g, 'NAME')
      .replaceAll(/cf[a-z0-9]{6}\d{5}/g, 'PLAIN')
      .replaceAll(/\d{17}/g, 'DIGITS')
      .replaceAll(/[hjkqvwz]{12}/g, 'RANDOM'),
  )
  return [
    `proposes ${forms.join(', ')}`,
    ...result.warnings,
    `defaults ${defaults?.state}: ${defaults?.evidence}`,
    [verdict, why, hint].filter((text) => text !== undefined).join('. '),
  ].join('\n')
}

/**
 * Begins with things, or with a session, at a target that answers so when it is asked about them. An answer may be of one
 * cookie: `sid=2: 200 {"id":"u9"}`.
 */
async function supplied(line: string): Promise<string> {
  const [given = '', said = '200 {"id":"u1"}', special = ''] = line.split(' | ')
  const [cookieOf = ' ', ofCookie = ''] = special.split(/: (.*)/)
  const { session, ...things } = JSON.parse(given) as { session?: NonNullable<ConformOptions['session']> }
  const asked: string[] = []
  let isRunning = false
  let taken: unknown
  const takes = checkOf('takes', { judges: ['a'] }, async ({ judge, need }) => {
    isRunning = true
    taken = await need('session-cookie')
    judge('a').pass()
  })
  const run = mockRun([takes], {
    ...(session === undefined ? {} : { session }),
    profile: { features: {}, things },
    alter: (call, { headers }) => {
      const [cookie, token] = [headers.get('cookie'), headers.get('authorization')]
      if (isRunning) return Response.json({ id: 'u1', status: 'ACTIVE' })
      if (/^SSWS [a-z]+$/.test(token ?? '') || cookie !== null) {
        asked.push(`asks ${call} with ${cookie ?? token}`)
        return answered(cookie === cookieOf ? ofCookie : said)
      }
      return undefined
    },
  })
  const mistake = await run.then(
    () => (taken === undefined ? [] : [`takes ${JSON.stringify(taken)}`]),
    (error: Error) => [`${error.name}: ${error.message}`],
  )
  return [...asked, ...mistake].join('\n')
}

const kinds = { begins: begun, finds: found, forms: formed, supplies: supplied }

test('a run says what it finds out before its first check', async () => {
  process.env['IDENTIKIT_TEST_COOKIE'] = 'sid=env'
  await expectGolden(new URL('target-facts.txt', import.meta.url), (line) => {
    const [, kind = '', rest = ''] = /^(\w+): (.*)$/.exec(line) ?? []
    return kinds[kind as keyof typeof kinds](rest)
  }).finally(() => delete process.env['IDENTIKIT_TEST_COOKIE'])
})

test('a service that takes the token is asked twice before the run, by reading alone', async () => {
  const { sent } = await beginning(() => Response.json([]), { headers: { 'X-A': '1' } })
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/v1/users?limit=50', 'GET /api/v1/groups?limit=50'])
  for (const { headers } of sent) {
    expect(headers.get('x-a')).toBe('1')
    expect(headers.get('authorization')).toMatch(/^SSWS ./)
  }
  const without = await beginning(() => Response.json([]), { token: undefined })
  expect(without.sent[0]?.headers.has('authorization')).toBe(false)
})

test('a target that redirects everything is given up, with the address to give', async () => {
  const { result } = await beginning(
    (_call, { url }) =>
      new Response(null, {
        status: 308,
        headers: { location: url.replace('https://id.', 'https://www.id.') },
      }),
  )
  expect(result.warnings).toEqual([
    'the target https://id.example.com redirects to https://www.id.example.com, and a run follows no redirect',
  ])
  expect(result.run.advice).toBe('Give that address: --base-url https://www.id.example.com')
})

test.each(sample(['x9', 'okta'], 1))('the prefix %s is read off the records of the target', async (word) => {
  const org = createOrganisation({ prefix: word })
  const judged = async (
    fetch: (request: Request) => Promise<Response>,
    said: Partial<ConformOptions> = {},
  ) => {
    const { requirements, warnings } = await conform({
      baseUrl: org.baseUrl,
      token: org.apiToken,
      fetch,
      only: ['groups.type.*', 'conventions.naming.*', 'credentials.provider.*', 'rules.create.*'],
      ledger: false,
      ...said,
    })
    return { failed: requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id), warnings }
  }
  const whole = await judged((request) => org.fetch(request))
  expect(whole.failed).toEqual([])
  expect(whole.warnings).toContain(
    `the name prefix of the target is ${word}: this report writes SVC_GROUP for its ${word.toUpperCase()}_GROUP`,
  )
  // Without a group that shows it, the owner of the token does.
  const groupless = await judged(async (request) =>
    request.method === 'GET' && new URL(request.url).search === '?limit=50' && request.url.includes('/groups')
      ? Response.json([])
      : org.fetch(request),
  )
  expect(groupless.failed).toEqual([])
  // Stated, it is not looked for; and two prefixes at once are a wrong spelling.
  const stated = await judged((request) => org.fetch(request), { prefix: 'svc' })
  expect(stated.failed).toContain('groups.type.svc-group')
  const mixed = createOrganisation()
  const spelled = async (request: Request): Promise<Response> => {
    const reply = await mixed.fetch(request)
    const text = (await reply.text()).replaceAll('svc:user_group', `${word}:user_group`)
    return new Response(text === '' ? null : text, reply)
  }
  expect((await judged(spelled, { baseUrl: mixed.baseUrl, token: mixed.apiToken })).failed).not.toEqual([])
})

test('a target whose logins nobody can guess is asked about in one sentence, and not explored', async () => {
  const {
    baseUrl,
    apiToken: token,
    fetch,
  } = createOrganisation({
    profile: { loginPattern: String.raw`^staff-[a-z]{4}-\d{3}@corp\.example\.org$` },
  })
  const { sentence, warnings, exploration, counts } = await conform({
    baseUrl,
    token,
    fetch,
    ledger: false,
    checks: [],
    explore: 5000,
  })
  expect([sentence, counts.fail, exploration]).toEqual(['No verdict', 0, undefined])
  expect(warnings.join('\n')).toContain('(target.yaml: accounts: { login: … })')
})

test('recognises the bundled mock on this machine by its control plane', async () => {
  const list = '200 {"actions": ['
  const suggestion = async (baseUrl: string, control: string, options: Setting = {}) => {
    const alter: Alter = (call) => answered(call === 'GET /_control' ? control : '200')
    return (await beginning(alter, { baseUrl, ...options })).result.warnings
  }
  const local = 'http://localhost:8080'
  for (const baseUrl of [local, 'http://127.0.0.1:8080', 'http://[::1]:8080'])
    expect(await suggestion(baseUrl, list)).toEqual([
      'the target is the bundled mock: --control lets the suite cause what the API alone cannot',
    ])
  const adapter = { name: 'x', provides: [], obtain: async () => ({}) as never }
  for (const given of [
    suggestion('http://id.example.com', list),
    suggestion(local, '200 {}'),
    suggestion(local, list.replace('200', '403')),
    suggestion(local, list, { adapter }),
  ])
    expect(await given).toEqual([])
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
