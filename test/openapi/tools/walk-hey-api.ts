import { allSettings, control, ok, password, person, ruleOf, type Target, webClient } from './fixtures.ts'
import { createClient } from './generated/hey-api/client'
import * as api from './generated/hey-api/sdk.gen'

/** Calls all 57 operations through the client that hey-api generated from the document. */
export async function walk(target: Target): Promise<void> {
  const client = createClient({
    baseUrl: target.baseUrl,
    headers: { Authorization: `SSWS ${target.token}` },
  })

  const shop = await ok(api.registerClient({ client, body: webClient }))
  const ofShop = { client, path: { clientId: shop.client_id } }
  await ok(api.listClients({ client, query: { limit: 5 } }))
  await ok(api.getClient(ofShop))
  await ok(api.updateClient({ ...ofShop, body: allSettings }))
  await ok(api.newClientSecret(ofShop))

  const staff = await ok(api.createGroup({ client, body: { profile: { name: 'Crew' } } }))
  const ofStaff = { client, path: { groupId: staff.id } }
  await ok(api.listGroups({ client, query: { q: 'Cr', expand: ['stats'] } }))
  await ok(api.getGroup(ofStaff))
  await ok(api.updateGroup({ ...ofStaff, body: { profile: { name: 'Crew', description: 'All of them' } } }))
  await ok(api.listGroupApps(ofStaff))
  const engineers = await ok(api.createGroupRule({ client, body: ruleOf(staff.id) }))
  const ofRule = { client, path: { ruleId: engineers.id } }
  await ok(api.listGroupRules({ client, query: { limit: 10 } }))
  await ok(api.getGroupRule(ofRule))
  await ok(api.updateGroupRule({ ...ofRule, body: { ...ruleOf(staff.id), name: 'Makers' } }))
  await ok(api.activateGroupRule(ofRule))
  await ok(api.deactivateGroupRule(ofRule))

  const grace = await ok(
    api.createUser({
      client,
      query: { activate: false },
      body: {
        profile: person('grace'),
        credentials: {
          password: { value: password },
          recovery_question: { question: 'Pet?', answer: 'Newton' },
        },
      },
    }),
  )
  const path = { userId: grace.id }
  const ofUser = { client, path }
  await ok(api.activateUser({ ...ofUser, query: { sendEmail: false } }))
  await ok(api.listUsers({ client, query: { filter: 'profile.login eq "grace@example.com"' } }))
  await ok(api.getUser(ofUser))
  await ok(api.replaceUser({ ...ofUser, body: { profile: person('grace') } }))
  await ok(api.updateUser({ ...ofUser, body: { profile: { nickName: 'Grace' } } }))
  await ok(api.updateCurrentUser({ client, body: { profile: { nickName: 'Admin' } } }))
  const member = { client, path: { groupId: staff.id, ...path } }
  await ok(api.addUserToGroup(member))
  await ok(api.listGroupUsers(ofStaff))
  await ok(api.listUserGroups(ofUser))
  await ok(api.listUserAppLinks(ofUser))
  await ok(api.removeUserFromGroup(member))

  await ok(
    api.changePassword({
      ...ofUser,
      body: { oldPassword: { value: password }, newPassword: { value: `${password}2` } },
    }),
  )
  await ok(
    api.changeRecoveryQuestion({
      ...ofUser,
      body: {
        password: { value: `${password}2` },
        recovery_question: { question: 'Cat?', answer: 'Babbage' },
      },
    }),
  )
  await ok(api.forgotPassword({ ...ofUser, query: { sendEmail: false } }))
  await ok(
    api.forgotPassword({
      ...ofUser,
      body: { password: { value: `${password}3` }, recovery_question: { answer: 'Babbage' } },
    }),
  )

  const about = { user: grace.id, client: shop.client_id }
  await control(target, 'grant-consent', { ...about, scopes: ['openid', 'email'] })
  await control(target, 'issue-tokens', { ...about, scopes: ['openid', 'offline_access'] })
  const [grant] = await ok(api.listUserGrants({ ...ofUser, query: { expand: ['scope'] } }))
  const ofGrant = { client, path: { ...path, grantId: grant!.id } }
  await ok(api.getUserGrant(ofGrant))
  const ofBoth = { client, path: { ...path, clientId: shop.client_id } }
  await ok(api.listUserClients(ofUser))
  await ok(api.listUserClientGrants(ofBoth))
  const [refresh] = await ok(api.listUserClientTokens(ofBoth))
  const ofToken = { client, path: { ...ofBoth.path, tokenId: refresh!.id } }
  await ok(api.getUserClientToken(ofToken))
  await ok(api.revokeUserClientToken(ofToken))
  await ok(api.revokeUserClientTokens(ofBoth))
  await ok(api.revokeUserGrant(ofGrant))
  await ok(api.revokeUserClientGrants(ofBoth))
  await ok(api.revokeUserGrants(ofUser))

  await ok(api.suspendUser(ofUser))
  await ok(api.unsuspendUser(ofUser))
  await control(target, 'set-user', { user: grace.id, status: 'LOCKED_OUT' })
  await ok(api.unlockUser(ofUser))
  await ok(api.resetFactors(ofUser))
  const { sessionCookie } = await control(target, 'open-session', { user: grace.id })
  const asGrace = createClient({ baseUrl: target.baseUrl, headers: { Cookie: sessionCookie } })
  await ok(api.deleteCurrentUserSessions({ client: asGrace, body: { keepCurrent: false } }))
  await ok(api.clearUserSessions({ ...ofUser, query: { oauthTokens: true } }))
  await ok(api.expirePassword({ ...ofUser, query: { tempPassword: true } }))
  await ok(api.resetPassword({ ...ofUser, query: { sendEmail: false } }))
  await ok(api.reactivateUser({ ...ofUser, query: { sendEmail: false } }))
  await ok(api.deactivateUser(ofUser))
  await ok(api.deleteUser(ofUser))

  await ok(api.deleteGroupRule({ ...ofRule, query: { removeUsers: true } }))
  await ok(api.deleteGroup(ofStaff))
  await ok(api.deleteClient(ofShop))

  const { error } = await api.getUser(ofUser)
  if (error?.errorCode !== 'E0000007') throw new Error(`expected E0000007, got ${JSON.stringify(error)}`)
}
