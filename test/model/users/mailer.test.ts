import { expect, test } from 'vitest'
import { Mailer } from '../../../src/model/users/mailer.ts'

/** The mail that a method sends for Ada, as the outbox gets it. */
function sent(write: (mailer: Mailer, ada: never, admin: never) => unknown): unknown {
  const mails: unknown[] = []
  const mailer = new Mailer({ send: (mail) => (mails.push(mail), mail as never) })
  write(
    mailer,
    { id: '00uada', profile: { email: 'ada@example.com', login: 'ada@work.test' } } as never,
    { id: '00uadmin', profile: { email: 'admin@example.com' } } as never,
  )
  expect(mails).toHaveLength(1)
  return mails[0]
}

const token = (purpose: string) => ({ purpose, value: 'v', userId: '00uada', expiresAt: 1 }) as never
const link = (purpose: string) => ({ purpose, value: 'v' })
const ada = { to: 'ada@example.com', userId: '00uada' }

test.each<[string, (mailer: Mailer, ada: never, admin: never) => unknown, object]>([
  [
    'an activation',
    (mailer, user) => mailer.activation(user, token('activation')),
    { kind: 'activation', ...ada, subject: 'Activate your account', link: link('activation') },
  ],
  [
    'an activation of a user that signs in by its e-mail',
    (mailer, user) => mailer.activation(user, token('verify')),
    { kind: 'email-login', ...ada, subject: 'Your link to sign in', link: link('verify') },
  ],
  [
    'a welcome',
    (mailer, user) => mailer.welcome(user),
    { kind: 'welcome', ...ada, subject: 'Your account is active', link: 'sign-in' },
  ],
  [
    'a reset of the password',
    (mailer, user) => mailer.passwordReset(user, token('reset')),
    { kind: 'password-reset', ...ada, subject: 'Reset your password', link: link('reset') },
  ],
  [
    'a reset of the password to another address',
    (mailer, user) => mailer.passwordReset(user, token('reset'), 'second@example.com'),
    {
      kind: 'password-reset',
      ...ada,
      to: 'second@example.com',
      subject: 'Reset your password',
      link: link('reset'),
    },
  ],
  [
    'a new address',
    (mailer, user) => mailer.emailVerification(user, 'new@example.com', token('email')),
    {
      kind: 'email-verification',
      ...ada,
      to: 'new@example.com',
      subject: 'Confirm your e-mail address',
      link: link('email'),
    },
  ],
  [
    'a deactivation',
    (mailer, user, admin) => mailer.deactivationNotice(user, admin),
    {
      kind: 'deactivation-notice',
      to: 'admin@example.com',
      userId: '00uada',
      subject: 'ada@work.test was deactivated',
    },
  ],
])('the mail of %s has its kind, its reader, its subject and its link', (_, write, mail) => {
  expect(sent(write)).toEqual(mail)
})
