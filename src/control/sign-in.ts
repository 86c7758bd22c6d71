import { z } from 'zod'
import { unionError } from '../model/kernel/schema-messages.ts'
import type { Org } from '../model/org.ts'
import { verified } from '../model/users/password/index.ts'
import { viewsOf } from '../views/index.ts'
import type { SignInOutcome } from '../views/session-view.ts'
import { defineAction } from './action.ts'
import { reference } from './input.ts'

export const signInActions = {
  signIn: defineAction({
    input: () =>
      z.strictObject({
        login: z.string(),
        password: z.string(),
        device: z.string().min(1).optional(),
        newPassword: z.string().optional(),
        code: z.string().optional(),
        skipFactor: z.boolean().optional(),
      }),
    // Some hashes take a while. A caller should not have to know which.
    async run(org, { code, ...input }, isGone): Promise<SignInOutcome> {
      let result = await verified((known) => org.signIn.signIn({ ...input, isGone }, known))
      if (result.status === 'FAILURE' && result.reason === 'FACTOR_REQUIRED') {
        const { goOn } = await import('../model/users/second-factor.ts')
        result = goOn(org, result, input.device, code)
      }
      return viewsOf(org).sessions.signIn(result)
    },
  }),
  openSession: defineAction({
    input: () => z.strictObject({ user: reference() }),
    run: (org, input) => viewsOf(org).sessions.opened(org.signIn.open(org.users.resolve(input.user))),
  }),
  signOut: defineAction({
    input: () =>
      z.union([z.strictObject({ sessionCookie: z.string().min(1) }), z.strictObject({ user: reference() })], {
        error: unionError('either sessionCookie or user, a text'),
      }),
    run(org, input) {
      if ('user' in input) return { ended: endAll(org, org.users.resolve(input.user).id) }
      return { ended: org.sessions.close(cookieValue(input.sessionCookie)) ? 1 : 0 }
    },
  }),
}

function endAll(org: Org, userId: string): number {
  const { length } = org.sessions.of(userId)
  org.ends.end('sessions', userId)
  return length
}

/** Takes the cookie with or without its name. */
function cookieValue(cookie: string): string {
  return cookie.slice(cookie.indexOf('=') + 1)
}
