import type { ClauseId } from '../../../registry/clauses.ts'
import { asks, on, when } from '../../alter/flow.ts'
import { refuse } from '../../alter/refusal.ts'
import { ignoreQuery } from '../../alter/request.ts'
import type { Deviant } from '../deviant.ts'
import { deviantOf } from '../deviant.ts'
import type { Where } from '../routes.ts'

/** A query parameter, and the operations that take it. */
export interface QueryRow {
  readonly clause: ClauseId
  readonly on: Where | readonly Where[]
  /** Name of the parameter. */
  readonly name: string
}

/** For each parameter: it is ignored, or it is refused. */
export function queries(rows: readonly QueryRow[]): Deviant[] {
  return rows.flatMap(({ clause, on: where, name }) => [
    deviantOf(clause, `ignores-${name}`, {
      summary: `ignores the parameter ${name}`,
      alter: on(where, ignoreQuery(name)),
    }),
    deviantOf(clause, `refuses-${name}`, {
      summary: `refuses the parameter ${name}`,
      alter: on(where, when(asks(name), refuse())),
    }),
  ])
}
