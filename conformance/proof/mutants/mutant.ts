/**
 * Mutants: servers that break a requirement. An alteration changes the traffic between the suite and a conforming server.
 * They prove that the suite catches: each must fail at exactly the requirements it breaks.
 *
 * To add one:
 *
 * 1. Find the file of its area, `conformance/proof/mutants/<area>*.ts`. `catalogue.ts` lists the exports. Add a line to
 *    the table of its operation. The key is the requirement, a slash, and the name of the mistake:
 *
 *    ```ts
 *    mutantsIn('listUsers', {
 *      'users.list.limit/refused': when(asks('limit'), refuse()),
 *      'users.list.ok/empty': [when(isPlain, listsNothing()), 'users.list.shows-others'],
 *    })
 *    ```
 *
 *    The second one also breaks a further requirement; the suite must catch it at each. `mutants` takes alterations of several operations, and
 *    `mutantsOf` those of one requirement, for rows of a table.
 * 2. Compose `alter` of the steps in `alter/`. They read from the suite to the server:
 *    - `flow`: `on(operation, …)`, `when(request test, …)`, `whenRefused`, `whenSuccess`, `whenStatus`, `all`;
 *      `sends('profile.title', test)`, `sendsValue`, `lacks`, `asks('limit')`, `carries('origin')`, `both` and `not` are
 *      request tests;
 *    - `path`: tests of a value, such as `is`, `like`, `ofSize` and `above`;
 *    - `request`: `ignoreQuery`, `query`, `byDefault`, `ignoreInput`, `input`, `requestHeader`;
 *    - `answer`: `reply` (never asks the server), `replyAfter`, `status`, `drop`, `set`, `edit`, `rename`, `body`,
 *      `noBody`, `text`, `header`, `dropHeader`, `dropLink`, `editLink`;
 *    - lists in an answer: `items`, `listsNothing`, `withoutFirst`, `withoutLast`, `turned`, `wrapped`;
 *    - `refusal`: `refuse`, `refuseButDo`, `acceptInstead`, `acceptWith` (a repaired value), `wrongStatus`,
 *      `wrongCode`, `wrongDialect`;
 *    - `memory`: `after` and `refuseButShow` (a side effect that lasts), `ignoreProperty`,
 *      `ignoreWrite`, `takeFromCaller`, `stale`, `afterwards`;
 *    - `cell('memory/survives', 'listGroups')` is what a mutation operator does in one operation.
 *
 *    Or write the function yourself: `() => async (sent, forward) => …`. Each run calls the outer function once, so that
 *    its variables are the mutant's memory. Everything works on requests and answers, so that a mutant can stand before
 *    any server. Nothing here may know the mock.
 * 3. `families.ts` turns rows of a table into mutants: limits, refusals, finders. `shown`, `typed`, `stored` and
 *    `allowed` are the mistakes of a property, for `mutantsAt`.
 * 4. Break little: one boundary, one field, one status. Break both sides of each boundary. For each refusal add one
 *    that refuses but mutates. For each write add one that accepts and ignores. Add none that
 *    fails wherever another one fails: a check that catches the other one catches it too. If another
 *    requirement fails too, prefer a smaller break. `--thorough` lists what fails with one mutant.
 * 5. Run it: `npm run selftest -- 'users.suspend.*'` runs the mutants whose id fits, and says
 *    which survive and why. Caught means: the requirement passes on the unaltered server, and its verdict on the
 *    mutant is `fail`. Blocked, error or inconclusive is not caught.
 * 6. Run your checks the other way round too. `npm run selftest -- --empty` lists the requirements that empty servers
 *    pass. Against that, put a control case before the refusal, or read a record as it was sent. `--variants` lists the requirements that
 *    conforming servers fail.
 *
 * @module
 */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import { requirementById, type RequirementId } from '../../registry/requirements.ts'
import { on } from '../alter/flow.ts'
import type { Alteration, Where } from '../alter/wire.ts'

/** How to find a mistake in one operation that may break any requirement. */
export interface Anywhere {
  readonly operation: OperationName
  /** The beginning of the title of a check to run first, so that the mistake can show. */
  readonly first?: string
  /** Whether it shows only if calls overlap. */
  readonly overlaps?: boolean
}

/** A server that breaks a requirement, or several. */
export interface Mutant {
  /** The requirement it breaks, a slash, and the mistake; of one without a requirement, the operator and the operation. Unique. */
  readonly id: string
  /** Each of these requirements must catch it. */
  readonly breaks: readonly RequirementId[]
  /** Set where `breaks` is empty: any requirement may catch it. */
  readonly anywhere?: Anywhere
  /** Set where it shows only where calls meet: the requirements that name it. */
  readonly about?: RegExp
  /** The statement that it breaks and the name of the mistake; of an operator its own sentence. */
  readonly summary: string
  readonly alter: Alteration
}

/** A mutant of a requirement, and of further requirements that it breaks. */
export function mutant(
  id: `${RequirementId}/${string}`,
  alter: Alteration,
  ...also: readonly RequirementId[]
): Mutant {
  const [requirement, how] = [id.slice(0, id.indexOf('/')), id.slice(id.indexOf('/') + 1)]
  return {
    id,
    breaks: [...new Set([requirement as RequirementId, ...also])],
    summary: `breaks "${requirementById(requirement)?.statement}": ${how.replaceAll('-', ' ')}`,
    alter,
  }
}

/** A mistake of a server: an alteration, and further requirements that it breaks. */
export type Mistake = Alteration | readonly [alter: Alteration, ...also: readonly RequirementId[]]

/** Mistakes by their names, which end the ids of their mutants. */
export type Ways = Readonly<Record<string, Mistake>>

/** Mistakes by the ids of their mutants: the requirement that each breaks, a slash, and a name. */
export type Mistakes = { readonly [id in `${RequirementId}/${string}`]: Mistake }

/** A mutant for each mistake. */
export function mutants(table: Mistakes): Mutant[] {
  return Object.entries(table).map(made)
}

/** A mutant for each mistake, in calls of these operations only. */
export function mutantsIn(where: Where | readonly Where[], table: Mistakes): Mutant[] {
  return Object.entries(table).map(([id, mistake]) => made([id, inCalls(where, mistake)]))
}

/** A mutant for each mistake that breaks one requirement. */
export function mutantsOf(requirement: RequirementId, ways: Ways): Mutant[] {
  return Object.entries(ways).map(([how, mistake]) => made([`${requirement}/${how}`, mistake]))
}

/** A mutant for each mistake that breaks one requirement, in calls of these operations only. */
export function mutantsAt(where: Where | readonly Where[], requirement: RequirementId, ways: Ways): Mutant[] {
  return Object.entries(ways).map(([how, mistake]) =>
    made([`${requirement}/${how}`, inCalls(where, mistake)]),
  )
}

function inCalls(where: Where | readonly Where[], mistake: Mistake): Mistake {
  const [alter, ...also] = partsOf(mistake)
  return [on(where, alter), ...also]
}

function made([id, mistake]: readonly [string, Mistake]): Mutant {
  return mutant(id as `${RequirementId}/${string}`, ...partsOf(mistake))
}

function partsOf(mistake: Mistake): readonly [alter: Alteration, ...also: readonly RequirementId[]] {
  return typeof mistake === 'function' ? [mistake] : mistake
}
