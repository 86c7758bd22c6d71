import { editDistance } from '../query/suggestion.ts'
import { refuse } from '../contract/errors/refusal.ts'
import type { Exchange } from './exchange.ts'
import { idsToo } from './router.ts'
import { Gaps } from '../model/access/gaps.ts'
import { callerIds } from './authenticate.ts'
import { areaOf, endpointPaths, routerOf } from './routes.ts'
import type { Org } from '../model/org.ts'
import type { WireRequest } from './wire.ts'

/** Refuses a path that leads to nothing. */
export function answer({ org, request, match, isTraffic }: Exchange): never {
  if (match && match.target.kind !== 'image') {
    const hint = 'Only a server answers this path (npx identikit serve). In process, use org.control'
    return refuse('unknown-path', { hint })
  }
  return refuseUnknown(org, request, isTraffic)
}

/** Refuses a path that leads to nothing. One of the service is a gap, which a header names and the organisation counts. */
export function refuseUnknown(org: Org, request: WireRequest, isTraffic = true): never {
  const { method, path } = request
  const hint = hintFor(path, endpointPaths(routerOf(org)))
  if (!isTraffic || areaOf(path) === undefined) return refuse('unknown-path', { hint })
  const agent = request.header('user-agent')?.slice(0, 100)
  const [id = 'nobody known'] = callerIds(org, request)
  const caller = agent === undefined ? id : `${id}, ${agent}`
  const gap = (org.traffic.gaps ??= new Gaps()).meet(method, path, caller, org.clock.iso())
  return refuse('unknown-path', { hint }, { headers: { [gapHeader]: gap } })
}

/** Names the call that nothing serves. */
const gapHeader = 'Identikit-Gap'

/** A hint for an unknown path: a known path with a similar spelling, or the operations nearby. */
export function hintFor(path: string, known: readonly string[]): string {
  const alike = nearest(path, known)
  if (alike !== undefined) return `The nearest known path is ${alike}`
  const { place, names } = farthest(path.split('/').slice(1), known)
  return `This path is not part of what is served. Operations below ${place}: ${names.join(', ')}`
}

/** The known path that one is a misspelling of. */
function nearest(path: string, known: readonly string[]): string | undefined {
  const wanted = withoutVersion(path)
  let best: string | undefined
  let least = Infinity
  for (const each of known) {
    const distance = segmentDistance(wanted, withoutVersion(each))
    if (distance >= least) continue
    least = distance
    best = each
  }
  return best
}

/** How far a path is known, and what can follow there. */
function farthest(segments: readonly string[], known: readonly string[]) {
  let below = known.map((path) => path.split('/').slice(1))
  let place = ''
  let depth = 0
  for (const segment of segments) {
    const at = (name: string): readonly string[][] => below.filter((path) => path[depth] === name)
    const value = below.find((path) => path[depth]?.startsWith('{'))?.[depth]
    const fixed = idsToo.has(segment) ? [] : at(segment)
    const next = fixed.length > 0 ? fixed : value === undefined || segment === '' ? [] : at(value)
    if (!next.some(({ length }) => length > depth + 1)) break
    place += `/${next[0]![depth]}`
    below = [...next]
    depth++
  }
  const names = new Set(below.flatMap((path) => path[depth] ?? []))
  // Placeholders come after every letter.
  return { place: place || '/', names: [...names].toSorted() }
}

/** The segments of a path after `/api/v1` or `/oauth2/v1`, however much of these there is. */
function withoutVersion(path: string): readonly string[] {
  const segments = path.split('/').slice(1)
  while (segments.length > 0 && /^(?:api|oauth2|v\d+)$/i.test(segments[0]!)) segments.shift()
  return segments
}

/** How unlike two paths are; `Infinity` where a segment is more than a misspelling of the other. */
function segmentDistance(wanted: readonly string[], known: readonly string[]): number {
  if (wanted.length !== known.length) return Infinity
  let distance = 0
  for (const [index, segment] of known.entries()) {
    const given = wanted[index]!
    if (segment.startsWith('{')) distance += given === '' ? Infinity : 1
    else if (segment !== given) {
      const letters = editDistance(given.slice(0, 40).toLowerCase(), segment.toLowerCase())
      distance += letters > Math.max(1, Math.floor(given.length / 3)) ? Infinity : 1 + letters
    }
  }
  return distance
}
