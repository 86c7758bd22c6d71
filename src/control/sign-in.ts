import { z } from 'zod'
import { once } from '../contract/once.ts'
import type { Org } from '../model/org.ts'
import { viewsOf } from '../views/index.ts'
import type { SignInOutcome } from '../views/session-view.ts'
import { defineAction } from './action.ts'
import { isPromise } from '../model/kernel/is-promise.ts'

const user = once(() => z.string().min(1))

export const signInActions = {
  signIn: defineAction({
    summary: 'Sign a user in with its password; answers the session, or the reason why not',
    input: () =>
      z.strictObject({
        login: z.string(),
        password: z.string(),
        device: z.string().min(1).optional(),
        newPassword: z.string().optional(),
      }),
    run(org, input, isGone): SignInOutcome | Promise<SignInOutcome> {
      const { sessions } = viewsOf(org)
      const result = org.signIn.signIn({ ...input, isGone })
      return isPromise(result) ? result.then((late) => sessions.signIn(late)) : sessions.signIn(result)
    },
  }),
  openSession: defineAction({
    summary: 'Open a session for a user without a password, whatever its status; user is an id or a login',
    input: () => z.strictObject({ user: user() }),
    run: (org, input) => viewsOf(org).sessions.opened(org.signIn.open(org.users.resolve(input.user))),
  }),
  signOut: defineAction({
    summary: 'End one session, by its cookie, or all of a user; answers how many ended',
    input: () =>
      z.union([z.strictObject({ sessionCookie: z.string().min(1) }), z.strictObject({ user: user() })], {
        error: 'expected either sessionCookie or user, a text',
      }),
    run(org, input) {
      if ('user' in input) return { ended: endAll(org, org.users.resolve(input.user).id) }
      return { ended: org.sessions.close(cookieValue(input.sessionCookie)) ? 1 : 0 }
    },
  }),
  listSessions: defineAction({
    summary: 'List the sessions of a user that live, oldest first',
    reads: true,
    input: () => z.strictObject({ user: user() }),
    run: (org, input) =>
      org.sessions.of(org.users.resolve(input.user).id).map((one) => viewsOf(org).sessions.of(one)),
  }),
  sendSignInMail: defineAction({
    summary:
      'Mail a user a link that signs it in, as for one whom the enrolment policy leaves without a password',
    input: () => z.strictObject({ user: user() }),
    run: (org, input) => viewsOf(org).mails.of(org.signIn.sendLink(org.users.resolve(input.user))),
  }),
}

function endAll(org: Org, userId: string): number {
  const { length } = org.sessions.of(userId)
  org.sessions.end(userId)
  return length
}

/** Takes the cookie with or without its name. */
function cookieValue(cookie: string): string {
  return cookie.slice(cookie.indexOf('=') + 1)
}
