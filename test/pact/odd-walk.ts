import type { Organisation } from '../../src/organisation.ts'

/** Rare calls of consumers: other callers, faults, conflicts, missing records, and secrets in odd places. */
export async function walkOddly(
  org: Pick<Organisation, 'apiToken' | 'baseUrl' | 'control' | 'fetch' | 'model'>,
): Promise<void> {
  const { control } = org
  const send = async (
    method: string,
    path: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ): Promise<Record<string, string>> => {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const reply = await org.fetch(
      new Request(org.baseUrl + path, {
        method,
        headers: { Authorization: `SSWS ${org.apiToken}`, ...json, ...headers },
        body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
      }),
    )
    const text = await reply.text()
    return (text === '' ? {} : JSON.parse(text)) as Record<string, string>
  }
  const users = '/api/v1/users'
  const groups = '/api/v1/groups'
  const profile = {
    login: 'ada@example.com',
    email: 'a@example.com',
    firstName: 'Ada',
    lastName: 'Ray',
    title: 'Head',
  }
  const hash = {
    algorithm: 'SHA-1',
    salt: 'c2FsdA==',
    saltOrder: 'PREFIX',
    value: 'LnxCv8tz9Bk2rYXFmcPhAW0Xjvs=',
  }
  const { id: ada } = await send('POST', `${users}?activate=true`, {
    profile,
    credentials: { password: { hash } },
  })
  const question = { question: 'First pet?', answer: 'Wooflestone' }
  const { id: bo } = await send('POST', `${users}?activate=true`, {
    profile: {
      login: 'bo@example.com',
      email: 'bo@example.com',
      firstName: 'Bo',
      lastName: 'Ray',
      locale: 'de_DE',
    },
    credentials: { password: { value: 'Correct9Battery' }, recovery_question: question },
  })
  await send('POST', users, { profile: { login: 'x', token: 'mine', answer: 'yes' } })
  await send('POST', users, '{')
  await send('POST', users, 'profile', { 'Content-Type': 'text/plain;charset=UTF-8' })
  await send('POST', `${users}?activate=false`, {
    profile: { login: 'cy@example.com', email: 'cy@example.com', firstName: 'Cy', lastName: 'Ray' },
    credentials: { password: { hook: { type: 'default' } } },
  })
  await send('GET', `${users}/cy@example.com`, undefined, {
    Accept: 'application/json',
    Prefer: 'respond-async',
  })
  await send('POST', `${users}/cy@example.com/lifecycle/activate?sendEmail=false`)
  await send('GET', `${users}?limit=2&search=profile.lastName%20eq%20%22Ray%22`)
  // People about their own credentials.
  const newPassword = { value: 'Brandnew8Staple' }
  await send('POST', `${users}/${bo}/credentials/change_password`, {
    oldPassword: { value: 'Correct9Battery' },
    newPassword: { value: 'short' },
  })
  await send('POST', `${users}/${bo}/credentials/change_password`, {
    oldPassword: { value: 'Never9Mine' },
    newPassword,
  })
  await send('POST', `${users}/${bo}/credentials/change_recovery_question`, {
    password: { value: 'Correct9Battery' },
    recovery_question: { question: 'Second pet?', answer: 'Miaowstone' },
  })
  await send('POST', `${users}/${bo}/credentials/change_recovery_question`, {
    password: { value: 'Never9Mine' },
    recovery_question: question,
  })
  await send('POST', `${users}/${bo}/credentials/forgot_password`, {
    password: newPassword,
    recovery_question: { answer: 'Barkstone' },
  })
  await send('POST', `${users}/${bo}/credentials/forgot_password`, {
    password: newPassword,
    recovery_question: { answer: 'Miaowstone' },
  })
  await send('POST', `${users}/${bo}/credentials/forgot_password?sendEmail=false`)
  await send('POST', `${users}/${bo}/lifecycle/expire_password?tempPassword=true`)
  await send('POST', `${users}/${ada}/lifecycle/suspend`)
  await send('POST', `${users}/${ada}/lifecycle/reset_password?sendEmail=false`)
  // Groups: imported, built-in, taken names, and none.
  const { id: staff } = await send('POST', groups, { profile: { name: 'Staff', description: 'All' } })
  await send('POST', groups, { profile: { name: 'Staff' } })
  const { id: imported } = control.importGroup({
    profile: { name: 'Imported', description: 'From afar' },
  }) as { id: string }
  await send('PUT', `${groups}/${imported}`, { profile: { name: 'Ours' } })
  await send('GET', `${groups}?q=Every`)
  await send('DELETE', `${groups}/${org.model.groups.everyoneId}`)
  await send('GET', `${groups}/00gNobody`)
  await send('PUT', `${groups}/${staff}/users/${bo}`)
  await send('PUT', `${groups}/${staff}/users/${ada}`)
  await send('GET', `${groups}/${staff}/users?limit=5`)
  await send('DELETE', `${groups}/${staff}/users/${bo}`)
  const rule = (name: string) => ({
    type: 'group_rule',
    name,
    conditions: {
      people: { users: { exclude: [bo] }, groups: { exclude: [] } },
      expression: { type: 'urn:svc:expression:1.0', value: 'user.lastName=="Ray"' },
    },
    actions: { assignUserToGroups: { groupIds: [staff] } },
  })
  const { id: ruleId } = await send('POST', `${groups}/rules`, rule('Rays'))
  await send('POST', `${groups}/rules`, rule('Rays'))
  await send('PUT', `${groups}/rules/${ruleId}`, { ...rule('Other Rays'), id: ruleId, status: 'INACTIVE' })
  await send('GET', `${groups}/rules/0prNobody`)
  await send('DELETE', `${groups}/rules/${ruleId}`)
  // Consents and tokens.
  const { client_id: client } = await send('POST', '/oauth2/v1/clients', {
    client_name: 'App',
    redirect_uris: ['https://app.example.com/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    application_type: 'web',
  })
  control.grantConsent({ user: ada!, client: client!, scopes: ['openid', 'email'] })
  await control.issueTokens({ user: bo!, client: client!, scopes: ['openid', 'offline_access'] })
  const grants = (await send('GET', `${users}/${ada}/clients/${client}/grants`)) as unknown as {
    id: string
  }[]
  await send('GET', `${users}/${ada}/grants/${grants[1]!.id}?expand=scope`)
  await send('DELETE', `${users}/${ada}/grants/${grants[1]!.id}`)
  const tokens = (await send('GET', `${users}/${bo}/clients/${client}/tokens`)) as unknown as { id: string }[]
  await send('GET', `${users}/${bo}/clients/${client}/tokens/${tokens[0]!.id}`)
  await send('DELETE', `${users}/${bo}/clients/${client}/tokens`)
  await send('GET', `/oauth2/v1/clients/${client}`)
  await send('POST', `/oauth2/v1/clients/${client}/lifecycle/newSecret`)
  await send('POST', '/oauth2/v1/clients/0oaNobody/lifecycle/newSecret')
  // Other callers.
  const { token: helpDesk } = control.createApiToken({ role: 'HELP_DESK_ADMIN' })
  await send('DELETE', `${users}/${ada}`, undefined, { Authorization: `SSWS ${helpDesk}` })
  const { token: groupAdmin } = control.createApiToken({ role: 'GROUP_ADMIN', groups: [staff!], owner: bo! })
  await send('GET', `${users}/me`, undefined, { Authorization: `SSWS ${groupAdmin}` })
  const { token: scoped } = control.createAccessToken({ scopes: ['svc.users.read'], user: ada! })
  await send('GET', `${users}/me`, undefined, { Authorization: `Bearer ${scoped}` })
  const { token: unowned } = control.createAccessToken({ scopes: ['svc.groups.read'] })
  await send('GET', `${groups}/${staff}`, undefined, { Authorization: `bearer ${unowned}` })
  await send('GET', `${users}/me`, undefined, { Authorization: 'Bearer none' })
  const asBrowser = (cookie: string, more: object = {}) =>
    new Request(`${org.baseUrl}${users}/me`, { headers: { Cookie: cookie, ...more } })
  const { sessionCookie } = control.openSession({ user: bo! })
  await org.fetch(
    asBrowser(`theme=dark; ${sessionCookie}`, { Origin: 'https://app.example.com', Accept: '*/*' }),
  )
  await org.fetch(asBrowser('sid=none'))
  await org.fetch(asBrowser('theme=dark'))
  await org.fetch(new Request(`${org.baseUrl}${users}`))
  // Faults of the server itself.
  control.addFault({ operation: 'listGroups', refusal: 'time-out', times: 1 })
  await send('GET', `${groups}?limit=1`)
  control.addFault({ operation: 'deleteGroup', refusal: 'read-only-mode', times: 1 })
  await send('DELETE', `${groups}/${staff}`)
  control.addFault({ refusal: 'rate-limited', times: 1 })
  await send('GET', `${groups}/${staff}`)
  control.changeSettings({ features: { earlyAccess: false } })
  await send('GET', `${users}/${ada}/grants`)
}
