import type { Requirement } from '../../registry/requirement.ts'
import type { Need } from '../../registry/needs.ts'
import type { ControlAdapter } from '../supply/control-adapter.ts'
import type { Feature, ThingNeed } from './need.ts'
import { findable, isPermission, isThing, needHint } from './need.ts'
import type { Permission } from './permission.ts'
import type { TargetProfile } from './target-profile.ts'
import type { Verdict } from '../judge/verdict.ts'

/** Whether the target has a part, and how that is known. */
export interface FeatureFinding {
  readonly state: 'yes' | 'no' | 'undecided'
  /** The line of the profile or flag, or the transcript of the probe. */
  readonly evidence: string
}

/** Why a requirement cannot be shown, and what would show it. */
export interface Hindrance {
  readonly verdict: Extract<Verdict, 'not-applicable' | 'blocked' | 'not-run'>
  readonly why: string
  readonly hint?: string
}

/** Everything that decides whether a need is met. */
export interface Supplies {
  readonly allowed: ReadonlySet<Permission>
  readonly features: Readonly<Partial<Record<Feature, FeatureFinding>>>
  readonly profile: TargetProfile
  readonly adapter: ControlAdapter | undefined
}

/** Things that a run makes of other things in the profile. */
const madeOf: Readonly<Partial<Record<ThingNeed, (profile: TargetProfile) => boolean>>> = {
  'session-cookie': ({ things }) => typeof things['sign-in'] === 'object',
  'locked-out-user': ({ things }) => typeof things['sign-in'] === 'object',
}

/** The obstacle to a need; undefined if the need is met. */
function hindranceOf(need: Need, supplies: Supplies): Hindrance | undefined {
  if (isPermission(need)) {
    if (supplies.allowed.has(need)) return undefined
    return { verdict: 'not-run', why: `'${need}' is not allowed in this run`, hint: needHint(need) }
  }
  if (!isThing(need)) return featureHindrance(need, needHint(need), supplies)
  const { things } = supplies.profile
  if (things[need] === 'none') {
    return { verdict: 'not-applicable', why: `the target profile says 'none' for ${need}` }
  }
  if (
    things[need] !== undefined ||
    findable.has(need) ||
    madeOf[need]?.(supplies.profile) === true ||
    supplies.adapter?.provides.includes(need)
  )
    return undefined
  return { verdict: 'blocked', why: `nothing supplies '${need}'`, hint: needHint(need) }
}

function featureHindrance(name: Feature, hint: string, { features }: Supplies): Hindrance | undefined {
  const finding = features[name]
  if (finding?.state === 'yes') return undefined
  if (finding?.state === 'no')
    return { verdict: 'not-applicable', why: `the target does not have '${name}': ${finding.evidence}` }
  return { verdict: 'blocked', why: `it is not known whether the target has '${name}'`, hint }
}

const defaultsHint =
  'Say whether the password policy, the login format and the required names are the default ones (--features +defaults, or -defaults if not).'

/** The obstacle to a requirement. A `default` requirement also needs the target's defaults to be in force. */
export function requirementHindrance(
  requirement: Pick<Requirement, 'level' | 'needs'>,
  supplies: Supplies,
): Hindrance | undefined {
  const hindrances = (requirement.needs ?? []).map((need) => hindranceOf(need, supplies))
  if (requirement.level === 'default') hindrances.push(featureHindrance('defaults', defaultsHint, supplies))
  return weightiest(hindrances)
}

/** The obstacle to a check as a whole. */
export function checkHindrance(needs: readonly Need[], supplies: Supplies): Hindrance | undefined {
  return weightiest(needs.map((need) => hindranceOf(need, supplies)))
}

/** The first of: not applicable, not allowed, not supplied. */
function weightiest(hindrances: readonly (Hindrance | undefined)[]): Hindrance | undefined {
  for (const verdict of ['not-applicable', 'not-run', 'blocked'] as const) {
    const hindrance = hindrances.find((each) => each?.verdict === verdict)
    if (hindrance) return hindrance
  }
  return undefined
}
