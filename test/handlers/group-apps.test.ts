import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { createGroup, createUser } from '../support/groups.ts'

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
  const { id: appId } = control.setApplication({ ...given, features: [...given.features] })
  control.assignApplication({ application: appId, group: 'West' })
  expect((await call('GET', `/api/v1/groups/${id}/apps`)).json).toEqual([expect.objectContaining(given)])
})

test('what is not given of where an application is hidden has its default, and stays on a change', async () => {
  const { call, control } = testOrg()
  const { id } = await createGroup(call)
  const { id: application } = control.setApplication({
    label: 'Wiki',
    visibility: { hide: { iOS: true } },
  })
  control.assignApplication({ application, group: id })
  const hidden = async () => (await call('GET', `/api/v1/groups/${id}/apps`)).json[0].visibility.hide
  expect(await hidden()).toEqual({ iOS: true, web: false })
  control.setApplication({ application, visibility: { hide: { web: true } } })
  expect(await hidden()).toEqual({ iOS: true, web: true })
})

test('an assignment ends by itself or with its group', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call)
  const { id } = await createGroup(call, { name: 'West' })
  await call('PUT', `/api/v1/groups/${id}/users/${user.id}`)
  const links = async () => (await call('GET', `/api/v1/users/${user.id}/appLinks`)).json.length
  const application = control.setApplication({ label: 'Mail' }).id
  control.assignApplication({ application, group: id })
  expect(await links()).toBe(1)
  expect(control.remove({ kind: 'assignment', application, group: 'West' })).toEqual({ removed: true })
  expect(control.remove({ kind: 'assignment', application, group: 'West' })).toEqual({ removed: false })
  expect(await links()).toBe(0)
  control.assignApplication({ application, group: id })
  await call('DELETE', `/api/v1/groups/${id}`)
  expect(await links()).toBe(0)
})

test('applications of the everyone group are those of every user', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call)
  const application = control.setApplication({ label: 'Mail' }).id
  control.assignApplication({ application, group: 'Everyone' })
  expect((await call('GET', `/api/v1/users/${user.id}/appLinks`)).json).toHaveLength(1)
})

test('an application has a link for each of its shown links, and none while it is not ACTIVE', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call)
  const application = control.setApplication({
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
  expect(control.setApplication({ application, status: 'INACTIVE' })).toMatchObject({
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
  const application = control.setApplication({ label: 'Mail' }).id
  control.assignApplication({ application, user: user.id })
  await call('DELETE', `/api/v1/users/${user.id}`)
  await call('DELETE', `/api/v1/users/${user.id}`)
  expect(org.apps.assignments.size).toBe(0)
  expect((await call('GET', `/api/v1/users/${user.id}/appLinks`)).status).toBe(404)
})
