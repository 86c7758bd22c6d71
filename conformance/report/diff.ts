import { counted } from '../engine/words/counted.ts'
import { setNamed } from '../registry/requirement-sets.ts'
import type { ClauseResult, ConformanceResult } from '../engine/judge/result.ts'

/** One clause that came out differently in two runs. */
export interface ClauseChange {
  readonly clause: string
  readonly before: string
  readonly after: string
  /** Whether it is bad news: it passed before and does not now, or it fails in another way. */
  readonly worse: boolean
}

/** Compares two runs, clause by clause. */
function diffResults(before: ConformanceResult, after: ConformanceResult): ClauseChange[] {
  const earlier = new Map(before.clauses.map((clause) => [clause.id, clause]))
  const later = new Map(after.clauses.map((clause) => [clause.id, clause]))
  const ids = new Set([...earlier.keys(), ...later.keys()])
  return [...ids].flatMap((id) => {
    const one = earlier.get(id)
    const other = later.get(id)
    const changed =
      one?.verdict !== other?.verdict || (other?.verdict === 'fail' && one?.fingerprint !== other.fingerprint)
    if (!changed) return []
    return [
      {
        clause: id,
        before: wordOf(one),
        after: wordOf(other),
        worse: other?.verdict === 'fail' || (one?.verdict === 'pass' && other?.verdict !== 'pass'),
      },
    ]
  })
}

function wordOf(clause: ClauseResult | undefined): string {
  if (clause === undefined) return 'no such requirement'
  return clause.verdict === 'fail' ? `fail ${clause.fingerprint ?? ''}`.trim() : clause.verdict
}

/** The comparison as text: what got worse first. */
export function diffText(before: ConformanceResult, after: ConformanceResult): string {
  const changes = diffResults(before, after).sort((one, other) => Number(other.worse) - Number(one.worse))
  const lines = changes.map(
    ({ clause, before: was, after: is, worse }) => `${worse ? '-' : '+'} ${clause}: ${was} → ${is}`,
  )
  const [one, other] = [before.run, after.run]
  if (one.requirements !== other.requirements)
    lines.unshift(
      `The two runs were judged by different requirements: ${one.requirements ?? 'unnamed'} and ${other.requirements ?? 'unnamed'}.`,
    )
  else if (setNamed(one.requirements) === undefined && one.registry !== other.registry)
    lines.unshift('The two runs measured by different registries of requirements.')
  lines.push(
    changes.length === 0
      ? 'No requirement came out differently.'
      : `${counted(changes.length, 'requirement')} came out differently; ${before.sentence} → ${after.sentence}`,
  )
  return `${lines.join('\n')}\n`
}
