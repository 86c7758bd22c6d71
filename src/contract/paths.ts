/** Endpoints of every authorization server: their paths below it, and their names as operations by method. */
export const oauthPaths = {
  authorize: { path: '/authorize', methods: { GET: 'authorize', POST: 'authorizeByForm' } },
  token: { path: '/token', methods: { POST: 'requestToken' } },
  userinfo: { path: '/userinfo', methods: { GET: 'getUserInfo', POST: 'getUserInfoByForm' } },
  introspect: { path: '/introspect', methods: { POST: 'introspectToken' } },
  revoke: { path: '/revoke', methods: { POST: 'revokeToken' } },
  logout: { path: '/logout', methods: { GET: 'logOut', POST: 'logOutByForm' } },
  deviceAuthorize: { path: '/device/authorize', methods: { POST: 'authorizeDevice' } },
  keys: { path: '/keys', methods: { GET: 'getKeys' } },
  // Documents about a server are below its issuer, the other endpoints below a version.
  openIdMetadata: {
    path: '/.well-known/openid-configuration',
    methods: { GET: 'getOpenIdMetadata' },
    isOfIssuer: true,
  },
  oauthMetadata: {
    path: '/.well-known/oauth-authorization-server',
    methods: { GET: 'getOAuthMetadata' },
    isOfIssuer: true,
  },
} as const

/**
 * Where an endpoint is.
 *
 * @param server The path or the address of a server. Default: the organisation's own.
 */
export function oauthPlace(name: keyof typeof oauthPaths, server = ''): string {
  const { path, ...row } = oauthPaths[name]
  return 'isOfIssuer' in row ? server + path : `${server || '/oauth2'}/v1${path}`
}

const app = '/api/v1/apps/{appId}'
const server = '/api/v1/authorizationServers/{serverId}'
const scope = `${server}/scopes/{scopeId}` as const
const claim = `${server}/claims/{claimId}` as const
const policy = `${server}/policies/{policyId}` as const
const policyRule = `${policy}/rules/{policyRuleId}` as const

/** Endpoints that the API description does not have, by method. */
export const additionalPaths = {
  GET: {
    listApplications: '/api/v1/apps',
    getApplication: app,
    listApplicationUsers: `${app}/users`,
    getApplicationUser: `${app}/users/{userId}`,
    listApplicationGroups: `${app}/groups`,
    getApplicationGroup: `${app}/groups/{groupId}`,
    getUserSchema: '/api/v1/meta/schemas/user/{schemaId}',
    listUserTypes: '/api/v1/meta/types/user',
    getUserType: '/api/v1/meta/types/user/{typeId}',
    listAuthorizationServers: '/api/v1/authorizationServers',
    getAuthorizationServer: server,
    listScopes: `${server}/scopes`,
    getScope: scope,
    listClaims: `${server}/claims`,
    getClaim: claim,
    listPolicies: `${server}/policies`,
    getPolicy: policy,
    listPolicyRules: `${policy}/rules`,
    getPolicyRule: policyRule,
    getOrganisation: '/api/v1/org',
    getWellKnownOrganisation: '/.well-known/{document}',
    getCurrentSession: '/api/v1/sessions/me',
    listLogEvents: '/api/v1/logs',
  },
  POST: {
    createAuthorizationServer: '/api/v1/authorizationServers',
    activateAuthorizationServer: `${server}/lifecycle/activate`,
    deactivateAuthorizationServer: `${server}/lifecycle/deactivate`,
    createScope: `${server}/scopes`,
    createClaim: `${server}/claims`,
    createPolicy: `${server}/policies`,
    activatePolicy: `${policy}/lifecycle/activate`,
    deactivatePolicy: `${policy}/lifecycle/deactivate`,
    createPolicyRule: `${policy}/rules`,
    activatePolicyRule: `${policyRule}/lifecycle/activate`,
    deactivatePolicyRule: `${policyRule}/lifecycle/deactivate`,
    changeOrganisation: '/api/v1/org',
    createApplication: '/api/v1/apps',
    activateApplication: `${app}/lifecycle/activate`,
    deactivateApplication: `${app}/lifecycle/deactivate`,
    assignUserToApplication: `${app}/users`,
    updateApplicationUser: `${app}/users/{userId}`,
    updateUserSchema: '/api/v1/meta/schemas/user/{schemaId}',
    authenticate: '/api/v1/authn',
    verifyFactor: '/api/v1/authn/factors/{factorId}/verify',
    resendFactorCode: '/api/v1/authn/factors/{factorId}/verify/resend',
    cancelAuthentication: '/api/v1/authn/cancel',
    createSession: '/api/v1/sessions',
  },
  PUT: {
    replaceApplication: app,
    assignGroupToApplication: `${app}/groups/{groupId}`,
    replaceAuthorizationServer: server,
    replaceScope: scope,
    replaceClaim: claim,
    replacePolicy: policy,
    replacePolicyRule: policyRule,
    replaceOrganisation: '/api/v1/org',
  },
  DELETE: {
    deleteApplication: app,
    deleteAuthorizationServer: server,
    deleteScope: scope,
    deleteClaim: claim,
    deletePolicy: policy,
    deletePolicyRule: policyRule,
    unassignUserFromApplication: `${app}/users/{userId}`,
    unassignGroupFromApplication: `${app}/groups/{groupId}`,
    closeCurrentSession: '/api/v1/sessions/me',
  },
} as const

/** Where a server has the control plane. */
export const controlPath = '/_control'

/** The path of an action below `/_control`: `advanceClock` is at `advance-clock`. */
export function actionPath(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
