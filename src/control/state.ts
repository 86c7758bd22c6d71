import { z } from 'zod'
import { exportedState, readExported } from '../model/exported-state.ts'
import { refuse } from '../contract/errors/refusal.ts'
import { RowsError } from '../model/kernel/state-log.ts'
import { replaceWith } from '../model/org-rows.ts'
import { defineAction } from './action.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'

export const stateActions = {
  exportState: defineAction({
    reads: true,
    run: (org) => exportedState(org.state.log.all()),
  }),
  importState: defineAction({
    input: () =>
      z.strictObject({
        state: z.record(z.string(), z.unknown()),
      }),
    run(org, { state }) {
      try {
        replaceWith(org, readExported(state).rows, refuseUnreadable)
      } catch (error) {
        if (error instanceof RowsError) refuse('other', { at: 'state', message: error.reason })
        throw error
      }
      return { users: org.users.collection.size, groups: org.groups.collection.size, now: org.clock.iso() }
    },
  }),
}
