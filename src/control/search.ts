import { z } from 'zod'
import { once } from '../contract/once.ts'
import { userStatuses } from '../contract/user-lifecycle.ts'
import { defineAction } from './action.ts'

/** Which part of a list is wanted, and in which order. */
const common = once(() => ({
  text: z.string().max(1000).default(''),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(1000).default(200),
}))

const forUsers = once(() =>
  z.strictObject({
    ...common(),
    status: z.enum(userStatuses).optional(),
    sortBy: z.enum(['login', 'name', 'status', 'lastLogin', 'lastUpdated']).optional(),
  }),
)

const forGroups = once(() =>
  z.strictObject({
    ...common(),
    type: z.string().optional(),
    sortBy: z.enum(['name', 'type', 'users', 'lastUpdated']).optional(),
  }),
)

export const searchActions = {
  searchUsers: defineAction({
    reads: true,
    input: forUsers,
    run: async (org, search) => (await import('./search-records.ts')).findUsers(org, search),
  }),
  searchGroups: defineAction({
    reads: true,
    input: forGroups,
    run: async (org, search) => (await import('./search-records.ts')).findGroups(org, search),
  }),
}
