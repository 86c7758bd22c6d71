import type { Requirement } from '../../registry/requirement.ts'
import type { FeatureFinding, Supplies } from './availability.ts'
import type { CheckDefinition } from '../run/check.ts'
import { onlyReads, partOf, probeFeature } from './features.ts'
import type { FindingTools } from '../supply/find-things.ts'
import { type Forms, findForms } from './forms.ts'
import { type Feature, type FeatureState, type Prerequisite, features } from './prerequisite.ts'
import type { Rights } from './rights.ts'

type Findings = Partial<Record<Feature, FeatureFinding>>

interface PreparationTools {
  readonly supplies: Supplies
  /** The operator's statements about features; they override the profile. */
  readonly flags: Readonly<Partial<Record<Feature, FeatureState>>>
  /** Changed to what the target takes. */
  readonly forms: Forms
  /** Sentences for the report are added to it. */
  readonly found: string[]
  readonly rights: Rights
  /** Whether the target may be asked at all. */
  readonly mayTry: boolean
  /** Whether logins and passwords may be proposed: not to a target that is known to take the usual ones. */
  readonly mayPropose: boolean
  readonly explore: <T>(work: (tools: FindingTools) => Promise<T>) => Promise<T>
}

/**
 * Finds out the facts about a target that nobody stated, before the first check. These are the form of users, if a check
 * creates users, and the features that the checks need.
 */
export async function prepareTarget(
  known: PreparationTools,
  requirements: ReadonlyMap<string, Requirement>,
  checks: readonly CheckDefinition[] | undefined,
): Promise<Findings> {
  const judges = checks && new Set(checks.flatMap(({ plan }) => plan.judges))
  const judged = [...requirements.values()].filter(({ id }) => judges === undefined || judges.has(id))
  const needed = new Set<Prerequisite>([
    ...judged.flatMap(({ needs = [] }) => needs),
    ...(checks ?? []).flatMap(({ plan }) => plan.needs ?? []),
  ])
  const makesUsers = [...requirements.values()].some(({ covers = [] }) =>
    covers.includes('success:createUser'),
  )
  if (makesUsers && judged.some(({ area }) => area !== 'clients')) await proposeForms(known)
  const findings: Findings = {}
  for (const name of features)
    findings[name] =
      stated(known, name) ??
      statedOfWhole(known, name) ??
      (needed.has(name) || onlyReads.has(name)
        ? await probe(known, name)
        : { state: 'undecided', evidence: 'no check needs it' })
  return { ...findings, defaults: stated(known, 'defaults') ?? defaults(known) }
}

/** Proposes logins and passwords until the target takes one, unless the usual ones are known to be taken. */
async function proposeForms(known: PreparationTools): Promise<void> {
  const { supplies, forms, found, rights, mayPropose, explore } = known
  if (!mayPropose || stated(known, 'defaults')?.state === 'yes') return
  const fixed = supplies.profile.accounts ?? {}
  const finding = await explore((tools) => findForms(tools, forms, fixed)).catch(() => undefined)
  rights.unformed = finding?.denial
  const sentence = finding?.found ?? finding?.denial?.why
  if (sentence !== undefined) found.push(sentence)
}

/** The state of a feature by the operator, the target profile or the adapter. */
function stated({ supplies, flags }: PreparationTools, name: Feature): FeatureFinding | undefined {
  for (const [source, state] of [
    ['--features', flags[name]],
    ['the target profile', supplies.profile.features[name]],
    [supplies.adapter?.name ?? '', supplies.adapter?.features?.[name]],
  ] as const) {
    if (state === 'probe') return undefined
    if (state !== undefined) return { state, evidence: `${source} says ${state}` }
  }
  return undefined
}

/** The stated state of the features that include this one. */
function statedOfWhole(known: PreparationTools, name: Feature): FeatureFinding | undefined {
  const wholes = (partOf[name] ?? []).map((whole) => stated(known, whole))
  const no = wholes.find((whole) => whole?.state === 'no')
  return no ?? (wholes.every((whole) => whole?.state === 'yes') ? wholes[0] : undefined)
}

function defaults({ supplies, found }: PreparationTools): FeatureFinding {
  if (supplies.profile.accounts !== undefined)
    return { state: 'no', evidence: 'the target profile says what accounts look like' }
  const [sentence] = found
  return sentence === undefined
    ? { state: 'undecided', evidence: 'nothing tells' }
    : { state: 'no', evidence: sentence }
}

async function probe({ mayTry, explore }: PreparationTools, name: Feature): Promise<FeatureFinding> {
  if (!mayTry) return { state: 'undecided', evidence: 'there is no token' }
  return explore((tools) => probeFeature(name, tools)).catch((error: unknown) => ({
    state: 'undecided' as const,
    evidence: String(error),
  }))
}
