import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { codeOf, password, person, personIn, statusOf } from '../support/people.ts'

const inProgress = '409 E0000112'

test('an activation takes its time, for users without a password too', async () => {
  const it = testOrg({ delays: { transition: 1000 } })
  const { id } = await person(it, { query: '?activate=false', credentials: {} })

  const { activationToken } = (
    await it.call('POST', `/api/v1/users/${id}/lifecycle/activate?sendEmail=false`)
  ).json
  expect((await it.call('GET', `/api/v1/users/${id}`)).json).toMatchObject({
    status: 'STAGED',
    transitioningToStatus: 'ACTIVE',
  })
  const { login } = (await it.call('GET', `/api/v1/users/${id}`)).json.profile
  for (const outcome of [
    it.control.useToken({ token: activationToken, password }),
    await it.control.signIn({ login, password }),
  ]) {
    expect(outcome).toMatchObject({ status: 'FAILURE', reason: 'TRANSITION_IN_PROGRESS' })
  }

  it.control.advanceClock({ by: 1000 })
  expect(await statusOf(it, id)).toBe('PROVISIONED')
  expect(it.control.useToken({ token: activationToken, password })).toMatchObject({ status: 'SUCCESS' })
  expect(await statusOf(it, id)).toBe('ACTIVE')
})

test.for([
  ['POST', '/lifecycle/deactivate', 200],
  ['DELETE', '', 204],
] as const)('%s %s takes its time only with Prefer: respond-async', async ([method, path, status]) => {
  const it = testOrg()
  const first = await person(it)
  const second = await person(it)
  it.control.changeSettings({ delays: { transition: 60_000 } })

  await it.call(method, `/api/v1/users/${first.id}${path}`)
  const reply = await it.call(method, `/api/v1/users/${second.id}${path}`, undefined, {
    prefer: 'wait=5, Respond-Async;foo=bar',
  })

  expect(reply.status).toBe(status)
  expect(await statusOf(it, first.id)).toBe('DEPROVISIONED')
  expect((await it.call('GET', `/api/v1/users/${second.id}`)).json).toMatchObject({
    status: 'ACTIVE',
    transitioningToStatus: 'DEPROVISIONED',
  })
  it.control.advanceClock({ by: '1m' })
  const done = (await it.call('GET', `/api/v1/users/${second.id}`)).json
  expect(done.status).toBe('DEPROVISIONED')
  expect(done).not.toHaveProperty('transitioningToStatus')
})

const question = { password: { value: password }, recovery_question: { question: 'a', answer: 'b' } }
const passwords = { oldPassword: { value: password }, newPassword: { value: 'Corr3ctHorse' } }
const byAnswer = { password: { value: 'Corr3ctHorse' }, recovery_question: { answer: 'Cowboy Dan' } }

/**
 * Each operation while a STAGED user is activated, with its reply and the status in the end. Then its reply while an
 * ACTIVE user is deactivated, which goes on. Only updates wait.
 */
const meanwhile = [
  ['POST', '/lifecycle/activate', undefined, '200', 'ACTIVE', '403 E0000016'],
  ['POST', '/lifecycle/reactivate', undefined, '403 E0000038', 'ACTIVE', '403 E0000038'],
  ['POST', '/lifecycle/deactivate', undefined, '200', 'DEPROVISIONED', '200'],
  ['POST', '/lifecycle/suspend', undefined, '400 E0000001', 'ACTIVE', '200'],
  ['POST', '/lifecycle/unsuspend', undefined, '400 E0000001', 'ACTIVE', '400 E0000001'],
  ['POST', '/lifecycle/unlock', undefined, '403 E0000032', 'ACTIVE', '403 E0000032'],
  ['POST', '/lifecycle/reset_password', undefined, '200', 'RECOVERY', '200'],
  ['POST', '/lifecycle/reset_password?provider=FEDERATION', undefined, '200', 'ACTIVE', '200'],
  ['POST', '/lifecycle/expire_password', undefined, '200', 'PASSWORD_EXPIRED', '200'],
  ['POST', '/lifecycle/expire_password?tempPassword=true', undefined, '200', 'PASSWORD_EXPIRED', '200'],
  ['POST', '/lifecycle/reset_factors', undefined, '403 E0000038', 'ACTIVE', '200'],
  ['POST', '/credentials/forgot_password', undefined, '403 E0000034', 'ACTIVE', '200'],
  ['POST', '/credentials/forgot_password', byAnswer, '403 E0000034', 'ACTIVE', '200'],
  ['POST', '/credentials/change_password', passwords, '200', 'ACTIVE', '200'],
  ['POST', '/credentials/change_recovery_question', question, '200', 'ACTIVE', '200'],
  ['DELETE', '', undefined, '204', 'DEPROVISIONED', '204'],
  ['PUT', '', { profile: { nickName: 'Nick' } }, inProgress, 'ACTIVE', inProgress],
  ['POST', '', { profile: { nickName: 'Nick' } }, inProgress, 'ACTIVE', inProgress],
  [
    'POST',
    '?strict=true',
    { credentials: { password: { value: 'Corr3ctHorse' } } },
    inProgress,
    'ACTIVE',
    inProgress,
  ],
] as const

test.for(meanwhile)('while a user is activated or deactivated, %s %s %j goes by its status', async (row) => {
  const [method, path, body, whileActivated, end, whileDeactivated] = row
  for (const [code, ends, query, start] of [
    [whileActivated, end, '?activate=false', 'activate'],
    [whileDeactivated, 'DEPROVISIONED', '', 'deactivate'],
  ] as const) {
    const it = testOrg()
    const { id } = await person(it, { query })
    it.control.changeSettings({ delays: { transition: 60_000 } })
    await it.call('POST', `/api/v1/users/${id}/lifecycle/${start}`, undefined, { prefer: 'respond-async' })
    const before = it.org.users.get(id)

    expect(codeOf(await it.call(method, `/api/v1/users/${id}${path}`, body)), start).toBe(code)
    if (!code.startsWith('20')) expect(it.org.users.get(id)).toBe(before)
    it.control.advanceClock({ by: 60_000 })

    const { json } = await it.call('GET', `/api/v1/users/${id}`)
    expect([json.status, json.transitioningToStatus], start).toEqual([ends, undefined])
    expect(it.org.clock.pending()).toBe(0)
  }
})

test('an activation replaces the deactivation of a STAGED user', async () => {
  const it = testOrg({ delays: { transition: 60_000 } })
  const { id } = await person(it, { query: '?activate=false' })
  await it.call('POST', `/api/v1/users/${id}/lifecycle/deactivate`, undefined, { prefer: 'respond-async' })
  expect((await it.call('POST', `/api/v1/users/${id}/lifecycle/activate`)).status).toBe(200)
  it.control.advanceClock({ by: 60_000 })
  expect(await statusOf(it, id)).toBe('ACTIVE')
  expect(it.org.clock.pending()).toBe(0)
})

test('a user who is being activated again after a deactivation can be removed', async () => {
  const it = testOrg()
  const { id } = await person(it)
  await it.call('POST', `/api/v1/users/${id}/lifecycle/deactivate`)
  it.control.changeSettings({ delays: { transition: 60_000 } })
  await it.call('POST', `/api/v1/users/${id}/lifecycle/activate`)

  expect((await it.call('DELETE', `/api/v1/users/${id}`)).status).toBe(204)
  expect(await statusOf(it, id)).toBe('removed')
  expect(it.org.clock.pending()).toBe(0)
})

test('a user who is being activated cannot sign in yet', async () => {
  const it = testOrg({ delays: { transition: 1000 } })
  const { profile } = await person(it)
  const signIn = (): Promise<unknown> => it.control.signIn({ login: profile.login, password })

  expect(await signIn()).toMatchObject({
    status: 'FAILURE',
    reason: 'TRANSITION_IN_PROGRESS',
    userStatus: 'STAGED',
  })
  it.control.advanceClock({ by: 1000 })
  expect(await signIn()).toMatchObject({ status: 'SUCCESS' })
})

test('a transition goes on after a snapshot was brought back, and ends when it would have', async () => {
  const it = testOrg({ delays: { transition: 5000 } })
  const { id } = await person(it)
  const snapshot = it.org.state.snapshot()
  it.control.advanceClock({ by: 5000 })
  expect(await statusOf(it, id)).toBe('ACTIVE')

  it.org.state.restore(snapshot)
  it.control.setClock({ to: '2026-01-05T09:30:04.999Z' })
  expect(await statusOf(it, id)).toBe('STAGED')
  it.control.advanceClock({ by: 1 })
  expect(await statusOf(it, id)).toBe('ACTIVE')
})

test('a transition that was under way is forgotten by a reset', async () => {
  const it = testOrg({ delays: { transition: 5000 } })
  await person(it)

  it.org.reset()
  it.control.advanceClock({ by: 5000 })

  expect(it.org.clock.pending()).toBe(0)
})

test('a user put into a status by a test is in no transition any more', async () => {
  const it = testOrg({ delays: { transition: 5000 } })
  const { id } = await person(it)

  it.control.setUser({ user: id, status: 'SUSPENDED' })
  it.control.advanceClock({ by: 5000 })

  expect(await statusOf(it, id)).toBe('SUSPENDED')
})

test('one of a hundred parallel suspends of one user succeeds', async () => {
  const it = testOrg()
  const { id } = await personIn(it, 'ACTIVE')

  const replies = await Promise.all(
    Array.from({ length: 100 }, () => it.call('POST', `/api/v1/users/${id}/lifecycle/suspend`)),
  )

  const codes = replies.map((reply) => codeOf(reply))
  expect(codes.filter((code) => code === '200')).toHaveLength(1)
  expect(codes.filter((code) => code === '400 E0000001')).toHaveLength(99)
})
