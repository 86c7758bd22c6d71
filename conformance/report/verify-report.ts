import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { conclude, outcomesByRequirement } from '../engine/judge/assemble.ts'
import type { ConformanceResult, RequirementResult } from '../engine/judge/result.ts'
import { worst } from '../engine/judge/verdict.ts'
import { counted } from '../engine/words/text.ts'
import { gradable } from '../registry/requirement.ts'
import { allRequirements, setNames } from '../registry/requirement-names.ts'
import { setNamed, statementDigest, type RequirementSet } from '../registry/requirement-sets.ts'
import { parseReport } from './report-schema.ts'
import { setInWords } from './words.ts'

/** The digest of a report: SHA-256 over its canonical JSON (RFC 8785) without the digest itself. */
export function digestOf(report: object): string {
  const { digest: _, ...content } = JSON.parse(JSON.stringify(report)) as { readonly digest?: unknown }
  return `sha256:${createHash('sha256').update(canonicalJson(content)).digest('hex')}`
}

/** A JSON value as RFC 8785 writes it: members in the order of their names, no blanks. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** The values that a report has to have. */
export interface Expected {
  /** The frozen set that judged it. Default: any that this version knows. */
  readonly requirementSet?: string | undefined
  /** The digest that was published with it. */
  readonly digest?: string | undefined
}

/** A report that was read, and every reason not to trust it. */
export interface Verified {
  readonly report?: ConformanceResult
  readonly problems: readonly string[]
}

/** Checks that a JSON report is whole, unchanged, about a frozen set of requirements, and follows from its evidence. */
export function verifyReport(json: string, expected: Expected = {}): Verified {
  try {
    const report = parseReport(json, 'it')
    const problems = [
      ...digestProblems(JSON.parse(json) as ConformanceResult, expected),
      ...requirementProblems(report, expected),
      ...verdictProblems(report),
    ]
    return { report, problems }
  } catch (error) {
    if (error instanceof RangeError) return { problems: ['its values are nested too deeply for a report'] }
    return { problems: [error instanceof Error ? error.message : String(error)] }
  }
}

function digestProblems(report: ConformanceResult, { digest: published }: Expected): readonly string[] {
  const { digest } = report
  if (digest === undefined) return ['it has no digest: expected one, as every run writes it']
  const right = digestOf(report)
  if (digest !== right) return [`it was changed after the run: expected its digest ${digest}, got ${right}`]
  if (published === undefined || published === digest) return []
  return [`it is another report: expected the digest ${published}, got ${digest}`]
}

function requirementProblems(
  { run, requirements }: ConformanceResult,
  { requirementSet: wanted }: Expected,
): readonly string[] {
  const { requirementSet: name } = run
  const set = setNamed(name)
  if (set !== undefined && (wanted ?? name) === name) return setProblems(set, requirements)
  const got = name === allRequirements ? setInWords(run) : (name ?? 'none')
  return [
    `it is about other requirements: expected the frozen set ${wanted ?? setNames.join(', ')}, got ${got}`,
  ]
}

/** How the requirements of a report differ from the set that it names. */
function setProblems(set: RequirementSet, requirements: readonly RequirementResult[]): string[] {
  const { name } = set
  const left = new Map(set.requirements.map((each) => [each.id, each]))
  const wrong = requirements.flatMap((requirement) => {
    const { id, level, graded } = requirement
    const frozen = left.get(id)
    left.delete(id)
    if (frozen === undefined)
      return graded ? [`${id} is not in the requirements ${name}, or is there twice`] : []
    if (level !== frozen.level || graded !== gradable(frozen))
      return [`${id}: expected the level ${frozen.level}, got ${level}${graded ? '' : ', not graded'}`]
    return statementDigest(requirement) === frozen.statement
      ? []
      : [`${id}: its statement is not that of ${name}`]
  })
  return left.size === 0
    ? wrong
    : [
        ...wrong,
        `${counted(left.size, 'requirement')} of ${name} missing: ${[...left.keys()].slice(0, 5).join(', ')}`,
      ]
}

/** Verdicts that do not follow from the evidence in the report, and conclusions that do not follow from the verdicts. */
function verdictProblems(report: ConformanceResult): string[] {
  const { requirements, checks, run } = report
  const said = outcomesByRequirement(checks)
  const verdicts = requirements.flatMap(({ id, verdict }) => {
    const right = worst((said.get(id) ?? []).map(({ outcome }) => outcome.verdict))
    const isLeftOut = verdict === 'not-run' && !run.whole
    return verdict === right || isLeftOut
      ? []
      : [`${id}: expected ${right}, as its checks say, got ${verdict}`]
  })
  const outcomes = checks.flatMap(({ key, outcomes: own }) =>
    own
      .filter(({ verdict, assertions }) => verdict === 'pass' && assertions.some(({ held }) => !held))
      .map(
        ({ requirement }) => `${key}: expected fail for ${requirement}, as an assertion of it says, got pass`,
      ),
  )
  const conclusion = conclude(report)
  const conclusions = objectKeys(conclusion)
    .filter((name) => !isDeepStrictEqual(conclusion[name], report[name]))
    .map(
      (name) =>
        `${name}: expected ${JSON.stringify(conclusion[name])}, which follows from the verdicts, got ${JSON.stringify(report[name])}`,
    )
  return [...outcomes, ...verdicts, ...conclusions]
}

const objectKeys = Object.keys as <T extends object>(value: T) => (keyof T)[]
