import { z } from 'zod'
import { mailKinds } from '../model/users/outbox.ts'
import { viewsOf } from '../views/index.ts'
import type { Mail } from '../views/mail-view.ts'
import { defineAction } from './action.ts'
import { reference } from './input.ts'

export const mailActions = {
  listMails: defineAction({
    reads: true,
    input: () =>
      z.strictObject({
        to: z.string().optional(),
        userId: z.string().optional(),
        kind: z.enum(mailKinds).optional(),
        after: z.int().min(0).optional(),
        limit: z.int().min(1).optional(),
      }),
    run: (org, { after = 0, limit, ...filter }): readonly Mail[] =>
      org.outbox
        .list(filter)
        .filter(({ number }) => number > after)
        .slice(0, limit)
        .map((mail) => viewsOf(org).mails.of(mail)),
  }),
  sendMail: defineAction({
    input: () => z.strictObject({ kind: z.enum(['password-reset', 'email-login']), user: reference() }),
    run: (org, { kind, user }): Mail =>
      viewsOf(org).mails.of(
        kind === 'email-login'
          ? org.signIn.sendLink(org.users.resolve(user))
          : org.passwordRecovery.startByAddress(user),
      ),
  }),
  useToken: defineAction({
    input: () => z.strictObject({ token: z.string().min(1), password: z.string().optional() }),
    run: (org, { token, password }) => viewsOf(org).sessions.link(org.oneTimeLinks.use(token, password)),
  }),
}
