/** Where the walk goes. */
export interface Target {
  readonly baseUrl: string
  /** Where the control plane is, where that is elsewhere. */
  readonly controlUrl?: string
  readonly token: string
}

/** Uses the control plane for changes that the API cannot make. */
export async function control(
  target: Target,
  action: string,
  input: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${target.controlUrl ?? target.baseUrl}/_control/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${action}: ${response.status} ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

/** The data of a typed client's answer; throws if the service returned an error. */
export async function ok<Data>(
  answer: Promise<{ data?: Data; error?: unknown; response?: Response }>,
): Promise<NonNullable<Data>> {
  const { data, error, response } = await answer
  if (!response?.ok) throw new Error(`${response?.status} ${response?.url}: ${JSON.stringify(error)}`)
  return data as NonNullable<Data>
}

export const password = 'Correct1Horse'

export const person = (name: string) => ({
  login: `${name}@example.com`,
  email: `${name}@example.com`,
  firstName: 'Ada',
  lastName: 'Lovelace',
})

export const webClient = {
  client_name: 'Shop',
  application_type: 'web' as const,
  redirect_uris: ['https://shop.example.com/callback'],
  response_types: ['code' as const],
  grant_types: ['authorization_code' as const, 'refresh_token' as const],
  token_endpoint_auth_method: 'client_secret_basic' as const,
}

export const allSettings = {
  ...webClient,
  initiate_login_uri: null,
  jwks: null,
  logo_uri: null,
  policy_uri: null,
  post_logout_redirect_uris: [],
  request_object_signing_alg: null,
  tos_uri: null,
}

export const ruleOf = (groupId: string) => ({
  type: 'group_rule' as const,
  name: 'Engineers',
  conditions: {
    expression: { type: 'urn:svc:expression:1.0' as const, value: 'user.department == "Engineering"' },
  },
  actions: { assignUserToGroups: { groupIds: [groupId] } },
})
