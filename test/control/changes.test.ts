import { expect, test } from 'vitest'
import { newUser, testOrg } from '../support/call.ts'
import { person } from '../support/people.ts'
import { createRule } from '../support/groups.ts'
import { fullUpdate, registered, webClient } from '../support/clients.ts'

/** The changes of the last request: kind and label of each record, its events, its changed members. */
function changed({ control }: ReturnType<typeof testOrg>): readonly string[] {
  return control
    .readExchange()
    .changes.map(({ record, events, differences }) =>
      [record.kind, events.join('+') || '-', Object.keys(differences).join('+')].join(' '),
    )
    .sort()
}

test('an exchange lists every record that the call changed', async () => {
  const it = testOrg()
  const { call, control } = it
  control.advanceClock({ by: '1h' })
  const { json: user } = await call('POST', '/api/v1/users', newUser())
  expect(changed(it)).toContain('group - lastMembershipUpdated')
  const { json: group } = await call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })
  control.advanceClock({ by: '1h' })
  await call('PUT', `/api/v1/groups/${group.id}/users/${user.id}`)
  expect(changed(it)).toEqual([
    'group - lastMembershipUpdated',
    'membership group.member-added groupId+userId',
  ])
})

test('deleting a group or a user ends each of its memberships', async () => {
  const it = testOrg()
  const { call, control } = it
  const people = [await person(it), await person(it)]
  const groups = await Promise.all(
    ['One', 'Two'].map(async (name) => (await call('POST', '/api/v1/groups', { profile: { name } })).json),
  )
  for (const group of groups)
    for (const user of people) await call('PUT', `/api/v1/groups/${group.id}/users/${user.id}`)
  await call('DELETE', `/api/v1/groups/${groups[0].id}`)
  const ended = 'membership group.member-removed groupId+userId'
  expect(changed(it).filter((each) => each === ended)).toHaveLength(2)
  await call('DELETE', `/api/v1/users/${people[0].id}`)
  await call('DELETE', `/api/v1/users/${people[0].id}`)
  expect(changed(it).filter((each) => each === ended)).toHaveLength(1)
  expect(control.listEvents({ type: 'group.member-removed' }).map(({ before }) => before)).toEqual([
    { groupId: groups[0].id, userId: people[0].id },
    { groupId: groups[0].id, userId: people[1].id },
    { groupId: groups[1].id, userId: people[0].id },
  ])
})

test('an update that changes nothing moves no time, changes no record and causes no event', async () => {
  const it = testOrg()
  const { call, control } = it
  const user = await person(it)
  const { json: group } = await call('POST', '/api/v1/groups', {
    profile: { name: 'Crew', description: 'All' },
  })
  const made = await createRule(call, 'user.city == "Here"', [group.id], { activate: false })
  const client = await registered(it, webClient())
  const settings = await fullUpdate(it, client.client_id)
  const cookie = control.openSession({ user: user.profile.login }).sessionCookie
  control.advanceClock({ by: '1h' })
  const paths = {
    user: `/api/v1/users/${user.id}`,
    group: `/api/v1/groups/${group.id}`,
    rule: `/api/v1/groups/rules/${made.id}`,
  }
  const before = await Promise.all(Object.values(paths).map(async (path) => (await call('GET', path)).json))
  const last = control.listEvents().at(-1)?.id
  const { email, login, firstName } = user.profile
  for (const [method, path, body, headers] of [
    ['PUT', paths.user, { profile: user.profile }],
    ['PUT', paths.user, user],
    ['POST', paths.user, { profile: { login, firstName } }],
    ['POST', paths.user, {}],
    ['POST', '/api/v1/users/me', { profile: { email, firstName } }, { authorization: undefined, cookie }],
    ['PUT', paths.group, { profile: { description: 'All', name: 'Crew' } }],
    ['PUT', paths.rule, made],
    ['PUT', `/oauth2/v1/clients/${client.client_id}`, settings],
  ] as const) {
    const reply = await call(method, path, body, headers)
    expect([method, path, reply.status, control.readExchange().changes]).toEqual([method, path, 200, []])
  }
  expect(await Promise.all(Object.values(paths).map(async (path) => (await call('GET', path)).json))).toEqual(
    before,
  )
  expect(control.listEvents(last === undefined ? {} : { after: last })).toEqual([])
})
