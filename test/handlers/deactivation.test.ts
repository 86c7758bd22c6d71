import { expect, test } from 'vitest'
import type { OrgOptions } from '../../src/model/kernel/org-options.ts'
import { newUser, testOrg, type TestOrg } from '../support/call.ts'
import { answer, codeOf, otherPassword, password, person } from '../support/people.ts'

const labels = async ({ call }: TestOrg, id: string): Promise<string[]> => {
  const { json } = await call('GET', `/api/v1/users/${id}/appLinks`)
  return json.map(({ label }: { label: string }) => label)
}

/** A user with an application assigned directly, one through a group, and a factor. */
async function employee(options: OrgOptions = {}) {
  const it = testOrg(options)
  const { id, profile } = await person(it)
  const group = await it.call('POST', '/api/v1/groups', { profile: { name: 'Staff' } })
  await it.call('PUT', `/api/v1/groups/${group.json.id}/users/${id}`)
  const own = it.control.setApplication({ label: 'Own' })
  const shared = it.control.setApplication({ label: 'Shared' })
  it.control.assignApplication({ application: own.id, user: id })
  it.control.assignApplication({ application: shared.id, group: 'Staff' })
  it.control.enrollFactor({ user: id, factor: 'sms' })
  expect(await labels(it, id)).toEqual(['Own', 'Shared'])
  return { it, id, login: String(profile.login), own: own.id, path: `/api/v1/users/${id}` }
}

const ways = [
  ['deactivate', 'POST', '/lifecycle/deactivate'],
  ['DELETE', 'DELETE', ''],
] as const

test.for(ways)(
  '%s ends the applications of a user for good, and those of its groups for now',
  async (way) => {
    const { it, id, own, path } = await employee()

    await it.call(way[1], path + way[2])

    expect(await labels(it, id)).toEqual([])
    expect(() => it.control.assignApplication({ application: own, user: id })).toThrow(
      'user: The user is DEPROVISIONED',
    )
    const groups = await it.call('GET', `${path}/groups`)
    expect(groups.json.map((group: { profile: { name: string } }) => group.profile.name)).toContain('Staff')
    await it.call('POST', `${path}/lifecycle/activate`)
    expect(await labels(it, id)).toEqual(['Shared'])
  },
)

test('with the option the applications stay', async () => {
  const { it, id, path } = await employee({ interpretations: { 'deactivated-applications': 'kept' } })
  await it.call('POST', `${path}/lifecycle/deactivate`)
  expect(await labels(it, id)).toEqual(['Own', 'Shared'])
})

test('a deactivation that takes its time ends the applications when it completes', async () => {
  const { it, id, path } = await employee({ delays: { transition: 5000 } })
  it.control.advanceClock({ by: '1m' })
  await it.call('POST', `${path}/lifecycle/deactivate`, undefined, { prefer: 'respond-async' })
  expect(await labels(it, id)).toEqual(['Own', 'Shared'])
  it.control.advanceClock({ by: 5000 })
  expect(await labels(it, id)).toEqual([])
})

test.for(ways)('with the option %s takes password, question and factors', async (way) => {
  const { it, id, login, path } = await employee({
    interpretations: { 'deactivated-credentials': 'removed' },
  })

  await it.call(way[1], path + way[2])

  const gone = (await it.call('GET', path)).json
  expect(gone).toMatchObject({ status: 'DEPROVISIONED', passwordChanged: null })
  expect(gone.credentials).toEqual({ provider: { type: 'SVC', name: 'SVC' } })
  await it.call('POST', `${path}/lifecycle/activate`)
  const back = (await it.call('GET', path)).json
  expect(back.status).toBe('PROVISIONED')
  expect(back._links).not.toHaveProperty('resetFactors')
  expect(await it.control.signIn({ login, password })).toMatchObject({ reason: 'NO_PASSWORD' })
  const [mail] = it.control.listMails({ userId: id, kind: 'activation' })
  expect(it.control.useToken({ token: mail!.token!, password: otherPassword })).toMatchObject({
    status: 'SUCCESS',
  })
  const forgot = await it.call('POST', `${path}/credentials/forgot_password`, {
    password: { value: password },
    recovery_question: { answer },
  })
  expect(codeOf(forgot)).toBe('403 E0000034')
})

test('the effects of a deactivation can be changed while the organisation runs', async () => {
  const { it, id, path } = await employee()
  it.control.changeSettings({ interpretations: { 'deactivated-applications': 'kept' } })
  expect(it.org.settings.interpretations).toMatchObject({
    'deactivated-applications': 'kept',
    'deactivated-credentials': 'kept',
  })
  it.control.setUser({ user: id, status: 'DEPROVISIONED' })
  expect(await labels(it, id)).toEqual(['Own', 'Shared'])
  expect((await it.call('GET', path)).json.status).toBe('DEPROVISIONED')
})

test.for(['POST', 'PUT'])('%s changes a DEPROVISIONED user and leaves its status', async (method) => {
  const { it, login, path } = await employee()
  await it.call('POST', `${path}/lifecycle/deactivate`)
  const { profile } = newUser({ login, email: login, nickName: 'Gone' })
  const reply = await it.call(method, path, { profile })
  expect([reply.status, reply.json.status, reply.json.profile.nickName]).toEqual([
    200,
    'DEPROVISIONED',
    'Gone',
  ])
})

test('activated is left out of a user who never was, and null with the preset', async () => {
  for (const [options, has] of [
    [{}, false],
    [{ preset: 'okta' }, true],
  ] as const) {
    const it = testOrg(options)
    const { id } = await person(it, { query: '?activate=false' })
    const read = (await it.call('GET', `/api/v1/users/${id}`)).json
    const [listed] = (await it.call('GET', `/api/v1/users?filter=id%20eq%20%22${id}%22`)).json
    expect(['activated' in read, 'activated' in listed]).toEqual([has, has])
    if (has) expect([read.activated, listed.activated]).toEqual([null, null])
    await it.call('POST', `/api/v1/users/${id}/lifecycle/activate`)
    const { activated } = (await it.call('GET', `/api/v1/users/${id}`)).json
    expect(activated).toBe('2026-01-05T09:30:00.000Z')
  }
})

test('ß and ss are one letter for uniqueness and for a search alike', async () => {
  const { call } = testOrg()
  await call('POST', '/api/v1/users', newUser({ login: 'strauß@example.com', lastName: 'Strauß' }))
  const second = await call('POST', '/api/v1/users', newUser({ login: 'STRAUSS@example.com' }))
  expect(codeOf(second)).toBe('400 E0000001')
  for (const search of [
    'profile.lastName eq "STRAUSS"',
    'profile.lastName sw "straus"',
    'profile.login eq "strauss@EXAMPLE.com"',
  ]) {
    const found = await call('GET', `/api/v1/users?search=${encodeURIComponent(search)}`)
    expect([search, found.json.length]).toEqual([search, 1])
  }
  expect((await call('GET', '/api/v1/users?q=strauss')).json).toHaveLength(1)
})
