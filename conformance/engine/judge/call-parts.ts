import type { Exchange } from '../wire/exchange.ts'

/** The parts of calls: each operation, with its parameters and the properties that it sent. */
export function partsOf(exchanges: readonly Exchange[]): Set<string> {
  const parts = new Set<string>()
  for (const { method, path, requestBody } of exchanges) {
    const [place = '', query = ''] = path.split('?')
    const operation = `${method} ${place.replaceAll(/(users|groups|rules|clients|grants|tokens)\/(?!rules(?:\/|$)|me(?:\/|$))[^/]+/g, '$1/*')}`
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
