/** Servers that turn a user into a federated one wrongly, or back into one of the service. */
import { body, reply } from '../alter/answer.ts'
import { asks, both, on, when } from '../alter/flow.ts'
import { acceptInstead, refuse, refuseButDo } from '../alter/refusal.ts'
import { ignoreQuery, query } from '../alter/request.ts'
import type { Row } from './lifecycle-creates.ts'
import type { Json } from '../../engine/wire/reply.ts'

export const federationRows: readonly Row[] = [
  [
    'users.reset-password.to-federation',
    'ignored',
    'ignores the provider',
    on('resetPassword', ignoreQuery('provider')),
  ],
  [
    'users.reset-password.to-federation',
    'refused',
    'refuses the provider',
    on('resetPassword', when(asks('provider'), refuse())),
  ],
  [
    'users.reset-password.to-federation-unsent',
    'refused',
    'takes omitted sendEmail for true beside a provider, and refuses it',
    on(
      'resetPassword',
      when(
        both(asks('provider'), ({ query: asked }) => !asked.has('sendEmail')),
        refuse(),
      ),
    ),
  ],
  [
    'users.reset-password.to-federation-unsent',
    'ignored',
    'ignores the provider where sendEmail is omitted',
    on(
      'resetPassword',
      when(({ query: asked }) => !asked.has('sendEmail'), ignoreQuery('provider')),
    ),
  ],
  [
    'users.reset-password.to-federation-no-password',
    'question-kept',
    'keeps the recovery question of a user who becomes a federated one',
    on(
      'getUser',
      body((user: Json) =>
        user?.credentials?.provider?.type === 'FEDERATION'
          ? {
              ...user,
              credentials: { ...user.credentials, recovery_question: { question: 'Which answer?' } },
            }
          : user,
      ),
    ),
  ],
  [
    'users.reset-password.to-federation-no-password',
    'password-kept',
    'keeps the password of a user who becomes a federated one',
    on(
      'getUser',
      body((user: Json) =>
        user?.credentials?.provider?.type === 'FEDERATION'
          ? { ...user, credentials: { ...user.credentials, password: {} } }
          : user,
      ),
    ),
  ],
  [
    'users.reset-password.to-federation-mail',
    'accepted',
    'accepts sendEmail=true with the provider',
    on('resetPassword', acceptInstead()),
  ],
  [
    'users.reset-password.to-federation-mail',
    'done',
    'converts a user whatever sendEmail says',
    on('resetPassword', when(asks('provider'), query('sendEmail', 'false'))),
  ],
  [
    'users.reset-password.to-federation-mail',
    'refused-but-done',
    'refuses sendEmail=true with the provider, and converts the user',
    on(
      'resetPassword',
      when(both(asks('provider'), asks('sendEmail', 'true')), refuseButDo(), query('sendEmail', 'false')),
    ),
  ],
  [
    'users.reset-password.from-federation',
    'ignored',
    'leaves federated users federated',
    on(
      'resetPassword',
      when(
        (each) => !each.query.has('provider'),
        reply(200, { resetPasswordUrl: 'https://id.example.com/reset' }),
      ),
    ),
  ],
  [
    'users.reset-password.from-federation',
    'refused',
    'refuses to take federated users back',
    on(
      'resetPassword',
      when((each) => !each.query.has('provider'), refuse()),
    ),
  ],
]
