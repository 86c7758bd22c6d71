import { expect, test } from 'vitest'
import { newUser, testOrg } from '../support/call.ts'
import { parties } from '../support/consents.ts'
import { person } from '../support/people.ts'

const base = 'https://svc.example.com'

test('an application is shown with its links', async () => {
  const { call, control } = testOrg()
  const group = (await call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })).json.id
  const { id } = control.createApplication({ label: 'Shop' })
  control.assignApplication({ application: id, group })
  const { json } = await call('GET', `/api/v1/groups/${group}/apps`)
  expect(json).toHaveLength(1)
  expect(json[0]._links).toEqual({
    self: { href: `${base}/api/v1/apps/${id}` },
    logo: [{ name: 'medium', href: `${base}/assets/logos/app-medium.png`, type: 'image/png' }],
    users: { href: `${base}/api/v1/apps/${id}/users` },
    groups: { href: `${base}/api/v1/apps/${id}/groups` },
  })
})

test('an application has a link for each that it shows to its users', async () => {
  const it = testOrg()
  const { id: user } = await person(it)
  const assign = (label: string, appLinks: Record<string, boolean>, web = false) => {
    const application = it.control.createApplication({
      label,
      visibility: { appLinks, hide: { iOS: false, web } },
    })
    it.control.assignApplication({ application: application.id, user })
    return application
  }
  const one = assign('One', { login: true, other: false })
  const two = assign('Two', { login: true, other: true }, true)
  const off = assign('Off', { login: true })
  it.control.updateApplication({ application: off.id, status: 'INACTIVE' })
  assign('None', { login: false })
  const { json } = await it.call('GET', `/api/v1/users/${user}/appLinks`)
  const assignments = json.map(({ appAssignmentId }: { appAssignmentId: string }) => appAssignmentId)
  const link = (place: number, app: typeof one, name: string, id: string, hidden: boolean) => ({
    id,
    label: app.label,
    linkUrl: `${base}/home/${app.name}/${app.id}/${name}`,
    logoUrl: `${base}/assets/logos/app-medium.png`,
    appName: app.name,
    appInstanceId: app.id,
    appAssignmentId: assignments[place],
    credentialsSetup: false,
    hidden,
    sortOrder: place,
  })
  expect(json).toEqual([
    link(0, one, 'login', assignments[0], false),
    link(1, two, 'login', `${assignments[1]}.login`, true),
    link(2, two, 'other', `${assignments[1]}.other`, true),
  ])
  expect(assignments[1]).toBe(assignments[2])
  expect(assignments[0]).not.toBe(assignments[1])
})

test('grants and refresh tokens are shown with their parties by name', async () => {
  const it = testOrg()
  const { userId: user, clientId: client, grants, ofClient } = await parties(it)
  it.control.grantConsent({ user, client, scopes: ['email'] })
  await it.control.issueTokens({ user, client, scopes: ['openid', 'offline_access'], refreshToken: true })
  const { id: server, name } = it.org.authorizationServers.own
  const at = `${base}/api/v1/authorizationServers/${server}`
  const shared = (userName: string) => ({
    app: { href: `${base}/api/v1/apps/${client}`, title: 'Shop' },
    client: { href: `${base}/oauth2/v1/clients/${client}`, title: 'Shop' },
    user: { href: `${base}/api/v1/users/${user}`, title: userName },
    authorizationServer: { href: at, title: name },
  })
  const moment = '2026-01-05T09:30:00.000Z'

  const [grant] = (await it.call('GET', grants)).json
  const scope = it.org.authorizationServers.scopes.values().find((each) => each.name === 'email')!
  const shownGrant = {
    id: expect.stringMatching(/^oag/),
    status: 'ACTIVE',
    created: moment,
    lastUpdated: moment,
    issuer: base,
    clientId: client,
    userId: user,
    scopeId: scope.id,
    _links: {
      ...shared('Isaac Brock'),
      scope: { href: `${at}/scopes/${scope.id}`, title: 'E-mail address' },
      self: {
        href: `${base}/api/v1/users/${user}/grants/${grant.id}`,
        hints: { allow: ['GET', 'DELETE'] },
      },
    },
  }
  expect(grant).toEqual(shownGrant)
  const described = {
    name: 'email',
    displayName: 'E-mail address',
    description: 'Allows the application to read your e-mail',
  }
  expect((await it.call('GET', `${grants}/${grant.id}?expand=scope`)).json).toEqual({
    ...shownGrant,
    _embedded: { scope: described },
  })

  const [token] = (await it.call('GET', `${ofClient}/tokens`)).json
  const self = `${base}${ofClient}/tokens/${token.id}`
  const shownToken = {
    id: expect.stringMatching(/^oar/),
    status: 'ACTIVE',
    created: moment,
    lastUpdated: moment,
    expiresAt: '2026-01-12T09:30:00.000Z',
    issuer: base,
    clientId: client,
    userId: user,
    scopes: ['openid', 'offline_access'],
    _links: {
      ...shared('Isaac Brock'),
      self: { href: self },
      revoke: { href: self, hints: { allow: ['DELETE'] } },
    },
  }
  expect(token).toEqual(shownToken)
  const expanded = (await it.call('GET', `${ofClient}/tokens/${token.id}?expand=scope`)).json
  const openid = it.org.authorizationServers.scopes.values().find((each) => each.name === 'openid')!
  expect(expanded).toEqual({ ...shownToken, _embedded: { scopes: [expect.anything(), expect.anything()] } })
  expect(expanded._embedded.scopes[0]).toEqual({
    id: openid.id,
    name: 'openid',
    displayName: 'Sign in',
    description: 'Tells the application who signed in',
    _links: { scope: { href: `${at}/scopes/${openid.id}`, title: 'Sign in' } },
  })

  expect((await it.call('GET', `/api/v1/users/${user}/clients`)).json).toEqual([
    {
      client_id: client,
      client_name: 'Shop',
      client_uri: null,
      logo_uri: null,
      _links: {
        grants: { href: `${base}${ofClient}/grants`, hints: { allow: ['GET', 'DELETE'] } },
        tokens: { href: `${base}${ofClient}/tokens`, hints: { allow: ['GET', 'DELETE'] } },
      },
    },
  ])
})

test('a user without a last name is named by the first alone', async () => {
  const it = testOrg({ nullableNames: true })
  const { userId: user, clientId: client, grants } = await parties(it)
  it.control.grantConsent({ user, client, scopes: ['email'] })
  const title = async () => (await it.call('GET', grants)).json[0]._links.user.title
  await it.call('POST', `/api/v1/users/${user}`, { profile: { lastName: null } })
  expect(await title()).toBe('Isaac')
  await it.call('POST', `/api/v1/users/${user}`, { profile: { firstName: null } })
  expect(await title()).toBe('')
})

test('a group and a rule are shown whole', async () => {
  const { call, control } = testOrg()
  const { json: group } = await call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })
  const moment = '2026-01-05T09:30:00.000Z'
  const self = `${base}/api/v1/groups/${group.id}`
  const logos = (name: string) =>
    ['medium', 'large'].map((size) => ({
      name: size,
      href: `${base}/assets/logos/${name}-${size}.png`,
      type: 'image/png',
    }))
  expect(group).toEqual({
    id: expect.stringMatching(/^00g/),
    created: moment,
    lastUpdated: moment,
    lastMembershipUpdated: moment,
    objectClass: ['svc:user_group'],
    type: 'SVC_GROUP',
    profile: { name: 'Crew', description: null },
    _links: {
      self: { href: self },
      logo: logos('group'),
      users: { href: `${self}/users` },
      apps: { href: `${self}/apps` },
    },
  })
  control.addSchemaProperty({ schema: 'group', name: 'badge', type: 'string' })
  expect((await call('GET', `/api/v1/groups/${group.id}`)).json).toEqual(group)
  const imported = control.importGroup({ profile: { name: 'Directory' } })
  const { json: directory } = await call('GET', `/api/v1/groups/${imported.id}`)
  expect(directory._links).toMatchObject({
    logo: logos('app-group'),
    source: { href: `${base}/api/v1/apps/${directory.source.id}` },
  })
  const [everyone] = (await call('GET', `/api/v1/groups?filter=${encodeURIComponent('type eq "BUILT_IN"')}`))
    .json
  expect(everyone.profile).toEqual({ name: 'Everyone', description: 'All users in your organization' })
  expect(everyone._links.logo).toEqual(logos('built-in-group'))

  const conditions = { expression: { type: 'urn:svc:expression:1.0', value: 'user.city == "Oslo"' } }
  const actions = { assignUserToGroups: { groupIds: [group.id] } }
  const body = { type: 'group_rule', name: 'All', conditions, actions }
  const { json: rule } = await call('POST', '/api/v1/groups/rules', body)
  const shown = {
    ...body,
    id: expect.stringMatching(/^0pr/),
    status: 'INACTIVE',
    created: moment,
    lastUpdated: moment,
    allGroupsValid: true,
  }
  expect(rule).toEqual(shown)
  const path = `/api/v1/groups/rules/${rule.id}?expand=groupIdToGroupNameMap`
  expect((await call('GET', path)).json).toEqual({
    ...shown,
    _embedded: { groupIdToGroupNameMap: { [group.id]: 'Crew' } },
  })
  await call('DELETE', `/api/v1/groups/${group.id}`)
  expect((await call('GET', path)).json).toMatchObject({
    status: 'INVALID',
    allGroupsValid: false,
    _embedded: { groupIdToGroupNameMap: {} },
  })
})

test.for([
  ['with nothing', {}, [], 'schema self suspend deactivate expirePassword resetPassword type'],
  ['with a password', { password: { value: 'Tr0ub4dor' } }, [], 'changePassword changeRecoveryQuestion'],
] as const)('an ACTIVE user %s is offered what it can do', async ([, credentials, , more]) => {
  const it = testOrg({ activationWithoutPassword: 'ACTIVE' })
  const { json } = await it.call('POST', '/api/v1/users', { ...newUser(), credentials })
  const usual = 'schema self suspend deactivate expirePassword resetPassword type'.split(' ')
  expect(json.status).toBe('ACTIVE')
  expect(Object.keys(json._links).toSorted()).toEqual([...new Set([...usual, ...more.split(' ')])].toSorted())
})
