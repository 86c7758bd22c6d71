import { z } from 'zod'
import { once } from '../once.ts'
import { defineOperation } from '../operation.ts'
import { flag } from '../parameters.ts'
import { Empty } from '../resources/common.ts'

const source = 'Users, Lifecycle operations'

/** Which sessions to end (Users, delete_sessions). */
const DeleteSessionsInput = once(() =>
  z
    .looseObject({ keepCurrent: z.boolean().nullish().meta({ default: true }) })
    .meta({ id: 'DeleteSessionsInput' }),
)

export const sessions = {
  deleteCurrentUserSessions: defineOperation({
    method: 'POST',
    path: '/api/v1/users/me/lifecycle/delete_sessions',
    summary: "End the current user's sessions",
    source,
    get body() {
      return DeleteSessionsInput()
    },
    bodyOptional: true,
    get responses() {
      return { 200: Empty() }
    },
    refusals: ['invalid-session', 'validation'],
    auth: 'session',
  }),
  clearUserSessions: defineOperation({
    method: 'DELETE',
    path: '/api/v1/users/{userId}/sessions',
    summary: "End all of a user's sessions",
    source,
    get query() {
      return z.object({ oauthTokens: flag(false) })
    },
    responses: { 204: null },
    refusals: ['not-found', 'query-type-mismatch'],
  }),
}
