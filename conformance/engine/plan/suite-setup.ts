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
import type { RunOptions } from './run-options.ts'
import type { SuiteSetup } from './conform-options.ts'
import { prefixSender } from '../wire/prefix-sender.ts'

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
