import type { Json } from '../../../engine/wire/reply.ts'
import type { ClauseId } from '../../../registry/clauses.ts'
import { on, sends, when } from '../../alter/flow.ts'
import { textLimits } from '../../../tables/limits.ts'
import { acceptWith, refuse } from '../../alter/refusal.ts'
import { input } from '../../alter/request.ts'
import type { Deviant } from '../deviant.ts'
import { mistakesAt, mistakesOf } from '../deviant.ts'
import type { Where } from '../routes.ts'
import type { Alteration } from '../../alter/wire.ts'

/** A limit of the API description: of the length of a string or list, or of a number. */
export interface LimitRow {
  readonly clause: ClauseId
  /** The operations that take the value. */
  readonly on: Where | readonly Where[]
  /** Its place in the body: `profile.login`. */
  readonly path: string
  readonly min?: number
  readonly max?: number
  /** Makes a value that is too small acceptable, for the deviant that accepts it. Default: adds text in front. */
  readonly lengthen?: (value: Json) => Json
  /** Makes a value that is too large acceptable. Default: cuts off the front, so that a domain stays. */
  readonly shorten?: (value: Json) => Json
}

/** For each limit: accepts a value just outside it, or refuses a value just inside it. */
function limits(rows: readonly LimitRow[]): Deviant[] {
  return rows.flatMap(({ clause, on: where, path, min, max, lengthen, shorten }) => {
    const only = (fits: (value: Json) => boolean, step: Alteration): Alteration =>
      on(where, when(sends(path, fits), step))
    return mistakesOf(clause, {
      ...(min !== undefined && {
        'refuses-smallest': [`refuses ${path} of ${min}, the smallest allowed`, only(isOf(min), refuse())],
      }),
      ...(min !== undefined &&
        min > 0 && {
          'accepts-too-small': [
            `accepts ${path} below ${min}`,
            only(isBelow(min), acceptWith(path, lengthen ?? grownTo(min))),
          ],
        }),
      ...(max !== undefined && {
        'refuses-largest': [`refuses ${path} of ${max}, the largest allowed`, only(isOf(max), refuse())],
        'accepts-too-large': [
          `accepts ${path} above ${max}`,
          only(isAbove(max), acceptWith(path, shorten ?? cutTo(max))),
        ],
      }),
    })
  })
}

/** A text limit: refuses a text at each edge, accepts one beyond it, or cuts the longest. */
export function textLimitDeviants(
  key: keyof typeof textLimits,
  { on: where, path, update }: Pick<LimitRow, 'path'> & { readonly on: Where; readonly update?: Where },
): Deviant[] {
  const { min, max } = textLimits[key]
  const row = (side: string, bounds: Pick<LimitRow, 'min' | 'max'>, on = where): LimitRow => ({
    clause: `${key}.${side}` as ClauseId,
    on,
    path,
    ...bounds,
  })
  const refused = limits([row('min.accepted', { min }), row('max.accepted', { max })])
  const accepted = limits([
    ...(min === 0 ? [] : [row('min.refused', { min })]),
    row('max.refused', { max }),
    ...(update === undefined ? [] : [row('limits-on-update', { min, max }, update)]),
  ])
  return [
    ...refused.filter(({ id }) => id.includes('/refuses-')),
    ...accepted.filter(({ id }) => id.includes('/accepts-')),
    ...mistakesAt(where, `${key}.max.accepted`, {
      cut: [
        `cuts ${path} to ${max - 1}`,
        input(path, (old: Json) => (typeof old === 'string' ? old.slice(0, max - 1) : old)),
      ],
    }),
  ]
}

/** The length of a string or list, or the number itself. */
function sizeOf(value: Json): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN
}

const isOf =
  (size: number) =>
  (value: Json): boolean =>
    sizeOf(value) === size
const isBelow =
  (size: number) =>
  (value: Json): boolean =>
    sizeOf(value) < size
const isAbove =
  (size: number) =>
  (value: Json): boolean =>
    sizeOf(value) > size

function cutTo(size: number): (value: Json) => Json {
  return (value) => (typeof value === 'number' ? size : value.slice(value.length - size))
}

function grownTo(size: number): (value: Json) => Json {
  return (value) => (typeof value === 'string' ? value.padStart(size, 'x') : size)
}
