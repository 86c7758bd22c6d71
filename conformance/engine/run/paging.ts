import type { Api } from './api.ts'
import type { Json, Reply } from '../wire/reply.ts'

type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** The result of following the next links of a list. */
export interface Walk {
  readonly replies: readonly Reply[]
  readonly items: readonly Json[]
  /** Whether it reached a page without a next link; false for a loop, or after too many pages. */
  readonly ended: boolean
}

/**
 * Reads a list page by page, by its next links. It judges nothing: it also returns a list without an end, or a page that
 * is not a list. It stops early when it has enough.
 */
export async function walkList(
  api: Api,
  path: string,
  query: Query,
  maxPages = 12,
  isEnough: (items: readonly Json[], last: Reply) => boolean = () => false,
): Promise<Walk> {
  const replies: Reply[] = [await api.get(path, { query })]
  const seen = new Set<string>()
  for (;;) {
    const items = replies.flatMap((reply) => reply.items)
    const last = replies.at(-1) as Reply
    const next = last.links['next']
    const isOver = next === undefined || seen.has(next) || replies.length >= maxPages || isEnough(items, last)
    if (isOver) return { replies, items, ended: next === undefined }
    seen.add(next)
    replies.push(await api.get(next))
  }
}

/**
 * Reads a list and its next links until it has enough, as one reply with every item. The target decides how many items
 * a page has. A caller with a limit wants only that page.
 *
 * @param enough default: never, so that all pages are read.
 */
export async function readPages(
  api: Api,
  path: string,
  query: Query,
  enough: (soFar: Reply) => boolean = () => false,
): Promise<Reply> {
  const whole = (items: readonly Json[], last: Reply): Reply => ({
    ...last,
    body: items,
    json: items,
    items: [...items],
  })
  const max = query['limit'] === undefined ? 20 : 1
  const { replies, items } = await walkList(api, path, query, max, (soFar, last) =>
    enough(whole(soFar, last)),
  )
  const last = replies.findLast(({ body }) => Array.isArray(body))
  return last === undefined ? (replies[0] as Reply) : whole(items, last)
}
