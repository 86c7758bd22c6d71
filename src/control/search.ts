import { z } from 'zod'
import { once } from '../contract/once.ts'
import { userStatuses } from '../contract/user-lifecycle.ts'
import { defineAction } from './action.ts'
import type { findGroups as OfGroups, findUsers as OfUsers } from './search-records.ts'

/** Users that a search found. */
export type FoundUsers = ReturnType<typeof OfUsers>

/** Groups that a search found. */
export type FoundGroups = ReturnType<typeof OfGroups>

/** Which part of a list is wanted, and in which order. */
const common = once(() => ({
  text: z.string().max(1000).default(''),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(1000).default(200),
}))

const input = once(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('users'),
      ...common(),
      status: z.enum(userStatuses).optional(),
      sortBy: z.enum(['login', 'name', 'status', 'lastLogin', 'lastUpdated']).optional(),
    }),
    z.strictObject({
      kind: z.literal('groups'),
      ...common(),
      type: z.string().optional(),
      sortBy: z.enum(['name', 'type', 'users', 'lastUpdated']).optional(),
    }),
  ]),
)

export const searchActions = {
  search: defineAction({
    reads: true,
    input,
    async run(org, search): Promise<FoundUsers | FoundGroups> {
      const { findGroups, findUsers } = await import('./search-records.ts')
      return search.kind === 'users' ? findUsers(org, search) : findGroups(org, search)
    },
  }),
}
