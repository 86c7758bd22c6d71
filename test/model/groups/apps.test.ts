import { expect, test } from 'vitest'
import { testOrg } from '../../support/call.ts'
import { createGroup, createRule, createUser, memberIds } from '../../support/groups.ts'
import { registered, webClient } from '../../support/clients.ts'

test('what is pushed ends with its group and with its application', async () => {
  const it = testOrg()
  const { apps, pushMappings } = it.org
  const group = await createGroup(it.call)
  const other = await createGroup(it.call)
  const { client_id: client } = await registered(it, webClient())
  const { id: app } = it.control.createApplication({ label: 'Directory' })
  const [one, two, three] = [
    apps.addPushMapping(group.id, app),
    apps.addPushMapping(group.id, client),
    apps.addPushMapping(other.id, client),
  ]
  expect(apps.addPushMapping(group.id, app)).toBe(one)
  const fourth = apps.addPushMapping(other.id, app)
  expect(pushMappings.collection.values()).toStrictEqual([one, two, three, fourth])
  await it.call('DELETE', `/oauth2/v1/clients/${client}`)
  expect(pushMappings.collection.values()).toStrictEqual([one, fourth])
  await it.call('DELETE', `/api/v1/groups/${group.id}`)
  expect(pushMappings.collection.values()).toStrictEqual([fourth])
})

test('an assignment is made once, and ends with what it is about', async () => {
  const it = testOrg()
  const { apps } = it.org
  const group = await createGroup(it.call)
  const user = await createUser(it.call)
  const { id: app } = it.control.createApplication({ label: 'Shop' })
  const { client_id: client } = await registered(it, webClient())
  const targets = [
    { kind: 'group', id: group.id },
    { kind: 'user', id: user.id },
  ] as const
  for (const target of targets) {
    expect([apps.isAssigned(app, target), apps.unassign(app, target)]).toStrictEqual([false, false])
    const made = apps.assign(app, target)
    expect(made).toStrictEqual({ id: expect.stringMatching(/^0ua/), appId: app, target })
    expect([
      apps.assign(app, target),
      apps.isAssigned(app, target),
      apps.unassign(app, target),
    ]).toStrictEqual([made, true, true])
    apps.assign(app, target)
    apps.assign(client, target)
  }
  // A user may be named by its login; what is kept is the id.
  expect(apps.assign(app, { kind: 'user', id: user.profile.login }).target.id).toBe(user.id)
  expect([apps.countOfGroup(group.id), apps.ofUser(user.id).length, apps.assignments.size]).toStrictEqual([
    2, 2, 4,
  ])
  const page = (after: number | undefined, limit: number) => {
    const { items, ...rest } = apps.ofGroup(group.id, { after, limit })
    return [items.map(({ id }) => id), rest]
  }
  expect(page(undefined, 1)).toStrictEqual([[app], { next: expect.any(Number) }])
  const { next } = apps.ofGroup(group.id, { limit: 1 })
  expect([page(next as number, 1), page(undefined, 2)]).toStrictEqual([
    [[client], {}],
    [[app, client], {}],
  ])
  await it.call('DELETE', `/oauth2/v1/clients/${client}`)
  expect(apps.assignments.values().map(({ target }) => target.kind)).toStrictEqual(['group', 'user'])
  await it.call('DELETE', `/api/v1/groups/${group.id}`)
  expect(apps.assignments.values().map(({ target }) => target.kind)).toStrictEqual(['user'])
  await it.call('POST', `/api/v1/users/${user.id}/lifecycle/suspend`)
  expect(apps.assignments.size).toBe(1)
  await it.call('POST', `/api/v1/users/${user.id}/lifecycle/deactivate`)
  expect([apps.assignments.size, apps.ofUser(user.id)]).toStrictEqual([0, []])
  expect(() => apps.assign(app, { kind: 'user', id: user.id })).toThrow(
    expect.objectContaining({
      causes: ['user: The user is DEPROVISIONED'],
      details: expect.objectContaining({ values: { field: 'user' } }),
    }),
  )
})

test('applications of a user are those of its own, then of its groups, each once', async () => {
  const it = testOrg()
  const { apps } = it.org
  const user = await createUser(it.call)
  const group = await createGroup(it.call)
  await it.call('PUT', `/api/v1/groups/${group.id}/users/${user.id}`)
  const [one, two] = ['One', 'Two'].map((label) => it.control.createApplication({ label }).id)
  const ofGroup = apps.assign(one!, { kind: 'group', id: group.id })
  const ofEveryone = apps.assign(two!, { kind: 'group', id: it.org.groups.everyoneId })
  const own = apps.assign(one!, { kind: 'user', id: user.id })
  const found = () => apps.ofUser(user.id).map(({ app, assignment }) => [app.id, assignment])
  expect(found()).toStrictEqual([
    [one, own],
    [two, ofEveryone],
  ])
  apps.unassign(one!, { kind: 'user', id: user.id })
  expect(found()).toStrictEqual([
    [two, ofEveryone],
    [one, ofGroup],
  ])
})

test('what is changed of an application is that alone', () => {
  const it = testOrg()
  const { apps } = it.org
  const before = apps.create({
    label: 'Shop',
    features: ['GROUP_PUSH'],
    accessibility: { selfService: true },
    visibility: { hide: { iOS: true } },
  })
  it.control.advanceClock({ by: '1h' })
  const moment = '2026-01-05T10:30:00.000Z'
  const after = apps.update(before.id, { visibility: { hide: { web: true } } })
  expect(after).toStrictEqual({
    ...before,
    lastUpdated: moment,
    visibility: { ...before.visibility, hide: { iOS: true, web: true } },
  })
  const renamed = apps.update(before.id, { label: 'Till', accessibility: { errorRedirectUrl: 'x' } })
  expect(renamed).toStrictEqual({
    ...after,
    label: 'Till',
    accessibility: { selfService: true, errorRedirectUrl: 'x' },
  })
  expect(apps.update(before.id, { visibility: { autoSubmitToolbar: true } }).visibility).toStrictEqual({
    ...after.visibility,
    autoSubmitToolbar: true,
  })
  expect(() => apps.update('none', {})).toThrow('not-found')
})

test('of an application that is a client, label and status alone are changed', async () => {
  const it = testOrg()
  const { apps, clients } = it.org
  const { client_id: id } = await registered(it, webClient({ client_name: 'Shop' }))
  expect(apps.update(id, { label: 'Till', status: 'INACTIVE' })).toMatchObject({
    id,
    label: 'Till',
    status: 'INACTIVE',
  })
  const client = clients.get(id)!
  expect([client.settings.client_name, client.isActive]).toStrictEqual(['Till', false])
  expect(apps.update(id, { status: 'ACTIVE' }).status).toBe('ACTIVE')
  expect(apps.update(id, { label: undefined, features: undefined }).label).toBe('Till')
  expect(() => apps.update(id, { label: 'Other', features: [] })).toThrow(
    expect.objectContaining({
      causes: ['features: The application is a client, whose settings say it'],
      details: expect.objectContaining({ values: { field: 'features' } }),
    }),
  )
  expect(apps.resolve(id).label).toBe('Till')
})

test('a rule that a removed group makes INVALID is no longer in one circle with others', async () => {
  const it = testOrg()
  const { call } = it
  const [a, b, gone] = [await createGroup(call), await createGroup(call), await createGroup(call)]
  const user = await createUser(call, { title: 'x' })
  const first = await createRule(call, `user.title == "x" or isMemberOfGroup("${b.id}")`, [a.id, gone.id])
  await createRule(call, `!isMemberOfGroup("${a.id}")`, [b.id])
  const members = async () => [await memberIds(call, a.id), (await memberIds(call, b.id)).includes(user.id)]
  expect(await members()).toStrictEqual([expect.arrayContaining([user.id]), true])
  await call('DELETE', `/api/v1/groups/${gone.id}`)
  expect((await call('GET', `/api/v1/groups/rules/${first.id}`)).json.status).toBe('INVALID')
  // The first rule still holds the user, whom the other therefore leaves out.
  expect(await members()).toStrictEqual([expect.arrayContaining([user.id]), false])
})
