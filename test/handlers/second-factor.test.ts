/** A second factor at sign-in, as clients and the control plane meet it. */
import { expect, test } from 'vitest'
import { loadDataset } from '../../src/fixtures/load-dataset.ts'
import { seedOf } from '../../src/fixtures/seed/export.ts'
import type { OrgOptions } from '../../src/model/kernel/org-options.ts'
import { type TestReply, testOrg } from '../support/call.ts'
import { codeOf, password, person } from '../support/people.ts'

/** The secret of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const anybody = { authorization: undefined }

/** An organisation that asks for a second factor, and an SDK-like client of its authentication. */
async function asking(factors: readonly string[], options: OrgOptions = { signIn: { secondFactor: true } }) {
  const it = testOrg(options)
  const user = await person(it, { profile: { login: 'jo@example.com', email: 'jo@example.com' } })
  for (const factor of factors) {
    it.control.enrollFactor({ user: user.id, factor, ...(factor === 'totp' ? { secret } : {}) })
  }
  const post = (path: string, body: object): Promise<TestReply> =>
    it.call('POST', path.replace(/^https:\/\/[^/]*/, ''), body, anybody)
  const authn = async () => (await post('/api/v1/authn', { username: 'jo@example.com', password })).json
  const verify = (stateToken: string, passCode?: string, factor = 'totp'): Promise<TestReply> =>
    post(`/api/v1/authn/factors/${factor}/verify`, { stateToken, ...(passCode ? { passCode } : {}) })
  const code = async () => (await it.control.readFactorCode({ user: user.id })).code
  const mailed = () => it.control.listMails({ kind: 'sign-in-code' }).at(-1)?.code
  return { ...it, user, post, authn, verify, code, mailed }
}

const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('the codes of an authenticator are those of RFC 6238', async () => {
  const { control, code, user } = await asking(['totp'])
  const codes: Record<string, string> = {}
  for (const to of [
    '1970-01-01T00:00:59Z',
    '2005-03-18T01:58:29Z',
    '2033-05-18T03:33:20Z',
    '2603-10-11T11:33:20Z',
  ]) {
    control.setClock({ to })
    codes[to] = await code()
  }
  expect(codes).toEqual({
    '1970-01-01T00:00:59Z': '287082',
    '2005-03-18T01:58:29Z': '081804',
    '2033-05-18T03:33:20Z': '279037',
    '2603-10-11T11:33:20Z': '353130',
  })
  control.setClock({ to: '1970-01-01T00:00:59Z' })
  expect(await control.readFactorCode({ user: user.id })).toEqual({
    code: '287082',
    expiresAt: '1970-01-01T00:01:00.000Z',
  })
})

test('authn asks for a factor, and its code completes the sign-in with amr in session and tokens', async () => {
  const { post, authn, verify, code, user, call, control } = await asking(['totp', 'email'])
  const asked = await authn()
  expect(asked).toMatchObject({
    status: 'MFA_REQUIRED',
    stateToken: expect.stringMatching(/^\w{42}$/),
    expiresAt: '2026-01-05T09:35:00.000Z',
    _embedded: {
      user: { id: user.id },
      factors: [
        {
          factorType: 'token:software:totp',
          profile: { credentialId: 'jo@example.com' },
          _links: {
            verify: {
              href: 'https://svc.example.com/api/v1/authn/factors/totp/verify',
              hints: { allow: ['POST'] },
            },
          },
        },
        { factorType: 'email', profile: { email: 'j...@example.com' } },
      ],
    },
    _links: { cancel: { href: 'https://svc.example.com/api/v1/authn/cancel' } },
  })
  expect(asked).not.toHaveProperty('sessionToken')
  expect((await post('/api/v1/authn', { stateToken: asked.stateToken })).json).toEqual(asked)
  expect((await call('GET', `/api/v1/users/${user.id}`)).json.lastLogin).toBeNull()

  const begun = await post(asked._embedded.factors[0]._links.verify.href, { stateToken: asked.stateToken })
  expect(begun.json).toMatchObject({ status: 'MFA_CHALLENGE', _embedded: { factor: { id: 'totp' } } })
  expect(begun.json._links).not.toHaveProperty('resend')
  const right = await code()
  const wrong = await verify(asked.stateToken, wrongOf(right))
  expect([codeOf(wrong), wrong.json.errorSummary]).toEqual(['403 E0000068', 'Invalid Passcode/Answer'])
  control.advanceClock({ by: '20s' })
  const done = await post(begun.json._links.next.href, { stateToken: asked.stateToken, passCode: right })
  expect(done.json).toMatchObject({ status: 'SUCCESS', sessionToken: expect.any(String) })

  const { sessionToken } = done.json
  const session = (await post('/api/v1/sessions', { sessionToken })).json
  expect(session).toMatchObject({
    amr: ['pwd', 'mfa', 'otp'],
    mfaActive: true,
    lastFactorVerification: '2026-01-05T09:30:20.000Z',
  })
  // The state token is used, and so is the code.
  expect(codeOf(await verify(asked.stateToken, right))).toBe('401 E0000011')
  expect(codeOf(await verify((await authn()).stateToken, right))).toBe('403 E0000082')
})

test.for([
  ['in the next period', '31s', 'SUCCESS'],
  ['one period late', '59s', 'SUCCESS'],
  ['two periods late', '60s', undefined],
] as const)('a code of an authenticator %s', async ([, by, status]) => {
  const { authn, verify, code, control } = await asking(['totp'])
  const { stateToken } = await authn()
  const right = await code()
  control.advanceClock({ by })
  expect((await verify(stateToken, right)).json.status).toBe(status)
})

test('five wrong codes, five minutes, a cancel, a suspension or a reset end a sign-in that waits', async () => {
  const { authn, verify, code, post, control, user, call } = await asking(['totp'])
  const over = async (stateToken: string) => codeOf(await verify(stateToken, await code()))
  const wrong = wrongOf(await code())
  const { stateToken } = await authn()
  const codes = []
  for (let attempt = 0; attempt < 5; attempt++) codes.push(codeOf(await verify(stateToken, wrong)))
  expect(codes).toEqual(Array.from({ length: 5 }, () => '403 E0000068'))
  expect(await over(stateToken)).toBe('401 E0000011')
  expect((await call('GET', `/api/v1/users/${user.id}`)).json.status).toBe('ACTIVE')

  const late = (await authn()).stateToken
  control.advanceClock({ by: '5m' })
  expect(await over(late)).toBe('401 E0000011')

  const cancelled = (await authn()).stateToken
  expect(await post('/api/v1/authn/cancel', { stateToken: cancelled })).toMatchObject({
    status: 200,
    json: {},
  })
  expect(await over(cancelled)).toBe('401 E0000011')
  expect(codeOf(await post('/api/v1/authn/cancel', { stateToken: cancelled }))).toBe('401 E0000011')

  const suspended = (await authn()).stateToken
  await call('POST', `/api/v1/users/${user.id}/lifecycle/suspend`)
  await call('POST', `/api/v1/users/${user.id}/lifecycle/unsuspend`)
  expect(await over(suspended)).toBe('401 E0000011')

  const locked = (await authn()).stateToken
  control.setUser({ user: user.id, status: 'LOCKED_OUT' })
  expect((await verify(locked, await code())).json).toMatchObject({ status: 'LOCKED_OUT' })
  control.setUser({ user: user.id, status: 'ACTIVE' })

  const reset = (await authn()).stateToken
  const known = await code()
  await call('POST', `/api/v1/users/${user.id}/lifecycle/reset_factors`)
  expect(codeOf(await verify(reset, known))).toBe('401 E0000011')
  expect(await authn()).toMatchObject({ status: 'SUCCESS' })
})

test('the code of a mailed factor is in the outbox, works once, and a newer one replaces it', async () => {
  const { authn, verify, post, mailed, control } = await asking(['email', 'sms'])
  const { stateToken, _embedded } = await authn()
  expect(_embedded.factors.map(({ factorType }: { factorType: string }) => factorType)).toEqual([
    'email',
    'sms',
  ])
  expect(mailed()).toBeUndefined()
  expect(codeOf(await verify(stateToken, '000000', 'email'))).toBe('403 E0000068')
  const begun = (await verify(stateToken, undefined, 'email')).json
  expect(begun).toMatchObject({ status: 'MFA_CHALLENGE', _links: { resend: [{ name: 'email' }] } })
  expect(control.listMails({ to: 'jo@example.com' })).toMatchObject([
    { kind: 'sign-in-code', subject: 'Your code to sign in', code: expect.stringMatching(/^\d{6}$/) },
  ])
  const first = mailed()!
  control.advanceClock({ by: '4m' })
  const again = await post(begun._links.resend[0].href, { stateToken })
  expect(again.json.expiresAt).toBe('2026-01-05T09:39:00.000Z')
  expect(codeOf(await verify(stateToken, first, 'email'))).toBe('403 E0000068')
  expect(codeOf(await verify(stateToken, mailed(), 'sms'))).toBe('403 E0000068')
  expect((await verify(stateToken, mailed(), 'email')).json.status).toBe('SUCCESS')
  expect(codeOf(await verify((await authn()).stateToken, mailed(), 'email'))).toBe('403 E0000068')
})

test('a factor that the user has not, and a factor that is of another form, are refused', async () => {
  const { authn, verify, post } = await asking(['totp'])
  const { stateToken } = await authn()
  expect(codeOf(await verify(stateToken, undefined, 'email'))).toBe('404 E0000007')
  expect(codeOf(await verify('unknown', '123456'))).toBe('401 E0000011')
  expect(codeOf(await post('/api/v1/authn', { stateToken: 'unknown' }))).toBe('401 E0000011')
  expect(codeOf(await post('/api/v1/authn', { username: 'jo' }))).toBe('400 E0000001')
  for (const passCode of [123456, {}, '', 'a'.repeat(10_000), '１２３４５６']) {
    const { status } = await post('/api/v1/authn/factors/totp/verify', { stateToken, passCode })
    expect([400, 401, 403]).toContain(status)
  }
})

test('nobody is asked without the option, nor a user without a factor', async () => {
  const off = await asking(['totp'], {})
  expect(await off.authn()).toMatchObject({ status: 'SUCCESS' })
  off.control.changeSettings({ signIn: { secondFactor: true } })
  expect(await off.authn()).toMatchObject({ status: 'MFA_REQUIRED' })
  const without = await asking([])
  expect(await without.authn()).toMatchObject({ status: 'SUCCESS' })
  const closed = await asking(['totp'], {
    signIn: { secondFactor: true },
    interpretations: { 'beyond-the-description': 'absent' },
  })
  expect((await closed.post('/api/v1/authn/factors/totp/verify', { stateToken: 'x' })).status).toBe(404)
})

test('control.signIn takes a code, or vouches for the factor', async () => {
  const { control, code, user, verify } = await asking(['totp'])
  const login = { login: 'jo@example.com', password }
  const asked = await control.signIn(login)
  expect(asked).toMatchObject({
    status: 'FAILURE',
    reason: 'FACTOR_REQUIRED',
    stateToken: expect.any(String),
  })
  const right = await code()
  for (const attemptsLeft of [4, 3, 2, 1, 0]) {
    expect(await control.signIn({ ...login, code: wrongOf(right) })).toMatchObject({
      reason: 'WRONG_CODE',
      attemptsLeft,
    })
  }
  expect(codeOf(await verify('stateToken' in asked ? (asked.stateToken ?? '') : '', right))).toBe(
    '401 E0000011',
  )
  expect(await control.signIn({ ...login, code: right })).toMatchObject({
    status: 'SUCCESS',
    userId: user.id,
  })
  expect(await control.signIn({ ...login, code: right })).toMatchObject({ reason: 'CODE_USED' })
  expect(await control.signIn({ ...login, password: 'wrong', code: right })).toMatchObject({
    reason: 'WRONG_PASSWORD',
  })
  expect(await control.signIn({ ...login, skipFactor: true })).toMatchObject({ status: 'SUCCESS' })

  const mailed = await asking(['email'])
  await mailed.control.signIn(login)
  expect(await mailed.control.signIn({ ...login, code: mailed.mailed()! })).toMatchObject({
    status: 'SUCCESS',
  })
})

test('a link that signs in asks for the factor too, and is used', async () => {
  const { control, verify, code } = await asking(['totp'])
  const { token } = control.sendMail({ kind: 'email-login', user: 'jo@example.com' })
  expect(control.useToken({ token: token! })).toMatchObject({ reason: 'FACTOR_REQUIRED' })
  expect(control.useToken({ token: token! })).toMatchObject({ reason: 'INVALID_TOKEN' })
  expect(codeOf(await verify('x', await code()))).toBe('401 E0000011')
})

test('an expired password is changed first, then the factor is asked', async () => {
  const { control, code, user, call } = await asking(['totp'])
  await call('POST', `/api/v1/users/${user.id}/lifecycle/expire_password`)
  const changed = { login: 'jo@example.com', password, newPassword: 'Corr3ctHorse' }
  expect(await control.signIn(changed)).toMatchObject({ reason: 'FACTOR_REQUIRED' })
  expect(
    await control.signIn({ login: 'jo@example.com', password: 'Corr3ctHorse', code: await code() }),
  ).toMatchObject({ status: 'SUCCESS' })
})

test('enrollFactor gives the secret of an authenticator once; no other reply, event or journal has it', async () => {
  const { control, call, user, authn, org } = await asking(['email'])
  const enrolled = control.enrollFactor({ user: user.id, factor: 'totp' })
  expect(enrolled.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(control.enrollFactor({ user: user.id, factor: 'email' })).not.toHaveProperty('secret')
  expect(() => control.enrollFactor({ user: user.id, factor: 'sms', secret })).toThrow(
    /secret: expected none/,
  )
  expect(() => control.enrollFactor({ user: user.id, factor: 'totp', secret: 'no' })).toThrow(/base32/)
  const { stateToken } = await authn()
  await call('POST', '/api/v1/authn/factors/totp/verify', { stateToken, passCode: '424242' }, anybody)
  await call('GET', `/api/v1/users/${user.id}`)
  const said = JSON.stringify([
    control.findUser({ user: user.id }),
    control.listEvents(),
    control.readJournal().map(({ number }) => control.readExchange({ number })),
    (await call('GET', '/api/v1/logs')).json,
    seedOf(org),
  ])
  for (const hidden of [enrolled.secret!, stateToken, '424242']) expect(said).not.toContain(hidden)
  expect(control.findUser({ user: user.id }).user).toMatchObject({ factors: ['email', 'totp'] })
  // A second enrollment replaces the first.
  expect(control.enrollFactor({ user: user.id, factor: 'totp' }).secret).not.toBe(enrolled.secret)
  expect(await control.readFactorCode({ user: user.id })).toMatchObject({
    code: expect.stringMatching(/^\d{6}$/),
  })
  await call('POST', `/api/v1/users/${user.id}/lifecycle/reset_factors`)
  await expect(control.readFactorCode({ user: user.id })).rejects.toThrow(/enrollFactor/)
})

test.for(['removed', 'kept'] as const)(
  'after a deactivation, factors are %s as the setting says',
  async (credentials) => {
    const { control, call, user } = await asking(['totp'], {
      signIn: { secondFactor: true },
      interpretations: { 'deactivated-credentials': credentials },
    })
    await call('POST', `/api/v1/users/${user.id}/lifecycle/deactivate`)
    const code = control.readFactorCode({ user: user.id })
    if (credentials === 'removed') await expect(code).rejects.toThrow(/enrollFactor/)
    else expect(await code).toMatchObject({ code: expect.any(String) })
  },
)

test('a seed gives the secret, its export has it only among secrets, and a state keeps all', async () => {
  const it = testOrg({ signIn: { secondFactor: true } })
  const jo = { login: 'jo@example.com', firstName: 'Jo', lastName: 'Ames', password }
  await loadDataset(it.org, { users: [{ ...jo, totpSecret: secret, lastLogin: '2026-01-05T09:00:00Z' }] })
  it.control.setClock({ to: '2033-05-18T03:33:20Z' })
  expect(await it.control.signIn({ login: jo.login, password, code: '279037' })).toMatchObject({
    status: 'SUCCESS',
  })
  expect(it.control.findUser({ user: jo.login }).user).toMatchObject({ factors: ['totp'] })

  const bare = seedOf(it.org)
  expect(JSON.stringify(bare)).not.toContain(secret)
  expect(bare.notCarried.join()).toContain('secrets of authenticators')
  expect(seedOf(it.org, { secrets: true }).seed.users?.at(-1)).toMatchObject({
    factors: ['totp'],
    totpSecret: secret,
  })

  const copy = testOrg({ signIn: { secondFactor: true } })
  copy.control.importState({ state: { ...it.control.exportState() } })
  expect(await copy.control.signIn({ login: jo.login, password, code: '279037' })).toMatchObject({
    reason: 'CODE_USED',
  })
  await expect(loadDataset(testOrg().org, { users: [{ ...jo, totpSecret: 'short' }] })).rejects.toThrow(
    /totpSecret: expected 16 to 128 letters of base32/,
  )
})
