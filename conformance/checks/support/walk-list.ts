import type { Api, Json, Reply } from '../../engine/run/check.ts'

/** What following the next links of a list led to. */
export interface Walk {
  readonly replies: readonly Reply[]
  readonly items: readonly Json[]
  /** Whether a page without a next link was reached; false for a loop, or after too many pages. */
  readonly ended: boolean
}

/**
 * Reads a list page by page, by its next links. Unlike `api.pages` it judges nothing: a list without an end,
 * or a page that is no list, is there to be judged.
 */
export async function walkList(
  api: Api,
  path: string,
  query: Readonly<Record<string, string | number>>,
  maxPages = 12,
): Promise<Walk> {
  const replies: Reply[] = [await api.get(path, { query })]
  const seen = new Set<string>()
  while (replies.length < maxPages) {
    const next = replies.at(-1)?.links['next']
    if (next === undefined) return walked(replies, true)
    if (seen.has(next)) break
    seen.add(next)
    replies.push(await api.get(next))
  }
  return walked(replies, false)
}

function walked(replies: readonly Reply[], ended: boolean): Walk {
  return { replies, items: replies.flatMap(({ items }) => items), ended }
}

/**
 * Reads a list that others add to and remove from meanwhile, some times if need be: a record that moves from one page to
 * the next is seen twice, or not at all. Where every reading is disturbed, the last of them.
 */
export async function undisturbed<T>(read: () => Promise<T>, isFine: (found: T) => boolean): Promise<T> {
  let found = await read()
  for (let again = 0; again < 3 && !isFine(found); again++) found = await read()
  return found
}
