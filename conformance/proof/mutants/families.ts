import type { RequirementId } from '../../registry/requirements.ts'
import { drop, dropLink, set, withoutFirst } from '../alter/answer.ts'
import {
  all,
  asks,
  lacks,
  of,
  on,
  sends,
  sendsValue,
  when,
  whenRefusedKnown,
  whenRefusedUnknown,
  whenStatus,
  whenSuccess,
  type RecordTest,
} from '../alter/flow.ts'
import { after, ignoreProperty, ignoreWrite, takeFromCaller, type Shown } from '../alter/memory.ts'
import { acceptInstead, acceptWith, refuse, wrongCode, wrongStatus } from '../alter/refusal.ts'
import { ignoreQuery, input } from '../alter/request.ts'
import { above, below, holds, ofSize } from '../alter/path.ts'
import { mistakesAt, mistakesOf, type Mutant } from './mutant.ts'
import type { Where } from './routes.ts'
import type { Alteration, Plain, Test } from '../alter/wire.ts'
import { textLimits } from '../../tables/limits.ts'
import { pagedLists } from '../../tables/pages.ts'

/** A property of a body, and its operations. */
export interface PropertyRow {
  readonly requirement: RequirementId
  readonly on: Where | readonly Where[]
  /** Its place in the body: `profile.login`. */
  readonly path: string
}

/** Properties of answers: each is missing from the answers of these operations. */
export function shown(rows: readonly PropertyRow[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path }) =>
    mistakesOf(requirement, { 'left-out': on(where, whenSuccess(drop(path))) }),
  )
}

/** Properties with a fixed or typed value: each is shown with another one. */
export function typed(rows: readonly (PropertyRow & { readonly wrong: Plain })[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path, wrong }) =>
    mistakesOf(requirement, { [`shown-as-${slug(wrong)}`]: on(where, whenSuccess(set(path, wrong))) }),
  )
}

/** Properties that a write stores: each is accepted and ignored, or refused. */
export function stored(rows: readonly PropertyRow[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path }) =>
    mistakesOf(requirement, {
      'accepted-and-ignored': on(where, ignoreProperty(path)),
      refused: on(where, when(sends(path), refuse())),
    }),
  )
}

/** Properties that may be null: null is refused, or accepted and ignored. */
export function nullable(rows: readonly PropertyRow[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path }) =>
    mistakesAt(where, requirement, { 'refuses-null': when(sendsValue(path, null), refuse()) }),
  )
}

/** Properties that only the service sets: each is accepted from the caller, and shown from then on. */
export function readOnly(rows: readonly PropertyRow[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path }) =>
    mistakesOf(requirement, { 'taken-from-caller': takeFromCaller(where, path) }),
  )
}

/** Properties with a default: without the property, the server uses another value. */
export function defaulted(rows: readonly (PropertyRow & { readonly wrong: Plain })[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path, wrong }) =>
    mistakesOf(requirement, { 'other-default': on(where, when(lacks(path), input(path, wrong))) }),
  )
}

/** Values that a property may have: each is refused. */
export function allowedValues(rows: readonly (PropertyRow & { readonly value: Plain })[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path, value }) =>
    mistakesOf(requirement, {
      [`refuses-${slug(value)}`]: on(where, when(sends(path, holds(value)), refuse())),
    }),
  )
}

/** A value as a part of an id: `true`, `svc-group`, `nothing`. */
export function slug(value: Plain): string {
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

/** A text limit: refuses a text at each edge, accepts one beyond it, or cuts the longest. */
export function textLimitMutants(
  key: keyof typeof textLimits,
  { on: where, path, update }: TextPlace,
): Mutant[] {
  const { min, max } = textLimits[key]
  const refusing = (size: number): Alteration => when(sends(path, ofSize(size)), refuse())
  const short = min > 0 && {
    'accepts-too-small': when(
      sends(path, below(min)),
      acceptWith(path, (text: string) => text.padStart(min, 'x')),
    ),
  }
  const long = {
    'accepts-too-large': when(
      sends(path, above(max)),
      acceptWith(path, (text: string) => text.slice(-max)),
    ),
  }
  return [
    ...mistakesAt(where, `${key}.min.accepted`, { 'refuses-smallest': refusing(min) }),
    ...mistakesAt(where, `${key}.max.accepted`, {
      'refuses-largest': refusing(max),
      cut: when(
        sends(path, ofSize(max)),
        input(path, (text: string) => text.slice(1)),
      ),
    }),
    ...mistakesAt(where, `${key}.min.refused` as RequirementId, { ...short }),
    ...mistakesAt(where, `${key}.max.refused`, long),
    ...(update === undefined
      ? []
      : mistakesAt(update, `${key}.limits-on-update` as RequirementId, { ...short, ...long })),
  ]
}

/** A refusal of the API description. */
export interface RefusalRow {
  readonly requirement: RequirementId
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
  /** The answer of a server that accepts. Default 200 with `{}`. */
  readonly accepted?: { readonly status: number; readonly body?: Plain }
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
 * For each refusal: another status, another code, accepted, and refused but done. A body of the other dialect has no
 * code either, so the check of the code finds it.
 */
export function refusals(rows: readonly RefusalRow[]): Mutant[] {
  return rows.flatMap((row) => {
    const { requirement, on: where, status, code, accepted = { status: 200, body: {} }, shows } = row
    const breaks = alike(row, rows)
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
    return mistakesOf(requirement, {
      accepted: [due(acceptInstead(accepted.status, accepted.body)), ...breaks],
      ...(status !== undefined && { 'wrong-status': [due(otherStatus(status)), ...breaks] }),
      ...(code !== undefined && { 'wrong-code': [due(otherCode(code)), ...breaks] }),
      ...(shows !== undefined && {
        'refused-but-done': after(where, { ...row, outcome: 'refusal' }, shows),
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

/** An operation that brings a user from one status to another. */
export interface MoveRow {
  readonly requirement: RequirementId
  readonly on: Where
  readonly from: string
  readonly when?: Test
  /** The answer of a server that only claims success. Default 200 with `{}`. */
  readonly answer?: { readonly status: number; readonly body?: Plain }
}

/** For each: refused, accepted and ignored. */
export function moves(rows: readonly MoveRow[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, from, when: fits, answer = ok }) => {
    const only = (step: Alteration): Alteration =>
      on(where, fits === undefined ? inStatus(from, step) : when(fits, inStatus(from, step)))
    return mistakesOf(requirement, {
      refused: only(refuse()),
      'accepted-and-ignored': only(ignoreWrite(answer.status, answer.body)),
    })
  })
}

const ok = { status: 200, body: {} }

/** An operation that is refused in a status. */
export interface StatusRefusalRow {
  readonly requirement: RequirementId
  /** Requirements that say the same about more statuses. */
  readonly also?: readonly RequirementId[]
  readonly on: Where
  readonly from: string
  /** A status that the operation might set all the same. */
  readonly to: string
  /** Status and code, if the API description states them. */
  readonly stated?: readonly [status: number, code: string]
}

/** For each: accepted, refused but done, and another status or code where the API description states these. */
export function statusRefusals(rows: readonly StatusRefusalRow[]): Mutant[] {
  return rows.flatMap(({ requirement, also = [], on: where, from, to, stated }) => {
    const only = (step: Alteration): Alteration => on(where, inStatus(from, step))
    return mistakesOf(requirement, {
      accepted: [only(acceptInstead()), ...also],
      'refused-but-done': [
        after(where, { outcome: 'refusal', of: { status: from } }, { status: to }),
        ...also,
      ],
      ...(stated !== undefined && {
        'wrong-status': [only(otherStatus(stated[0])), ...also],
        'wrong-code': [only(otherCode(stated[1])), ...also],
      }),
    })
  })
}

/** A list loses or repeats its pages, or refuses to go on. */
const otherPages = {
  ignored: ignoreQuery('after'),
  'no-next': dropLink('next'),
  refused: when(asks('after'), refuse()),
  'one-lost': when(asks('after'), withoutFirst()),
}

/** For each list: `limit` ignored and refused; pages lost, endless and refused. */
export const pageMutants: readonly Mutant[] = [
  ...pagedLists.flatMap(([list, where]) => [
    ...mistakesAt(where, `${list}.limit`, {
      ignored: ignoreQuery('limit'),
      refused: when(asks('limit'), refuse()),
    }),
    ...mistakesAt(where, `${list}.after`, otherPages),
  ]),
  ...Object.entries(otherPages).flatMap(([how, mistake]) =>
    mistakesAt('listGroups', 'groups.search.paging', { [how]: when(asks('search'), mistake) }),
  ),
]
