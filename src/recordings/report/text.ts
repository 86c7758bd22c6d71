import type { Comparison, DifferenceClass } from '../compare/classes.ts'

/** The parts of a report, in the order in which a reader needs them. */
export const sections: readonly {
  readonly title: string
  readonly has: (each: DifferenceClass) => boolean
}[] = [
  { title: 'May be a bug of the mock', has: ({ canBeBug }) => canBeBug },
  { title: 'The API description agrees with the recording', has: ({ verdict }) => verdict === 'agrees' },
  {
    title: 'The API description is silent',
    has: ({ verdict, canBeBug }) => verdict === 'silent' && !canBeBug,
  },
  {
    title: 'The API description says otherwise than the recording',
    has: ({ verdict }) => verdict === 'contradicts',
  },
]

/** The report for a terminal. */
export function textOf(comparison: Comparison): string {
  const lines = [...headLines(comparison)]
  const { fresh, beyond } = partsOf(comparison)
  for (const { title, has } of sections) {
    const own = fresh.filter(has)
    if (own.length > 0) lines.push('', title, ...own.flatMap(classLines))
  }
  if (beyond.length > 0)
    lines.push('', 'Beyond the API description', ...beyond.map(({ line }) => `  ${line}`))
  const reasons = reasonLines(comparison)
  if (reasons.length > 0) lines.push('', 'Not compared', ...reasons.map((line) => `  ${line}`))
  return lines.join('\n')
}

/** The classes that a reader should look at, and those that are beyond the API description. */
export function partsOf({ classes }: Comparison): {
  readonly fresh: readonly DifferenceClass[]
  readonly beyond: readonly DifferenceClass[]
} {
  return {
    fresh: classes.filter(({ known, verdict }) => !known && verdict !== 'beyond'),
    beyond: classes.filter(({ verdict }) => verdict === 'beyond'),
  }
}

/** Why calls were not compared, a line for each reason. */
export function reasonLines({ notComparable }: Comparison): readonly string[] {
  return notComparable.map(
    ({ because, count, first }) =>
      `${count} ${count === 1 ? 'call' : 'calls'}, because ${because} (${first.file}, call ${first.call})`,
  )
}

/** The totals of a comparison, in a few sentences. */
export function headLines(comparison: Comparison): readonly string[] {
  const { files, calls, skipped, compared, sameStatus, classes } = comparison
  const counted = (count: number, word: string, plural = `${word}s`): string =>
    `${count.toLocaleString('en')} ${count === 1 ? word : plural}`
  const known = classes.filter((each) => each.known).length
  const percent = compared === 0 ? '' : ` (${((100 * sameStatus) / compared).toFixed(1)} %)`
  return [
    `Compared ${counted(compared, 'call')} of ${counted(files, 'recording')}; ${sameStatus.toLocaleString('en')} got the same status${percent}.`,
    `Skipped ${counted(skipped, 'call')} of ${calls.toLocaleString('en')} that the API description does not have.`,
    ...(known === 0 ? [] : [`The baseline has ${counted(known, 'class', 'classes')} of differences.`]),
    ...(classes.length === 0 && compared > 0 ? ['No difference.'] : []),
  ]
}

/** A class of differences, in a few lines. */
export function classLines({
  line,
  says,
  interpretation,
  option,
  first,
  example,
}: DifferenceClass): readonly string[] {
  return [
    `  ${line}`,
    `    ${says}${interpretation === undefined ? '' : ` [${interpretation}]`}`,
    ...(option === undefined ? [] : [`    Option: ${option}`]),
    ...(example === undefined ? [] : [`    There: ${shown(example[0])}`, `    Here: ${shown(example[1])}`]),
    `    First: ${first.file}, call ${first.call}`,
  ]
}

/** A value of an example, cut where it is long. */
export function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 400)
}
