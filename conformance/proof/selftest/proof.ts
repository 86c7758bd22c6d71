import { loadChecks } from '../../engine/plan/check-files.ts'
import type { CheckDefinition } from '../../engine/run/check.ts'
import { gradable, type Requirement } from '../../registry/requirement.ts'
import { requirements, type RequirementId } from '../../registry/requirements.ts'
import { catalogue } from '../mutants/catalogue.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { tryEmptyServers, type EmptyServerResult } from '../empty-servers.ts'
import { selftest, type DetectionReport, type MutantResult, type SelftestOptions } from './selftest.ts'
import { tryVariants, type VariantResult } from '../variants/try-variants.ts'

/** Gradable requirements without a check, and gradable requirements that no mutant breaks. */
export interface Gaps {
  readonly withoutCheck: readonly RequirementId[]
  readonly withoutMutant: readonly RequirementId[]
}

/** Everything that shows whether the suite can be trusted. */
export interface Proof {
  readonly mutants: DetectionReport
  readonly emptyServers: readonly EmptyServerResult[]
  readonly variants: readonly VariantResult[]
  readonly gaps: Gaps
}

/**
 * Proves three things: the suite catches servers that break a requirement, no empty server passes, and no conforming server
 * fails.
 */
export async function prove(options: SelftestOptions): Promise<Proof> {
  const checks = options.checks ?? (await loadChecks())
  const all = { ...options, checks }
  return {
    mutants: await selftest(all),
    emptyServers: await tryEmptyServers(all),
    variants: await tryVariants(all),
    gaps: findGaps(checks, options.mutants ?? catalogue),
  }
}

/** Whether a proof succeeds: all caught, no empty server passes, no conforming server fails. */
export function holds({
  mutants,
  emptyServers,
  variants,
}: Pick<Proof, 'mutants' | 'emptyServers' | 'variants'>): boolean {
  return (
    mutants.mutants.every(({ caught }) => caught) &&
    emptyServers.every(({ passed }) => passed.length === 0) &&
    variants.every(({ failed }) => failed.length === 0)
  )
}

/** Finds the gradable requirements that lack a check or a mutant. */
export function findGaps(checks: readonly CheckDefinition[], mutants: readonly Mutant[]): Gaps {
  const judged = new Set<string>(checks.flatMap(({ plan }) => plan.judges))
  const broken = new Set<string>(mutants.flatMap(({ breaks }) => breaks))
  const ids = requirements.filter(gradable).map(({ id }) => id)
  return {
    withoutCheck: ids.filter((id) => !judged.has(id)),
    withoutMutant: ids.filter((id) => !broken.has(id)),
  }
}

/**
 * The proof in short, by area of the registry. It has no times or other values that change from run to run, so a test
 * can compare the page.
 */
export function renderSummary(proof: Proof): string {
  const { mutants } = proof.mutants
  return [
    '# Detection table',
    '',
    '`npm run detection-report` writes this page. The nightly run writes it again and compares.',
    '',
    ...explained,
    '',
    `**The suite catches ${mutants.filter(({ caught }) => caught).length} of ${mutants.length} broken servers.** ` +
      `The ${proof.emptyServers.length} empty servers give every call the same answer, and pass ${sum(proof.emptyServers.map(({ passed }) => passed.length))} requirements. ` +
      `The ${proof.variants.length} conforming variants, built differently from the mock, fail ${sum(proof.variants.map(({ failed }) => failed.length))}.`,
    '',
    ...areaTable(mutants),
    '',
    '`npm run selftest -- --list` prints every broken server, with the requirement that it breaks.',
    ...shortcomings(proof).flatMap(([title, lines]) => (lines.length === 0 ? [] : ['', title, '', ...lines])),
    '',
  ].join('\n')
}

const explained = [
  'Each broken server breaks the requirements that it names, and meets every other one. The suite catches it if',
  'the requirement passes on the unaltered server and *fails* on the broken one. No other verdict counts.',
]

/** The gaps of a whole proof, with a title each. */
function shortcomings({ mutants: { mutants }, gaps }: Proof): (readonly [string, readonly string[]])[] {
  return [
    [
      '## Survivors',
      mutants
        .filter(({ caught }) => !caught)
        .flatMap(({ id, summary, catches }) =>
          catches
            .filter(({ why }) => why !== undefined)
            .map(
              ({ requirement, verdict, why }) =>
                `- \`${id}\` (${summary}): \`${requirement}\` was ${verdict}: ${why}`,
            ),
        ),
    ],
    ['## Requirements without a check', gaps.withoutCheck.map((id) => `- \`${id}\``)],
    ['## Requirements without a broken server', gaps.withoutMutant.map((id) => `- \`${id}\``)],
  ]
}

function areaTable(mutants: readonly MutantResult[]): string[] {
  const rows = areasOf(requirements).map((area) => {
    const graded = requirements.filter((requirement) => requirement.area === area && gradable(requirement))
    const ids = new Set(graded.map(({ id }) => id as string))
    const own = mutants.filter(({ catches }) => ids.has(catches[0]?.requirement ?? ''))
    const broken = new Set(mutants.flatMap(({ catches }) => catches.map(({ requirement }) => requirement)))
    const caught = own.filter((mutant) => mutant.caught).length
    return [
      area,
      graded.length,
      graded.filter(({ id }) => broken.has(id)).length,
      own.length,
      caught,
    ] as const
  })
  const total = ([1, 2, 3, 4] as const).map((column) => sum(rows.map((row) => row[column])))
  return [
    '| Area | Requirements | with a broken server | Broken servers | caught |',
    '|---|--:|--:|--:|--:|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    `| **all** | ${total.map((each) => `**${each}**`).join(' | ')} |`,
  ]
}

function areasOf(list: readonly Requirement[]): string[] {
  return [...new Set(list.map(({ area }) => area))]
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
