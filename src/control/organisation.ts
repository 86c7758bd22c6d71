import { defineAction } from './action.ts'

export const organisationActions = {
  reset: defineAction({
    run(org) {
      org.reset()
    },
  }),
  clear: defineAction({
    run(org) {
      org.clear()
    },
  }),
}
