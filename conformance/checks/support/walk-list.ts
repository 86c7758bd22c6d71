import type { Api, Json, Reply } from '../../engine/run/check.ts'

/** The result of following the next links of a list. */
export interface Walk {
  readonly replies: readonly Reply[]
  readonly items: readonly Json[]
  /** Whether it reached a page without a next link; false for a loop, or after too many pages. */
  readonly ended: boolean
}

/**
 * Reads a list page by page, by its next links. Unlike `api.pages` it judges nothing. It also returns a list without an
 * end, or a page that is not a list. It stops early when it has enough.
 */
export async function walkList(
  api: Api,
  path: string,
  query: Readonly<Record<string, string | number>>,
  maxPages = 12,
  isEnough: (items: readonly Json[]) => boolean = () => false,
): Promise<Walk> {
  const replies: Reply[] = [await api.get(path, { query })]
  const seen = new Set<string>()
  while (replies.length < maxPages) {
    const next = replies.at(-1)?.links['next']
    if (next === undefined) return walked(replies, true)
    if (seen.has(next) || isEnough(replies.flatMap(({ items }) => items))) break
    seen.add(next)
    replies.push(await api.get(next))
  }
  return walked(replies, false)
}

function walked(replies: readonly Reply[], ended: boolean): Walk {
  return { replies, items: replies.flatMap(({ items }) => items), ended }
}

/**
 * Reads a list that other clients change meanwhile, several times if needed. A record that commands from one page to the
 * next shows twice, or not at all. Returns the last reading if every one is disturbed.
 */
export async function undisturbed<T>(read: () => Promise<T>, isFine: (found: T) => boolean): Promise<T> {
  let found = await read()
  for (let again = 0; again < 3 && !isFine(found); again++) found = await read()
  return found
}
