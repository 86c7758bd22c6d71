import createClient from 'openapi-fetch'
import { allSettings, control, ok, password, person, ruleOf, type Target, webClient } from './fixtures.ts'
import type { paths } from './generated/openapi-typescript.ts'

/** Calls all 57 operations through openapi-fetch, typed by openapi-typescript from the document. */
export async function walk(target: Target): Promise<void> {
  const { baseUrl, token } = target
  const api = createClient<paths>({
    baseUrl,
    headers: { Authorization: `SSWS ${token}` },
    querySerializer: { array: { style: 'form', explode: false } },
  })

  // Clients
  const shop = await ok(api.POST('/oauth2/v1/clients', { body: webClient }))
  const client = { path: { clientId: shop.client_id } }
  await ok(api.GET('/oauth2/v1/clients', { params: { query: { limit: 5, q: 'Sh' } } }))
  await ok(api.GET('/oauth2/v1/clients/{clientId}', { params: client }))
  await ok(api.PUT('/oauth2/v1/clients/{clientId}', { params: client, body: allSettings }))
  await ok(api.POST('/oauth2/v1/clients/{clientId}/lifecycle/newSecret', { params: client }))

  // Groups and rules
  const staff = await ok(
    api.POST('/api/v1/groups', { body: { profile: { name: 'Staff', description: null } } }),
  )
  const group = { path: { groupId: staff.id } }
  await ok(
    api.GET('/api/v1/groups', {
      params: { query: { search: 'profile.name sw "S"', expand: ['stats', 'app'] } },
    }),
  )
  await ok(api.GET('/api/v1/groups/{groupId}', { params: group }))
  await ok(api.PUT('/api/v1/groups/{groupId}', { params: group, body: { profile: { name: 'All staff' } } }))
  await ok(api.GET('/api/v1/groups/{groupId}/apps', { params: group }))
  const engineers = await ok(api.POST('/api/v1/groups/rules', { body: ruleOf(staff.id) }))
  const rule = { path: { ruleId: engineers.id } }
  await ok(api.GET('/api/v1/groups/rules', { params: { query: { search: 'Eng' } } }))
  await ok(
    api.GET('/api/v1/groups/rules/{ruleId}', {
      params: { ...rule, query: { expand: ['groupIdToGroupNameMap'] } },
    }),
  )
  await ok(
    api.PUT('/api/v1/groups/rules/{ruleId}', {
      params: rule,
      body: { ...ruleOf(staff.id), name: 'Builders' },
    }),
  )
  await ok(api.POST('/api/v1/groups/rules/{ruleId}/lifecycle/activate', { params: rule }))
  await ok(api.POST('/api/v1/groups/rules/{ruleId}/lifecycle/deactivate', { params: rule }))

  // Users
  const ada = await ok(
    api.POST('/api/v1/users', {
      params: { query: { activate: false } },
      body: {
        profile: { ...person('ada'), department: 'Engineering' },
        credentials: {
          password: { value: password },
          recovery_question: { question: 'Pet?', answer: 'Newton' },
        },
      },
    }),
  )
  const path = { userId: ada.id }
  const user = { path }
  if (ada.status !== 'STAGED') throw new Error(`expected STAGED, got ${ada.status}`)
  await ok(
    api.POST('/api/v1/users/{userId}/lifecycle/activate', { params: { path, query: { sendEmail: false } } }),
  )
  await ok(
    api.GET('/api/v1/users', {
      params: {
        query: { search: 'profile.lastName eq "Lovelace"', sortBy: 'profile.login', sortOrder: 'desc' },
      },
    }),
  )
  await ok(api.GET('/api/v1/users/{userId}', { params: { path, query: { expand: ['block'] } } }))
  await ok(api.PUT('/api/v1/users/{userId}', { params: user, body: { profile: person('ada') } }))
  await ok(
    api.POST('/api/v1/users/{userId}', { params: user, body: { profile: { nickName: 'Ada', title: null } } }),
  )
  await ok(api.POST('/api/v1/users/me', { body: { profile: { nickName: 'Admin' } } }))
  await ok(
    api.PUT('/api/v1/groups/{groupId}/users/{userId}', { params: { path: { groupId: staff.id, ...path } } }),
  )
  await ok(api.GET('/api/v1/groups/{groupId}/users', { params: group }))
  await ok(api.GET('/api/v1/users/{userId}/groups', { params: user }))
  await ok(api.GET('/api/v1/users/{userId}/appLinks', { params: user }))
  await ok(
    api.DELETE('/api/v1/groups/{groupId}/users/{userId}', {
      params: { path: { groupId: staff.id, ...path } },
    }),
  )

  // Credentials
  const changed = { oldPassword: { value: password }, newPassword: { value: `${password}2` } }
  await ok(api.POST('/api/v1/users/{userId}/credentials/change_password', { params: user, body: changed }))
  await ok(
    api.POST('/api/v1/users/{userId}/credentials/change_recovery_question', {
      params: user,
      body: {
        password: { value: `${password}2` },
        recovery_question: { question: 'Cat?', answer: 'Babbage' },
      },
    }),
  )
  await ok(
    api.POST('/api/v1/users/{userId}/credentials/forgot_password', {
      params: { path, query: { sendEmail: false } },
    }),
  )
  await ok(
    api.POST('/api/v1/users/{userId}/credentials/forgot_password', {
      params: user,
      body: { password: { value: `${password}3` }, recovery_question: { answer: 'Babbage' } },
    }),
  )

  // Consents and tokens
  const about = { user: ada.id, client: shop.client_id }
  await control(target, 'grant-consent', { ...about, scopes: ['openid', 'email'] })
  await control(target, 'issue-tokens', { ...about, scopes: ['openid', 'offline_access'] })
  const [grant] = await ok(
    api.GET('/api/v1/users/{userId}/grants', { params: { path, query: { expand: ['scope'] } } }),
  )
  const consent = { path: { ...path, grantId: grant!.id } }
  await ok(api.GET('/api/v1/users/{userId}/grants/{grantId}', { params: consent }))
  const both = { path: { ...path, clientId: shop.client_id } }
  await ok(api.GET('/api/v1/users/{userId}/clients', { params: user }))
  await ok(api.GET('/api/v1/users/{userId}/clients/{clientId}/grants', { params: both }))
  const [refresh] = await ok(api.GET('/api/v1/users/{userId}/clients/{clientId}/tokens', { params: both }))
  const held = { path: { ...both.path, tokenId: refresh!.id } }
  await ok(api.GET('/api/v1/users/{userId}/clients/{clientId}/tokens/{tokenId}', { params: held }))
  await ok(api.DELETE('/api/v1/users/{userId}/clients/{clientId}/tokens/{tokenId}', { params: held }))
  await ok(api.DELETE('/api/v1/users/{userId}/clients/{clientId}/tokens', { params: both }))
  await ok(api.DELETE('/api/v1/users/{userId}/grants/{grantId}', { params: consent }))
  await ok(api.DELETE('/api/v1/users/{userId}/clients/{clientId}/grants', { params: both }))
  await ok(api.DELETE('/api/v1/users/{userId}/grants', { params: user }))

  // Lifecycle
  await ok(api.POST('/api/v1/users/{userId}/lifecycle/suspend', { params: user }))
  await ok(api.POST('/api/v1/users/{userId}/lifecycle/unsuspend', { params: user }))
  await control(target, 'set-user', { user: ada.id, status: 'LOCKED_OUT' })
  await ok(api.POST('/api/v1/users/{userId}/lifecycle/unlock', { params: user }))
  await ok(api.POST('/api/v1/users/{userId}/lifecycle/reset_factors', { params: user }))
  const cookie = await sessionOf(target, ada.id)
  await ok(
    api.POST('/api/v1/users/me/lifecycle/delete_sessions', {
      headers: { Authorization: null, Cookie: cookie },
      body: { keepCurrent: false },
    }),
  )
  await ok(api.DELETE('/api/v1/users/{userId}/sessions', { params: { path, query: { oauthTokens: true } } }))
  await ok(
    api.POST('/api/v1/users/{userId}/lifecycle/expire_password', {
      params: { path, query: { tempPassword: true } },
    }),
  )
  await ok(
    api.POST('/api/v1/users/{userId}/lifecycle/reset_password', {
      params: { path, query: { sendEmail: false } },
    }),
  )
  await ok(
    api.POST('/api/v1/users/{userId}/lifecycle/reactivate', {
      params: { path, query: { sendEmail: false } },
    }),
  )
  await ok(api.POST('/api/v1/users/{userId}/lifecycle/deactivate', { params: user }))
  await ok(api.DELETE('/api/v1/users/{userId}', { params: { path, header: { Prefer: 'respond-async' } } }))

  // The ends
  await ok(api.DELETE('/api/v1/groups/rules/{ruleId}', { params: { ...rule, query: { removeUsers: true } } }))
  await ok(api.DELETE('/api/v1/groups/{groupId}', { params: group }))
  await ok(api.DELETE('/oauth2/v1/clients/{clientId}', { params: client }))

  // Errors have types too, code by code.
  const { error } = await api.GET('/api/v1/users/{userId}', { params: user })
  if (error?.errorCode !== 'E0000007') throw new Error(`expected E0000007, got ${JSON.stringify(error)}`)
}

async function sessionOf(target: Target, user: string): Promise<string> {
  const { sessionCookie } = await control(target, 'open-session', { user })
  return sessionCookie as string
}
