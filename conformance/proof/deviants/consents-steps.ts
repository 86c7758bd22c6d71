/** Rows and steps that deviants of grants and refresh tokens share. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { ClauseId } from '../../registry/clauses.ts'
import { drop, edit, set, status, withoutFirst } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import { ignoreWrite } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreQuery } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakesOf } from './deviant.ts'
import { refusals } from './families/refusals.ts'
import { slug } from './families/properties.ts'
import type { Plain } from '../alter/wire.ts'

/** A property that every record shows, and a value of another type. */
export type ShownRow = readonly [clause: ClauseId, path: string, wrong: Plain]

/** Each property is left out, and shown with another value. */
export function shownBy(
  list: OperationName,
  record: OperationName | undefined,
  rows: readonly ShownRow[],
): Deviant[] {
  const both = record === undefined ? [list] : [list, record]
  return rows.flatMap(([clause, path, wrong]) =>
    mistakesOf(clause, {
      'left-out': on(record ?? list, whenSuccess(drop(path))),
      [`shown-as-${slug(wrong)}`]: on(both, whenSuccess(set(path, wrong))),
    }),
  )
}

/** A list: refused, or without its first record. */
export function listedBy(where: OperationName, clause: ClauseId): Deviant[] {
  return mistakesOf(clause, {
    refused: on(where, refuse()),
    'without-first': on(where, withoutFirst()),
  })
}

/** `expand` is ignored, refused, or leaves `_embedded` empty. */
export function expandedBy(where: OperationName, clause: ClauseId): Deviant[] {
  return mistakesOf(clause, {
    ignored: on(where, ignoreQuery('expand')),
    refused: on(where, when(asks('expand'), refuse())),
    empty: on(where, edit('_embedded', {})),
  })
}

/** A revocation: its status, its refusal, and its effect. */
export function revokedBy(where: OperationName, noContent: ClauseId, effect: ClauseId): Deviant[] {
  return [
    ...mistakesOf(noContent, {
      'other-status': on(where, whenSuccess(status(200))),
      refused: ['refuses a revocation', on(where, refuse()), effect],
    }),
    ...mistakesOf(effect, { 'accepted-and-ignored': on(where, ignoreWrite()) }),
  ]
}

/** Refusals of unknown ids: 404 with E0000007. */
export function unknownIds(rows: readonly (readonly [ClauseId, OperationName])[]): Deviant[] {
  return refusals(
    rows.map(([clause, where]) => ({
      clause,
      on: where,
      status: 404,
      code: 'E0000007',
      ...(where.startsWith('revoke') ? { accepted: { status: 204 } } : {}),
    })),
  )
}
