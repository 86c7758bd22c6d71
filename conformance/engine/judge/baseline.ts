import { z } from 'zod'
import type { ClauseResult, BaselineProblem, BaselineState } from './result.ts'

const entry = z.strictObject({
  clause: z.string().min(1).describe('Id of the requirement'),
  verdict: z
    .enum(['fail', 'blocked', 'inconclusive'])
    .default('fail')
    .describe('What the requirement is known to be'),
  fingerprint: z.string().optional().describe('The way it goes wrong; without it, any way'),
  reason: z
    .string()
    .trim()
    .min(1)
    .refine((reason) => !/^todo\b/i.test(reason), 'say why it is accepted, in place of TODO')
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

/** One clause that is known not to hold. */
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
    for (const { clause } of parsed.data) {
      if (seen.has(clause)) throw new Error(`the baseline is not valid: '${clause}' is in it twice`)
      seen.add(clause)
    }
    return parsed.data
  }
  const [issue] = parsed.error.issues as [z.core.$ZodIssue]
  const [at, ...field] = issue.path
  const entries = list as Readonly<Record<PropertyKey, { clause?: unknown } | null | undefined>>
  const clause = at === undefined ? undefined : entries[at]?.clause
  const entryName =
    typeof clause === 'string' ? `'${clause}'` : at === undefined ? 'content' : `entry ${String(at)}`
  const where = [entryName, ...(field.length > 0 ? [field.join('.')] : [])].join(' ')
  throw new Error(`the baseline is not valid: ${where}: ${issue.message}`)
}

/** The state of an entry, given the result of its clause; undefined when it does not apply. */
function baselineState(known: BaselineEntry, clause: ClauseResult, today: string): BaselineState | undefined {
  if (clause.verdict === 'pass') return 'stale'
  if (clause.verdict !== 'fail' && clause.verdict !== known.verdict) return undefined
  if (clause.verdict !== known.verdict) return 'changed'
  if (known.expires !== undefined && known.expires < today) return 'expired'
  return known.fingerprint === undefined || known.fingerprint === clause.fingerprint ? 'known' : 'changed'
}

/** Joins what happened with what was known. */
export function applyBaseline(
  clauses: readonly ClauseResult[],
  entries: readonly BaselineEntry[],
  resolve: (id: string) => string | undefined,
  today: string,
): { clauses: ClauseResult[]; problems: BaselineProblem[] } {
  const problems: BaselineProblem[] = []
  const states = new Map<string, NonNullable<ClauseResult['baseline']>>()
  for (const known of entries) {
    const clause = clauses.find(({ id }) => id === resolve(known.clause))
    if (clause === undefined) {
      problems.push({ clause: known.clause, problem: 'no requirement has this id' })
      continue
    }
    const state = baselineState(known, clause, today)
    if (state === undefined) continue
    states.set(clause.id, {
      state,
      reason: known.reason,
      ...(known.issue === undefined ? {} : { issue: known.issue }),
    })
    if (state === 'stale') problems.push({ clause: clause.id, problem: 'it passes now: take the entry out' })
    if (state === 'expired')
      problems.push({ clause: clause.id, problem: `it was accepted until ${known.expires}` })
  }
  return {
    clauses: clauses.map((clause) => {
      const baseline = states.get(clause.id)
      return baseline === undefined ? clause : Object.assign({}, clause, { baseline })
    }),
    problems,
  }
}

/** The entries for a new baseline; each reason is still to be written. */
export function baselineFor(
  clauses: readonly ClauseResult[],
  before: readonly BaselineEntry[],
): Record<string, unknown>[] {
  return clauses
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ id, fingerprint }) => {
      const kept = before.find(({ clause }) => clause === id)
      const { clause: _clause, verdict: _verdict, fingerprint: _fingerprint, ...said } = kept ?? {}
      return Object.assign({ clause: id, verdict: 'fail', fingerprint, reason: 'TODO' }, said)
    })
}
