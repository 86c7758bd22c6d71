import type { Requirement } from '../../registry/requirement.ts'
import { gradable } from '../../registry/requirement.ts'
import { requirements } from '../../registry/requirements.ts'
import type { Proof } from './proof.ts'
import type { MutantResult } from './selftest.ts'

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
