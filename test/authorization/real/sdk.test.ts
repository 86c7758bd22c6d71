import { OktaAuth } from '@okta/okta-auth-js'
import { Client } from '@okta/okta-sdk-nodejs'
import { expect, test } from 'vitest'
import { type Anything, served } from './served.ts'

test('@okta/okta-sdk-nodejs: applications, and a custom property in the schema of users', async () => {
  await using server = await served({ vocabulary: { word: 'okta' } })
  server.org.control.createApplication({ label: 'Wiki' })
  server.client({})
  const client = new Client({
    orgUrl: server.url,
    token: server.org.apiToken,
    testing: { disableHttpsCheck: true },
  } as Anything)
  const labels: (string | undefined)[] = []
  await (
    await client.applicationApi.listApplications()
  ).each(({ label }: Anything) => {
    labels.push(label)
  })
  expect(labels).toEqual(['Wiki', 'Shop'])
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
