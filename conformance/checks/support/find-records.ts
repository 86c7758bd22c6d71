import type { CheckContext, ClauseId, Reply } from '../../engine/run/check.ts'
import { groupsPath } from './make-group.ts'
import { readPages } from './read-pages.ts'

type Tools = Pick<CheckContext, 'api' | 'poll'>
type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** Lists records until the reply fits or the lag is over; returns the last reply, to be judged. */
export type ListUntil = (tools: Tools, query: Query, fits: (reply: Reply) => boolean) => Promise<Reply>

const listingOf =
  (path: string): ListUntil =>
  ({ api, poll }, query, fits) =>
    poll.until(() => readPages(api, path, query, fits), fits)

export const listUntil = listingOf('/api/v1/users')
export const listGroupsUntil = listingOf(groupsPath)

/** The ids of listed users, in the order of the list. */
export function idsOf(reply: Reply): string[] {
  return reply.items.map((user) => String(user?.id))
}

/** Lists users until exactly these are found, or the lag is over; returns the ids found, sorted, and the reply. */
export async function findExactly(
  tools: Tools,
  query: Query,
  expected: readonly { readonly id: string }[],
  list = listUntil,
): Promise<{ reply: Reply; found: readonly string[]; wanted: readonly string[] }> {
  const wanted = expected.map(({ id }) => id).toSorted()
  const reply = await list(tools, query, (each) => idsOf(each).toSorted().join() === wanted.join())
  return { reply, found: idsOf(reply).toSorted(), wanted }
}

/** A clause, the filter or search that it is about, and the records that it finds. */
export type FoundRow<Id extends ClauseId> = readonly [
  clause: Id,
  expression: string,
  expected: readonly { readonly id: string }[],
]

/**
 * Judges that each filter or search finds exactly the records in its row. Rows without records come after a row that
 * finds the same ones, so that the store has caught up.
 */
export async function judgeFound<Id extends ClauseId>(
  context: CheckContext<Id>,
  list: ListUntil,
  parameter: 'filter' | 'search',
  rows: readonly FoundRow<Id>[],
): Promise<void> {
  for (const [clause, expression, expected] of rows) {
    const { reply, found, wanted } = await findExactly(context, { [parameter]: expression }, expected, list)
    context.judge(clause).success(reply)
    context.judge(clause).on(reply).equal(found, wanted, `the records found by ${expression}`)
  }
}

/** A literal of a search or filter expression. */
export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** The users with each of these e-mail addresses; waits until a search finds a later user. */
export async function findByEmails(
  { api, poll, given }: Tools & Pick<CheckContext, 'given'>,
  emails: readonly string[],
): Promise<Reply[]> {
  const fence = await given.fresh.user({ activate: false, password: false })
  const find = (filter: string): Promise<Reply> => api.get('/api/v1/users', { query: { filter } })
  const isThere = async (): Promise<boolean> => (await find(`id eq ${quoted(fence.id)}`)).items.length > 0
  const found: Reply[] = []
  for (const email of emails)
    found.push(
      await poll.behind(
        found.length === 0 ? isThere : () => Promise.resolve(true),
        () => find(`profile.email eq ${quoted(email)}`),
        ({ items }) => items.length === 0,
      ),
    )
  return found
}
