import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { createGroup, createUser } from '../support/groups.ts'

test('an application of a group has all the fields of Groups', async () => {
  const { call, control } = testOrg()
  const { id } = await createGroup(call)
  const app = control.createApplication({ label: 'Mail for all' })
  control.assignApplication({ application: app.id, group: id })
  const { status, json } = await call('GET', `/api/v1/groups/${id}/apps`)
  expect(status).toBe(200)
  expect(json).toEqual([
    {
      id: expect.stringMatching(/^0oa/),
      name: expect.any(String),
      label: 'Mail for all',
      status: 'ACTIVE',
      lastUpdated: '2026-01-05T09:30:00.000Z',
      created: '2026-01-05T09:30:00.000Z',
      accessibility: { selfService: false, errorRedirectUrl: null },
      visibility: {
        autoSubmitToolbar: false,
        hide: { iOS: false, web: false },
        appLinks: { login: true },
      },
      features: [],
      signOnMode: expect.any(String),
      credentials: expect.any(Object),
      settings: expect.any(Object),
      _links: expect.any(Object),
    },
  ])
  expect(json[0]._links.self.href).toBe(`https://svc.example.com/api/v1/apps/${json[0].id}`)
})

test('shows the given members of an application', async () => {
  const { call, control } = testOrg()
  const { id } = await createGroup(call, { name: 'West' })
  const given = {
    label: 'Wiki',
    name: 'wiki_saml',
    status: 'INACTIVE',
    signOnMode: 'SAML_2_0',
    features: ['PUSH_NEW_USERS'],
    accessibility: { selfService: true, errorRedirectUrl: 'https://example.com/oops' },
    visibility: {
      autoSubmitToolbar: true,
      hide: { iOS: true, web: true },
      appLinks: { wiki: true, admin: false },
    },
    credentials: { scheme: 'EXTERNAL_PASSWORD_SYNC' },
    settings: { app: { domain: 'example' } },
  } as const
  const { id: appId } = control.createApplication({ ...given, features: [...given.features] })
  control.assignApplication({ application: appId, group: 'West' })
  expect((await call('GET', `/api/v1/groups/${id}/apps`)).json).toEqual([expect.objectContaining(given)])
})

test('what is not given of where an application is hidden has its default, and stays on a change', async () => {
  const { call, control } = testOrg()
  const { id } = await createGroup(call)
  const { id: application } = control.createApplication({
    label: 'Wiki',
    visibility: { hide: { iOS: true } },
  })
  control.assignApplication({ application, group: id })
  const hidden = async () => (await call('GET', `/api/v1/groups/${id}/apps`)).json[0].visibility.hide
  expect(await hidden()).toEqual({ iOS: true, web: false })
  control.updateApplication({ application, visibility: { hide: { web: true } } })
  expect(await hidden()).toEqual({ iOS: true, web: true })
})

test('a page holds 20 applications, or as many as are asked for', async () => {
  const { call, control } = testOrg()
  const { id } = await createGroup(call)
  for (let index = 0; index < 201; index++) {
    const app = control.createApplication({ label: `App ${index}` })
    control.assignApplication({ application: app.id, group: id })
  }
  for (const [query, count] of [
    ['', 20],
    ['?limit=200', 200],
    ['?limit=201', 200],
    ['?limit=1', 1],
  ] as const) {
    expect((await call('GET', `/api/v1/groups/${id}/apps${query}`)).json, query).toHaveLength(count)
  }
})

test('applications come in pages, in the order in which they were assigned, each once', async () => {
  const { call, control } = testOrg()
  const { id } = await createGroup(call)
  const apps = [1, 2, 3, 4, 5].map((index) => control.createApplication({ label: `App ${index}` }).id)
  for (const application of [...apps.toReversed(), ...apps])
    control.assignApplication({ application, group: id })
  const seen: string[] = []
  for (let url = `/api/v1/groups/${id}/apps?limit=2`; ;) {
    const { json, headers } = await call('GET', url)
    seen.push(...json.map((app: { id: string }) => app.id))
    const next = (headers.link as string[])[1]
    if (next === undefined) break
    url = next.slice('<https://svc.example.com'.length, next.indexOf('>'))
  }
  expect(seen).toEqual(apps.toReversed())
})

test.each(['limit=0', 'limit=x', 'after=nonsense'])('refuses %s', async (query) => {
  const { call } = testOrg()
  const { id } = await createGroup(call)
  expect((await call('GET', `/api/v1/groups/${id}/apps?${query}`)).status).toBe(400)
})

test('an assignment ends by itself or with its group', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call)
  const { id } = await createGroup(call, { name: 'West' })
  await call('PUT', `/api/v1/groups/${id}/users/${user.id}`)
  const links = async () => (await call('GET', `/api/v1/users/${user.id}/appLinks`)).json.length
  const application = control.createApplication({ label: 'Mail' }).id
  control.assignApplication({ application, group: id })
  expect(await links()).toBe(1)
  expect(control.unassignApplication({ application, group: 'West' })).toEqual({ removed: true })
  expect(control.unassignApplication({ application, group: 'West' })).toEqual({ removed: false })
  expect(await links()).toBe(0)
  control.assignApplication({ application, group: id })
  await call('DELETE', `/api/v1/groups/${id}`)
  expect(await links()).toBe(0)
})

test('a user has one link to each of its applications, direct or through a group', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call)
  const group = await createGroup(call, { name: 'West' })
  await call('PUT', `/api/v1/groups/${group.id}/users/${user.id}`)
  const [mail, wiki, other] = ['Mail', 'Wiki', 'Other'].map(
    (label) => control.createApplication({ label }).id,
  )
  control.assignApplication({ application: wiki!, group: 'West' })
  control.assignApplication({ application: mail!, group: 'West' })
  control.assignApplication({ application: mail!, user: user.profile.login })
  const { status, json } = await call('GET', `/api/v1/users/${user.id}/appLinks`)
  expect(status).toBe(200)
  expect(json).toEqual([
    {
      id: expect.any(String),
      label: 'Mail',
      linkUrl: expect.stringMatching(/^https:\/\/svc\.example\.com\//),
      logoUrl: expect.stringMatching(/^https:\/\/svc\.example\.com\/.*\.png$/),
      appName: expect.any(String),
      appInstanceId: mail,
      appAssignmentId: expect.stringMatching(/^0ua/),
      credentialsSetup: false,
      hidden: false,
      sortOrder: 0,
    },
    expect.objectContaining({ label: 'Wiki', appInstanceId: wiki, sortOrder: 1 }),
  ])
  expect(json.map((link: { appInstanceId: string }) => link.appInstanceId)).not.toContain(other)
})

test('applications of the everyone group are those of every user', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call)
  const application = control.createApplication({ label: 'Mail' }).id
  control.assignApplication({ application, group: 'Everyone' })
  expect((await call('GET', `/api/v1/users/${user.id}/appLinks`)).json).toHaveLength(1)
})

test('an application has a link for each of its shown links, and none while it is not ACTIVE', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call)
  const application = control.createApplication({
    label: 'Suite',
    visibility: { appLinks: { mail: true, calendar: true, admin: false }, hide: { iOS: false, web: true } },
  }).id
  control.assignApplication({ application, user: user.id })
  const links = async () => (await call('GET', `/api/v1/users/${user.id}/appLinks`)).json
  const shown = await links()
  expect(shown).toHaveLength(2)
  expect(new Set(shown.map(({ id }: { id: string }) => id)).size).toBe(2)
  expect(shown.map(({ hidden }: { hidden: boolean }) => hidden)).toEqual([true, true])
  control.advanceClock({ by: '1m' })
  expect(control.updateApplication({ application, status: 'INACTIVE' })).toMatchObject({
    label: 'Suite',
    status: 'INACTIVE',
    created: '2026-01-05T09:30:00.000Z',
    lastUpdated: '2026-01-05T09:31:00.000Z',
    visibility: { appLinks: { mail: true, calendar: true, admin: false } },
  })
  expect(await links()).toEqual([])
})

test('the links of a user who was removed are gone with it', async () => {
  const { call, control, org } = testOrg()
  const user = await createUser(call)
  const application = control.createApplication({ label: 'Mail' }).id
  control.assignApplication({ application, user: user.id })
  await call('DELETE', `/api/v1/users/${user.id}`)
  await call('DELETE', `/api/v1/users/${user.id}`)
  expect(org.apps.assignments.size).toBe(0)
  expect((await call('GET', `/api/v1/users/${user.id}/appLinks`)).status).toBe(404)
})
