import type { Exchange } from '../wire/exchange.ts'

/** The method of a call, and its path without ids. */
export function placeOf({ method, path }: Exchange): string {
  const [place = ''] = path.split('?')
  return `${method} ${place.replaceAll(/(users|groups|rules|clients|grants|tokens)\/(?!rules(?:\/|$)|me(?:\/|$))[^/]+/g, '$1/*')}`
}

/** The calls that were accepted: their places with their queries, which may choose another effect, marked as done. */
export function doneIn(exchanges: readonly Exchange[]): Set<string> {
  return new Set(
    exchanges
      .filter(({ status }) => status >= 200 && status < 300)
      .map((each) => `done ${placeOf(each)}?${each.path.split('?')[1] ?? ''}`),
  )
}

/** The parts of calls: each operation, with its parameters and the properties that it sent. */
export function partsOf(exchanges: readonly Exchange[]): Set<string> {
  const parts = new Set<string>()
  for (const exchange of exchanges) {
    const { path, requestBody } = exchange
    const [, query = ''] = path.split('?')
    const operation = placeOf(exchange)
    parts.add(operation)
    for (const [name, value] of new URLSearchParams(query)) {
      parts.add(`${operation}?${name}`)
      if (name === 'search' || name === 'filter')
        for (const word of value.replaceAll(/"[^"]*"/g, '').match(/[A-Za-z.]+/g) ?? [])
          parts.add(`${operation}?${name} ${word}`)
    }
    for (const name of requestBody?.match(/"(\w+)":/g) ?? []) parts.add(`${operation} ${name}`)
  }
  return parts
}
