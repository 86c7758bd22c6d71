import type { RefusalName } from '../../contract/errors/catalogue.ts'
import type { OperationName } from '../../contract/operation-names.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Random, RandomState } from '../kernel/random.ts'
import { Single } from '../kernel/single.ts'

/** Ways to break a reply or the connection; docs/faults.md shows the effect of each on a client. */
export const breakages = [
  'malformed-json',
  'empty-body',
  'wrong-content-type',
  'truncated-body',
  'slow-body',
  'connection-reset',
  'no-answer',
] as const

/** A way to break a reply or the connection. */
export type Breakage = (typeof breakages)[number]

/** How long to wait, in milliseconds of real time: a fixed time, evenly between two, or around a mean. */
export type Latency =
  | number
  | { readonly min: number; readonly max: number }
  | { readonly mean: number; readonly deviation: number }

/** The effect of a fault, and the requests that it matches. Without a condition it matches every request. */
export interface FaultSpec {
  /** The operation's name, `createUser`. */
  readonly operation?: OperationName
  /** HTTP method of the matching calls, in upper or lower case. Default: any. */
  readonly method?: string
  /** The path, with `*` for any run of characters: `/api/v1/users/*`. */
  readonly path?: string
  /** The caller: id of a user, of a token or of a session. */
  readonly caller?: string
  /** Accepted names of the user in the path: id, login. */
  readonly user?: readonly string[]
  /** Only at this time or later: milliseconds since 1970, by the organisation's clock. */
  readonly from?: number
  /** Only before this time. */
  readonly until?: number
  /** How many matching requests pass first. Default 0. */
  readonly skip?: number
  /** Name of the scenario that the fault belongs to. */
  readonly scenario?: string
  /** The error that the caller gets instead of the operation. Without an error and a status, the operation runs. */
  readonly refusal?: RefusalName
  /** The status of the answer that the caller gets instead of the operation. */
  readonly status?: number
  /** The body of that answer: JSON, or a text, which is sent unchanged. */
  readonly body?: unknown
  /** Headers of that answer. They add to the usual headers, or replace those with the same name. */
  readonly headers?: Readonly<Record<string, string>>
  /** For a 429: when the caller may try again, in milliseconds. Sent as whole seconds. Default 1000. */
  readonly retryAfter?: number
  /** How the fault breaks the answer. */
  readonly breaks?: Breakage
  /** How fast a `slow-body` comes, in bytes a second. Default 100. */
  readonly bytesPerSecond?: number
  /** How long to wait first. Default 0. */
  readonly latency?: Latency
  /** How many requests the fault affects before it ends. Default: until it is cleared. */
  readonly times?: number
  /** How likely the fault affects a matching request, 0 to 1, drawn from the seed. Default 1. */
  readonly probability?: number
}

/** An active fault. */
export interface Fault extends FaultSpec {
  /** The id for `clearFaults`: `fault-1`. */
  readonly id: string
  /** How many requests it has affected. */
  readonly met: number
}

/** The parts of a request that faults look at. */
export interface FaultCandidate {
  readonly operation: OperationName | undefined
  readonly method: string
  readonly path: string
  /** Ids of the caller; read only where a fault is about callers. */
  readonly callers: () => readonly string[]
}

/** An active fault as it is stored. */
interface ActiveFault {
  readonly id: string
  readonly spec: FaultSpec
  /** How many matching requests passed, and how many it affected. */
  readonly passed: number
  readonly met: number
}

/** The active faults as they are stored. */
export interface FaultsState {
  readonly added: number
  /** The source of chance and latency, once it was used. */
  readonly random?: RandomState
  readonly active: readonly ActiveFault[]
}

/** No fault so far. */
export const noFaults: FaultsState = { added: 0, active: [] }

/** The active faults, in the order in which they were added. */
export class Faults {
  readonly #random: Random
  readonly #clock: Pick<Clock, 'now'>
  readonly #stored: Single<FaultsState>

  constructor(
    random: Random,
    clock: Pick<Clock, 'now'>,
    stored = new Single<FaultsState>({ name: 'faults', initial: noFaults }),
  ) {
    this.#random = random
    this.#clock = clock
    this.#stored = stored
    stored.coding = { encode: (state) => state, decode: stateOf }
  }

  /** How many faults are active. */
  get size(): number {
    return this.#stored.value.active.length
  }

  /** Starts a fault. */
  add(spec: FaultSpec): Fault {
    const added = this.#stored.value.added + 1
    const fault = { id: `fault-${added}`, spec, passed: 0, met: 0 }
    this.#write([...this.#stored.value.active, fault], { added })
    return view(fault)
  }

  list(): readonly Fault[] {
    return this.#stored.value.active.map(view)
  }

  /** Ends one fault, those of a scenario, or all. Returns how many ended. */
  clear({
    id,
    scenario,
  }: { readonly id?: string | undefined; readonly scenario?: string | undefined } = {}): number {
    const isOver = (fault: ActiveFault): boolean =>
      (id === undefined || fault.id === id) && (scenario === undefined || fault.spec.scenario === scenario)
    const { active } = this.#stored.value
    const kept = active.filter((fault) => !isOver(fault))
    if (kept.length < active.length) this.#write(kept)
    return active.length - kept.length
  }

  /** The first fault that matches a request. Counts the request, and ends the fault after its last one. */
  meet(request: FaultCandidate): Fault | undefined {
    const fault = this.#stored.value.active.find((each) => this.#isMet(each, request))
    if (!fault) return undefined
    const met = { ...fault, met: fault.met + 1 }
    this.#replace(fault, met.met === met.spec.times ? [] : [met])
    return view(met)
  }

  /** How long a fault delays a request, in milliseconds. */
  wait({ latency = 0 }: FaultSpec): number {
    if (typeof latency === 'number') return latency
    if ('min' in latency) return latency.min + this.#draw() * (latency.max - latency.min)
    // Box and Muller: two even draws make a normal one.
    const normal = Math.sqrt(-2 * Math.log(1 - this.#draw())) * Math.cos(2 * Math.PI * this.#draw())
    return Math.max(0, latency.mean + normal * latency.deviation)
  }

  #isMet(fault: ActiveFault, { operation, method, path, callers }: FaultCandidate): boolean {
    const { spec } = fault
    const now = spec.from === undefined && spec.until === undefined ? 0 : this.#clock.now()
    const isMeant =
      (spec.operation === undefined || spec.operation === operation) &&
      (spec.method === undefined || spec.method.toUpperCase() === method) &&
      (spec.path === undefined || isLike(path, spec.path)) &&
      (spec.user === undefined || namesUser(path, spec.user)) &&
      (spec.from === undefined || now >= spec.from) &&
      (spec.until === undefined || now < spec.until) &&
      (spec.caller === undefined || callers().includes(spec.caller))
    if (!isMeant) return false
    if (fault.passed < (spec.skip ?? 0)) {
      this.#replace(fault, [{ ...fault, passed: fault.passed + 1 }])
      return false
    }
    return spec.probability === undefined || this.#draw() < spec.probability
  }

  /** A number from 0 to 1. */
  #draw(): number {
    const { random } = this.#stored.value
    if (random) this.#random.restore(random)
    const drawn = this.#random.next()
    this.#write(this.#stored.value.active, { random: this.#random.state() })
    return drawn
  }

  #replace(fault: ActiveFault, others: readonly ActiveFault[]): void {
    this.#write(this.#stored.value.active.flatMap((each) => (each.id === fault.id ? others : each)))
  }

  #write(active: readonly ActiveFault[], others: Partial<FaultsState> = {}): void {
    this.#stored.value = { ...this.#stored.value, ...others, active }
  }
}

/** @throws TypeError for a row that is no state of faults. */
function stateOf(row: unknown): FaultsState {
  const { added, random = [], active } = row as FaultsState
  const isState = typeof added === 'number' && Array.isArray(random) && Array.isArray(active)
  if (!isState || !active.every(({ spec }) => typeof spec === 'object'))
    throw new TypeError('expected how many faults were added, and a list of those in force')
  return row as FaultsState
}

function view({ id, spec, met }: ActiveFault): Fault {
  return { id, ...spec, met }
}

/** Whether the user in a path has one of these names. */
function namesUser(path: string, names: readonly string[]): boolean {
  const segments = path.split('/')
  const place = segments.lastIndexOf('users')
  const named = place === -1 ? undefined : segments[place + 1]
  if (named === undefined) return false
  try {
    return names.includes(decodeURIComponent(named))
  } catch {
    return false
  }
}

/** Whether a text matches a glob: searches for each part after the one before it, and never goes back. */
function isLike(text: string, glob: string): boolean {
  const [first = '', ...parts] = glob.split(/\*+/)
  const last = parts.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let from = first.length
  for (const part of parts) {
    const at = text.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}
