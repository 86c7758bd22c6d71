import type { Api, Reply } from '../../engine/run/check.ts'

type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** More pages than a handful of records can take. */
const most = 20

/**
 * Reads a list, and on by its next links until it has enough, as one reply with all that was read: how many
 * items a page holds is the target's affair. Who asks for a limit wants that page alone.
 *
 * @param enough default: nothing is, so that all pages are read.
 */
export async function readPages(
  api: Api,
  path: string,
  query: Query,
  enough: (soFar: Reply) => boolean = () => false,
): Promise<Reply> {
  let whole = await api.get(path, { query })
  for (let page = 1; page < most && query['limit'] === undefined; page++) {
    const next = whole.links['next']
    if (next === undefined || enough(whole)) break
    const more = await api.get(next)
    if (!Array.isArray(more.body)) break
    const items = [...whole.items, ...more.items]
    whole = { ...more, body: items, json: items, items }
  }
  return whole
}
