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
    summary: 'List the mails that the service would have sent, oldest first: by address, user id or kind',
    reads: true,
    input: wanted,
    run: (org, filter): readonly Mail[] => org.outbox.list(filter).map((mail) => viewsOf(org).mails.of(mail)),
  }),
  readOutbox: defineAction({
    summary: 'Read mails by page: up to limit after a number, the total, and where the next page begins',
    reads: true,
    input: () =>
      wanted().extend({
        after: z.int().min(0).optional().describe('Only mails with a greater number'),
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
  clearMails: defineAction({
    summary: 'Empty the outbox',
    run(org) {
      org.outbox.clear()
    },
  }),
  recoverPassword: defineAction({
    summary: 'Start a password recovery for a login or a primary or secondary email. Returns the mail',
    input: () => z.strictObject({ address: z.string().min(1) }),
    run: (org, { address }) => viewsOf(org).mails.of(org.passwordRecovery.startByAddress(address)),
  }),
  useToken: defineAction({
    summary: 'Follow a one-time link as a person does: set the password, confirm an address, or sign in',
    input: () => z.strictObject({ token: z.string().min(1), password: z.string().optional() }),
    run: (org, { token, password }) => viewsOf(org).sessions.link(org.oneTimeLinks.use(token, password)),
  }),
}
