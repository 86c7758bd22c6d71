/** Changes to requests before the server sees them. */
import type { Json } from '../../engine/wire/reply.ts'
import { type Alteration, type Plain, type Sent, sentWith } from './wire.ts'
import { changed, has } from './path.ts'

/** Passes on a request built from the sent one. */
export function request(change: (sent: Sent) => Sent): Alteration {
  return () => (sent, forward) => forward(change(sent))
}

/** The server sees a changed query. */
export function otherQuery(change: (query: URLSearchParams) => void): Alteration {
  return request((sent) => {
    const changedQuery = new URLSearchParams(sent.query)
    change(changedQuery)
    return sentWith(sent, { query: changedQuery })
  })
}

/** The server never sees these query parameters. */
export function ignoreQuery(...names: readonly string[]): Alteration {
  const ignoring = otherQuery((asked) => names.forEach((name) => asked.delete(name)))
  return ignoring
}

/** The server sees this value of a query parameter, whatever was sent; a function gets what was sent. */
export function query(
  name: string,
  value: string | ((old: string | null) => string | undefined),
): Alteration {
  const other = otherQuery((asked) => {
    const now = typeof value === 'string' ? value : value(asked.get(name))
    if (now === undefined) asked.delete(name)
    else asked.set(name, now)
  })
  return other
}

/** The server sees this value of a query parameter that was not sent. */
export function byDefault(name: string, value: string): Alteration {
  return query(name, (old) => old ?? value)
}

/** The server sees another value of a query parameter that was sent. */
export function rewrite(name: string, change: (text: string) => string): Alteration {
  return query(name, (old) => (old === null ? undefined : change(old)))
}

/** The server sees a limit one above the sent one. */
export function oneMore(): Alteration {
  return rewrite('limit', (old) => String(Number(old) + 1))
}

/** The server sees a filter as a search, which ignores the case of values. */
export function filterAsSearch(): Alteration {
  return otherQuery((asked) => {
    const filter = asked.get('filter')
    asked.delete('filter')
    if (filter !== null) asked.set('search', filter)
  })
}

/** The server never sees this part of the body: `profile.title`. */
export function ignoreInput(path: string): Alteration {
  return request((sent) =>
    has(sent.json, path) ? sentWith(sent, { json: changed(sent.json, path, () => undefined) }) : sent,
  )
}

/** The server sees this value at a path of the body, whatever was sent; a function gets what was sent. */
export function input(path: string, value: Plain | ((old: Json) => Json)): Alteration {
  return request((sent) =>
    sent.json === undefined
      ? sent
      : sentWith(sent, {
          json: changed(sent.json, path, (old) => (typeof value === 'function' ? value(old) : value)),
        }),
  )
}

/** The server sees this header, whatever was sent; `undefined` removes it. */
export function requestHeader(name: string, value?: string): Alteration {
  return request((sent) => {
    const { [name.toLowerCase()]: _old, ...others } = sent.headers
    return sentWith(sent, {
      headers: value === undefined ? others : { ...others, [name.toLowerCase()]: value },
    })
  })
}
