import { newUser, type TestOrg } from '../support/call.ts'
import { answer, otherPassword, password, person, type Status } from '../support/people.ts'
import { type Case, on, type Refused } from './case.ts'

const set =
  (status: Status) =>
  ({ control }: TestOrg, user: string) =>
    control.setUserStatus({ user, status })
const post =
  (below: string, body?: unknown, prepare?: (it: TestOrg, id: string) => unknown): Refused =>
  async (it, id) => {
    await prepare?.(it, id)
    return it.call('POST', `/api/v1/users/${id}${below}`, body)
  }
const create =
  (body: object, query = ''): Refused =>
  ({ call }) =>
    call('POST', `/api/v1/users${query}`, { ...newUser(), ...body })
const profile =
  (p: object): Refused =>
  ({ call }) =>
    call('POST', '/api/v1/users', newUser(p as never))
const provider =
  (type: 'FEDERATION' | 'SOCIAL' | 'LDAP') =>
  ({ control }: TestOrg, user: string) =>
    control.setUserProvider({ user, type })
const change = { oldPassword: { value: password }, newPassword: { value: otherPassword } }
const question = { question: 'Who?', answer: 'Nobody' }
const hash = { algorithm: 'MD5', value: 'X03MO1qnZdYdgyfeuILPmQ==' }
const strict =
  (p: { readonly minAge: string }) =>
  ({ control }: TestOrg) =>
    control.changePasswordPolicy(p)

export const users: readonly Case[] = [
  on('validation', 'no login', profile({ login: undefined })),
  on('validation', 'login taken', async (it, id) => {
    const u = (await it.call('GET', `/api/v1/users/${id}`)).json
    return it.call('POST', '/api/v1/users', newUser({ login: u.profile.login }))
  }),
  on('validation', 'a property that is nearly one of the schema', profile({ fristName: 'x' })),
  on('validation', 'a property that is like none', profile({ zzzzzzzzzz: 'x' })),
  on('validation', 'no e-mail address', profile({ email: 'no mail' })),
  on('validation', 'a login that is no e-mail address', profile({ login: 'nobody' })),
  on('validation', 'a name that is too long', profile({ firstName: 'x'.repeat(51) })),
  on('validation', 'a number for a text', profile({ firstName: 5 })),
  on('validation', 'no country code', profile({ countryCode: 'Germany' })),
  on('validation', 'several faults', profile({ firstName: 5, email: 'x', lastName: undefined })),
  on('validation', 'body is an array', ({ call }) => call('POST', '/api/v1/users', [])),
  on('validation', 'no profile', ({ call }) => call('POST', '/api/v1/users', {})),
  on('validation', 'a weak password', create({ credentials: { password: { value: 'short' } } })),
  on(
    'validation',
    'an unknown algorithm',
    create({ credentials: { password: { hash: { algorithm: 'MD4', value: 'x' } } } }),
  ),
  on(
    'validation',
    'a work factor that is too large',
    create({ credentials: { password: { hash: { algorithm: 'BCRYPT', value: 'x', workFactor: 99 } } } }),
  ),
  on('validation', 'an unknown hook', create({ credentials: { password: { hook: { type: 'other' } } } })),
  on(
    'validation',
    'a password in two forms',
    create({ credentials: { password: { value: password, hash } } }),
  ),
  on(
    'validation',
    'a password in three forms',
    create({ credentials: { password: { value: password, hash, hook: { type: 'default' } } } }),
  ),
  on('validation', 'a hash of no algorithm', create({ credentials: { password: { hash: { value: 'x' } } } })),
  on('validation', 'a hash that is a text', create({ credentials: { password: { hash: 'x' } } })),
  on(
    'validation',
    'a provider that is not trusted',
    create({ credentials: { provider: { type: 'SVC' } } }, '?provider=true'),
  ),
  on('validation', 'no provider', create({}, '?provider=true')),
  on(
    'validation',
    'a provider, a password and a question',
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
  ),
  on(
    'validation',
    'a provider and a question',
    create(
      { credentials: { provider: { type: 'FEDERATION' }, recovery_question: question } },
      '?provider=true',
    ),
  ),
  on(
    'validation',
    'a question without an answer',
    create({ credentials: { recovery_question: { question: 'Who?' } } }),
  ),
  on(
    'validation',
    'an answer without a question',
    create({ credentials: { recovery_question: { answer: 'Nobody' } } }),
  ),
  on(
    'validation',
    'a question that is too long',
    create({ credentials: { recovery_question: { question: 'x'.repeat(101), answer: 'y' } } }),
  ),
  on('validation', 'an unknown user type', create({ type: { id: 'otynone' } })),
  on('validation', 'a replacement by an unknown user type', ({ call }, id) =>
    call('PUT', `/api/v1/users/${id}`, { type: { id: 'otynone' } }),
  ),
  on('validation', 'a text for a list', create({ groupIds: 'x' })),
  on('validation', 'a hash for an ACTIVE user', post('', { credentials: { password: { hash } } })),
  on(
    'validation',
    'a hook for an ACTIVE user',
    post('', { credentials: { password: { hook: { type: 'default' } } } }),
  ),
  on(
    'validation',
    'a password for a federated user',
    post('', { credentials: { password: { value: otherPassword } } }, provider('FEDERATION')),
  ),
  on(
    'validation',
    'a question for a social user',
    post('', { credentials: { recovery_question: question } }, provider('SOCIAL')),
  ),
  on(
    'validation',
    'a mail to a user who becomes federated',
    post('/lifecycle/reset_password?provider=FEDERATION&sendEmail=true'),
  ),
  on(
    'validation',
    'a password that was used before',
    post('?strict=true', { credentials: { password: { value: password } } }),
  ),
  on(
    'validation',
    'a password that is too young',
    post('?strict=true', { credentials: { password: { value: otherPassword } } }, strict({ minAge: '2h' })),
  ),
  on('validation', 'no old password', post('/credentials/change_password', { newPassword: { value: 'x' } })),
  ...Object.entries({
    'neither password': {},
    'no new password': { oldPassword: { value: password } },
    'a new password without a value': { oldPassword: { value: password }, newPassword: {} },
    'an old password that is a number': { ...change, oldPassword: { value: 5 } },
    'sessions that are a text': { ...change, revokeSessions: 'yes' },
  }).map(([when, body]) => on('validation', when, post('/credentials/change_password', body))),
  on(
    'group-targets-exceeded',
    'more than 20 groups',
    create({ groupIds: Array.from({ length: 21 }, (_, i) => `g${i}`) }),
  ),
  on('next-login-without-password', 'no password', create({}, '?nextLogin=changePassword')),
  on(
    'next-login-without-activation',
    'no activation',
    create({ credentials: { password: { value: password } } }, '?nextLogin=changePassword&activate=false'),
  ),
  on('read-only-attribute', 'a property for administrators', async (it, id) => {
    const cookie = it.control.openSession({ user: id }).sessionCookie
    return it.call(
      'POST',
      '/api/v1/users/me',
      { profile: { department: 'X' } },
      {
        authorization: undefined,
        cookie: cookie.includes('=') ? cookie : `${it.org.settings.sessionCookie}=${cookie}`,
      },
    )
  }),
  on('immutable-attribute', 'another type', post('', { type: { id: 'otynone' } })),
  on(
    'transition-in-progress',
    'a deactivation under way',
    post('/lifecycle/suspend', undefined, async (it, id) => {
      it.control.changeSettings({ transitionDelay: '1m' })
      await it.call('POST', `/api/v1/users/${id}/lifecycle/deactivate`, undefined, {
        prefer: 'respond-async',
      })
    }),
  ),
  on('activate-already-active', 'ACTIVE', post('/lifecycle/activate')),
  on(
    'operation-not-allowed-in-status',
    'activate SUSPENDED',
    post('/lifecycle/activate', undefined, set('SUSPENDED')),
  ),
  on(
    'operation-not-allowed-in-status',
    'deactivate again',
    post('/lifecycle/deactivate', undefined, set('DEPROVISIONED')),
  ),
  on(
    'operation-not-allowed-in-status',
    'reset SUSPENDED',
    post('/lifecycle/reset_password', undefined, set('SUSPENDED')),
  ),
  on(
    'operation-not-allowed-in-status',
    'convert SUSPENDED',
    post('/lifecycle/reset_password?provider=FEDERATION', undefined, set('SUSPENDED')),
  ),
  on(
    'operation-not-allowed-in-status',
    'expire SUSPENDED',
    post('/lifecycle/expire_password', undefined, set('SUSPENDED')),
  ),
  on(
    'operation-not-allowed-in-status',
    'reset_factors STAGED',
    post('/lifecycle/reset_factors', undefined, set('STAGED')),
  ),
  on(
    'operation-not-allowed-in-status',
    'reset_factors SUSPENDED',
    post('/lifecycle/reset_factors', undefined, set('SUSPENDED')),
  ),
  on('reactivate-wrong-status', 'ACTIVE', post('/lifecycle/reactivate')),
  on('suspend-not-active', 'STAGED', post('/lifecycle/suspend', undefined, set('STAGED'))),
  on('unsuspend-not-suspended', 'ACTIVE', post('/lifecycle/unsuspend')),
  on('unlock-not-locked', 'ACTIVE', post('/lifecycle/unlock')),
  on(
    'unlock-not-locked',
    'blocked from all devices',
    post('/lifecycle/unlock', undefined, ({ control }, user) =>
      control.blockUser({ user, appliesTo: 'ANY_DEVICES' }),
    ),
  ),
  on(
    'unlock-not-native',
    'a user of a directory',
    post('/lifecycle/unlock', undefined, (it, id) => {
      provider('LDAP')(it, id)
      set('LOCKED_OUT')(it, id)
    }),
  ),
  on(
    'no-password-for-federated',
    'expire_password',
    post('/lifecycle/expire_password', undefined, provider('SOCIAL')),
  ),
  on(
    'update-credentials-failed',
    'a wrong old password',
    post('/credentials/change_password', { ...change, oldPassword: { value: 'wrong' } }),
  ),
  on(
    'update-credentials-failed',
    'a weak password',
    post('/credentials/change_password', { ...change, newPassword: { value: 'short' } }),
  ),
  on(
    'update-credentials-failed',
    'a weak password, too soon',
    post(
      '/credentials/change_password?strict=true',
      { ...change, newPassword: { value: 'short' } },
      strict({ minAge: '2h' }),
    ),
  ),
  on(
    'update-credentials-failed',
    'too soon',
    post('/credentials/change_password?strict=true', change, strict({ minAge: '90s' })),
  ),
  on(
    'update-credentials-failed',
    'a password that was used before',
    post('/credentials/change_password?strict=true', { ...change, newPassword: { value: password } }),
  ),
  on(
    'update-credentials-failed',
    'a wrong password for a new question',
    post('/credentials/change_recovery_question', {
      password: { value: 'wrong' },
      recovery_question: question,
    }),
  ),
  on('update-credentials-failed', 'a policy without passwords', async ({ control, call }) => {
    control.changeSettings({ optionalPassword: 'disabled' })
    const { id } = (await call('POST', '/api/v1/users', newUser())).json
    return call('POST', `/api/v1/users/${id}`, { credentials: { password: { value: otherPassword } } })
  }),
  on('update-credentials-failed', 'a temporary password under that policy', async ({ control, call }) => {
    control.changeSettings({ optionalPassword: 'disabled' })
    const { id } = (await call('POST', '/api/v1/users', newUser())).json
    return call('POST', `/api/v1/users/${id}/lifecycle/expire_password?tempPassword=true`)
  }),
  on(
    'update-credentials-failed',
    'a weak password after a recovery',
    post('/credentials/forgot_password', { password: { value: 'short' }, recovery_question: { answer } }),
  ),
  on(
    'recovery-answer-wrong',
    'another answer',
    post('/credentials/forgot_password', {
      password: { value: otherPassword },
      recovery_question: { answer: 'wrong' },
    }),
  ),
  on('forgot-password-not-allowed', 'STAGED', post('/credentials/forgot_password', undefined, set('STAGED'))),
  on('forgot-password-not-allowed', 'no recovery question', async (it) => {
    const u = await person(it, { credentials: { password: { value: password } } })
    return it.call('POST', `/api/v1/users/${u.id}/credentials/forgot_password`)
  }),
  on(
    'forgot-password-not-allowed',
    'a federated user',
    post('/credentials/forgot_password', undefined, provider('SOCIAL')),
  ),
  on(
    'change-password-not-allowed',
    'SUSPENDED',
    post('/credentials/change_password', change, set('SUSPENDED')),
  ),
  on(
    'change-password-not-allowed',
    'a federated user',
    post('/credentials/change_password', change, provider('SOCIAL')),
  ),
  on('change-password-not-allowed', 'no password', async (it) => {
    it.control.changeSettings({ optionalPassword: 'disabled' })
    const u = await person(it, { credentials: {} })
    return it.call('POST', `/api/v1/users/${u.id}/credentials/change_password`, change)
  }),
  on('change-password-not-allowed', 'a password behind a hook', async (it) => {
    const u = await person(it, { credentials: { password: { hook: { type: 'default' } } } })
    return it.call('POST', `/api/v1/users/${u.id}/credentials/change_password`, change)
  }),
  on(
    'change-recovery-question-not-allowed',
    'SUSPENDED',
    post(
      '/credentials/change_recovery_question',
      { password: { value: password }, recovery_question: question },
      set('SUSPENDED'),
    ),
  ),
  on(
    'change-recovery-question-not-allowed',
    'a federated user',
    post(
      '/credentials/change_recovery_question',
      { password: { value: password }, recovery_question: question },
      provider('FEDERATION'),
    ),
  ),
  on('not-found', 'an unknown user', ({ call }) => call('GET', '/api/v1/users/nobody@example.com')),
  on('not-found', 'a short name of two users', async (it) => {
    await person(it, { profile: { login: 'twin@a.example.com' } })
    await person(it, { profile: { login: 'twin@b.example.com' } })
    return it.call('GET', '/api/v1/users/twin')
  }),
  on('not-found', 'me of a token without a user', ({ call, control }) => {
    const { token } = control.createAccessToken({ scopes: ['svc.users.read'] })
    return call('GET', '/api/v1/users/me', undefined, { authorization: `Bearer ${token}` })
  }),
  on('not-found', 'an unknown grant', ({ call }, id) => call('GET', `/api/v1/users/${id}/grants/oag1`)),
  on('not-found', 'grants for an unknown client', ({ call }, id) =>
    call('GET', `/api/v1/users/${id}/clients/0oanone/grants`),
  ),
  on('not-found', 'a token for an unknown client', ({ call }, id) =>
    call('GET', `/api/v1/users/${id}/clients/0oanone/tokens/oar1`),
  ),
]
