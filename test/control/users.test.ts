import { expect, test } from 'vitest'
import { ControlInputError } from '../../src/control/index.ts'
import { testOrg } from '../support/call.ts'
import { allStatuses, otherPassword, password, person, statusOf } from '../support/people.ts'

test.for(allStatuses.flatMap((from) => allStatuses.map((to) => [from, to] as const)))(
  'a user who is %s can be made %s',
  async ([from, to]) => {
    const it = testOrg()
    const { id, profile } = await person(it)
    it.control.setUserStatus({ user: id, status: from })
    it.control.advanceClock({ by: '1m' })

    const shown = it.control.setUserStatus({ user: profile.login, status: to })

    expect(shown).toMatchObject({ id, status: to })
    expect((await it.call('GET', `/api/v1/users/${id}`)).json).toMatchObject({
      status: to,
      statusChanged: `2026-01-05T09:3${from === to ? 0 : 1}:00.000Z`,
    })
  },
)

test('says in process which input leads nowhere, and from where it came', () => {
  const { control } = testOrg()
  const failure = catchError(() => control.setUserStatus({ user: 'nobody', status: 'ACTIVE' }))
  expect(failure.message).toBe("setUserStatus: user: expected an existing user, got 'nobody' [not-found]")
  expect(failure.stack).toContain('setUserStatus: user: expected an existing user')
  expect(failure.stack).toContain('users.test.ts')
  expect(catchError(() => control.registerClient({ redirect_uris: ['https://x.test/'] })).message).toMatch(
    /^registerClient: client_name: /,
  )
})

function catchError(action: () => unknown): Error {
  try {
    action()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was refused')
}

test('a user put into LOCKED_OUT is unlocked with all attempts back', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  it.control.setUserStatus({ user: id, status: 'LOCKED_OUT' })

  expect(it.control.signIn({ login: profile.login, password })).toMatchObject({ reason: 'LOCKED_OUT' })
  await it.call('POST', `/api/v1/users/${id}/lifecycle/unlock`)
  expect(it.control.signIn({ login: profile.login, password: 'wrong' })).toMatchObject({ attemptsLeft: 9 })
})

test('a user put into PASSWORD_EXPIRED has to change its password, one put back has not', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const signIn = (more: object = {}): unknown =>
    it.control.signIn({ login: profile.login, password, ...more })

  it.control.setUserStatus({ user: id, status: 'PASSWORD_EXPIRED' })
  expect(signIn()).toMatchObject({ reason: 'PASSWORD_EXPIRED' })
  it.control.setUserStatus({ user: id, status: 'ACTIVE' })
  expect(signIn()).toMatchObject({ status: 'SUCCESS' })
  it.control.setUserStatus({ user: id, status: 'PASSWORD_EXPIRED' })
  expect(signIn({ newPassword: otherPassword })).toMatchObject({ status: 'SUCCESS' })
})

test.for(['SUSPENDED', 'DEPROVISIONED'] as const)(
  'a user put into %s has no session left',
  async (status) => {
    const it = testOrg()
    const { id } = await person(it)
    it.control.openSession({ user: id })

    it.control.setUserStatus({ user: id, status })

    expect(it.control.listSessions({ user: id })).toEqual([])
  },
)

test('a factor is enrolled once', async () => {
  const it = testOrg()
  const { id } = await person(it)

  it.control.enrollFactor({ user: id, factor: 'sms' })
  it.control.enrollFactor({ user: id, factor: 'sms' })

  expect(it.org.users.get(id)!.hidden.factors).toEqual(['sms'])
})

test('a block shows with expand=block, and is gone when lifted', async () => {
  const it = testOrg()
  const { id } = await person(it)
  const block = async (): Promise<unknown> =>
    (await it.call('GET', `/api/v1/users/${id}?expand=block`)).json._embedded.block

  it.control.blockUser({ user: id, appliesTo: 'ANY_DEVICES' })
  expect(await block()).toEqual({ type: 'DEVICE_BASED', appliesTo: 'ANY_DEVICES' })
  it.control.unblockUser({ user: id })
  expect(await block()).toBeNull()
})

test('a user of a directory has its provider, and comes back to the service', async () => {
  const it = testOrg()
  const { id } = await person(it)
  const provider = async (): Promise<unknown> =>
    (await it.call('GET', `/api/v1/users/${id}`)).json.credentials.provider

  it.control.setUserProvider({ user: id, type: 'ACTIVE_DIRECTORY', name: 'corp.example.com' })
  expect(await provider()).toEqual({ type: 'ACTIVE_DIRECTORY', name: 'corp.example.com' })
  it.control.setUserProvider({ user: id, type: 'LDAP' })
  expect(await provider()).toEqual({ type: 'LDAP', name: 'LDAP' })
  it.control.setUserProvider({ user: id, type: 'SERVICE' })
  expect(await provider()).toEqual({ type: 'SVC', name: 'SVC' })
})

test('rejects an action about an unknown user', async () => {
  const it = testOrg()

  for (const act of [
    () => it.control.setUserStatus({ user: 'nobody', status: 'ACTIVE' }),
    () => it.control.blockUser({ user: 'nobody', appliesTo: 'ANY_DEVICES' }),
    () => it.control.openSession({ user: 'nobody' }),
    () => it.control.listSessions({ user: 'nobody' }),
    () => it.control.signOut({ user: 'nobody' }),
  ]) {
    expect(act).toThrow('not-found')
  }
})

test('an action reports every mistake in its input, and changes nothing', async () => {
  const it = testOrg()
  const { id } = await person(it)

  const wrong = { user: id, status: 'GONE', extra: 1 } as never
  expect(() => it.control.setUserStatus(wrong)).toThrow(ControlInputError)
  expect(() => it.control.setUserStatus(wrong)).toThrow(/status: .*; .*extra/)
  expect(await statusOf(it, id)).toBe('ACTIVE')
})

test('a user is looked up with its groups, and no call of the service is seen', async () => {
  const it = testOrg()
  const user = await person(it)
  const { json: group } = await it.call('POST', '/api/v1/groups', { profile: { name: 'Analysts' } })
  await it.call('PUT', `/api/v1/groups/${group.id}/users/${user.id}`)
  const calls = it.control.readJournal().length
  const { user: found } = it.control.findUser({ user: user.profile.login })
  expect(found).toMatchObject({ id: user.id, status: 'ACTIVE', profile: { login: user.profile.login } })
  expect(found?.groups.map(({ name, type }) => [name, type])).toEqual([
    ['Everyone', 'BUILT_IN'],
    ['Analysts', 'SVC_GROUP'],
  ])
  expect(it.control.findUser({ user: 'nobody' })).toEqual({ user: null })
  expect(it.control.listGroups().map(({ name }) => name)).toEqual(['Everyone', 'Analysts'])
  expect(it.control.readJournal()).toHaveLength(calls)
})
