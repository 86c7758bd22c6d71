import { z } from 'zod'
import { defineAction } from './action.ts'

export const journalActions = {
  readJournal: defineAction({
    summary: 'List the requests that were answered, oldest first, up to the last thousand',
    input: z.strictObject({
      operation: z.string().optional(),
      method: z.string().toUpperCase().optional(),
      path: z.string().optional(),
      status: z.int().optional(),
      after: z.int().min(0).optional().describe('Only entries with a greater number'),
    }),
    run(org, wanted) {
      return org.traffic.journal(wanted as Parameters<typeof org.traffic.journal>[0])
    },
  }),
  clearJournal: defineAction({
    summary: 'Forget the requests that were answered',
    input: z.strictObject({}),
    run(org) {
      org.traffic.clearJournal()
    },
  }),
}
