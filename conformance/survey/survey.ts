import { readEarlyAccess } from '../engine/plan/features.ts'
import type { Send, Sender } from '../engine/wire/http-sender.ts'
import { withApi } from '../engine/run/transport.ts'
import { fixtureKinds, features, findable, isThing, type FixtureKind } from '../engine/plan/prerequisite.ts'
import type { SuiteSetup } from '../engine/plan/conform-options.ts'
import { prefixSender } from '../engine/wire/prefix-sender.ts'
import {
  findApplications,
  findConsents,
  findDeviceBlocks,
  findOrigin,
  featuresInLists,
  findByLists,
  loginForm,
} from './find.ts'
import {
  outcomeOf,
  readRecords,
  type FoundFeature,
  type FoundThing,
  type MissedThing,
  type Survey,
  type ReadingApi,
  type Records,
} from './records.ts'
import {
  type FeatureFinding,
  type Supplies,
  checkSkipReason,
  requirementSkipReason,
} from '../engine/plan/availability.ts'
import type { CheckDefinition } from '../engine/run/check.ts'
import type { Permission } from '../engine/plan/rights.ts'
import type { TargetProfile } from '../engine/plan/target-profile.ts'
import { type Requirement, gradable } from '../registry/requirement.ts'
import type { Prerequisite } from '../registry/prerequisites.ts'

/** How long reading may take. */
const patience = { milliseconds: 180_000, late: 'reading took longer than 180 s' }

/** The settings that a person gave in addition to the address, for the profile. */
export interface SurveyOptions {
  readonly setup: SuiteSetup
  readonly sender: Sender
  /** The session cookie, and how the profile names it: `env:NAME`. */
  readonly session?: { readonly cookie: string; readonly source: string } | undefined
  /** Whether the target is the bundled mock. */
  readonly mock?: boolean | undefined
  /** Gets the name of each step. */
  readonly onStep?: (what: string) => void
}

/** Finds out about a target by reading, without a single write. */
export async function survey({
  setup,
  sender,
  session,
  mock,
  onStep = () => {},
}: SurveyOptions): Promise<Survey> {
  const { prefix } = setup.profile
  const { send } = prefixSender(sender, prefix)
  const reads: Send = (request, signal) => {
    if (request.method !== 'GET') throw new Error(`${request.method} is not reading`)
    return send(request, signal)
  }
  return withApi(setup, reads, patience, async (api, transport) => {
    onStep('users, groups, rules and clients')
    const records = await readRecords(api)
    const outcomes: (FoundThing | MissedThing)[] = findByLists(records)
    const features: FoundFeature[] = [...(await earlyAccess(api)), ...featuresInLists(records)]
    const look = async (
      what: string,
      needs: readonly FixtureKind[],
      find: () => Promise<typeof outcomes>,
    ) => {
      onStep(what)
      outcomes.push(
        ...(await find().catch((error: unknown) =>
          needs.map((need) => ({ need, why: error instanceof Error ? error.message : String(error) })),
        )),
      )
    }
    await look('consents and refresh tokens', ['grants', 'refresh-tokens'], () => findConsents(api, records))
    await look('applications', ['application'], async () => [await findApplications(api, records)])
    await look('device blocks', ['device-block'], async () => [await findDeviceBlocks(api, records)])
    await look('origins', ['trusted-origin'], async () => [await findOrigin(api, records)])
    if (session !== undefined)
      await look('the session', ['session-cookie'], async () => [await ownerOf(api, session)])
    if (mock === true) outcomes.push(signInOfMock)
    const known = new Set(outcomes.map(({ need }) => need))
    for (const need of fixtureKinds) {
      const why = unreadable[need]
      if (!known.has(need) && why !== undefined) outcomes.push({ need, why })
    }
    return {
      prefix,
      features,
      login: loginForm(records),
      found: outcomes.filter((each): each is FoundThing => 'things' in each),
      missed: outcomes.filter((each): each is MissedThing => 'why' in each),
      read: inWords(records),
      requests: transport.requests,
      limit: records.limit,
    }
  })
}

/** Why reading shows nothing about a thing. */
const unreadable: Readonly<Partial<Record<FixtureKind, string>>> = {
  'session-cookie': 'give one with --session-cookie env:NAME',
  'access-tokens': 'tokens are shown to nobody but their client',
  'scoped-access-token': 'only you can get one',
  'read-only-token': 'only you can make one',
  'group-admin-token': 'only you can make one',
  'disposable-app-group': 'only you know which one may be deleted',
  'pushed-app-group': 'the API does not show push mappings',
  factor: 'the API does not show who has a second factor',
  'sign-in': 'the API does not say how users sign in',
  'optional-password': 'the API does not show the enrolment policy',
  outbox: 'needs --control or an adapter of your own',
  clock: 'needs --control or an adapter of your own',
  'slow-transitions': 'only a write shows how long transitions take',
}

/** The bundled mock signs users in by its control plane as well. */
const signInOfMock: FoundThing = {
  need: 'sign-in',
  things: [
    {
      method: 'POST',
      url: '/_control/sign-in',
      body: { login: '{login}', password: '{password}' },
      cookie: 'sessionCookie',
      success: { body: { status: 'SUCCESS' } },
    },
  ],
  what: 'the control plane of the bundled mock',
}

async function earlyAccess(api: ReadingApi): Promise<FoundFeature[]> {
  const { state, evidence } = await readEarlyAccess(api).catch(() => ({
    state: 'undecided' as const,
    evidence: '',
  }))
  return state === 'undecided' ? [] : [{ name: 'early-access', state, evidence }]
}

async function ownerOf(
  api: ReadingApi,
  { cookie, source }: NonNullable<SurveyOptions['session']>,
): Promise<FoundThing | MissedThing> {
  const { status, json } = await api.withCookie(cookie).get('/api/v1/users/me')
  const isGood = status === 200 && typeof json.id === 'string'
  return outcomeOf('session-cookie', isGood ? [{ cookie: source, userId: json.id }] : [], {
    what: `the session of ${String(json.profile?.login)}`,
    why: `the cookie is of no session: /api/v1/users/me is answered with ${status}`,
  })
}

function inWords(records: Records): string {
  const parts = (['users', 'groups', 'rules', 'clients'] as const).map((list) =>
    records.unread.has(list)
      ? `no ${list}`
      : `${records.longer.has(list) ? 'the first ' : ''}${records[list].length} ${list}`,
  )
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** How much of the suite a profile makes visible. */
export interface Reach {
  /** Graded requirements that a run can try. */
  readonly tried: number
  readonly graded: number
  /** How many requirements hang on each need that is not met. */
  readonly missing: ReadonlyMap<Prerequisite | 'defaults', number>
}

/** Things that a run finds out whatever the target holds. */
const alwaysFound: ReadonlySet<FixtureKind> = new Set(['built-in-group', 'rule-expression'])

/**
 * Counts the requirements that a run with a profile can try. A thing that the run looks for by itself counts only if reading
 * found it. A feature that a run can probe counts as there.
 */
export function reachOf(
  profile: TargetProfile,
  requirements: readonly Requirement[],
  checks: readonly CheckDefinition[],
  allowed: readonly Permission[] = [],
): Reach {
  const states: Partial<Record<string, FeatureFinding>> = {}
  for (const name of [...features, 'defaults'] as const) {
    const stated = profile.features[name]
    const state = stated === 'yes' || stated === 'no' ? stated : name === 'defaults' ? 'undecided' : 'yes'
    states[name] = { state, evidence: 'the target profile' }
  }
  const supplies: Supplies = { allowed: new Set(allowed), features: states, profile, adapter: undefined }
  const unmet = (need: Prerequisite): boolean =>
    isThing(need) && findable.has(need)
      ? profile.things[need] === undefined && !alwaysFound.has(need)
      : ['blocked', 'not-run'].includes(checkSkipReason([need], supplies)?.verdict ?? '')
  const missing = new Map<Prerequisite | 'defaults', number>()
  let tried = 0
  const graded = requirements.filter(gradable)
  for (const requirement of graded) {
    const own = checks.filter(({ plan }) => plan.judges.includes(requirement.id))
    const lacking = own.map(({ plan }) => [...(requirement.needs ?? []), ...(plan.needs ?? [])].filter(unmet))
    const least = lacking.sort((one, other) => one.length - other.length)[0] ?? []
    const hindrance = requirementSkipReason({ level: requirement.level }, supplies)
    if (least.length === 0 && hindrance === undefined) tried++
    else
      for (const need of least.length > 0 ? new Set(least) : ['defaults' as const])
        missing.set(need, (missing.get(need) ?? 0) + 1)
  }
  return { tried, graded: graded.length, missing }
}
