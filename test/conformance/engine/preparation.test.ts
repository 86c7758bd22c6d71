/** The facts that the suite finds about a target before the first check, and their sources. */
import { expect, test } from 'vitest'
import type { CheckDefinition } from '../../../conformance/engine/run/check.ts'
import { Preparation, type PreparationTools } from '../../../conformance/engine/plan/preparation.ts'
import { usualForms } from '../../../conformance/engine/plan/forms.ts'
import { Rights } from '../../../conformance/engine/plan/rights.ts'
import { emptyProfile } from '../../../conformance/engine/plan/target-profile.ts'
import type { Clause } from '../../../conformance/registry/clause.ts'
import { type Answer, fakeApi } from './fake-api.ts'
import { checkOf, clause } from './suite-of.ts'

const nothing = async (): Promise<void> => {}

/** Explores a target that answers; returns the findings and the calls. */
async function exploring({
  answer = () => 404,
  clauses = [],
  checks,
  fails,
  ...more
}: Partial<Omit<PreparationTools, 'found' | 'explore'>> & {
  answer?: (call: string) => Answer
  clauses?: readonly Clause[]
  checks?: readonly CheckDefinition[] | undefined
  fails?: Error
} = {}) {
  const { api, calls } = fakeApi(answer)
  const found: string[] = []
  const rights = new Rights()
  const unique = Object.assign((hint: string) => `cf-${hint}`, {
    login: () => 'l@example.com',
    email: () => 'e@example.com',
    password: () => 'Pw-1',
    names: () => ({}),
  })
  const exploration = new Preparation({
    supplies: { allowed: new Set(), features: {}, profile: emptyProfile, adapter: undefined },
    flags: {},
    forms: { ...usualForms },
    found,
    rights,
    mayTry: true,
    mayPropose: true,
    explore: async (work) => {
      if (fails !== undefined) throw fails
      return work({ api, unique } as never)
    },
    ...more,
  })
  const findings = await exploration.prepare(new Map(clauses.map((each) => [each.id, each])), checks)
  return { findings, calls, found, rights: more.rights ?? rights }
}

const supplies = (profile: object, adapter?: object): PreparationTools['supplies'] => ({
  allowed: new Set(),
  features: {},
  profile: { ...emptyProfile, ...profile },
  adapter: adapter as never,
})
const notNeeded = { state: 'undecided', evidence: 'no check needs it' }

test('finds out an unstated feature if a check needs it; early access always, because that only reads', async () => {
  const { findings, calls } = await exploring({ clauses: [clause('a')], checks: [] })
  expect(findings).toEqual({
    'early-access': { state: 'no', evidence: 'GET /api/v1/users/me/grants was answered with 404' },
    'newer-engine': notNeeded,
    'jwks-uri': notNeeded,
    'saml2-bearer': notNeeded,
    'frontchannel-logout': notNeeded,
    federation: notNeeded,
    'password-hook': notNeeded,
    defaults: { state: 'undecided', evidence: 'nothing tells' },
  })
  expect(calls).toEqual(['GET /api/v1/users/me/grants?limit=1'])
})

const engine = clause('engine', { needs: ['newer-engine'] })
test.each<[string, Clause[], CheckDefinition[] | undefined, boolean]>([
  ['a clause that a check judges', [engine], [checkOf('x', { judges: ['engine'] }, nothing)], true],
  ['a clause that no check judges', [engine], [checkOf('x', { judges: ['other'] }, nothing)], false],
  ['a clause, when all may be judged', [engine], undefined, true],
  ['a check', [clause('a')], [checkOf('x', { judges: ['a'], needs: ['newer-engine'] }, nothing)], true],
  ['nothing', [clause('a')], [checkOf('x', { judges: ['a'] }, nothing)], false],
])('a feature that %s needs is asked for, or not', async (_, clauses, checks, asked) => {
  const { findings, calls } = await exploring({ clauses, checks, answer: () => 400 })
  expect(calls.includes('POST /oauth2/v1/clients')).toBe(asked)
  expect(findings['newer-engine']).toEqual(
    asked ? { state: 'no', evidence: 'POST /oauth2/v1/clients was answered with 400' } : notNeeded,
  )
})

test('asks nothing about stated features: the options come first, then the profile, then the adapter', async () => {
  const features = { 'newer-engine': 'no', 'jwks-uri': 'probe' } as const
  const adapter = {
    name: 'the adapter',
    features: { 'newer-engine': 'no', federation: 'yes', 'jwks-uri': 'yes' },
  }
  const { findings, calls } = await exploring({
    supplies: supplies({ features }, adapter),
    flags: { 'early-access': 'yes', 'newer-engine': 'yes', defaults: 'yes', 'password-hook': 'probe' },
  })
  expect(findings).toMatchObject({
    'early-access': { state: 'yes', evidence: '--features says yes' },
    'newer-engine': { state: 'yes', evidence: '--features says yes' },
    // `probe` in the profile overrides the adapter. Early access includes the feature, so its flag counts.
    'jwks-uri': { state: 'yes', evidence: '--features says yes' },
    federation: { state: 'yes', evidence: 'the adapter says yes' },
    'password-hook': notNeeded,
    defaults: { state: 'yes', evidence: '--features says yes' },
  })
  expect(calls).toEqual([])
  const byProfile = await exploring({ supplies: supplies({ features }, adapter), flags: {} })
  expect(byProfile.findings['newer-engine']).toEqual({ state: 'no', evidence: 'the target profile says no' })
})

test.each([
  ['yes', 'yes', 'yes', '--features says yes'],
  ['no', 'yes', 'no', '--features says no'],
  ['yes', 'no', 'no', '--features says no'],
  ['no', 'no', 'no', '--features says no'],
  ['yes', undefined, 'undecided', 'no check needs it'],
] as const)(
  'with early access %s and the newer engine %s, front-channel logout is %s',
  async (early, newer, state, evidence) => {
    const flags = { 'early-access': early, ...(newer === undefined ? {} : { 'newer-engine': newer }) }
    const { findings } = await exploring({ flags })
    expect(findings['frontchannel-logout']).toEqual({ state, evidence })
    const part = { state: early, evidence: `--features says ${early}` }
    expect([findings['jwks-uri'], findings['saml2-bearer']]).toEqual([part, part])
  },
)

test('without a token nothing is asked, and what fails leaves it undecided', async () => {
  const without = await exploring({ mayTry: false })
  expect(without.findings['early-access']).toEqual({ state: 'undecided', evidence: 'there is no token' })
  expect(without.calls).toEqual([])
  const { findings } = await exploring({ fails: new Error('stopped') })
  expect(findings['early-access']).toEqual({ state: 'undecided', evidence: 'Error: stopped' })
})

const creates = clause('users.create.ok', { covers: ['success:createUser'] as never })
const policy = (answer: number) => (call: string) => (call.startsWith('POST /api/v1/users?') ? answer : 200)

test('logins and passwords are proposed where checks make users, and nobody said that the defaults hold', async () => {
  const proposed = async (more: Parameters<typeof exploring>[0]) =>
    (await exploring({ answer: policy(200), clauses: [creates], ...more })).calls.filter((call) =>
      call.startsWith('POST /api/v1/users'),
    ).length
  expect(await proposed({})).toBe(1)
  expect(await proposed({ checks: [checkOf('x', { judges: ['users.create.ok'] }, nothing)] })).toBe(1)
  expect(await proposed({ mayPropose: false })).toBe(0)
  expect(await proposed({ flags: { defaults: 'yes' } })).toBe(0)
  expect(await proposed({ flags: { defaults: 'no' } })).toBe(1)
  expect(await proposed({ checks: [] })).toBe(0)
  expect(await proposed({ clauses: [clause('a')] })).toBe(0)
  // Clients need no users.
  const ofClients = clause('clients.a', { area: 'clients' })
  const check = checkOf('x', { judges: ['clients.a'] }, nothing)
  expect(await proposed({ clauses: [creates, ofClients], checks: [check] })).toBe(0)
})

test('reports the login form that it found, and that the defaults do not apply', async () => {
  let asked = 0
  const { found, findings, rights } = await exploring({
    clauses: [creates],
    answer: (call) => {
      if (call === 'GET /api/v1/users/me') return [200, { profile: { login: 'boss@corp.example.com' } }]
      if (!call.startsWith('POST /api/v1/users?')) return [200, []]
      return asked++ < 2 ? 400 : 200
    },
  })
  const sentence =
    'the target refuses users of the usual form (400) and takes logins like {name}@corp.example.com'
  expect(found).toEqual([sentence])
  expect(findings.defaults).toEqual({ state: 'no', evidence: sentence })
  expect(rights.unformed).toBeUndefined()
})

test('reports that no login form is accepted, and fails no clause for it', async () => {
  const { found, findings, rights } = await exploring({
    clauses: [creates],
    answer: (call) => (call.startsWith('POST /api/v1/users?') ? 400 : [200, []]),
  })
  const why = 'the target takes no user of the proposed forms (400): an administrator may have set another'
  expect(found).toEqual([why])
  expect(rights.unformed).toMatchObject({ why, passwords: false })
  expect(findings.defaults).toEqual({ state: 'no', evidence: why })
})

test('an error while proposing keeps the usual forms', async () => {
  const { found, findings, rights } = await exploring({ clauses: [creates], fails: new Error('stopped') })
  expect([found, rights.unformed]).toEqual([[], undefined])
  expect(findings.defaults).toEqual({ state: 'undecided', evidence: 'nothing tells' })
})

test('a profile that says what accounts look like says that the defaults do not hold', async () => {
  const { findings } = await exploring({ supplies: supplies({ accounts: { login: '{name}' } }) })
  expect(findings.defaults).toEqual({
    state: 'no',
    evidence: 'the target profile says what accounts look like',
  })
})

test('proposes only the forms that the profile fixes', async () => {
  const { calls } = await exploring({
    supplies: supplies({ accounts: { login: 'x-{name}', password: 'P{random}' } }),
    clauses: [creates],
    answer: policy(400),
  })
  expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(2)
})
