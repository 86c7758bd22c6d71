/** Changes to requests before the server sees them. */
import type { Json } from '../../engine/wire/reply.ts'
import type { Alteration, Plain, Sent } from './wire.ts'
import { sentWith, worded } from './wire.ts'
import { changed, has } from './path.ts'

/** Passes on a request built from the sent one. */
export function request(change: (sent: Sent) => Sent): Alteration {
  return () => (sent, forward) => forward(change(sent))
}

/** The server never sees these query parameters. */
export function ignoreQuery(...names: readonly string[]): Alteration {
  const ignoring = request((sent) => {
    const query = new URLSearchParams(sent.query)
    for (const name of names) query.delete(name)
    return sentWith(sent, { query })
  })
  return worded(`ignores ${names.join(' and ')}`, ignoring)
}

/** The server sees this value of a query parameter, whatever was sent; a function gets what was sent. */
export function query(
  name: string,
  value: string | ((old: string | null) => string | undefined),
): Alteration {
  const other = request((sent) => {
    const changedQuery = new URLSearchParams(sent.query)
    const now = typeof value === 'string' ? value : value(sent.query.get(name))
    if (now === undefined) changedQuery.delete(name)
    else changedQuery.set(name, now)
    return sentWith(sent, { query: changedQuery })
  })
  return worded(typeof value === 'string' ? `always takes ${value} for ${name}` : undefined, other)
}

/** The server sees this value of a query parameter that was not sent. */
export function byDefault(name: string, value: string): Alteration {
  return worded(
    `takes ${name} for ${value} where it is not sent`,
    query(name, (old) => old ?? value),
  )
}

/** The server sees a limit one above the sent one. */
export function oneMore(): Alteration {
  return worded(
    'lists one more than limit',
    query('limit', (old) => (old === null ? undefined : String(Number(old) + 1))),
  )
}

/** The server never sees these parts of the body: `profile.title`. */
export function ignoreInput(...paths: readonly string[]): Alteration {
  const ignoring = request((sent) =>
    paths.reduce(
      (each, path) =>
        has(each.json, path) ? sentWith(each, { json: changed(each.json, path, () => undefined) }) : each,
      sent,
    ),
  )
  return worded(`ignores ${paths.join(' and ')}`, ignoring)
}

/** The server sees this value at a path of the body, whatever was sent; a function gets what was sent. */
export function input(path: string, value: Plain | ((old: Json) => Json)): Alteration {
  const other = request((sent) =>
    sent.json === undefined
      ? sent
      : sentWith(sent, {
          json: changed(sent.json, path, (old) => (typeof value === 'function' ? value(old) : value)),
        }),
  )
  return worded(typeof value === 'function' ? undefined : `stores ${path} as ${JSON.stringify(value)}`, other)
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
