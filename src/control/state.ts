import { z } from 'zod'
import { exportedState, readExported } from '../model/exported-state.ts'
import { refuseInput } from '../contract/errors.ts'
import { RowsError } from '../model/kernel/state-log.ts'
import { become } from '../model/org-rows.ts'
import { defineAction } from './action.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'

export const stateActions = {
  exportState: defineAction({
    summary:
      'Tell the whole state, exactly: createOrg({ rows }) and importState go on from it. Hashes of passwords, tokens and keys are in it',
    reads: true,
    input: () => z.strictObject({}),
    run: (org) => exportedState(org.state.log.all()),
  }),
  importState: defineAction({
    summary: 'Become what exportState told, of an organisation that was made alike; all or nothing',
    input: () =>
      z.strictObject({ state: z.record(z.string(), z.unknown()).describe('What exportState answered') }),
    run(org, { state }) {
      try {
        become(org, readExported(state).rows, refuseUnreadable)
      } catch (error) {
        if (error instanceof RowsError) refuseInput('state', [error.message.replace(/^rows/, 'state')])
        throw error
      }
      return { users: org.users.collection.size, groups: org.groups.collection.size, now: org.clock.iso() }
    },
  }),
}
