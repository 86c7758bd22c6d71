import type { Comparison, DifferenceClass } from '../compare/classes.ts'

/** The parts of a report, in the order in which a reader needs them. */
export const sections: readonly {
  readonly title: string
  readonly has: (each: DifferenceClass) => boolean
}[] = [
  { title: 'May be a bug of the mock', has: ({ canBeBug }) => canBeBug },
  { title: 'The API description agrees with the recording', has: ({ stand }) => stand === 'agrees' },
  { title: 'The API description is silent', has: ({ stand, canBeBug }) => stand === 'silent' && !canBeBug },
  {
    title: 'The API description says otherwise than the recording',
    has: ({ stand }) => stand === 'contradicts',
  },
]

/** The report for a terminal. */
export function textOf(comparison: Comparison): string {
  const { classes, notComparable } = comparison
  const lines = [...headLines(comparison)]
  const fresh = classes.filter(({ known, stand }) => !known && stand !== 'beyond')
  for (const { title, has } of sections) {
    const own = fresh.filter(has)
    if (own.length > 0) lines.push('', title, ...own.flatMap(classLines))
  }
  const beyond = classes.filter(({ stand }) => stand === 'beyond')
  if (beyond.length > 0)
    lines.push('', 'Beyond the API description', ...beyond.map(({ line }) => `  ${line}`))
  if (notComparable.length > 0)
    lines.push(
      '',
      'Not compared',
      ...notComparable.map(
        ({ because, count, first }) =>
          `  ${count} ${count === 1 ? 'call' : 'calls'}, because ${because} (${first.file}, call ${first.call})`,
      ),
    )
  return lines.join('\n')
}

/** What was compared, in a few sentences. */
export function headLines(comparison: Comparison): readonly string[] {
  const { files, calls, skipped, compared, sameStatus, classes } = comparison
  const counted = (count: number, word: string): string =>
    `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
  const known = classes.filter((each) => each.known).length
  const percent = compared === 0 ? '' : ` (${((100 * sameStatus) / compared).toFixed(1)} %)`
  return [
    `Compared ${counted(compared, 'call')} of ${counted(files, 'recording')}; ${sameStatus.toLocaleString('en')} got the same status${percent}.`,
    `Skipped ${counted(skipped, 'call')} of ${calls.toLocaleString('en')} that the API description does not have.`,
    ...(known === 0
      ? []
      : [`The baseline has ${counted(known, 'class')} of differences.`.replace('classs', 'classes')]),
    ...(classes.length === 0 && compared > 0 ? ['No difference.'] : []),
  ]
}

function classLines({ line, says, decision, option, first, example }: DifferenceClass): readonly string[] {
  return [
    `  ${line}`,
    `    ${says}${decision === undefined ? '' : ` [${decision}]`}`,
    ...(option === undefined ? [] : [`    Option: ${option}`]),
    ...(example === undefined ? [] : [`    There: ${shown(example[0])}`, `    Here: ${shown(example[1])}`]),
    `    First: ${first.file}, call ${first.call}`,
  ]
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 400)
}
