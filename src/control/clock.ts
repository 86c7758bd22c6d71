import { z } from 'zod'
import type { Org } from '../model/org.ts'
import { defineAction } from './action.ts'
import { duration, moment } from './input.ts'

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
    input: () => z.union([z.strictObject({ at: moment().optional() }), moment()]),
    run(org, input) {
      org.clock.freeze(typeof input === 'object' ? input.at : input)
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
    input: () => z.union([z.strictObject({ by: duration() }), duration()]),
    run(org, input) {
      org.clock.advance(typeof input === 'object' ? input.by : input)
      return timeOf(org)
    },
  }),
  setClock: defineAction({
    summary: 'Move time to a moment',
    input: () => z.union([z.strictObject({ to: moment() }), moment()]),
    run(org, input) {
      org.clock.set(typeof input === 'object' ? input.to : input)
      return timeOf(org)
    },
  }),
}
