import { OktaAuth } from '@okta/okta-auth-js'
import { Client } from '@okta/okta-sdk-nodejs'
import { expect, test } from 'vitest'
import { type Anything, served } from './served.ts'

test('@okta/okta-sdk-nodejs: applications, and a custom property in the schema of users', async () => {
  await using server = await served({ prefix: 'okta' })
  server.org.control.setApplication({ label: 'Wiki' })
  server.client({})
  const client = sdk(server)
  const apps = await collected(await client.applicationApi.listApplications())
  expect(apps.map(({ label }) => label)).toEqual(['Wiki', 'Shop'])
  const shop: Anything = await client.applicationApi.createApplication({
    application: {
      name: 'oidc_client',
      label: 'Store',
      signOnMode: 'OPENID_CONNECT',
      credentials: { oauthClient: { client_id: 'store-client', token_endpoint_auth_method: 'none' } },
      settings: {
        oauthClient: {
          application_type: 'browser',
          redirect_uris: ['https://store.test/'],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      },
    } as Anything,
  })
  const appId = shop.id
  await client.applicationApi.assignUserToApplication({ appId, appUser: { id: server.userId } })
  shop.label = 'Shop 2'
  await client.applicationApi.replaceApplication({ appId, application: shop })
  expect(await client.applicationApi.getApplication({ appId })).toMatchObject({
    label: 'Shop 2',
    credentials: { oauthClient: { client_id: 'store-client', token_endpoint_auth_method: 'none' } },
  })
  await client.applicationApi.deactivateApplication({ appId })
  await client.applicationApi.deleteApplication({ appId })
  await expect(client.applicationApi.getApplication({ appId })).rejects.toMatchObject({ status: 404 })
  const custom = { id: '#custom', type: 'object', properties: { shoe: { title: 'Shoe', type: 'string' } } }
  const userSchema = { definitions: { custom } } as Anything
  await client.schemaApi.updateUserProfile({ schemaId: 'default', userSchema })
  const read: Anything = await client.schemaApi.getUserSchema({ schemaId: 'default' })
  expect(read.definitions.base.properties).toHaveProperty('login')
  expect(read.definitions.custom.properties.shoe.type).toBe('string')
})

test('@okta/okta-auth-js: primary authentication', async () => {
  await using server = await served()
  const auth = new OktaAuth({
    issuer: `${server.url}/oauth2/default`,
    clientId: 'x',
    redirectUri: 'http://localhost/',
  })
  const username = server.login
  const signedIn = await auth.signInWithCredentials({ username, password: server.password })
  expect(signedIn).toMatchObject({ status: 'SUCCESS', user: { profile: { login: username } } })
  const session = await fetch(`${server.url}/api/v1/sessions/me`, {
    headers: { cookie: `sid=${signedIn.sessionToken}` },
  })
  expect([session.status, await session.json()]).toMatchObject([200, { userId: server.userId }])
  await expect(auth.signInWithCredentials({ username, password: 'wrong' })).rejects.toMatchObject({
    errorCode: 'E0000004',
  })
})

test('@okta/okta-sdk-nodejs: users, their life cycle and groups, page by page, and an error', async () => {
  await using server = await served({ prefix: 'okta' })
  const { userApi, groupApi } = sdk(server)
  const { id: groupId }: Anything = await groupApi.createGroup({
    group: { profile: { name: 'Crew' } },
  })
  const logins = ['ada', 'bea', 'cleo'].map((name) => `${name}@example.com`)
  const ids: string[] = []
  for (const login of logins) {
    const profile = { login, email: login, firstName: login.slice(0, 3), lastName: 'Ames' }
    const { id, status }: Anything = await userApi.createUser({
      body: {
        profile,
        credentials: { password: { value: 'Correct1Horse' } },
        groupIds: [groupId],
      },
    })
    expect(status).toBe('ACTIVE')
    ids.push(id)
  }
  await userApi.suspendUser({ userId: ids[0]! })
  const suspended = await collected(await userApi.listUsers({ search: 'status eq "SUSPENDED"' }))
  expect(suspended.map(({ id }) => id)).toEqual([ids[0]])
  const members = await collected(await groupApi.listGroupUsers({ groupId, limit: 1 }))
  expect(members.map(({ profile }) => profile.login)).toEqual(logins)
  const groups = await collected(await userApi.listUserGroups({ userId: ids[1]! }))
  expect(groups.map(({ profile }) => profile.name)).toEqual(['Everyone', 'Crew'])
  await groupApi.unassignUserFromGroup({ groupId, userId: ids[1]! })
  await userApi.deactivateUser({ userId: ids[2]! })
  await userApi.deleteUser({ userId: ids[2]! })
  await expect(userApi.getUser({ userId: ids[2]! })).rejects.toMatchObject({
    status: 404,
    errorCode: 'E0000007',
  })
})

function sdk(server: { readonly url: string; readonly org: { readonly apiToken: string } }): Client {
  return new Client({
    orgUrl: server.url,
    token: server.org.apiToken,
    testing: { disableHttpsCheck: true },
  } as Anything)
}

/** Every item of a list: the client follows the links of its pages. */
async function collected(list: Anything): Promise<Anything[]> {
  const items: Anything[] = []
  await list.each((item: Anything) => void items.push(item))
  return items
}
