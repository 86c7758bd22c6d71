import { expect, test } from 'vitest'
import { newUser, testOrg, type TestOrg } from '../support/call.ts'
import { codeOf, otherPassword, password, person, personIn, statusOf } from '../support/people.ts'

const base = 'https://svc.example.com'

const lastOf = (url: string): string => url.split('/').at(-1)!

async function provisioned(it: TestOrg): Promise<{ id: string; profile: { login: string; email: string } }> {
  return (await it.call('POST', '/api/v1/users', newUser())).json
}

/** The operation, the status before, the default of `sendEmail`, the mail and its subject, and the path of the link. */
const operations = [
  ['/lifecycle/activate', 'STAGED', true, 'welcome', 'Your account is active', '/tokens/{token}/verify'],
  ['/lifecycle/reactivate', 'PROVISIONED', false, 'activation', 'Activate your account', '/welcome/{token}'],
  ['/lifecycle/reactivate', 'RECOVERY', false, 'activation', 'Activate your account', '/welcome/{token}'],
  [
    '/lifecycle/reset_password',
    'ACTIVE',
    true,
    'password-reset',
    'Reset your password',
    '/reset_password/{token}',
  ],
  [
    '/credentials/forgot_password',
    'ACTIVE',
    true,
    'password-reset',
    'Reset your password',
    '/signin/reset-password/{token}',
  ],
] as const

test.for(operations)('%s of a user who is %s mails or hands out', async (row) => {
  const [path, status, mailsByDefault, kind, subject, linkPath] = row
  for (const sendEmail of [undefined, true, false]) {
    const it = testOrg()
    const { id, profile } = await personIn(it, status)
    it.control.clear({ only: 'mails' })
    const query = sendEmail === undefined ? '' : `?sendEmail=${sendEmail}`
    const { json } = await it.call('POST', `/api/v1/users/${id}${path}${query}`)
    if (sendEmail ?? mailsByDefault) {
      expect(it.control.listMails()).toMatchObject([{ kind, subject, to: profile.email, userId: id }])
      expect(json).toEqual({})
    } else {
      expect(it.control.listMails()).toEqual([])
      const [url, ...tokens] = Object.values<string>(json)
      const token = /[A-Za-z0-9]{20}/.exec(url!)![0]
      expect(url).toBe(base + linkPath.replace('{token}', token))
      expect(tokens).toEqual(path.endsWith('activate') ? [token] : [])
    }
  }
})

test('the mail of an activation holds the link that sendEmail=false hands out', async () => {
  const it = testOrg()
  const { id, profile } = await provisioned(it)

  const [mail] = it.control.listMails()
  expect(mail).toEqual({
    number: 1,
    kind: 'activation',
    to: profile.email,
    userId: id,
    subject: 'Activate your account',
    url: `${base}/welcome/${mail!.token}`,
    token: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
    linkStatus: 'open',
    sentAt: '2026-01-05T09:30:00.000Z',
  })
})

test('a mail says whether its link is open, used, replaced by a newer one, or expired', async () => {
  const it = testOrg()
  const { id } = await provisioned(it)
  const send = (): Promise<unknown> =>
    it.call('POST', `/api/v1/users/${id}/lifecycle/reactivate?sendEmail=true`)
  const statuses = (): unknown[] => it.control.listMails().map(({ linkStatus }) => linkStatus)
  await send()
  expect(statuses()).toEqual(['used', 'open'])
  it.control.advanceClock({ by: '365d' })
  expect(statuses()).toEqual(['used', 'expired'])
  await send()
  it.control.useToken({ token: it.control.listMails()[2]!.token!, password: 'Kettle-Harbor-77' })
  expect(statuses().at(-1)).toBe('used')
})

test('the final DELETE mails nothing', async () => {
  const it = testOrg()
  const { id } = await personIn(it, 'DEPROVISIONED')

  await it.call('DELETE', `/api/v1/users/${id}?sendEmail=true`)

  expect(await statusOf(it, id)).toBe('removed')
  expect(it.control.listMails()).toEqual([])
})

test('the deactivation mail goes to the administrator who called', async () => {
  const it = testOrg()
  const helper = await person(it)
  it.org.tokens.add<'api'>({
    kind: 'api',
    id: '00T1',
    value: 'helper',
    userId: helper.id,
    role: 'SUPER_ADMIN',
  })
  const { id, profile } = await person(it)

  await it.call('POST', `/api/v1/users/${id}/lifecycle/deactivate?sendEmail=true`, undefined, {
    authorization: 'SSWS helper',
  })

  expect(it.control.listMails()).toMatchObject([
    {
      kind: 'deactivation-notice',
      to: helper.profile.email,
      subject: `${profile.login} was deactivated`,
      userId: id,
    },
  ])
})

test.for([
  ['an activation link', 7 * 24 * 60, '/lifecycle/reactivate', 'PROVISIONED'],
  ['a reset link', 60, '/lifecycle/reset_password', 'ACTIVE'],
  ['a recovery link', 60, '/credentials/forgot_password', 'ACTIVE'],
] as const)('%s works for %i minutes', async ([, minutes, path, status]) => {
  const it = testOrg()
  const token = async (): Promise<string> => {
    const { id } = await personIn(it, status)
    const { json } = await it.call('POST', `/api/v1/users/${id}${path}?sendEmail=false`)
    return lastOf(json.activationUrl ?? json.resetPasswordUrl)
  }
  const [first, second] = [await token(), await token()]

  it.control.advanceClock({ by: minutes * 60_000 - 1 })
  expect(it.control.useToken({ token: first, password: otherPassword })).toMatchObject({ status: 'SUCCESS' })
  it.control.advanceClock({ by: 1 })
  expect(it.control.useToken({ token: second, password: otherPassword })).toMatchObject({
    reason: 'INVALID_TOKEN',
  })
})

test('how long links work can be set', async () => {
  const it = testOrg({ lifetimes: { passwordReset: '5m' } })
  const { id } = await person(it)
  const { json } = await it.call('POST', `/api/v1/users/${id}/lifecycle/reset_password?sendEmail=false`)

  it.control.advanceClock({ by: '5m' })

  expect(
    it.control.useToken({ token: lastOf(json.resetPasswordUrl), password: otherPassword }),
  ).toMatchObject({ reason: 'INVALID_TOKEN' })
})

test('a newer link makes older ones void', async () => {
  const it = testOrg()
  const { id } = await provisioned(it)
  const first = it.control.listMails()[0]!.token!
  const { activationToken: second } = (await it.call('POST', `/api/v1/users/${id}/lifecycle/reactivate`)).json
  const { resetPasswordUrl } = (
    await it.call('POST', `/api/v1/users/${id}/lifecycle/reset_password?sendEmail=false`)
  ).json
  const { activationToken: last } = (await it.call('POST', `/api/v1/users/${id}/lifecycle/reactivate`)).json

  for (const token of [first, second, lastOf(resetPasswordUrl)]) {
    expect(it.control.useToken({ token, password })).toMatchObject({ reason: 'INVALID_TOKEN' })
  }
  expect(it.control.useToken({ token: last, password })).toMatchObject({ status: 'SUCCESS' })
  expect(await statusOf(it, id)).toBe('ACTIVE')
})

test.for([
  ['/lifecycle/suspend', undefined],
  ['/lifecycle/deactivate', undefined],
  [
    '/credentials/change_password',
    { oldPassword: { value: password }, newPassword: { value: otherPassword } },
  ],
] as const)('%s makes a recovery link void', async ([path, body]) => {
  const it = testOrg()
  const { id } = await person(it)
  const { json } = await it.call('POST', `/api/v1/users/${id}/credentials/forgot_password?sendEmail=false`)

  expect((await it.call('POST', `/api/v1/users/${id}${path}`, body)).status).toBe(200)

  expect(it.control.useToken({ token: lastOf(json.resetPasswordUrl), password })).toMatchObject({
    reason: 'INVALID_TOKEN',
  })
})

test('the link of activate for a user with a password signs it in once', async () => {
  const it = testOrg()
  const { id } = await personIn(it, 'STAGED')
  const { json } = await it.call('POST', `/api/v1/users/${id}/lifecycle/activate?sendEmail=false`)

  const outcome = it.control.useToken({ token: json.activationToken })

  expect(outcome).toMatchObject({ status: 'SUCCESS', purpose: 'verify' })
  const { sessionCookie } = outcome as { sessionCookie: string }
  const me = await it.call('GET', '/api/v1/users/me', undefined, {
    authorization: undefined,
    cookie: sessionCookie,
  })
  expect(me.json).toMatchObject({ id, lastLogin: '2026-01-05T09:30:00.000Z' })
  expect(it.control.useToken({ token: json.activationToken })).toMatchObject({ reason: 'INVALID_TOKEN' })
})

test.for(['', 'nonsense', '../../etc/passwd', '__proto__'])('%j is not a token', async (token) => {
  const it = testOrg()
  if (token === '') {
    expect(() => it.control.useToken({ token })).toThrow(/token/)
    return
  }
  expect(it.control.useToken({ token, password })).toMatchObject({ reason: 'INVALID_TOKEN' })
})

test('an address that is changed back waits for verification no longer', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const { sessionCookie } = it.control.openSession({ user: id })
  const update = (email: string): Promise<unknown> =>
    it.call(
      'POST',
      '/api/v1/users/me',
      { profile: { email } },
      { authorization: undefined, cookie: sessionCookie },
    )
  await update('first@example.com')
  await update('second@example.com')
  const [first, second] = it.control.listMails({ kind: 'email-verification' })
  expect([first!.to, second!.to]).toEqual(['first@example.com', 'second@example.com'])
  expect(it.control.useToken({ token: first!.token! })).toMatchObject({ reason: 'INVALID_TOKEN' })

  await update(profile.email)

  expect(it.control.useToken({ token: second!.token! })).toMatchObject({ reason: 'INVALID_TOKEN' })
  expect((await it.call('GET', `/api/v1/users/${id}`)).json.profile.email).toBe(profile.email)
})

test('a verified address becomes the user’s, and is verified once', async () => {
  const it = testOrg()
  const { id } = await person(it)
  const { sessionCookie } = it.control.openSession({ user: id })
  await it.call(
    'POST',
    '/api/v1/users/me',
    { profile: { email: 'new@example.com', secondEmail: 'second@example.com' } },
    { authorization: undefined, cookie: sessionCookie },
  )
  const [primary, secondary] = it.control.listMails({ kind: 'email-verification' })
  expect(primary).toMatchObject({
    subject: 'Confirm your e-mail address',
    url: `${base}/verify/${primary!.token}`,
  })

  for (const mail of [primary!, secondary!]) {
    expect(it.control.useToken({ token: mail.token! })).toMatchObject({ status: 'SUCCESS' })
    expect(it.control.useToken({ token: mail.token! })).toMatchObject({ reason: 'INVALID_TOKEN' })
  }
  expect((await it.call('GET', `/api/v1/users/${id}`)).json.profile).toMatchObject({
    email: 'new@example.com',
    secondEmail: 'second@example.com',
  })
})

test('a user that is removed for good leaves no link, session or login behind', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const { sessionCookie } = it.control.openSession({ user: id })
  const { json } = await it.call('POST', `/api/v1/users/${id}/credentials/forgot_password?sendEmail=false`)
  const group = (await it.call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })).json
  await it.call('PUT', `/api/v1/groups/${group.id}/users/${id}`)

  expect((await it.call('DELETE', `/api/v1/users/${id}`)).status).toBe(204)
  expect((await it.call('GET', `/api/v1/users/${id}`)).json).toMatchObject({
    status: 'DEPROVISIONED',
    profile,
  })
  const taken = await it.call('POST', '/api/v1/users', { profile })
  expect(codeOf(taken)).toBe('400 E0000001')
  expect((await it.call('DELETE', `/api/v1/users/${id}`)).status).toBe(204)

  for (const reference of [id, profile.login]) {
    expect(codeOf(await it.call('GET', `/api/v1/users/${reference}`))).toBe('404 E0000007')
    expect(codeOf(await it.call('DELETE', `/api/v1/users/${reference}`))).toBe('404 E0000007')
  }
  expect(it.control.useToken({ token: lastOf(json.resetPasswordUrl), password })).toMatchObject({
    reason: 'INVALID_TOKEN',
  })
  const me = await it.call('GET', '/api/v1/users/me', undefined, {
    authorization: undefined,
    cookie: sessionCookie,
  })
  expect(me.status).toBe(403)
  expect((await it.call('GET', `/api/v1/groups/${group.id}/users`)).json).toEqual([])
  const again = (await it.call('POST', '/api/v1/users', { profile })).json
  expect(again.id).not.toBe(id)
  expect((await it.call('GET', `/api/v1/users/${again.id}/groups`)).json).not.toContainEqual(
    expect.objectContaining({ id: group.id }),
  )
})

test('the outbox keeps counting after it is emptied, and starts again after a reset', async () => {
  const it = testOrg()
  await provisioned(it)
  it.control.clear({ only: 'mails' })
  await provisioned(it)
  expect(it.control.listMails().map(({ number }) => number)).toEqual([2])

  it.control.reset()
  expect(it.control.listMails()).toEqual([])
  await provisioned(it)
  expect(it.control.listMails().map(({ number }) => number)).toEqual([1])
})

test('mails are listed by address, user and kind', async () => {
  const it = testOrg()
  const one = await provisioned(it)
  const other = await provisioned(it)
  await it.call('POST', `/api/v1/users/${one.id}/lifecycle/reset_password`)
  const numbers = (filter: Parameters<typeof it.control.listMails>[0]): number[] =>
    it.control.listMails(filter).map(({ number }) => number)

  expect(numbers({ to: one.profile.email })).toEqual([1, 3])
  expect(numbers({ userId: other.id })).toEqual([2])
  expect(numbers({ kind: 'password-reset' })).toEqual([3])
  expect(numbers({ userId: other.id, kind: 'password-reset' })).toEqual([])
})

test('a recovery by address looks for the login, then the primary, then the secondary e-mail', async () => {
  const it = testOrg()
  const recovery_question = { question: 'Who?', answer: 'Me' }
  const credentials = { password: { value: password }, recovery_question }
  const make = async (profile: Record<string, unknown>): Promise<string> =>
    (await person(it, { credentials, profile })).id
  const byLogin = await make({ login: 'first@example.com', email: 'one@example.com' })
  const byEmail = await make({ email: 'first@example.com', secondEmail: 'third@example.com' })
  const bySecond = await make({ secondEmail: 'second@example.com' })
  await make({ secondEmail: 'one@example.com' })
  const recover = (address: string): unknown => it.control.sendMail({ kind: 'password-reset', user: address })

  expect(recover('FIRST@example.com')).toMatchObject({ userId: byLogin, to: 'one@example.com' })
  expect(recover('one@example.com')).toMatchObject({ userId: byLogin, to: 'one@example.com' })
  expect(recover('Second@Example.com')).toMatchObject({ userId: bySecond, to: 'second@example.com' })
  expect(recover('third@example.com')).toMatchObject({ userId: byEmail, to: 'third@example.com' })
  expect(() => recover('nobody@example.com')).toThrow('not-found')

  await it.call('POST', `/api/v1/users/${byLogin}/lifecycle/deactivate`)
  expect(recover('first@example.com')).toMatchObject({ userId: byEmail, to: 'first@example.com' })
  const link = it.control.listMails({ userId: byEmail }).at(-1)!
  expect(it.control.useToken({ token: link.token!, password: otherPassword })).toMatchObject({
    status: 'SUCCESS',
    purpose: 'forgot-password',
  })
})

test('a recovery by an address that several users share finds no user', async () => {
  const it = testOrg()
  await person(it, { profile: { email: 'shared@example.com' } })
  const second = await person(it, { profile: { email: 'shared@example.com' } })
  expect(() => it.control.sendMail({ kind: 'password-reset', user: 'shared@example.com' })).toThrow(
    'not-found',
  )

  await it.call('POST', `/api/v1/users/${second.id}/lifecycle/deactivate`)

  expect(it.control.sendMail({ kind: 'password-reset', user: 'shared@example.com' })).toMatchObject({
    kind: 'password-reset',
  })
})

test('a recovery by address is refused as forgot_password is', async () => {
  const it = testOrg()
  const { profile } = await person(it, { credentials: { password: { value: password } } })

  expect(() => it.control.sendMail({ kind: 'password-reset', user: profile.login })).toThrow(
    'forgot-password-not-allowed',
  )
  expect(it.control.listMails()).toEqual([])
})
