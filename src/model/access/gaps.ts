/** Calls of the service that nothing here serves, with the same method and the same form of path. */
export interface Gap {
  readonly method: string
  /** The path; `{id}` stands for segments that look like an id or a login. */
  readonly path: string
  readonly count: number
  /** Ids of the callers and names of their programs, newest last. */
  readonly callers: readonly string[]
  /** ISO 8601, by the organisation's clock. */
  readonly firstAt: string
  readonly lastAt: string
}

const maxGaps = 1000
const maxCallers = 10

/** Counts the calls that nothing serves. `reset` keeps the counts: tests reset between two calls. */
export class Gaps {
  readonly #gaps = new Map<string, Gap>()

  /** Counts a call, and returns the name of its gap. */
  meet(method: string, path: string, caller: string, at: string): string {
    const form = formOf(path)
    const name = `${method} ${form}`
    const known = this.#gaps.get(name)
    if (known || this.#gaps.size < maxGaps) {
      const { count = 0, callers = [], firstAt = at } = known ?? {}
      const others = callers.filter((each) => each !== caller).slice(1 - maxCallers)
      this.#gaps.set(name, {
        method,
        path: form,
        count: count + 1,
        callers: [...others, caller],
        firstAt,
        lastAt: at,
      })
    }
    return name
  }

  /** The gaps, those that were met most often first. */
  list(): readonly Gap[] {
    return [...this.#gaps.values()].toSorted((one, other) => other.count - one.count)
  }

  clear(): void {
    this.#gaps.clear()
  }
}

const longestPath = 200

function formOf(path: string): string {
  const segments = path.slice(0, longestPath).split('/')
  return segments.map((segment) => (isId(segment) ? '{id}' : segment.replaceAll(/[^\w.~-]/g, ''))).join('/')
}

/** Ids have 20 characters; keys and others have digits among many. A login has an @. */
function isId(segment: string): boolean {
  return /@|%40/.test(segment) || /^\w{20}$/.test(segment) || /^(?=.*\d)[\w-]{12,}$/.test(segment)
}
