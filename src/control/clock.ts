import type { Org } from '../model/org.ts'
import { defineAction } from './action.ts'
import { duration, moment, orBare } from './input.ts'

function timeOf(org: Org): { readonly now: string; readonly frozen: boolean } {
  return { now: org.clock.iso(), frozen: org.clock.isFrozen }
}

export const clockActions = {
  readClock: defineAction({
    summary: 'Return the time of the organisation, and whether it is frozen',
    reads: true,
    run: timeOf,
  }),
  freezeClock: defineAction({
    summary: 'Stop time, now or at a moment',
    input: () => orBare('at', moment().optional()),
    run(org, { at }) {
      org.clock.freeze(at)
      return timeOf(org)
    },
  }),
  resumeClock: defineAction({
    summary: 'Let time run again',
    run(org) {
      org.clock.resume()
      return timeOf(org)
    },
  }),
  advanceClock: defineAction({
    summary: 'Move time forward, by milliseconds or a duration such as 5m, 2h or P1D. Due events happen',
    input: () => orBare('by', duration()),
    run(org, { by }) {
      org.clock.advance(by)
      return timeOf(org)
    },
  }),
  setClock: defineAction({
    summary: 'Move time to a moment',
    input: () => orBare('to', moment()),
    run(org, { to }) {
      org.clock.set(to)
      return timeOf(org)
    },
  }),
}
