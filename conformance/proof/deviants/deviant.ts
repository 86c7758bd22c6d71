/**
 * Deviants: servers that break a clause, made by altering what passes between the suite and a server that
 * keeps all of them. They prove that the suite catches: each has to fail at exactly the clauses it breaks.
 *
 * To add one:
 *
 * 1. Find the file of its area (`conformance/proof/deviants/<area>*.ts`; what it exports is listed in
 *    `catalogue.ts`) and add a line to its array. The id is the clause, a slash, and what is wrong:
 *
 *    ```ts
 *    deviant('users.suspend.not-active/accepted', {
 *      summary: 'suspends whatever the status',
 *      alter: on('suspendUser', acceptInstead()),
 *    })
 *    ```
 *
 *    It breaks the clause in its id; name further ones in `breaks`, and each has to be caught.
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
 *    Or write the function yourself: `() => async (sent, forward) => …`. The outer function is called once
 *    for each run, so that its variables are the deviant's memory. Everything works on the wire, so that a
 *    deviant can stand before any server; nothing here may know the mock.
 * 3. Make rows of a table into deviants with `families/`: limits, properties, nulls, read-only members,
 *    enumerations, defaults, query parameters, refusals, writes. In a loop of your own take
 *    `deviantOf(clause, 'what-is-wrong', …)`, which spares the compiler a large union.
 * 4. Break little: one boundary, one field, one status. Both sides of each boundary; for each refusal one
 *    that accepts and one that refuses but mutates; for each write one that accepts and ignores. A clause
 *    that fails beside the ones it breaks: better a smaller break. What cannot be avoided stands in
 *    `generated/beside.json`, by the clause that is broken; `npm run quick-table` measures it, and `--thorough` tells it
 *    of one deviant.
 * 5. Run it: `npx tsx scripts/selftest.ts 'users.suspend.*'` runs the deviants whose id fits, and says
 *    which survive and why. Caught means: the clause passes on the unaltered server, and its verdict on the
 *    deviant is `fail`. Blocked, error or inconclusive is not caught.
 * 6. Run your checks the other way round too: `npx tsx scripts/selftest.ts --hollow` names what servers with
 *    nothing inside pass (put a control case before the refusal, or rely on a record being read as it was
 *    sent), and `--variants` what conforming servers fail.
 *
 * @module
 */
import type { ClauseId } from '../../registry/clauses.ts'
import type { TargetOptions } from '../selftest/target.ts'
import type { Alteration } from '../alter/wire.ts'

/** A server that breaks a clause, or several. */
export interface Deviant {
  /** The clause it breaks, a slash, and what is wrong. Unique. */
  readonly id: string
  /** The clauses it has to be caught at, each of them. */
  readonly breaks: readonly ClauseId[]
  /** What it does wrong, as a sentence about the server without its subject. */
  readonly summary: string
  readonly alter: Alteration
  /** How the server behind it has to be set, where that matters. */
  readonly target?: TargetOptions
}

/** What a deviant is made of; see the head of this file. */
export interface DeviantPlan {
  /** Clauses it breaks beside the one in its id. */
  readonly breaks?: ClauseId | readonly ClauseId[]
  readonly summary: string
  readonly alter: Alteration
  readonly target?: TargetOptions
}

/** Makes a deviant. */
export function deviant(id: `${ClauseId}/${string}`, plan: DeviantPlan): Deviant {
  const at = id.indexOf('/')
  return deviantOf(id.slice(0, at) as ClauseId, id.slice(at + 1), plan)
}

/** Makes a deviant of a clause that stands in a table: the same as `deviant`, with its id in two parts. */
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
