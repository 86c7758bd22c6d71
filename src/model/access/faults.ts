import type { OperationName } from '../../contract/operation-names.ts'
import type { RefusalName } from '../../contract/errors.ts'
import type { Random } from '../kernel/random.ts'

/** What is to go wrong, and for which requests. Whatever is left out matches every request. */
export interface FaultSpec {
  /** The operation's name, `createUser`. */
  readonly operation?: OperationName
  readonly method?: string
  /** The path, with `*` for any run of characters: `/api/v1/users/*`. */
  readonly path?: string
  /** What is answered in place of the operation; without it the operation runs, only later. */
  readonly refusal?: RefusalName
  /** Headers of that answer, beside or in place of the usual ones. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds to wait first, in real time. Default 0. */
  readonly latency?: number
  /** How many requests it meets before it is gone. Default: until it is cleared. */
  readonly times?: number
  /** How likely it meets a request that matches, 0 to 1, drawn from the seed. Default 1. */
  readonly probability?: number
}

/** A fault in force. */
export interface Fault extends FaultSpec {
  readonly id: string
  /** How many requests it has met. */
  readonly met: number
}

interface ActiveFault {
  readonly id: string
  readonly spec: FaultSpec
  readonly matches: (path: string) => boolean
  met: number
}

/** The faults that are in force, in the order in which they were added. */
export class Faults {
  readonly #random: Random
  #active: ActiveFault[] = []
  #added = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** How many are in force. */
  get size(): number {
    return this.#active.length
  }

  /** Puts a fault in force. */
  add(spec: FaultSpec): Fault {
    this.#added += 1
    const matches = spec.path === undefined ? (): boolean => true : globTest(spec.path)
    const fault: ActiveFault = { id: `fault-${this.#added}`, spec, matches, met: 0 }
    this.#active.push(fault)
    return view(fault)
  }

  list(): readonly Fault[] {
    return this.#active.map(view)
  }

  /** Ends one fault, or all. Returns how many ended. */
  clear(id?: string): number {
    const kept = id === undefined ? [] : this.#active.filter((fault) => fault.id !== id)
    const ended = this.#active.length - kept.length
    this.#active = kept
    return ended
  }

  /** The first fault that meets a request; counts it, and ends it when it has met all that it was to meet. */
  meet(operation: OperationName | undefined, method: string, path: string): FaultSpec | undefined {
    const fault = this.#active.find(
      ({ spec, matches }) =>
        (spec.operation === undefined || spec.operation === operation) &&
        (spec.method === undefined || spec.method.toUpperCase() === method) &&
        matches(path) &&
        (spec.probability === undefined || this.#random.next() < spec.probability),
    )
    if (!fault) return undefined
    fault.met += 1
    if (fault.met === fault.spec.times) this.#active = this.#active.filter((other) => other !== fault)
    return fault.spec
  }
}

function view({ id, spec, met }: ActiveFault): Fault {
  return { id, ...spec, met }
}

/** Tells the texts that a glob describes: each part is looked for behind the one before it, and never again. */
function globTest(glob: string): (text: string) => boolean {
  const [first = '', ...parts] = glob.split(/\*+/)
  const last = parts.pop()
  if (last === undefined) return (text) => text === first
  return (text) => {
    if (!text.startsWith(first)) return false
    let from = first.length
    for (const part of parts) {
      const at = text.indexOf(part, from)
      if (at === -1) return false
      from = at + part.length
    }
    return text.length - last.length >= from && text.endsWith(last)
  }
}
