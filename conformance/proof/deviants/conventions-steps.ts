/** Steps that deviants of the conventions of paging and names share. */
import type { Json } from '../../engine/wire/reply.ts'
import { body, header } from '../alter/answer.ts'
import { on, whenSuccess } from '../alter/flow.ts'
import type { Alteration, Sent } from '../alter/wire.ts'

/** Sends the reader back to the first page after the third record. */
export function loopBack(): Alteration {
  return () => async (sent, forward) => {
    const answer = await forward(sent)
    if (!sent.query.has('after')) return answer
    const url = `https://svc.example.com${sent.path}?${sent.query}`
    return { ...answer, headers: { ...answer.headers, link: `<${url}>; rel="self", <${url}>; rel="next"` } }
  }
}

/** Repeats a record of an earlier page on each later one. */
export function repeatLast(): Alteration {
  return () => {
    let last: Json
    return async (sent, forward) => {
      const answer = await forward(sent)
      if (!Array.isArray(answer.json)) return answer
      const json =
        sent.query.has('after') && last !== undefined ? [last, ...answer.json.slice(1)] : answer.json
      last = answer.json.at(-1)
      return { ...answer, json, text: JSON.stringify(json) }
    }
  }
}

export const relative = (url: URL): string => url.pathname + url.search

export const without =
  (name: string) =>
  (url: URL): URL => {
    url.searchParams.delete(name)
    return url
  }

export const hasAfter = ({ query: sent }: Sent): boolean => sent.has('after')

/** Spells a value differently, anywhere in a group. */
export function spelled(own: string, other: string): Alteration {
  return on(
    ['createGroup', 'getGroup', 'listGroups'],
    whenSuccess(body((json) => JSON.parse(JSON.stringify(json).replaceAll(`"${own}"`, `"${other}"`)))),
  )
}

export function otherRelation(): Alteration {
  return header('link', (old) => old.replaceAll('rel="next"', 'rel="following"'))
}

export function renamedAfter(url: URL): URL {
  url.searchParams.set('cursor', url.searchParams.get('after') ?? '')
  url.searchParams.delete('after')
  return url
}

/** Understands the cursor by its other name. */
export function cursorAsAfter(): Alteration {
  return () => (sent, forward) => {
    const cursor = sent.query.get('cursor')
    if (cursor === null) return forward(sent)
    const changed = new URLSearchParams(sent.query)
    changed.delete('cursor')
    changed.set('after', cursor)
    return forward({ ...sent, query: changed })
  }
}
