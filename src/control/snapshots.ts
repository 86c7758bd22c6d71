import { z } from 'zod'
import { once } from '../contract/once.ts'
import type { Org } from '../model/org.ts'
import { defineAction } from './action.ts'

export const snapshotName = once(() => z.string().min(1).max(100))
const input = once(() => z.strictObject({ name: snapshotName() }))

export const snapshotActions = {
  saveSnapshot: defineAction({
    input,
    run(org, { name }) {
      org.snapshots.save(name)
      return shown(org)
    },
  }),
  restoreSnapshot: defineAction({
    input,
    run(org, { name }) {
      org.snapshots.restore(name)
      return shown(org)
    },
  }),
}

function shown(org: Org): { readonly snapshots: readonly string[] } {
  return { snapshots: org.snapshots.names() }
}
