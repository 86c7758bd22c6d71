import { counted } from '../engine/words/text.ts'
import { setNamed } from '../registry/requirement-sets.ts'
import type { RequirementResult, ConformanceResult } from '../engine/judge/result.ts'

/** One requirement that came out differently in two runs. */
export interface RequirementChange {
  readonly requirement: string
  readonly before: string
  readonly after: string
  /** Whether it is bad news: it passed before and does not now, or it fails in another way. */
  readonly worse: boolean
}

/** Compares two runs, requirement by requirement. */
function diffResults(before: ConformanceResult, after: ConformanceResult): RequirementChange[] {
  const earlier = new Map(before.requirements.map((requirement) => [requirement.id, requirement]))
  const later = new Map(after.requirements.map((requirement) => [requirement.id, requirement]))
  const ids = new Set([...earlier.keys(), ...later.keys()])
  return [...ids].flatMap((id) => {
    const one = earlier.get(id)
    const other = later.get(id)
    const changed =
      one?.verdict !== other?.verdict || (other?.verdict === 'fail' && one?.fingerprint !== other.fingerprint)
    if (!changed) return []
    return [
      {
        requirement: id,
        before: wordOf(one),
        after: wordOf(other),
        worse: other?.verdict === 'fail' || (one?.verdict === 'pass' && other?.verdict !== 'pass'),
      },
    ]
  })
}

function wordOf(requirement: RequirementResult | undefined): string {
  if (requirement === undefined) return 'no such requirement'
  return requirement.verdict === 'fail' ? `fail ${requirement.fingerprint ?? ''}`.trim() : requirement.verdict
}

/** The comparison as text: what got worse first. */
export function diffText(before: ConformanceResult, after: ConformanceResult): string {
  const changes = diffResults(before, after).sort((one, other) => Number(other.worse) - Number(one.worse))
  const lines = changes.map(
    ({ requirement, before: was, after: is, worse }) => `${worse ? '-' : '+'} ${requirement}: ${was} → ${is}`,
  )
  const [one, other] = [before.run, after.run]
  if (one.requirementSet !== other.requirementSet)
    lines.unshift(
      `The two runs were judged by different requirements: ${one.requirementSet ?? 'unnamed'} and ${other.requirementSet ?? 'unnamed'}.`,
    )
  else if (setNamed(one.requirementSet) === undefined && one.registry !== other.registry)
    lines.unshift('The two runs measured by different registries of requirements.')
  lines.push(
    changes.length === 0
      ? 'No requirement came out differently.'
      : `${counted(changes.length, 'requirement')} came out differently; ${before.sentence} → ${after.sentence}`,
  )
  return `${lines.join('\n')}\n`
}
