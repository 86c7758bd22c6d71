import { z } from 'zod'
import type { RequirementResult, BaselineProblem, BaselineState } from './result.ts'

const entry = z.strictObject({
  requirement: z.string().min(1).describe('Id of the requirement'),
  verdict: z
    .enum(['fail', 'blocked', 'inconclusive'])
    .default('fail')
    .describe('What the requirement is known to be'),
  fingerprint: z.string().optional().describe('The way it goes wrong; without it, any way'),
  reason: z
    .string()
    .trim()
    .min(1)
    .refine((reason) => !/^todo\b/i.test(reason), 'say why it is accepted, instead of TODO')
    .describe('Why it is accepted'),
  issue: z.string().optional().describe('Where it is followed'),
  expires: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'a date: YYYY-MM-DD')
    .optional()
    .describe('Last day on which it is accepted'),
})

/** The content of `known.yaml`. */
export const baselineSchema = z.union([z.null().transform(() => []), z.array(entry)])

/** One requirement that is known not to hold. */
export type BaselineEntry = z.output<typeof entry>

/**
 * Reads the parsed content of a baseline.
 *
 * @throws Error that names the entry and field.
 */
export function parseBaseline(content: unknown): BaselineEntry[] {
  const list = content ?? []
  const parsed = z.array(entry).safeParse(list)
  if (parsed.success) {
    const seen = new Set<string>()
    for (const { requirement } of parsed.data) {
      if (seen.has(requirement)) throw new Error(`the baseline is not valid: '${requirement}' is in it twice`)
      seen.add(requirement)
    }
    return parsed.data
  }
  const [issue] = parsed.error.issues as [z.core.$ZodIssue]
  const [at, ...field] = issue.path
  const entries = list as Readonly<Record<PropertyKey, { requirement?: unknown } | null | undefined>>
  const requirement = at === undefined ? undefined : entries[at]?.requirement
  const entryName =
    typeof requirement === 'string'
      ? `'${requirement}'`
      : at === undefined
        ? 'content'
        : `entry ${String(at)}`
  const where = [entryName, ...(field.length > 0 ? [field.join('.')] : [])].join(' ')
  throw new Error(`the baseline is not valid: ${where}: ${issue.message}`)
}

/** The state of an entry, given the result of its requirement; undefined when it does not apply. */
function baselineState(
  known: BaselineEntry,
  requirement: RequirementResult,
  today: string,
): BaselineState | undefined {
  if (requirement.verdict === 'pass') return 'stale'
  if (requirement.verdict !== 'fail' && requirement.verdict !== known.verdict) return undefined
  if (requirement.verdict !== known.verdict) return 'changed'
  if (known.expires !== undefined && known.expires < today) return 'expired'
  return known.fingerprint === undefined || known.fingerprint === requirement.fingerprint
    ? 'known'
    : 'changed'
}

/** Joins what happened with what was known. */
export function applyBaseline(
  requirements: readonly RequirementResult[],
  entries: readonly BaselineEntry[],
  resolve: (id: string) => string | undefined,
  today: string,
): { requirements: RequirementResult[]; problems: BaselineProblem[] } {
  const problems: BaselineProblem[] = []
  const states = new Map<string, NonNullable<RequirementResult['baseline']>>()
  for (const known of entries) {
    const requirement = requirements.find(({ id }) => id === resolve(known.requirement))
    if (requirement === undefined) {
      problems.push({ requirement: known.requirement, problem: 'no requirement has this id' })
      continue
    }
    const state = baselineState(known, requirement, today)
    if (state === undefined) continue
    states.set(requirement.id, {
      state,
      reason: known.reason,
      ...(known.issue === undefined ? {} : { issue: known.issue }),
    })
    if (state === 'stale')
      problems.push({ requirement: requirement.id, problem: 'it passes now: remove the entry' })
    if (state === 'expired')
      problems.push({ requirement: requirement.id, problem: `it was accepted until ${known.expires}` })
  }
  return {
    requirements: requirements.map((requirement) => {
      const baseline = states.get(requirement.id)
      return baseline === undefined ? requirement : Object.assign({}, requirement, { baseline })
    }),
    problems,
  }
}

/** The entries for a new baseline; each reason is still to be written. */
export function baselineFor(
  requirements: readonly RequirementResult[],
  before: readonly BaselineEntry[],
): Record<string, unknown>[] {
  return requirements
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ id, fingerprint }) => {
      const kept = before.find(({ requirement }) => requirement === id)
      const { requirement: _requirement, verdict: _verdict, fingerprint: _fingerprint, ...said } = kept ?? {}
      return Object.assign({ requirement: id, verdict: 'fail', fingerprint, reason: 'TODO' }, said)
    })
}
