import type { Api, Reply } from '../../engine/run/check.ts'

type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** More pages than a few records can fill. */
const max = 20

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
  let whole = await api.get(path, { query })
  for (let page = 1; page < max && query['limit'] === undefined; page++) {
    const next = whole.links['next']
    if (next === undefined || enough(whole)) break
    const more = await api.get(next)
    if (!Array.isArray(more.body)) break
    const items = [...whole.items, ...more.items]
    whole = { ...more, body: items, json: items, items }
  }
  return whole
}
