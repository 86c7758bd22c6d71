import { expect, test } from 'vitest'
import { newUser, testOrg, type TestOrg, type TestReply } from '../support/call.ts'
import { answer, otherPassword, password, person } from '../support/people.ts'

/** A request: it creates a user with credentials, or uses an existing user, prepared if needed. */
type Asked = (it: TestOrg, path: string, id: string) => Promise<TestReply>

const create =
  (input: object, query = ''): Asked =>
  ({ call }) =>
    call('POST', `/api/v1/users${query}`, { ...newUser(), ...input })

const post =
  (below: string, body?: unknown, prepare?: (it: TestOrg, path: string, id: string) => unknown): Asked =>
  async (it, path, id) => {
    await prepare?.(it, path, id)
    return it.call('POST', `${path}${below}`, body)
  }

const provider =
  (type: 'FEDERATION' | 'SOCIAL' | 'LDAP') =>
  ({ control }: TestOrg, _: string, user: string): unknown =>
    control.setUserProvider({ user, type })

const hash = { algorithm: 'MD5', value: 'X03MO1qnZdYdgyfeuILPmQ==' }
const question = { question: 'Who?', answer: 'Nobody' }
const change = { oldPassword: { value: password }, newPassword: { value: otherPassword } }

const notAllowed = "This operation is not allowed in the user's current status."

test.for<readonly [name: string, asked: Asked, said: readonly (number | string)[]]>([
  [
    'two forms of a password',
    create({ credentials: { password: { value: password, hash } } }),
    [
      400,
      'Api validation failed: password',
      'password: expected one of value, hash and hook, got value and hash',
    ],
  ],
  [
    'three forms of a password',
    create({ credentials: { password: { value: password, hash, hook: { type: 'default' } } } }),
    [
      400,
      'Api validation failed: password',
      'password: expected one of value, hash and hook, got value and hash and hook',
    ],
  ],
  [
    'a hash of no algorithm',
    create({ credentials: { password: { hash: { value: 'x' } } } }),
    [400, 'Api validation failed: password', 'password.hash.algorithm: The field cannot be left blank'],
  ],
  [
    'a hash that is a text',
    create({ credentials: { password: { hash: 'x' } } }),
    [400, 'Api validation failed: password', 'password.hash: expected an object'],
  ],
  [
    'a recovery answer alone',
    create({ credentials: { recovery_question: { answer: 'Nobody' } } }),
    [
      400,
      'Api validation failed: recovery_question',
      'recovery_question.question: The field cannot be left blank',
    ],
  ],
  [
    'a recovery question alone',
    create({ credentials: { recovery_question: { question: 'Who?' } } }),
    [
      400,
      'Api validation failed: recovery_question',
      'recovery_question.answer: The field cannot be left blank',
    ],
  ],
  [
    'a trusted provider that is not there',
    create({ credentials: {} }, '?provider=true'),
    [400, 'Api validation failed: provider', 'credentials.provider: The field cannot be left blank'],
  ],
  [
    'a provider of ours',
    create({ credentials: { provider: { type: 'SVC' } } }, '?provider=true'),
    [400, 'Api validation failed: provider', 'credentials.provider.type: expected one of FEDERATION, SOCIAL'],
  ],
  [
    'a provider with a password',
    create(
      {
        credentials: {
          provider: { type: 'SOCIAL' },
          password: { value: password },
          recovery_question: question,
        },
      },
      '?provider=true',
    ),
    [
      400,
      'Api validation failed: provider',
      'credentials.password: A user with provider SOCIAL has no password',
      'credentials.recovery_question: A user with provider SOCIAL has no recovery question',
    ],
  ],
  [
    'a provider with a question',
    create(
      { credentials: { provider: { type: 'FEDERATION' }, recovery_question: question } },
      '?provider=true',
    ),
    [
      400,
      'Api validation failed: provider',
      'credentials.recovery_question: A user with provider FEDERATION has no recovery question',
    ],
  ],
  [
    'a new user of an unknown type',
    create({ type: { id: 'otynone' } }),
    [400, 'Api validation failed: type', 'type: There is no user type with the id otynone'],
  ],
  [
    'a new user with more than 20 groups',
    create({ groupIds: Array.from({ length: 21 }, (_, index) => `00g${index}`) }),
    [400, 'Target count limit exceeded', 'The number of group targets is too large'],
  ],
  [
    'a replacement by an unknown type',
    ({ call }, path) => call('PUT', path, { type: { id: 'otynone' } }),
    [400, 'Api validation failed: type', 'type: There is no user type with the id otynone'],
  ],
  [
    'a hash for an ACTIVE user',
    post('', { credentials: { password: { hash } } }),
    [400, 'Api validation failed: password', 'password.hash: Can be set only while the user is STAGED'],
  ],
  [
    'a hook for an ACTIVE user',
    post('', { credentials: { password: { hook: { type: 'default' } } } }),
    [400, 'Api validation failed: password', 'password.hook: Can be set only while the user is STAGED'],
  ],
  [
    'a password of a federated user',
    post('', { credentials: { password: { value: otherPassword } } }, provider('FEDERATION')),
    [400, 'Api validation failed: password', 'password: A user with provider FEDERATION has none'],
  ],
  [
    'a question of a social user',
    post('', { credentials: { recovery_question: question } }, provider('SOCIAL')),
    [
      400,
      'Api validation failed: recovery_question',
      'recovery_question: A user with provider SOCIAL has none',
    ],
  ],
  [
    'another user type',
    post('', { type: { id: 'otynone' } }),
    [403, 'Cannot modify the type attribute because it is immutable.', 'type: immutable'],
  ],
  [
    'a password where the policy wants none',
    async ({ control, call }) => {
      control.changeSettings({ optionalPassword: 'disabled' })
      const { id } = (await call('POST', '/api/v1/users', newUser())).json
      return call('POST', `/api/v1/users/${id}`, { credentials: { password: { value: otherPassword } } })
    },
    [403, 'Update of credentials failed', 'The enrolment policy leaves this user without a password'],
  ],
  [
    'a temporary password where the policy wants none',
    async ({ control, call }) => {
      control.changeSettings({ optionalPassword: 'disabled' })
      const { id } = (await call('POST', '/api/v1/users', newUser())).json
      return call('POST', `/api/v1/users/${id}/lifecycle/expire_password?tempPassword=true`)
    },
    [403, 'Update of credentials failed', 'The enrolment policy leaves this user without a password'],
  ],
  [
    'a mail to a user that becomes federated',
    post('/lifecycle/reset_password?provider=FEDERATION&sendEmail=true'),
    [
      400,
      'Api validation failed: sendEmail',
      'sendEmail: Must be false or left out with provider=FEDERATION',
    ],
  ],
  [
    'forgot_password of a social user',
    post('/credentials/forgot_password', undefined, provider('SOCIAL')),
    [
      403,
      'Forgot password not allowed on specified user.',
      'The user authenticates through a trusted identity provider.',
    ],
  ],
  [
    'forgot_password without a recovery question',
    post('/credentials/forgot_password', undefined, ({ call }, path) =>
      call('POST', path, { credentials: { recovery_question: null } }),
    ),
    [403, 'Forgot password not allowed on specified user.', 'Recovery credential not set.'],
  ],
  [
    'a wrong recovery answer',
    post('/credentials/forgot_password', {
      password: { value: otherPassword },
      recovery_question: { answer: 'wrong' },
    }),
    [403, 'The recovery question answer did not match our records.'],
  ],
  [
    'a weak password after a recovery',
    post('/credentials/forgot_password', { password: { value: 'short' }, recovery_question: { answer } }),
    [
      403,
      'Update of credentials failed',
      'Password requirements were not met. Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.',
    ],
  ],
  [
    'an expired password of a social user',
    post('/lifecycle/expire_password', undefined, provider('SOCIAL')),
    [
      403,
      'Password reset failed',
      'The user authenticates through a trusted identity provider and has no password.',
    ],
  ],
  [
    'a wrong old password',
    post('/credentials/change_password', { ...change, oldPassword: { value: 'wrong' } }),
    [403, 'Update of credentials failed', 'Old Password is not correct'],
  ],
  [
    'change_password of a social user',
    post('/credentials/change_password', change, provider('SOCIAL')),
    [403, 'Change password not allowed on specified user.', 'A user with provider SOCIAL has no password.'],
  ],
  [
    'change_password of a suspended user',
    post('/credentials/change_password', change, ({ control }, _, user) =>
      control.setUserStatus({ user, status: 'SUSPENDED' }),
    ),
    [403, 'Change password not allowed on specified user.', "The user's status is SUSPENDED."],
  ],
  [
    'a new question with a wrong password',
    post('/credentials/change_recovery_question', {
      password: { value: 'wrong' },
      recovery_question: question,
    }),
    [403, 'Update of credentials failed', 'Password is not correct'],
  ],
  [
    'a new question of a suspended user',
    post(
      '/credentials/change_recovery_question',
      { password: { value: password }, recovery_question: question },
      ({ control }, _, user) => control.setUserStatus({ user, status: 'SUSPENDED' }),
    ),
    [403, 'Change recovery question not allowed on specified user.', "The user's status is SUSPENDED."],
  ],
  [
    'a new question of a federated user',
    post(
      '/credentials/change_recovery_question',
      { password: { value: password }, recovery_question: question },
      provider('FEDERATION'),
    ),
    [
      403,
      'Change recovery question not allowed on specified user.',
      'A user with provider FEDERATION has no password.',
    ],
  ],
  [
    'change_password of a young password',
    post('/credentials/change_password?strict=true', change, ({ control }) => {
      control.changePasswordPolicy({ minAge: '90s' })
    }),
    [403, 'Update of credentials failed', 'The password was changed less than 2 minutes ago'],
  ],
  [
    'an update of a young password',
    post('?strict=true', { credentials: { password: { value: otherPassword } } }, ({ control }) => {
      control.changePasswordPolicy({ minAge: '2h' })
    }),
    [400, 'Api validation failed: password', 'password: The password was changed less than 120 minutes ago'],
  ],
  [
    'change_password to the same',
    post('/credentials/change_password?strict=true', { ...change, newPassword: { value: password } }),
    [403, 'Update of credentials failed', 'The password has been used too recently'],
  ],
  [
    'an update to the same password',
    post('?strict=true', { credentials: { password: { value: password } } }),
    [400, 'Api validation failed: password', 'password: The password has been used too recently'],
  ],
  [
    'unlock of a user that is not locked',
    post('/lifecycle/unlock'),
    [403, 'Unlock is not allowed for this user.', 'The user is not locked out.'],
  ],
  [
    'unlock of a directory user',
    post('/lifecycle/unlock', undefined, (it, path, user) => {
      provider('LDAP')(it, path, user)
      it.control.setUserStatus({ user, status: 'LOCKED_OUT' })
    }),
    [403, 'Unlock is not allowed for this user.', 'The user is not sourced by this service.'],
  ],
  [
    'activate of an ACTIVE user',
    post('/lifecycle/activate'),
    [403, 'Activation failed because the user is already active'],
  ],
  ['reactivate of an ACTIVE user', post('/lifecycle/reactivate'), [403, notAllowed]],
  [
    'suspend of a STAGED user',
    post('/lifecycle/suspend', undefined, ({ control }, _, user) =>
      control.setUserStatus({ user, status: 'STAGED' }),
    ),
    [400, 'Api validation failed: suspendUser', 'Cannot suspend a user that is not active'],
  ],
  [
    'unsuspend of an ACTIVE user',
    post('/lifecycle/unsuspend'),
    [400, 'Api validation failed: unsuspendUser', 'Cannot unsuspend a user that is not suspended'],
  ],
  [
    'deactivate of a deactivated user',
    post('/lifecycle/deactivate', undefined, ({ control }, _, user) =>
      control.setUserStatus({ user, status: 'DEPROVISIONED' }),
    ),
    [403, notAllowed],
  ],
  [
    'suspend while a user is deactivated',
    post('/lifecycle/suspend', undefined, async ({ control, call }, path) => {
      control.changeSettings({ transitionDelay: '1m' })
      await call('POST', `${path}/lifecycle/deactivate`, undefined, { prefer: 'respond-async' })
    }),
    [
      409,
      'Cannot update this user because they are still being activated. Please try again in a few minutes.',
      'The user is on its way to DEPROVISIONED.',
    ],
  ],
])('%s is refused with the exact text', async ([, asked, said]) => {
  const it = testOrg()
  const { id } = await person(it)
  const { status, json } = await asked(it, `/api/v1/users/${id}`, id)
  expect([
    status,
    json.errorSummary,
    ...json.errorCauses.map(({ errorSummary }: { errorSummary: string }) => errorSummary),
  ]).toEqual(said)
})
