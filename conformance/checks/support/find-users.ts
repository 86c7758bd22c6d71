import type { CheckContext, Reply } from '../../engine/run/check.ts'
import { readPages } from './read-pages.ts'

type Tools = Pick<CheckContext, 'api' | 'poll'>
type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** Lists users until the reply fits or the lag is over; returns the last reply, to be judged. */
export function listUntil(
  { api, poll }: Tools,
  query: Query,
  fits: (reply: Reply) => boolean,
): Promise<Reply> {
  return poll.until(() => readPages(api, '/api/v1/users', query, fits), fits)
}

/** The ids of listed users, in the order of the list. */
export function idsOf(reply: Reply): string[] {
  return reply.items.map((user) => String(user?.id))
}

/** Lists users until exactly these are found, or the lag is over; returns the ids found, sorted, and the reply. */
export async function findExactly(
  tools: Tools,
  query: Query,
  expected: readonly { readonly id: string }[],
): Promise<{ reply: Reply; found: readonly string[]; wanted: readonly string[] }> {
  const wanted = expected.map(({ id }) => id).toSorted()
  const reply = await listUntil(tools, query, (each) => isSame(idsOf(each).toSorted(), wanted))
  return { reply, found: idsOf(reply).toSorted(), wanted }
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((each, at) => each === right[at])
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
