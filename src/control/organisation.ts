import { z } from 'zod'
import type { Org } from '../model/org.ts'
import { defineAction } from './action.ts'

/** Parts that `clear` can empty alone. */
const parts = {
  mails: (org) => org.outbox.clear(),
  journal: (org) => org.traffic.entries.clear(),
  gaps: (org) => org.traffic.gaps?.clear(),
} satisfies Readonly<Record<string, (org: Org) => void>>

export const organisationActions = {
  reset: defineAction({
    run(org) {
      org.reset()
    },
  }),
  clear: defineAction({
    input: () => z.strictObject({ only: z.enum(Object.keys(parts) as (keyof typeof parts)[]).optional() }),
    run(org, { only }) {
      if (only === undefined) org.state.clear()
      else parts[only](org)
    },
  }),
}
