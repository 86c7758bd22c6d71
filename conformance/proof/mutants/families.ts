import type { RequirementId } from '../../registry/requirements.ts'
import { drop, set, withoutFirst } from '../alter/answer.ts'
import {
  all,
  asks,
  of,
  on,
  sends,
  when,
  whenRefusedKnown,
  whenRefusedUnknown,
  whenStatus,
  whenSuccess,
  type RecordTest,
} from '../alter/flow.ts'
import { after, ignoreProperty, ignoreWrite, type Shown } from '../alter/memory.ts'
import { acceptInstead, refuse, refuseButWith, wrongCode, wrongStatus } from '../alter/refusal.ts'
import { somebody } from './users-steps.ts'
import { ignoreQuery, input } from '../alter/request.ts'
import { above, below, holds, ofSize } from '../alter/path.ts'
import { mutantsAt, mutantsOf, type Mutant, type Ways } from './mutant.ts'
import type { Where, Alteration, Plain, Test } from '../alter/wire.ts'
import { textLimits } from '../../tables/limits.ts'
import { pagedLists } from '../../tables/pages.ts'

/** A property that an answer lacks. */
export const shown = (path: string): Ways => ({ 'left-out': whenSuccess(drop(path)) })

/** A property that an answer shows with another value. */
export const typed = (path: string, wrong: Plain): Ways => ({
  [`shown-as-${slug(wrong)}`]: whenSuccess(set(path, wrong)),
})

/** A property that a write stores: it is accepted and ignored, or refused. */
export const stored = (path: string): Ways => ({
  'accepted-and-ignored': ignoreProperty(path),
  refused: when(sends(path), refuse()),
})

/** A value that a property may have: it is refused. */
export const allowed = (path: string, value: Plain): Ways => ({
  [`refuses-${slug(value)}`]: when(sends(path, holds(value)), refuse()),
})

/** A value as a part of an id: `true`, `svc-group`, `nothing`. */
function slug(value: Plain): string {
  if (value === undefined) return 'nothing'
  const text = (typeof value === 'string' ? value : JSON.stringify(value))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return text === '' ? 'empty' : text
}

/** The operations that take a text, and its place in their bodies: `profile.login`. */
interface TextPlace {
  readonly on: Where
  readonly path: string
  readonly update?: Where
}

/** A text limit: refuses a text at each edge, stores one beyond it repaired, or cuts the longest. */
export function textLimitMutants(
  key: keyof typeof textLimits,
  { on: where, path, update }: TextPlace,
): Mutant[] {
  const { min, max } = textLimits[key]
  const refusing = (size: number): Alteration => when(sends(path, ofSize(size)), refuse())
  const short = min > 0 && {
    'stores-too-small': when(sends(path, below(min)), refuseButWith(path, somebody)),
  }
  const long = {
    'stores-too-large': when(
      sends(path, above(max)),
      refuseButWith(path, (text: string) => text.slice(0, max)),
    ),
  }
  return [
    ...mutantsAt(where, `${key}.min.accepted`, { 'refuses-smallest': refusing(min) }),
    ...mutantsAt(where, `${key}.max.accepted`, {
      'refuses-largest': refusing(max),
      cut: when(
        sends(path, ofSize(max)),
        input(path, (text: string) => text.slice(1)),
      ),
    }),
    ...mutantsAt(where, `${key}.min.refused` as RequirementId, { ...short }),
    ...mutantsAt(where, `${key}.max.refused`, long),
    ...(update === undefined
      ? []
      : mutantsAt(update, `${key}.limits-on-update` as RequirementId, { ...short, ...long })),
  ]
}

/** A refusal of the API description. */
export interface RefusalRow {
  readonly requirement: RequirementId
  /** Requirements that say the same about more records. */
  readonly also?: readonly RequirementId[]
  /** The operations that refuse. */
  readonly on: Where | readonly Where[]
  /** Which of their calls, if not every call that the server refuses. */
  readonly when?: Test
  /** Which records, by their state before the call, if not all. */
  readonly of?: RecordTest
  /** The status, if the API description states one. */
  readonly status?: number
  /** `errorCode` or `error`, if the API description states one. */
  readonly code?: string
  /** The status of a server that accepts, if the API description states none for the refusal. Default 200. */
  readonly accepted?: number
  /** The record as if it had been changed all the same; left out if nothing can show the change. */
  readonly shows?: Shown
}

/** Further requirements that a mutant of a refusal breaks, since nothing in a call distinguishes them. */
function alike(row: RefusalRow, rows: readonly RefusalRow[]): RequirementId[] {
  if (row.when !== undefined || row.of !== undefined) return []
  return rows
    .filter(
      (each) =>
        each.when === undefined &&
        each.of === undefined &&
        each.status === row.status &&
        each.code === row.code,
    )
    .filter((each) => String(each.on) === String(row.on))
    .map(({ requirement }) => requirement)
}

/**
 * For each refusal: another status and another code, or accepted where the API description states neither; and refused
 * but done. An answer that accepts has another status, too.
 */
export function refusals(rows: readonly RefusalRow[]): Mutant[] {
  return rows.flatMap((row) => {
    const { requirement, on: where, status, code, accepted = 200, shows } = row
    const breaks = [...alike(row, rows), ...(row.also ?? [])]
    const ofThose = (...steps: readonly Alteration[]): Alteration =>
      row.of === undefined ? all(...steps) : of(row.of, ...steps)
    const only = (...steps: readonly Alteration[]): Alteration =>
      on(where, row.when === undefined ? ofThose(...steps) : when(row.when, ofThose(...steps)))
    const due = (...steps: readonly Alteration[]): Alteration =>
      only(
        status !== undefined
          ? whenStatus(status, ...steps)
          : requirement.includes('.unknown')
            ? whenRefusedUnknown(...steps)
            : whenRefusedKnown(...steps),
      )
    return mutantsOf(requirement, {
      ...(status === undefined && { accepted: [due(acceptInstead(accepted)), ...breaks] }),
      ...(status !== undefined && { 'wrong-status': [due(otherStatus(status)), ...breaks] }),
      ...(code !== undefined && { 'wrong-code': [due(otherCode(code)), ...breaks] }),
      ...(shows !== undefined && {
        'refused-but-done': [after(where, { ...row, outcome: 'refusal' }, shows), ...(row.also ?? [])],
      }),
    })
  })
}

/** Refuses with another status than this one. */
export function otherStatus(status: number): Alteration {
  return wrongStatus(status === 400 ? 403 : 400)
}

/** Refuses with another code than this one. */
export function otherCode(code: string): Alteration {
  return wrongCode(code === 'E0000001' ? 'E0000003' : 'E0000001')
}

/** Alters calls about users in this status only. */
export function inStatus(status: string, ...steps: readonly Alteration[]): Alteration {
  return of({ status }, ...steps)
}

/** An operation that brings a user from a status to another one: it is accepted and ignored. */
export const moved = (from: string): Ways => ({ 'accepted-and-ignored': inStatus(from, ignoreWrite()) })

/** A list repeats its pages, or loses a record. */
const otherPages = {
  ignored: ignoreQuery('after'),
  'one-lost': when(asks('after'), withoutFirst()),
}

/** For each list: `limit` ignored and refused; a record lost between pages, and pages without end. */
export const pageMutants: readonly Mutant[] = [
  ...pagedLists.flatMap(([list, where]) => [
    ...mutantsAt(where, `${list}.limit`, {
      ignored: ignoreQuery('limit'),
      refused: when(asks('limit'), refuse()),
    }),
    ...mutantsAt(where, `${list}.after`, otherPages),
  ]),
  ...Object.entries(otherPages).flatMap(([how, mistake]) =>
    mutantsAt('listGroups', 'groups.search.paging', { [how]: when(asks('search'), mistake) }),
  ),
]
