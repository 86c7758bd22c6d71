import type { Requirement, Cover } from '../../registry/requirement.ts'
import type { Exchange } from '../wire/reply.ts'
import { parsed } from '../words/text.ts'

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

/** The parts of calls: each operation, with its parameters and the properties that it sent, but not their values. */
export function partsOf(exchanges: readonly Exchange[]): Set<string> {
  return new Set(
    exchanges.flatMap((exchange) => {
      const place = placeOf(exchange)
      const named = [...traitsOf(exchange)].filter((trait) => !trait.includes('='))
      return [place, ...named.map((trait) => `${place} ${trait}`)]
    }),
  )
}

/** The traits of a call: `?name` of its query, words of a search, names and values of its body. */
export function traitsOf({ path, requestBody }: Exchange): ReadonlySet<string> {
  const traits = new Set<string>()
  const [, query = ''] = path.split('?')
  for (const [name, value] of new URLSearchParams(query)) {
    traits.add(`?${name}`)
    if (name !== 'search' && name !== 'filter') continue
    for (const [word] of value.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[A-Za-z.]+/g))
      traits.add(`${name} ${word.toLowerCase().replace(/^profile\./, '')}`)
  }
  const body = parsed(requestBody)
  if (body !== undefined) addSent(traits, '', body)
  return traits
}

/** The traits of a call that the rows of a requirement are about, a list for each row that fits. */
export function traitsNamedBy({ covers = [] }: Requirement, traits: ReadonlySet<string>): string[][] {
  const all = [...traits]
  return covers.flatMap((cover) => {
    const found = wantedBy(cover).map((wanted) => all.find(wanted))
    return found.length > 0 && found.every((each) => each !== undefined) ? [found] : []
  })
}

type Want = (trait: string) => boolean

function wantedBy(cover: Cover): readonly Want[] {
  const at = cover.indexOf(':')
  const row = cover.slice(at + 1)
  const name = row.slice(row.indexOf('.') + 1)
  switch (cover.slice(0, at)) {
    case 'property':
    case 'input':
      return [isAt(name)]
    case 'null':
      return [isAt(`${name}=null`)]
    case 'limit':
      return [isAt(name.replace(/\.(?:min|max)\.(?:accepts|refuses)$|\.(?:default|max)$/, ''))]
    case 'enum': {
      const end = name.lastIndexOf('.')
      return [isValue(name.slice(0, end), name.slice(end + 1))]
    }
    case 'grant': {
      const [type = '', grant = ''] = row.split('.')
      return [isValue('application_type', type), isValue('grant_types', grant)]
    }
    case 'query':
      return [isAt(`?${name}`)]
    case 'search':
      return [isAt(`search ${name.toLowerCase()}`)]
    case 'filter':
      return [isAt(`filter ${name.toLowerCase()}`)]
    default:
      return []
  }
}

/** A name, or the end of its path. */
function isAt(name: string): Want {
  return (trait) => trait === name || trait.endsWith(`.${name}`)
}

/** A value under a name, itself or as the last part of a URN. */
function isValue(name: string, value: string): Want {
  const isName = isAt(name)
  return (trait) => {
    const [sent = '', given = ''] = trait.split('=')
    return isName(sent) && (given === value || given.endsWith(`:${value}`))
  }
}

function addSent(traits: Set<string>, path: string, value: unknown): void {
  if (Array.isArray(value)) {
    for (const each of value) addSent(traits, path, each)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) {
      const inner = path === '' ? name : `${path}.${name}`
      traits.add(inner)
      addSent(traits, inner, each)
    }
  } else {
    traits.add(`${path}=${String(value)}`)
  }
}
