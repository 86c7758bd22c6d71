import { z } from 'zod'
import { once } from '../contract/once.ts'
import type { Org } from '../model/org.ts'
import { defineAction } from './action.ts'

const input = once(() => z.strictObject({ name: z.string().min(1).max(100) }))

export const snapshotActions = {
  saveSnapshot: defineAction({
    summary: 'Keep the present state and time under a name, in place of what had it',
    input,
    run(org, { name }) {
      org.snapshots.save(name)
      return shown(org)
    },
  }),
  restoreSnapshot: defineAction({
    summary: 'Go back to a state that was kept, and to its time: records, ids, tokens, mails and settings',
    input,
    run(org, { name }) {
      org.snapshots.restore(name)
      return shown(org)
    },
  }),
  deleteSnapshot: defineAction({
    summary: 'Forget a state that was kept; tells whether there was one',
    input,
    run: (org, { name }) => ({ deleted: org.snapshots.delete(name) }),
  }),
  listSnapshots: defineAction({
    summary: 'List the names of the states that were kept',
    reads: true,
    input: () => z.strictObject({}),
    run: shown,
  }),
}

function shown(org: Org): { readonly snapshots: readonly string[] } {
  return { snapshots: org.snapshots.names() }
}
