import { z } from 'zod'
import type { BaselineProblem, BaselineState, RequirementResult } from './result.ts'
import { createHash } from 'node:crypto'
import type { CheckResult } from './check-result.ts'
import type { Assertion } from './judge.ts'

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

/**
 * A short name for the way a requirement goes wrong. It is the same in every run in which the same checks find the same kind
 * of differences. It consists of texts of the suite (check, demand, place) and of the kinds of values. Of the target's
 * texts, only statuses, codes and other words of the API description count. Other texts may contain an id, a name, a
 * number or a time of the run.
 */
export function fingerprintOf(requirement: string, checks: readonly CheckResult[]): string {
  const lines: string[] = []
  for (const { key, outcomes } of checks) {
    for (const { requirement: judged, verdict, owner, assertions } of outcomes) {
      if (judged !== requirement || verdict === 'pass') continue
      lines.push([key, verdict, owner ?? ''].join('|'))
      for (const assertion of assertions) if (!assertion.held) lines.push(...ways(key, assertion))
    }
  }
  return createHash('sha256')
    .update([...new Set(lines)].sort().join('\n'))
    .digest('hex')
    .slice(0, 12)
}

/** Which places differ in which way. How many elements of a list differ depends on the other data of the target. */
function ways(key: string, { what, differences }: Assertion): string[] {
  return differences.map(({ path, expected, got }) =>
    [key, stable(what), path.replaceAll(/\d+/g, 'n'), ...kindsOf(expected, got)].join('|'),
  )
}

/** The length of a list, and whether it should be empty, depends on records made at the same time. */
function kindsOf(expected: unknown, got: unknown): readonly [string, string] {
  if (!Array.isArray(expected) || !Array.isArray(got)) return [kindOf(expected), kindOf(got)]
  const texts = (list: readonly unknown[]): Set<string> => new Set(list.map((each) => JSON.stringify(each)))
  const [wanted, found] = [texts(expected), texts(got)]
  const isLacking = [...wanted].some((text) => !found.has(text))
  const hasMore = [...found].some((text) => !wanted.has(text))
  if (isLacking) return ['list', hasMore ? 'a list of others' : 'a list of fewer']
  return ['list', hasMore ? 'a list of more' : 'a list in another order']
}

/** A text of the suite without values of the run: without quoted values and words with a digit. */
function stable(text: string): string {
  return unquoted(text).replaceAll(/\S*\d\S*/g, 'n')
}

function unquoted(text: string): string {
  return text.replaceAll(/"[^"]*"|'[^']*'|«[^»]*»/g, '*')
}

/** Statuses, error codes, and the words of the API description: each says something of how a requirement goes wrong. */
const telling = /^([A-Z][A-Z_]{2,24}|E\d{7}|<[^<>]{1,80}>|invalid_[a-z_]{1,30}|[1-5]xx)$/

function kindOf(value: unknown): string {
  if (typeof value === 'string')
    return telling.test(value) ? unquoted(value) : value === '' ? 'empty text' : 'text'
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 100 && value <= 599 ? String(value) : 'number'
  if (typeof value === 'boolean') return String(value)
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'empty list' : 'list'
  if (typeof value === 'object')
    return 'toJSON' in value && typeof value.toJSON === 'function' ? kindOf(value.toJSON()) : 'object'
  return value === undefined ? 'nothing' : typeof value
}
