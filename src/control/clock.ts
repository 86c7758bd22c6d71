import type { Org } from '../model/org.ts'
import { defineAction } from './action.ts'
import { duration, moment, orBare } from './input.ts'

/** The time of an organisation. */
export interface ClockTime {
  /** ISO 8601. */
  readonly now: string
  /** Whether time stands still. */
  readonly frozen: boolean
}

function timeOf(org: Org): ClockTime {
  return { now: org.clock.iso(), frozen: org.clock.isFrozen }
}

export const clockActions = {
  freezeClock: defineAction({
    input: () => orBare('at', moment().optional()),
    run(org, { at }) {
      org.clock.freeze(at)
      return timeOf(org)
    },
  }),
  resumeClock: defineAction({
    run(org) {
      org.clock.resume()
      return timeOf(org)
    },
  }),
  advanceClock: defineAction({
    input: () => orBare('by', duration()),
    run(org, { by }) {
      org.clock.advance(by)
      return timeOf(org)
    },
  }),
  setClock: defineAction({
    input: () => orBare('to', moment()),
    run(org, { to }) {
      org.clock.set(to)
      return timeOf(org)
    },
  }),
}
