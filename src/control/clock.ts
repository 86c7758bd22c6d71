import { z } from 'zod'
import { refuse } from '../contract/errors/refusal.ts'
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
  advanceClock: defineAction({
    input: () => orBare('by', { by: duration() }),
    run(org, { by }) {
      org.clock.advance(by)
      return timeOf(org)
    },
  }),
  setClock: defineAction({
    input: () => orBare('to', { to: moment().optional(), frozen: z.boolean().optional() }),
    run(org, { to, frozen }) {
      if (to === undefined && frozen === undefined)
        refuse('form', { at: 'to', expected: 'a moment, or frozen' })
      if (frozen) org.clock.freeze(to)
      else if (to !== undefined) org.clock.set(to)
      if (frozen === false) org.clock.resume()
      return timeOf(org)
    },
  }),
}
