import type { Api, CallOptions, Paged } from './api.ts'
import { Blocked } from './interruption.ts'
import type { Json, Reply } from '../wire/reply.ts'

/**
 * Walks through all pages of a list by its `next` links.
 *
 * @throws Blocked when a page is no array, a link repeats, or there are too many pages.
 */
export async function walkPages(
  api: Api,
  path: string,
  { maxPages = 50, ...options }: CallOptions & { readonly maxPages?: number } = {},
): Promise<Paged> {
  const replies: Reply[] = []
  const items: Json[] = []
  const seen = new Set<string>()
  let next: string | undefined = path
  while (next !== undefined) {
    const reply: Reply = await api.get(next, replies.length === 0 ? options : withoutQuery(options))
    if (!Array.isArray(reply.body)) {
      throw new Blocked(
        `GET ${reply.request.path} was answered with ${reply.status} and no array (exchange ${reply.exchange})`,
      )
    }
    replies.push(reply)
    items.push(...reply.items)
    next = reply.links['next']
    if (next !== undefined && seen.has(next))
      throw new Blocked(`the next link of exchange ${reply.exchange} leads back to a page already read`)
    if (next !== undefined) seen.add(next)
    if (next !== undefined && replies.length >= maxPages)
      throw new Blocked(`${path} has more than ${maxPages} pages`)
  }
  return { items, replies }
}

/** A next link carries the query itself. */
function withoutQuery({ query: _query, ...options }: CallOptions): CallOptions {
  return options
}
