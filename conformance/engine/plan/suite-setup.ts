import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { requirementsOfSet } from '../../registry/requirement-sets.ts'
import type { Requirement } from '../../registry/requirement.ts'
import type { CheckDefinition } from '../run/check.ts'
import { mockAdapterModule, type ControlAdapter } from '../supply/control-adapter.ts'
import { fetchBy, httpSender, type Sender } from '../wire/http-sender.ts'
import { loadChecks } from './check-files.ts'
import type { FeatureFinding } from './availability.ts'
import { features, type Feature } from './prerequisite.ts'
import { quickChoice, requirementFilter, selectChecks, type QuickChoice } from './selection.ts'
import type { RunOptions, SuiteSetup, ConformOptions } from './conform-options.ts'
import { prefixSender } from '../wire/prefix-sender.ts'
import { namesSecret, processSecrets, readSecret } from '../wire/secret-source.ts'
import { ask } from './preflight.ts'
import { secretsOf } from './target-profile.ts'
import { parsed } from '../words/text.ts'
import { UsageError, usage } from '../words/usage-error.ts'

/** Parts that exist only within one thread. */
export interface InProcessParts {
  readonly sender?: Sender | undefined
  readonly adapter?: ControlAdapter | undefined
  readonly checks?: readonly CheckDefinition[] | undefined
  readonly requirements?: readonly Requirement[] | undefined
}

/** A suite ready to run. */
export interface Suite {
  readonly checks: readonly CheckDefinition[]
  readonly options: RunOptions
  readonly quick?: QuickChoice
  close(): void
}

/** Loads the checks a setup selects, and makes the options of their run. */
export async function openSuite(setup: SuiteSetup, parts: InProcessParts = {}): Promise<Suite> {
  const requirements = parts.requirements ?? requirementsOfSet(setup.requirementSet)
  const { selection, insecure, environment } = setup
  const fits = requirementFilter(selection, requirements)
  const selected = new Set(requirements.filter(fits).map(({ id }) => id))
  const wanted = selectChecks(parts.checks ?? (await loadChecks()), selection, (id) => selected.has(id))
  const { prefix } = setup.profile
  const plain = parts.sender ?? httpSender({ insecure, environment })
  const sender = prefixSender(plain, prefix)
  const adapter =
    parts.adapter ?? (setup.adapterModule === undefined ? undefined : await loadAdapter(setup, plain))
  const quick = setup.quick ? quickly(wanted, requirements, setup, adapter) : undefined
  return {
    checks: quick?.checks ?? wanted,
    options: { ...setup, requirements, sender, adapter },
    ...(quick === undefined ? {} : { quick }),
    close: () => sender.close(),
  }
}

/** Chooses the checks of a quick run, by what is known of the target before anything is asked of it. */
function quickly(
  checks: readonly CheckDefinition[],
  requirements: readonly Requirement[],
  { allow, features: flags, profile }: SuiteSetup,
  adapter: ControlAdapter | undefined,
): QuickChoice {
  const states: Partial<Record<Feature, FeatureFinding>> = {}
  for (const name of [...features, 'defaults'] as const) {
    const state = flags[name] ?? profile.features[name] ?? adapter?.features?.[name] ?? 'probe'
    states[name] = { state: state === 'probe' ? 'undecided' : state, evidence: 'it is said to be so' }
  }
  return quickChoice(checks, new Map(requirements.map((requirement) => [requirement.id, requirement])), {
    allowed: new Set(allow),
    features: states,
    profile,
    adapter,
  })
}

/** Loads a module by its address. An executable cannot import a file, but it can require one, a module too. */
async function loadFile(address: string): Promise<unknown> {
  const sea = process.getBuiltinModule('node:sea') as typeof import('node:sea') | undefined
  return sea?.isSea() ? createRequire(address)(fileURLToPath(address)) : import(/* @vite-ignore */ address)
}

async function loadAdapter(
  { adapterModule = '', baseUrl, controlToken }: SuiteSetup,
  sender: Sender,
): Promise<ControlAdapter> {
  const loaded = (await (adapterModule === mockAdapterModule
    ? import('../supply/mock-adapter.ts')
    : loadFile(adapterModule))) as { default?: unknown }
  const made: unknown =
    typeof loaded.default === 'function'
      ? await loaded.default({ baseUrl, controlToken, fetch: fetchBy(sender) })
      : loaded.default
  if (typeof made === 'object' && made !== null && 'obtain' in made && 'provides' in made)
    return made as ControlAdapter
  throw new Error(`${adapterModule} has no control adapter as its default export`)
}

/**
 * Adds the given session to the things of the target profile, and checks that everything supplied exists and is good.
 * An expired credential is not a defect of the target.
 *
 * @throws UsageError that names the missing or expired one.
 */
export async function withSession(
  setup: SuiteSetup,
  session: ConformOptions['session'],
  sender: Sender,
): Promise<SuiteSetup> {
  for (const { path, source } of secretsOf(setup.profile))
    if (namesSecret(source) && source !== 'stdin')
      usage(() => readSecret(source, `the target profile: ${path}`, processSecrets))
  await checkSupplied(setup, sender)
  if (session === undefined) return setup
  const userId = session.userId ?? (await userOfSession(setup, session.cookie, sender))
  if (userId === undefined)
    throw new UsageError('the session cookie is not good: GET /api/v1/users/me with it returns no user')
  const things = { ...setup.profile.things, 'session-cookie': { cookie: session.cookie, userId } }
  return { ...setup, profile: { ...setup.profile, things } }
}

async function checkSupplied(setup: SuiteSetup, sender: Sender): Promise<void> {
  const plain = (source: string): string =>
    namesSecret(source) ? readSecret(source, 'the target profile', processSecrets) : source
  const { things } = setup.profile
  for (const { cookie, userId } of listOf(things['session-cookie'])) {
    const name = 'the target profile: things.session-cookie'
    const found = await userOfSession(setup, plain(cookie), sender)
    if (found === undefined)
      throw new UsageError(`${name}: it does not work: GET /api/v1/users/me with it returns no user`)
    if (found !== userId) throw new UsageError(`${name}: it is a session of user ${found}, not of ${userId}`)
  }
  for (const name of ['read-only-token', 'group-admin-token'] as const) {
    for (const { token } of listOf(things[name])) {
      const credentials = { Authorization: `SSWS ${plain(token)}` }
      // The checks will tell when there is no answer.
      const reply = await ask(setup, sender, '/api/v1/users?limit=1', credentials).catch(() => undefined)
      if (reply?.status === 401)
        throw new UsageError(`the target profile: things.${name}: the target refuses it (401)`)
    }
  }
}

function listOf<Thing extends object>(supplied: 'none' | Thing | readonly Thing[] | undefined): Thing[] {
  return supplied === undefined || supplied === 'none' ? [] : ([supplied].flat() as Thing[])
}

async function userOfSession(setup: SuiteSetup, cookie: string, sender: Sender): Promise<string | undefined> {
  const reply = await ask(setup, sender, '/api/v1/users/me', { Cookie: cookie }).catch(() => undefined)
  const { id } = Object(parsed(reply?.text)) as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}
