import { once } from '../contract/once.ts'
import type { Operation } from '../contract/operation.ts'
import type { WireRequest } from './wire.ts'

/** One row of a table of routes. */
export interface Route<Kind extends string> {
  /** Which part answers it. */
  readonly kind: Kind
  /** Its name among those of its kind. */
  readonly name: string
  /**
   * `{name}` stands for any segment, and is decoded. `{name:pattern}` stands for a segment of the pattern, and stays
   * encoded. `{name...}`, at the end, stands for the rest of the path.
   */
  readonly path: string
  /** Without it, every method leads here. */
  readonly methods?: readonly string[] | undefined
  readonly operation?: Operation | undefined
  /** Query parameters that the spelling of the path implies. */
  readonly query?: Readonly<Record<string, string>> | undefined
}

/** The target of a path and a method. */
export interface Target<Kind extends string> {
  readonly kind: Kind
  readonly name: string
  /** Several operations may share path and method. */
  readonly operations: readonly Operation[]
  /** Query parameters that the spelling of the path implies. */
  readonly query: Readonly<Record<string, string>> | undefined
}

/** Where a request leads. */
export interface Match<Kind extends string> {
  /** The target; one of another method where the path does not have the method. */
  readonly target: Target<Kind>
  /** The values of the placeholders; undefined if one is not validly percent-encoded. */
  readonly params: Readonly<Record<string, string>> | undefined
  /** The methods of the path, where it does not have the one asked for. */
  readonly methods: readonly string[] | undefined
}

/** A target, with the placeholders of the path that leads to it. */
interface Place<Kind extends string> {
  readonly target: Target<Kind> & { readonly operations: Operation[] }
  readonly names: readonly string[]
  /** For each of the names; undefined for a value that is decoded. */
  readonly patterns: readonly (RegExp | undefined)[]
}

/** The places of a path, by method. */
type Leaf<Kind extends string> = Map<string, Place<Kind>>

interface Node<Kind extends string> {
  readonly fixed: Map<string, Node<Kind>>
  /** The branch for a value. */
  value: Node<Kind> | undefined
  leaf: Leaf<Kind> | undefined
  /** The leaf for the rest of a path. */
  rest: Leaf<Kind> | undefined
}

const newNode = <Kind extends string>(): Node<Kind> => ({
  fixed: new Map(),
  value: undefined,
  leaf: undefined,
  rest: undefined,
})

/** Fixed segments that may stand for an id as well: `me` is the current user (Users, What the service does). */
export const idsToo: ReadonlySet<string> = new Set(['me'])

const methods = ['GET', 'POST', 'PUT', 'DELETE']
const every = 'every method'

/** Finds routes by path: a tree of segments, fixed ones before placeholders, and the rest of a path last. */
export class Router<Kind extends string> {
  readonly #list: () => readonly Route<Kind>[]
  #tree: Node<Kind> | undefined

  /** @param routes Of two with the same method and path, the first counts; operations share them. */
  constructor(routes: () => readonly Route<Kind>[]) {
    this.#list = once(routes)
  }

  get routes(): readonly Route<Kind>[] {
    return this.#list()
  }

  /** Grows at the first search: an import makes no routes. */
  get #root(): Node<Kind> {
    if (this.#tree) return this.#tree
    const root = newNode<Kind>()
    for (const route of this.routes) add(root, route)
    return (this.#tree = root)
  }

  /** Where a path leads with a method; undefined for an unknown path. */
  find(method: string, path: string): Match<Kind> | undefined {
    const root = this.#root
    // A path without a slash, as in `OPTIONS *`, has no segments.
    const begin = path.startsWith('/') ? 1 : path.length + 1
    const values: string[] = []
    const place = walk(root, path, begin, values, method)
    if (place) return { target: place.target, params: paramsOf(place, values), methods: undefined }
    // Most paths that a small table does not have differ in the first segment.
    if (!root.value && !root.rest && !root.fixed.has(segmentAt(path, begin))) return undefined
    const known = methods.filter((each) => walk(root, path, begin, [], each))
    return known[0] === undefined ? undefined : { ...this.find(known[0], path)!, methods: known }
  }
}

/** Adds a route to a tree. */
function add<Kind extends string>(
  root: Node<Kind>,
  { kind, name, path, methods = [every], operation, query }: Route<Kind>,
): void {
  let node = root
  let end: 'leaf' | 'rest' = 'leaf'
  const names: string[] = []
  const patterns: (RegExp | undefined)[] = []
  for (const segment of path.split('/').slice(1)) {
    const [, placeholder, pattern, rest] =
      (segment.startsWith('{') && /^\{(\w+)(?::(.+))?(\.\.\.)?\}$/.exec(segment)) || []
    if (placeholder === undefined) {
      const next = node.fixed.get(segment) ?? newNode<Kind>()
      node.fixed.set(segment, next)
      node = next
      continue
    }
    names.push(placeholder)
    const asCame = pattern ?? (rest && '.*')
    patterns.push(asCame === undefined ? undefined : new RegExp(`^${asCame}$`, 's'))
    if (rest === undefined) node = node.value ??= newNode<Kind>()
    else end = 'rest'
  }
  const leaf = (node[end] ??= new Map())
  for (const method of methods) {
    const known = leaf.get(method)
    const operations = operation ? [operation] : []
    if (!known) leaf.set(method, { target: { kind, name, operations, query }, names, patterns })
    else if (known.target.kind === kind) known.target.operations.push(...operations)
  }
}

/** The segment of a path that begins at a place. */
function segmentAt(path: string, at: number): string {
  const end = path.indexOf('/', at)
  return end === -1 ? path.slice(at) : path.slice(at, end)
}

/**
 * The place of a method and the rest of a path, which begins at `at`. A fixed segment is not a placeholder's value,
 * unless it is also an id.
 */
function walk<Kind extends string>(
  node: Node<Kind>,
  path: string,
  at: number,
  values: string[],
  method: string,
): Place<Kind> | undefined {
  if (at > path.length) return node.leaf && placeIn(node.leaf, method, values)
  const segment = segmentAt(path, at)
  const next = at + segment.length + 1
  const fixed = node.fixed.get(segment)
  const found = fixed && walk(fixed, path, next, values, method)
  if (found) return found
  if (node.value && segment !== '' && (!fixed || idsToo.has(segment))) {
    values.push(segment)
    const below = walk(node.value, path, next, values, method)
    if (below) return below
    values.pop()
  }
  if (!node.rest) return undefined
  values.push(path.slice(at))
  const place = placeIn(node.rest, method, values)
  if (!place) values.pop()
  return place
}

function placeIn<Kind extends string>(
  leaf: Leaf<Kind>,
  method: string,
  values: readonly string[],
): Place<Kind> | undefined {
  const place = leaf.get(method) ?? leaf.get(every)
  if (!place) return undefined
  const { patterns } = place
  for (let at = 0; at < patterns.length; at++) if (patterns[at]?.test(values[at]!) === false) return undefined
  return place
}

function paramsOf<Kind extends string>(
  { names, patterns }: Place<Kind>,
  values: readonly string[],
): Match<Kind>['params'] {
  const params: Record<string, string> = {}
  for (let at = 0; at < names.length; at++) {
    const value = values[at]!
    try {
      params[names[at]!] = patterns[at] || !value.includes('%') ? value : decodeURIComponent(value)
    } catch {
      return undefined
    }
  }
  return params
}

/** Two operations may share a path and a method. They differ in whether there is a body (Users). */
export function chooseForm(operations: readonly Operation[], request: WireRequest): Operation {
  const first = operations[0]!
  if (operations.length === 1) return first
  const hasBody = request.body.trim() !== ''
  return operations.find((operation) => (operation.body !== undefined) === hasBody) ?? first
}

/** A path as if the service stood at the root, where it begins with that of the base URL. */
export function pathBelow(path: string, baseUrl: string): string {
  // Base URLs are normalised: the first slash after the authority begins the path, which has none at its end.
  const start = baseUrl.indexOf('/', afterScheme)
  if (start === -1) return path
  const length = baseUrl.length - start
  // One character decides for most paths: the router of organisations has cut them already.
  if (path.charCodeAt(length) !== slash || !path.startsWith(baseUrl.slice(start))) return path
  return path.slice(length)
}

const afterScheme = 'https://'.length
const slash = 47
