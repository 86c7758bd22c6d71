import type { Client } from '../../src/client.ts'
import type { Organisation } from '../../src/organisation.ts'

const ignore = (): void => {}

/** A consumer's session: reads, writes and refusals of every area. Answers the secrets that went by. */
export async function walk(
  org: Pick<Organisation, 'baseUrl' | 'control' | 'fetch'>,
  client: Client,
): Promise<readonly string[]> {
  const login = 'jo@example.com'
  const profile = { login, email: login, firstName: 'Jo', lastName: 'Ames' }
  const passwords = ['Correct9Battery', 'Brandnew8Staple', 'Entirely7Other']
  const credentials = {
    password: { value: passwords[0]! },
    recovery_question: { question: 'Name of the first pet?', answer: 'Wooflestone' },
  }
  const { id: userId } = await client.createUser({ body: { profile, credentials } })
  const user = { params: { userId } }
  await client.createUser({ body: { profile } }).catch(ignore)
  await client.createUser({ body: { profile: { ...profile, login: 'x' } } }).catch(ignore)
  await client.getUser(user)
  await client.getUser({ params: { userId: 'jo' } })
  await client.getUser({ params: { userId: '00uNobody' } }).catch(ignore)
  await client.updateUser({ ...user, body: { profile: { title: 'Head' } } })
  await client.suspendUser(user)
  await client.suspendUser(user).catch(ignore)
  await client.unsuspendUser(user)
  await client.listUsers({ query: { search: 'profile.lastName eq "Ames"', limit: 5 } })
  await client.listUsers({ query: { q: 'nobody' } })
  const { id: groupId } = await client.createGroup({ body: { profile: { name: 'Staff' } } })
  await client.addUserToGroup({ params: { groupId, userId } })
  await client.listGroupUsers({ params: { groupId } })
  await client.listUserGroups(user)
  await client.removeUserFromGroup({ params: { groupId, userId } })
  await client.changePassword({
    ...user,
    body: { oldPassword: { value: passwords[0]! }, newPassword: { value: passwords[1]! } },
  })
  const wrong = { oldPassword: { value: passwords[0]! }, newPassword: { value: passwords[2]! } }
  await client.changePassword({ ...user, body: wrong }).catch(ignore)
  const { id: ruleId } = await client.createGroupRule({
    body: {
      type: 'group_rule',
      name: 'Amesians',
      conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.lastName=="Ames"' } },
      actions: { assignUserToGroups: { groupIds: [groupId] } },
    },
  })
  await client.getGroupRule({ params: { ruleId } })
  await client.activateGroupRule({ params: { ruleId } })
  const registered = await client.registerClient({
    body: {
      client_name: 'App',
      redirect_uris: ['https://app.example.com/callback'],
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
    },
  })
  const clientId = registered.client_id
  await client.getClient({ params: { clientId } })
  await client.getClient({ params: { clientId: 'nobody' } }).catch(ignore)
  org.control.grantConsent({ user: userId, client: clientId, scopes: ['openid'] })
  await client.listUserGrants(user)
  const { sessionCookie } = org.control.openSession({ user: userId })
  await org.fetch(new Request(`${org.baseUrl}/api/v1/users/me`, { headers: { Cookie: sessionCookie } }))
  await org.fetch(new Request(`${org.baseUrl}/api/v1/users`, { headers: { Authorization: 'SSWS not-one' } }))
  const reset = await client.resetPassword({ ...user, query: { sendEmail: false } })
  await client.deleteUser(user)
  await client.deleteUser(user)
  const { resetPasswordUrl } = reset as { resetPasswordUrl: string }
  return [
    ...passwords,
    'Wooflestone',
    String(registered.client_secret),
    sessionCookie.slice(sessionCookie.indexOf('=') + 1),
    resetPasswordUrl.split('/').at(-1)!,
    'not-one',
  ]
}
