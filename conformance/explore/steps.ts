import type { Exchange } from '../engine/wire/reply.ts'
import type { Comparison } from './compare/compare.ts'
import type { Difference, Pair } from './compare/difference.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { isNoAnswer } from './endpoints/endpoint.ts'
import type { Call } from './sequence/sequence.ts'

/** Two services in the same initial state: the model, and the target without records of this sequence. */
export interface Stage {
  readonly model: Endpoint
  readonly target: Endpoint
  /** The exchanges with the target. */
  readonly exchanges?: readonly Exchange[]
  /** Removes what the sequence created. */
  readonly end?: () => Promise<void>
}

/** How a sequence is repeated. */
export interface Playing {
  /** Whether it is a shorter sequence, tried out. */
  readonly isTrial?: boolean
  /** Whether only its own calls write, so that nothing else refreshes a remembered list. */
  readonly isQuiet?: boolean | undefined
}

/** Questions to the target besides the calls of a sequence. */
export interface StepTools {
  /** Waits until searches of the target show earlier writes; resolves to whether they ever do. */
  readonly settled: (call: Call) => Promise<boolean>
  /** How long a search took to find a new record, in milliseconds. Default 0. */
  readonly fence?: number
  /** How long a write's effects elsewhere may take to show, in milliseconds. Default 0. */
  readonly lag?: number
  /** Waits until the effects of a write are complete on the target. The difference if they never are. */
  readonly afterWrite?: (call: Call, target: Endpoint) => Promise<Difference | undefined>
}

/** Carries out calls on both endpoints, and waits where a list of the target comes late. */
export class Steps {
  readonly #tools: StepTools
  readonly #isKnown: (call: Call, difference: Difference) => boolean
  /** Twice the longest time that a read still showed the old state, in milliseconds. */
  #seenLag = 0
  /** The longest wait until a search found a new record, in milliseconds. */
  #longestFence: number
  /** A difference that was gone after the write of a new record. The list came late, or was remembered until then. */
  suspect: Difference | undefined
  calls = 0

  /** @param isKnown Whether a difference was found before. */
  constructor(tools: StepTools, isKnown: (call: Call, difference: Difference) => boolean) {
    this.#tools = tools
    this.#isKnown = isKnown
    this.#longestFence = tools.fence ?? 0
  }

  /** Carries a call out on both endpoints. */
  async take(
    stage: Stage,
    comparison: Comparison,
    call: Call,
    { isTrial = false, isQuiet = false }: Playing,
    onCall?: (call: Call, pair: Pair) => void,
  ): Promise<Difference | 'lost' | undefined> {
    try {
      const model = await (call.equivalent === undefined
        ? stage.model.perform(call)
        : stage.target.perform({ ...call, path: call.equivalent }))
      this.calls++
      let target = await stage.target.perform(call)
      let difference = comparison.of(call, { model, target })
      /** Repeats the read until it shows no difference, or the time is over. */
      const repeat = async (end: number): Promise<void> => {
        for (let pause = 0; difference !== undefined; pause = Math.min(500, 20 + pause * 1.6)) {
          const isLast = performance.now() >= end
          if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
          target = await stage.target.perform(call)
          difference = comparison.of(call, { model, target })
          if (isLast) break
        }
      }
      const isFenced = waitsForSearches(call)
      const isList = isFenced || call.pages === true
      if (
        difference !== undefined &&
        call.method === 'GET' &&
        call.between === undefined &&
        difference.isOpen !== true
      ) {
        const first = difference
        const quiet = Math.max(3 * this.#longestFence, isTrial || !isQuiet ? 30 : 2 * longestLag)
        if (isList) await repeat(performance.now() + quiet)
        if (difference !== undefined && !isQuiet) {
          const fenced = performance.now()
          if (!(await this.#tools.settled(call))) return 'lost'
          const begun = performance.now()
          this.#longestFence = Math.max(this.#longestFence, begun - fenced)
          // A shortened sequence shows the same difference as before, after the same wait, or is not interesting.
          const isKnown = isTrial || this.#isKnown(call, difference)
          const patience = patienceWith(call, stage.target, this.#tools.lag ?? 0)
          // A target whose reads show each write at once may be wrong only once.
          if (patience > 0 || isList)
            await repeat(begun + (isKnown ? Math.min(patience, this.#seenLag) : patience))
          if (difference === undefined) {
            this.#seenLag = Math.max(this.#seenLag, 2 * (performance.now() - begun))
            if (isFenced && !isTrial) this.suspect = first
          }
        }
      }
      onCall?.(call, { model, target })
      const write = call.between ?? (call.method === 'GET' ? undefined : call)
      if (write !== undefined && target.reply.status < 300)
        difference ??= await this.#tools.afterWrite?.(write, stage.target)
      return difference
    } catch (error) {
      if (isNoAnswer(error)) return 'lost'
      throw error
    }
  }
}

/** How long a search may show the old state, in milliseconds: Users says that it is typically under a second. */
const longestLag = 1500

/**
 * How long a read that differs is repeated, in milliseconds. Group rules run by themselves, and nothing shows when they
 * have run. Searches for users and groups are eventually consistent. A target that finds a new record at once may still
 * cache its answer to the same search.
 *
 * @param endpoint the target, with its records and whether the last write may still be under way
 * @param lag the longest wait of the run, in milliseconds
 */
function patienceWith(call: Call, endpoint: Pick<Endpoint, 'records' | 'isBegun'>, lag: number): number {
  const showsMembers = ['listGroupUsers', 'listUserGroups', 'getGroup', 'listGroups'].includes(call.operation)
  if (showsMembers && [...endpoint.records.keys()].some((handle) => handle.startsWith('r'))) return lag
  return isSearch(call) || endpoint.isBegun ? Math.min(lag, longestLag) : 0
}

/** Whether a new record shows that the list contains earlier writes: a search finds it. */
export const waitsForSearches = ({ operation }: Call): boolean => /^list(Users|Groups)$/.test(operation)

function isSearch({ operation, query = {}, expression }: Call): boolean {
  if (operation === 'listGroups') return true
  return operation === 'listUsers' && (expression !== undefined || 'search' in query || 'filter' in query)
}
