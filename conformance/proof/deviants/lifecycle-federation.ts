/** Servers that turn a user into a federated one wrongly, or back into one of the service. */
import type { Deviant } from './deviant.ts'
import { mistakesIn } from './deviant.ts'
import { body, reply } from '../alter/answer.ts'
import { asks, both, when } from '../alter/flow.ts'
import { refuse, refuseButDo } from '../alter/refusal.ts'
import { ignoreQuery, query } from '../alter/request.ts'
import type { Json } from '../../engine/wire/reply.ts'

export const federationRows: readonly Deviant[] = [
  ...mistakesIn('resetPassword', {
    'users.reset-password.to-federation/ignored': ignoreQuery('provider'),
    'users.reset-password.to-federation/refused': when(asks('provider'), refuse()),
    'users.reset-password.to-federation-unsent/refused': [
      'takes omitted sendEmail for true beside a provider, and refuses it',
      when(
        both(asks('provider'), ({ query: asked }) => !asked.has('sendEmail')),
        refuse(),
      ),
    ],
    'users.reset-password.to-federation-unsent/ignored': [
      'ignores the provider where sendEmail is omitted',
      when(({ query: asked }) => !asked.has('sendEmail'), ignoreQuery('provider')),
    ],
    'users.reset-password.to-federation-mail/done': when(asks('provider'), query('sendEmail', 'false')),
    'users.reset-password.to-federation-mail/refused-but-done': when(
      both(asks('provider'), asks('sendEmail', 'true')),
      refuseButDo(),
      query('sendEmail', 'false'),
    ),
    'users.reset-password.from-federation/ignored': [
      'leaves federated users federated',
      when(
        (each) => !each.query.has('provider'),
        reply(200, { resetPasswordUrl: 'https://id.example.com/reset' }),
      ),
    ],
    'users.reset-password.from-federation/refused': [
      'refuses to take federated users back',
      when((each) => !each.query.has('provider'), refuse()),
    ],
  }),
  ...mistakesIn('getUser', {
    'users.reset-password.to-federation-no-password/question-kept': [
      'keeps the recovery question of a user who becomes a federated one',
      body((user: Json) =>
        user?.credentials?.provider?.type === 'FEDERATION'
          ? {
              ...user,
              credentials: { ...user.credentials, recovery_question: { question: 'Which answer?' } },
            }
          : user,
      ),
    ],
    'users.reset-password.to-federation-no-password/password-kept': [
      'keeps the password of a user who becomes a federated one',
      body((user: Json) =>
        user?.credentials?.provider?.type === 'FEDERATION'
          ? { ...user, credentials: { ...user.credentials, password: {} } }
          : user,
      ),
    ],
  }),
]
