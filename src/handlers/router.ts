import type { Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations/index.ts'

/** What a path and a method lead to. */
export interface Route {
  readonly operations: readonly Operation[]
  /** Query parameters that the spelling of the path implies. */
  readonly query: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
}

/** A path that is known, but not with this method. */
export interface OtherMethods {
  readonly methods: readonly string[]
}

type Found = Route | OtherMethods | undefined

interface Leaf {
  readonly path: string
  readonly names: readonly string[]
  readonly byMethod: Map<string, { operations: Operation[]; query: Readonly<Record<string, string>> }>
}

interface Node {
  readonly fixed: Map<string, Node>
  parameter: Node | undefined
  leaf: Leaf | undefined
}

const newNode = (): Node => ({ fixed: new Map(), parameter: undefined, leaf: undefined })

/** Finds operations by path: a tree of segments, fixed ones before parameters. */
class Router {
  readonly #root = newNode()
  readonly #paths: string[] = []
  /** What was found last: a face looks up what the dispatcher then looks up again. */
  #last: { readonly method: string; readonly path: string; readonly found: Found } | undefined

  constructor(all: readonly Operation[]) {
    for (const operation of all) {
      this.#add(operation.path, operation, {})
      for (const { path, query = {} } of operation.aliases ?? []) this.#add(path, operation, query)
    }
  }

  /** Every path, with its placeholders. */
  get paths(): readonly string[] {
    return this.#paths
  }

  /**
   * The operations of a path and method, or the methods of a known path, or undefined for an unknown path.
   *
   * @throws URIError when a segment is not validly percent-encoded.
   */
  find(method: string, path: string): Found {
    if (this.#last?.path === path && this.#last.method === method) return this.#last.found
    const found = this.#find(method, path)
    this.#last = { method, path, found }
    return found
  }

  #find(method: string, path: string): Found {
    const segments = path.split('/')
    const values: string[] = []
    const leaf = walk(this.#root, segments, 1, values, method)
    if (!leaf) return otherMethods(this.#root, segments)
    const found = leaf.byMethod.get(method)!
    const params: Record<string, string> = {}
    const { names } = leaf
    for (let index = 0; index < names.length; index++) params[names[index]!] = decode(values[index]!)
    return { operations: found.operations, query: found.query, params }
  }

  /** The known path nearest to one that is not. */
  nearest(path: string): string {
    const wanted = path.split('/')
    let best = this.#paths[0]!
    let least = Infinity
    for (const known of this.#paths) {
      const distance = segmentDistance(wanted, known.split('/'))
      if (distance < least) {
        least = distance
        best = known
      }
    }
    return best
  }

  #add(path: string, operation: Operation, query: Readonly<Record<string, string>>): void {
    let node = this.#root
    const names: string[] = []
    for (const segment of path.split('/').slice(1)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      if (name === undefined) {
        const next = node.fixed.get(segment) ?? newNode()
        node.fixed.set(segment, next)
        node = next
      } else {
        names.push(name)
        node = node.parameter ??= newNode()
      }
    }
    if (!node.leaf) this.#paths.push(path)
    node.leaf ??= { path, names, byMethod: new Map() }
    const known = node.leaf.byMethod.get(operation.method)
    if (known) known.operations.push(operation)
    else node.leaf.byMethod.set(operation.method, { operations: [operation], query })
  }
}

function decode(segment: string): string {
  return segment.includes('%') ? decodeURIComponent(segment) : segment
}

/** The leaf of a path that has the method; a fixed segment comes before a parameter. */
function walk(
  node: Node,
  segments: readonly string[],
  at: number,
  values: string[],
  method: string,
): Leaf | undefined {
  if (at === segments.length) return node.leaf?.byMethod.has(method) ? node.leaf : undefined
  const segment = segments[at]!
  const fixed = node.fixed.get(segment)
  const found = fixed && walk(fixed, segments, at + 1, values, method)
  if (found) return found
  if (!node.parameter || segment === '') return undefined
  values.push(segment)
  const below = walk(node.parameter, segments, at + 1, values, method)
  if (!below) values.pop()
  return below
}

/** The methods of a path that is known with others than the one asked for. */
function otherMethods(root: Node, segments: readonly string[]): OtherMethods | undefined {
  const methods = ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => walk(root, segments, 1, [], method))
  return methods.length > 0 ? { methods } : undefined
}

function segmentDistance(wanted: readonly string[], known: readonly string[]): number {
  let distance = Math.abs(wanted.length - known.length) * 3
  const length = Math.min(wanted.length, known.length)
  for (let index = 0; index < length; index++) {
    const segment = known[index]!
    if (segment === wanted[index]) continue
    if (segment.startsWith('{')) distance += 1
    else distance += Math.min(4, 1 + letterDistance(wanted[index]!.slice(0, 40), segment))
  }
  return distance
}

/** Levenshtein's distance, without regard to case. */
function letterDistance(a: string, b: string): number {
  const left = a.toLowerCase()
  const right = b.toLowerCase()
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + cost))
    }
    row = next
  }
  return row[right.length]!
}

/** The router over the whole contract. */
export const router = new Router(operations)
