import { z } from 'zod'
import { defineAction } from './action.ts'

export const organisationActions = {
  reset: defineAction({
    summary: 'Go back to the seeded state: records, ids, tokens, mails, settings and clock',
    input: () => z.strictObject({}),
    run(org) {
      org.reset()
    },
  }),
  clear: defineAction({
    summary:
      'Go back to what every organisation has, without a world or a seed; reset still goes back to these',
    input: () => z.strictObject({}),
    run(org) {
      org.clear()
    },
  }),
}
