import { defineAction } from './action.ts'

export const organisationActions = {
  reset: defineAction({
    summary: 'Return to the initial state: records, ids, tokens, mails, settings and clock',
    run(org) {
      org.reset()
    },
  }),
  clear: defineAction({
    summary:
      'Remove everything but the initial records of an empty organisation. reset still returns to these',
    run(org) {
      org.clear()
    },
  }),
}
