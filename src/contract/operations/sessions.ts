import { z } from 'zod'
import { operationsOf } from '../operation.ts'
import { flag, parameters } from '../parameters.ts'
import { Empty, resource } from '../resources/common.ts'

const { post, remove } = operationsOf('Users, Lifecycle operations')

/** Which sessions to end (Users, delete_sessions). */
const DeleteSessionsInput = resource('DeleteSessionsInput', 'Which sessions to end.', {
  keepCurrent: {
    schema: () => z.boolean().nullish().meta({ default: true }),
    says: 'Whether the session that is called with stays.',
  },
})

export const sessions = {
  deleteCurrentUserSessions: post(
    '/api/v1/users/me/lifecycle/delete_sessions',
    "End the current user's sessions",
    {
      body: DeleteSessionsInput,
      bodyOptional: true,
      responses: { 200: Empty },
      auth: 'session',
    },
  ),
  clearUserSessions: remove('/api/v1/users/{userId}/sessions', "End all of a user's sessions", {
    query: parameters(() => ({ oauthTokens: flag(false) })),
    responses: { 204: null },
  }),
}
