/**
 * Deviants: servers that break a clause. An alteration changes the traffic between the suite and a conforming server.
 * They prove that the suite catches: each must fail at exactly the clauses it breaks.
 *
 * To add one:
 *
 * 1. Find the file of its area, `conformance/proof/deviants/<area>*.ts`. `catalogue.ts` lists the exports. Add a line to
 *    the array in the file. The id is the clause, a slash, and the mistake:
 *
 *    ```ts
 *    deviant('users.suspend.not-active/accepted', {
 *      summary: 'suspends whatever the status',
 *      alter: on('suspendUser', acceptInstead()),
 *    })
 *    ```
 *
 *    It breaks the clause in its id. Name further ones in `breaks`; the suite must catch it at each.
 * 2. Compose `alter` of the steps in `alter/`. They read from the suite to the server:
 *    - `flow`: `on(operation, …)`, `when(request test, …)`, `whenRefused`, `whenSuccess`, `whenStatus`, `all`;
 *      `sends('profile.title', test)` and `asks('limit')` are request tests;
 *    - `request`: `ignoreQuery`, `query`, `ignoreInput`, `input`, `requestHeader`;
 *    - `answer`: `reply` (never asks the server), `replyAfter`, `status`, `drop`, `set`, `edit`, `rename`,
 *      `items`, `body`, `noBody`, `text`, `header`, `dropHeader`, `dropLink`, `editLink`;
 *    - `refusal`: `refuse`, `refuseButDo`, `acceptInstead`, `acceptWith` (a repaired value), `wrongStatus`,
 *      `wrongCode`, `wrongDialect`;
 *    - `memory`: `after` and `refuseButShow` (a side effect that lasts), `refuseButRemove`, `ignoreProperty`,
 *      `ignoreWrite`, `takeFromCaller`, `stale`, `andAlso`, `instead`.
 *
 *    Or write the function yourself: `() => async (sent, forward) => …`. Each run calls the outer function once, so that
 *    its variables are the deviant's memory. Everything works on requests and answers, so that a deviant can stand before
 *    any server. Nothing here may know the mock.
 * 3. `families/` turns rows of a table into deviants: limits, properties, nulls, read-only members, enumerations,
 *    defaults, query parameters, refusals, writes. In your own loop use
 *    `deviantOf(clause, 'what-is-wrong', …)`, which spares the compiler a large union.
 * 4. Break little: one boundary, one field, one status. Break both sides of each boundary. For each refusal add one
 *    that accepts and one that refuses but mutates. For each write add one that accepts and ignores. If another clause
 *    fails too, prefer a smaller break. `generated/beside.json` lists the unavoidable ones by the broken clause.
 *    `npm run quick-table` measures them; `--thorough` shows those of one deviant.
 * 5. Run it: `npm run selftest -- 'users.suspend.*'` runs the deviants whose id fits, and says
 *    which survive and why. Caught means: the clause passes on the unaltered server, and its verdict on the
 *    deviant is `fail`. Blocked, error or inconclusive is not caught.
 * 6. Run your checks the other way round too. `npm run selftest -- --hollow` lists the clauses that hollow servers
 *    pass. Against that, put a control case before the refusal, or read a record as it was sent. `--variants` lists the clauses that
 *    conforming servers fail.
 *
 * @module
 */
import type { ClauseId } from '../../registry/clauses.ts'
import type { TargetOptions } from '../selftest/target.ts'
import type { Alteration } from '../alter/wire.ts'

/** A server that breaks a clause, or several. */
export interface Deviant {
  /** The clause it breaks, a slash, and the mistake. Unique. */
  readonly id: string
  /** Each of these clauses must catch it. */
  readonly breaks: readonly ClauseId[]
  /** Its mistake, as a sentence about the server without its subject. */
  readonly summary: string
  readonly alter: Alteration
  /** The settings that the server behind it needs, if any. */
  readonly target?: TargetOptions
}

/** The parts of a deviant; see the head of this file. */
export interface DeviantPlan {
  /** Clauses it breaks in addition to the one in its id. */
  readonly breaks?: ClauseId | readonly ClauseId[]
  readonly summary: string
  readonly alter: Alteration
  readonly target?: TargetOptions
}

export function deviant(id: `${ClauseId}/${string}`, plan: DeviantPlan): Deviant {
  const at = id.indexOf('/')
  return deviantOf(id.slice(0, at) as ClauseId, id.slice(at + 1), plan)
}

/** The same as `deviant`, with the id in two parts, for clauses in a table. */
export function deviantOf(clause: ClauseId, how: string, plan: DeviantPlan): Deviant {
  const { breaks = [], summary, alter, target } = plan
  return {
    id: `${clause}/${how}`,
    breaks: [...new Set([clause, ...[breaks].flat()])],
    summary,
    alter,
    ...(target === undefined ? {} : { target }),
  }
}
