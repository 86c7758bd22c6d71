import { z } from 'zod'
import { once } from '../contract/once.ts'
import type { Org } from '../model/org.ts'
import { defineAction } from './action.ts'

const input = once(() => z.strictObject({ name: z.string().min(1).max(100) }))

export const snapshotActions = {
  saveSnapshot: defineAction({
    summary: 'Save the state and time under a name, and replace an earlier snapshot of that name',
    input,
    run(org, { name }) {
      org.snapshots.save(name)
      return shown(org)
    },
  }),
  restoreSnapshot: defineAction({
    summary: 'Restore a snapshot with its time: records, ids, tokens, mails and settings',
    input,
    run(org, { name }) {
      org.snapshots.restore(name)
      return shown(org)
    },
  }),
  deleteSnapshot: defineAction({
    summary: 'Delete a snapshot. Returns whether it existed',
    input,
    run: (org, { name }) => ({ deleted: org.snapshots.delete(name) }),
  }),
  listSnapshots: defineAction({
    summary: 'List the names of the snapshots',
    reads: true,
    run: shown,
  }),
}

function shown(org: Org): { readonly snapshots: readonly string[] } {
  return { snapshots: org.snapshots.names() }
}
