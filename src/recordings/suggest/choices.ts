import { z } from 'zod'
import { flattened } from '../../model/kernel/option.ts'
import { orgOptions } from '../../model/kernel/org-options.ts'
import type { Seen } from './seen.ts'

/** An option, and the values to try instead of the default. */
export interface Choice {
  /** Its place in the options of an organisation, such as `deactivation.credentials`. */
  readonly option: string
  readonly values: readonly unknown[]
}

const delays = ['1s', '2s', '5s', '10s', '30s', '1m', '2m', '5m']

/** Password settings at their laxest: one alone may not let a password pass. Then strict ones. */
const policies = [
  { minLength: 1, minLowerCase: 0, minUpperCase: 0, minNumber: 0, excludeUsername: false, historyCount: 0 },
  ...[10, 12, 14, 16, 20].map((minLength) => ({ minLength })),
  { minSymbol: 1 },
]

/** The options to try: each with a few possible values, and those of which the recordings show the value. */
export function choicesOf(seen: Seen): readonly Choice[] {
  const listed = flattened(orgOptions).flatMap(({ path, row }) => {
    const values = valuesOf(row)
    return values.length === 0 || path[0] === 'clock' ? [] : [{ option: path.join('.'), values }]
  })
  return [
    ...seen.spellings().map(([name, values]) => ({ option: `vocabulary.${name}`, values })),
    // Of two options with the same effect, the one with fewer values is kept.
    ...listed.toSorted((one, other) => one.values.length - other.values.length),
    { option: 'passwordPolicy', values: policies },
    { option: 'largePageTimeout', values: seen.refusedLimits() },
    { option: 'pageSizes', values: seen.pageSizes() },
    // Any list shows the sample data set of a mock that was recorded.
    { option: 'data', values: ['demo', 'examples'] },
  ]
}

/** The other values of an option that has few; a delay has usual ones. */
function valuesOf({
  type,
  default: usual,
  isDuration,
}: (typeof orgOptions)[keyof typeof orgOptions]): readonly unknown[] {
  if (isDuration) return usual === 0 ? delays : []
  const schema = type()
  if (schema instanceof z.ZodEnum) return schema.options.filter((value) => value !== usual)
  if (schema instanceof z.ZodBoolean) return [usual !== true]
  return schema instanceof z.ZodNullable ? [null] : []
}
