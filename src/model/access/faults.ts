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

interface ActiveFault {
  readonly id: string
  readonly spec: FaultSpec
  readonly matches: (path: string) => boolean
  passed: number
  met: number
}

/** The active faults as they are stored. */
export interface FaultsState {
  readonly added: number
  readonly random: RandomState
  readonly active: readonly Omit<ActiveFault, 'matches'>[]
}

/** The active faults, in the order in which they were added. */
export class Faults {
  readonly #random: Random
  readonly #clock: Pick<Clock, 'now'>
  #active: ActiveFault[] = []
  #added = 0
  readonly #stored: Single<FaultsState>

  constructor(
    random: Random,
    clock: Pick<Clock, 'now'>,
    stored = new Single<FaultsState>({ name: 'faults' }),
  ) {
    this.#random = random
    this.#clock = clock
    this.#stored = stored.follow({ read: () => this.#state(), write: (state) => this.#restore(state) })
  }

  /** How many faults are active. */
  get size(): number {
    return this.#active.length
  }

  /** Starts a fault. */
  add(spec: FaultSpec): Fault {
    this.#added += 1
    const fault = withMatches({ id: `fault-${this.#added}`, spec, passed: 0, met: 0 })
    this.#active.push(fault)
    this.#stored.touch()
    return view(fault)
  }

  list(): readonly Fault[] {
    return this.#active.map(view)
  }

  /** Ends one fault, those of a scenario, or all. Returns how many ended. */
  clear({
    id,
    scenario,
  }: { readonly id?: string | undefined; readonly scenario?: string | undefined } = {}): number {
    const isOver = (fault: ActiveFault): boolean =>
      (id === undefined || fault.id === id) && (scenario === undefined || fault.spec.scenario === scenario)
    const kept = this.#active.filter((fault) => !isOver(fault))
    const ended = this.#active.length - kept.length
    this.#active = kept
    if (ended > 0) this.#stored.touch()
    return ended
  }

  /** The first fault that matches a request. Counts the request, and ends the fault after its last one. */
  meet(request: FaultCandidate): Fault | undefined {
    const fault = this.#active.find((each) => this.#isMet(each, request))
    if (!fault) return undefined
    fault.met += 1
    this.#stored.touch()
    if (fault.met === fault.spec.times) this.#active = this.#active.filter((other) => other !== fault)
    return view(fault)
  }

  /** How long a fault delays a request, in milliseconds. */
  wait({ latency = 0 }: FaultSpec): number {
    if (typeof latency === 'number') return latency
    this.#stored.touch()
    if ('min' in latency) return latency.min + this.#random.next() * (latency.max - latency.min)
    // Box and Muller: two even draws make a normal one.
    const normal =
      Math.sqrt(-2 * Math.log(1 - this.#random.next())) * Math.cos(2 * Math.PI * this.#random.next())
    return Math.max(0, latency.mean + normal * latency.deviation)
  }

  #isMet(fault: ActiveFault, { operation, method, path, callers }: FaultCandidate): boolean {
    const { spec, matches } = fault
    const now = spec.from === undefined && spec.until === undefined ? 0 : this.#clock.now()
    const isMeant =
      (spec.operation === undefined || spec.operation === operation) &&
      (spec.method === undefined || spec.method.toUpperCase() === method) &&
      matches(path) &&
      (spec.user === undefined || namesUser(path, spec.user)) &&
      (spec.from === undefined || now >= spec.from) &&
      (spec.until === undefined || now < spec.until) &&
      (spec.caller === undefined || callers().includes(spec.caller))
    if (!isMeant) return false
    if (fault.passed < (spec.skip ?? 0)) {
      fault.passed += 1
      this.#stored.touch()
      return false
    }
    if (spec.probability === undefined) return true
    this.#stored.touch()
    return this.#random.next() < spec.probability
  }

  #state(): FaultsState {
    const active = this.#active.map(({ id, spec, passed, met }) => ({ id, spec, passed, met }))
    return { added: this.#added, random: this.#random.state(), active }
  }

  #restore({ added, random, active }: FaultsState): void {
    this.#added = added
    this.#random.restore(random)
    this.#active = active.map((kept) => withMatches({ ...kept }))
  }
}

function withMatches(fault: Omit<ActiveFault, 'matches'>): ActiveFault {
  const { path } = fault.spec
  return { ...fault, matches: path === undefined ? () => true : globTest(path) }
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
