import { z } from 'zod'
import { once } from '../contract/once.ts'
import { mailKinds } from '../model/users/outbox.ts'
import { viewsOf } from '../views/index.ts'
import type { Mail } from '../views/mail-view.ts'
import { defineAction } from './action.ts'

const wanted = once(() =>
  z.strictObject({
    to: z.string().optional(),
    userId: z.string().optional(),
    kind: z.enum(mailKinds).optional(),
  }),
)

export const mailActions = {
  listMails: defineAction({
    reads: true,
    input: wanted,
    run: (org, filter): readonly Mail[] => org.outbox.list(filter).map((mail) => viewsOf(org).mails.of(mail)),
  }),
  readOutbox: defineAction({
    reads: true,
    input: () =>
      wanted().extend({
        after: z.int().min(0).optional(),
        limit: z.int().min(1).max(1000).default(100),
      }),
    run(org, { after = 0, limit, ...filter }) {
      const wanted = org.outbox.list(filter).filter(({ number }) => number > after)
      const page = wanted.slice(0, limit)
      return {
        mails: page.map((mail): Mail => viewsOf(org).mails.of(mail)),
        matching: wanted.length,
        sent: org.outbox.sent,
        ...(wanted.length > limit ? { next: page.at(-1)!.number } : {}),
      }
    },
  }),
  recoverPassword: defineAction({
    input: () => z.strictObject({ address: z.string().min(1) }),
    run: (org, { address }) => viewsOf(org).mails.of(org.passwordRecovery.startByAddress(address)),
  }),
  useToken: defineAction({
    input: () => z.strictObject({ token: z.string().min(1), password: z.string().optional() }),
    run: (org, { token, password }) => viewsOf(org).sessions.link(org.oneTimeLinks.use(token, password)),
  }),
}
