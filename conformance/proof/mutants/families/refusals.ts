import type { RequirementId } from '../../../registry/requirements.ts'
import type { RecordTest } from '../../alter/flow.ts'
import { all, of, on, when, whenRefusedKnown, whenRefusedUnknown, whenStatus } from '../../alter/flow.ts'
import type { Shown } from '../../alter/memory.ts'
import { after } from '../../alter/memory.ts'
import { acceptInstead, wrongCode, wrongStatus } from '../../alter/refusal.ts'
import type { Mutant } from '../mutant.ts'
import { mistakesOf } from '../mutant.ts'
import type { Where } from '../routes.ts'
import type { Alteration, Plain, Test } from '../../alter/wire.ts'

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
