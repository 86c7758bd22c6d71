import type { CheckDefinition } from '../engine/run/check.ts'
import { docsOf } from '../../src/contract/docs-links.ts'
import { documentNames } from '../registry/sections.ts'
import { requirementFilter } from '../engine/plan/selection.ts'
import { suggest } from '../../src/query/suggestion.ts'
import { UsageError, usage } from '../engine/words/usage-error.ts'
import { loadChecks } from '../engine/plan/check-files.ts'
import { needHint } from '../engine/plan/prerequisite.ts'
import { reachOf } from '../explore/reach.ts'
import { gradable, type Requirement } from '../registry/requirement.ts'
import { requirementById, requirements } from '../registry/requirements.ts'

/**
 * Describes a requirement: its statement, its source, and the checks that judge it. For an area, or for a glob that fits
 * several requirements, only the statements.
 *
 * @throws UsageError for an unknown requirement; names similar ids.
 */
export async function explain(id: string): Promise<string> {
  const requirement = requirementById(id)
  if (requirement === undefined && (id.includes('*') || requirements.some(({ area }) => area === id)))
    return listed(id)
  if (requirement === undefined) {
    const near = nearTo(id)
    throw new UsageError(
      `unknown requirement '${id}'${near.length === 0 ? '' : `; near it: ${near.slice(0, 8).join(', ')}`}`,
    )
  }
  return explanation(requirement, await loadChecks())
}

/**
 * The ids similar to an unknown id: ids that contain it, and ids of the same operation. A misspelt area or operation
 * counts as the most similar one. The longest common start comes first.
 */
function nearTo(id: string): string[] {
  const alike = (each: string): number => {
    const at = Array.from(id).findIndex((letter, index) => each[index] !== letter)
    return at === -1 ? id.length : at
  }
  const ids = requirements.map((each) => each.id)
  const near = new Set([...ids.filter((each) => each.includes(id)), ...ofSameOperation(id, ids)])
  return [...near].toSorted((one, other) => alike(other) - alike(one))
}

/** The ids with the same first two words, typing errors aside. If the second word is unknown: all ids of the area. */
function ofSameOperation(id: string, ids: readonly string[]): readonly string[] {
  let among: readonly string[] = []
  for (const [index, word] of id.split('.').slice(0, 2).entries()) {
    const all = index === 0 ? ids : among
    const words = [...new Set(all.flatMap((each) => each.split('.')[index] ?? []))]
    const meant = words.includes(word) ? word : suggest(word, words)
    if (meant === undefined) break
    among = all.filter((each) => each.split('.')[index] === meant)
  }
  return among
}

function listed(pattern: string): string {
  const fits = usage(() => requirementFilter({ only: [pattern] }, requirements))
  return requirements
    .filter(fits)
    .map(({ id, statement }) => `${id}\n  ${statement}`)
    .join('\n')
}

/** The text for one requirement. */
function explanation(requirement: Requirement, checks: readonly CheckDefinition[]): string {
  const {
    id,
    statement,
    document,
    section,
    alsoIn = [],
    level,
    operations = [],
    needs = [],
    covers = [],
    reason,
    excluded,
  } = requirement
  const lines = [
    id,
    `  ${statement}`,
    '',
    `  Source      ${documentNames[document]}, ${section}${alsoIn.length > 0 ? `; also ${alsoIn.join(', ')}` : ''}`,
    `  Docs        ${docsOf(`${documentNames[document]}, ${section}`)}`,
    `  Level       ${level}${gradable(requirement) ? '' : ', not graded'}`,
  ]
  if (reason !== undefined) lines.push(`  Reason      ${reason}`)
  if (excluded !== undefined) lines.push(`  Excluded    ${excluded}`)
  if (operations.length > 0) lines.push(`  Operations  ${operations.join(', ')}`)
  if (covers.length > 0) lines.push(`  Covers      ${covers.join(', ')}`)
  for (const need of needs) lines.push(`  Needs       ${needHint(need)}`)
  if (level === 'default') lines.push('  Needs       the defaults to be in force (--features +defaults)')
  const judged = checks.filter(({ plan }) => plan.judges.includes(id) || plan.supports?.includes(id) === true)
  const observed = checks.filter(({ plan }) => plan.observes?.includes(id) === true)
  lines.push('', judged.length === 0 ? '  No check judges it.' : '  Judged by')
  lines.push(...named(judged))
  if (observed.length > 0) lines.push('  Observed by', ...named(observed))
  if (gradable(requirement)) lines.push(`  Explored    ${reachOf(requirement) ?? 'no, only checks reach it'}`)
  return lines.join('\n')
}

/** The largest number of checks of one kind that are listed one by one. */
const fewChecks = 3

/** The titles of checks with their files. Checks that do the same to many operations share a line. */
function named(checks: readonly CheckDefinition[]): string[] {
  const kinds = new Map<string, string[]>()
  for (const { file, title } of checks) {
    const line = `${title}  (conformance/checks/${file}.check.ts)`
    const kind = line.replace(/^.*?: /, '')
    kinds.set(kind, [...(kinds.get(kind) ?? []), `    ${line}`])
  }
  return [...kinds].flatMap(([kind, lines]) =>
    lines.length > fewChecks ? [`    ${lines.length} checks, each of its operations: ${kind}`] : lines,
  )
}
