import type { Requirement } from '../../registry/requirement.ts'
import type { Prerequisite } from '../../registry/prerequisites.ts'
import type { ControlAdapter } from '../supply/control-adapter.ts'
import { type Feature, type FixtureKind, findable, isPermission, isThing, needHint } from './prerequisite.ts'
import type { Permission } from './rights.ts'
import type { TargetProfile } from './target-profile.ts'
import type { Verdict } from '../judge/verdict.ts'

/** Whether the target has a part, and how that is known. */
export interface FeatureFinding {
  readonly state: 'yes' | 'no' | 'undecided'
  /** The line of the profile or flag, or the transcript of the probe. */
  readonly evidence: string
}

/** Why a requirement cannot be shown, and what would show it. */
export interface SkipReason {
  readonly verdict: Extract<Verdict, 'not-applicable' | 'blocked' | 'not-run'>
  readonly why: string
  readonly hint?: string
  /** Whether checks try it all the same: a default that an administrator may have changed or not. */
  readonly isTried?: boolean
}

/** Everything that decides whether a need is met. */
export interface Supplies {
  readonly allowed: ReadonlySet<Permission>
  readonly features: Readonly<Partial<Record<Feature, FeatureFinding>>>
  readonly profile: TargetProfile
  readonly adapter: ControlAdapter | undefined
}

/** Things that a run makes of other things in the profile. */
const madeOf: Readonly<Partial<Record<FixtureKind, (profile: TargetProfile) => boolean>>> = {
  'session-cookie': ({ things }) => typeof things['sign-in'] === 'object',
  'locked-out-user': ({ things }) => typeof things['sign-in'] === 'object',
}

/** The obstacle to a need; undefined if the need is met. */
function skipReasonOf(need: Prerequisite, supplies: Supplies): SkipReason | undefined {
  if (isPermission(need)) {
    if (supplies.allowed.has(need)) return undefined
    return { verdict: 'not-run', why: `'${need}' is not allowed in this run`, hint: needHint(need) }
  }
  if (!isThing(need)) return featureSkipReason(need, needHint(need), supplies)
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

function featureSkipReason(name: Feature, hint: string, { features }: Supplies): SkipReason | undefined {
  const finding = features[name]
  if (finding?.state === 'yes') return undefined
  if (finding?.state === 'no')
    return { verdict: 'not-applicable', why: `the target does not have '${name}': ${finding.evidence}` }
  return { verdict: 'blocked', why: `it is not known whether the target has '${name}'`, hint }
}

const defaultsHint =
  'Say whether the password policy, the login format and the required names are the default ones (--features +defaults, or -defaults if not).'

/** The obstacle to a requirement. A `default` requirement also needs the target's defaults to be in force. */
export function requirementSkipReason(
  requirement: Pick<Requirement, 'level' | 'needs'>,
  supplies: Supplies,
): SkipReason | undefined {
  const skipReasons = (requirement.needs ?? []).map((need) => skipReasonOf(need, supplies))
  if (requirement.level === 'default') {
    const reason = featureSkipReason('defaults', defaultsHint, supplies)
    skipReasons.push(reason && { ...reason, isTried: reason.verdict === 'blocked' })
  }
  return weightiest(skipReasons)
}

/** The obstacle to a check as a whole. */
export function checkSkipReason(needs: readonly Prerequisite[], supplies: Supplies): SkipReason | undefined {
  return weightiest(needs.map((need) => skipReasonOf(need, supplies)))
}

/** The first of: not applicable, not allowed, not supplied. */
function weightiest(skipReasons: readonly (SkipReason | undefined)[]): SkipReason | undefined {
  for (const verdict of ['not-applicable', 'not-run', 'blocked'] as const) {
    const skipReason = skipReasons.find((each) => each?.verdict === verdict)
    if (skipReason) return skipReason
  }
  return undefined
}
