import { expect, test } from 'vitest'
import { loadChecks } from '../../conformance/engine/plan/load-checks.ts'
import type { Clause } from '../../conformance/registry/clause.ts'
import { gradable } from '../../conformance/registry/clause.ts'
import { renderClausesPage } from '../../conformance/registry/clauses-page.ts'
import { clauseById, clauses } from '../../conformance/registry/clauses.ts'
import { needs } from '../../conformance/registry/needs.ts'
import { sections } from '../../conformance/registry/sections.ts'
import { operationNames } from '../../src/contract/operation-names.ts'

const operations: readonly string[] = Object.values(operationNames).flat()

/** `rows('property:User', 'id status')` is `['property:User.id', 'property:User.status']`. */
function rows(prefix: string, names: string): string[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => `${prefix}.${name}`)
}

const clientRows = [
  ...rows(
    'property:Client',
    `application_type client_id client_id_issued_at client_name client_secret client_secret_expires_at
     grant_types initiate_login_uri jwks_uri jwks logo_uri policy_uri post_logout_redirect_uris redirect_uris
     request_object_signing_alg response_types token_endpoint_auth_method tos_uri frontchannel_logout_uri
     frontchannel_logout_session_required`,
  ),
  ...rows(
    'null:Client',
    `application_type client_id_issued_at client_secret client_secret_expires_at grant_types
     initiate_login_uri jwks_uri jwks logo_uri policy_uri post_logout_redirect_uris redirect_uris
     request_object_signing_alg response_types token_endpoint_auth_method tos_uri frontchannel_logout_uri
     frontchannel_logout_session_required`,
  ),
  ...rows('not-null:Client', 'client_id client_name'),
  ...rows('unique:Client', 'client_id client_secret'),
  ...rows(
    'read-only:Client',
    'application_type client_id client_id_issued_at client_secret client_secret_expires_at',
  ),
  ...rows(
    'default:Client',
    'application_type grant_types response_types token_endpoint_auth_method consent_method',
  ),
  ...rows('enum:Client.application_type', 'web native browser service'),
  ...rows(
    'enum:Client.grant_types',
    `authorization_code client_credentials implicit interaction_code password refresh_token device_code
     saml2-bearer token-exchange`,
  ),
  ...rows('enum:Client.request_object_signing_alg', 'HS256 HS384 HS512 RS256 RS384 RS512 ES256 ES384 ES512'),
  ...rows('enum:Client.response_types', 'code token id_token'),
  ...rows(
    'enum:Client.token_endpoint_auth_method',
    'none client_secret_post client_secret_basic client_secret_jwt private_key_jwt',
  ),
  ...rows('grant:browser', 'authorization_code implicit saml2-bearer'),
  ...rows('grant:browser.not', 'client_credentials password refresh_token'),
  ...rows('grant:native', 'authorization_code implicit password refresh_token saml2-bearer'),
  ...rows('grant:native.not', 'client_credentials'),
  ...rows('grant:native.requires', 'authorization_code'),
  ...rows('grant:service', 'client_credentials saml2-bearer'),
  ...rows('grant:service.not', 'authorization_code implicit password refresh_token'),
  ...rows('grant:service.requires', 'oauth'),
  ...rows('grant:web', 'authorization_code implicit refresh_token client_credentials saml2-bearer'),
  ...rows('grant:web.not', 'password'),
  ...rows('grant:web.requires', 'authorization_code'),
  ...rows('property:JsonWebKeySet', 'keys'),
  ...rows('null:JsonWebKeySet', 'keys'),
  ...rows('property:JsonWebKey', 'kty kid e n x y use'),
  ...rows('input:JsonWebKey', 'kty e n x y'),
  ...rows('enum:JsonWebKey.kty', 'RSA EC'),
  ...rows('unique:JsonWebKey', 'kid'),
  ...rows('null:JsonWebKey', 'kid use'),
  ...rows('input:registerClient', 'client_name redirect_uris response_types'),
  ...rows('input:updateClient', 'client_name'),
  ...rows('query:listClients', 'after limit q'),
  ...rows('limit:listClients.limit', 'default max'),
]

const commonRows = [
  'spelling:SVC_GROUP',
  'spelling:svc:user_group',
  'spelling:svc:directory_security_principal',
  'spelling:directoryDomainQualifiedName',
  'spelling:SVC',
  'spelling:urn:svc:expression:1.0',
  'spelling:svc-response',
  'header:Accept',
  'header:Content-Type.request',
  'header:Content-Type.response',
  'header:Content-Type.clients-charset',
  'header:Link.self',
  'header:Link.next',
  'header:Authorization.SSWS',
  'header:Cookie',
  ...rows('property:OAuthError', 'error error_description'),
  ...rows('property:PlatformError', 'errorCode errorSummary errorLink errorId errorCauses'),
  'error:unknown-client-get',
  'error:unknown-client-delete',
  'error:unknown-client-new-secret',
  'error:client-update-missing-setting',
  'error:unknown-resource',
  'error:reactivate-wrong-status',
  'error:suspend-not-active',
  'error:unsuspend-not-suspended',
  'error:session-invalid',
  'error:page-time-out',
  'error:unknown-user',
]

const groupRows = [
  ...rows(
    'property:Group',
    'id created lastUpdated lastMembershipUpdated objectClass type profile _links _embedded source',
  ),
  ...rows('not-null:Group', 'id created lastUpdated lastMembershipUpdated type profile source'),
  ...rows('null:Group', 'objectClass _links _embedded'),
  ...rows('unique:Group', 'id'),
  ...rows(
    'read-only:Group',
    'id created lastUpdated lastMembershipUpdated objectClass type _links _embedded source',
  ),
  ...rows('enum:Group.type', 'SVC_GROUP APP_GROUP BUILT_IN'),
  ...rows('limit:Group.objectClass', 'min'),
  ...rows('property:GroupProfile', 'name description'),
  ...rows('not-null:GroupProfile', 'name'),
  ...rows('null:GroupProfile', 'description'),
  ...rows('limit:GroupProfile.name', 'min.accepts min.refuses max.accepts max.refuses'),
  ...rows('limit:GroupProfile.description', 'min.accepts max.accepts max.refuses'),
  ...rows(
    'property:DirectoryProfile',
    'description dn externalId name samAccountName directoryDomainQualifiedName',
  ),
  ...rows(
    'not-null:DirectoryProfile',
    'description dn externalId name samAccountName directoryDomainQualifiedName',
  ),
  'read-only:DirectoryProfile',
  ...rows('link:Group', 'self users apps logo source'),
  ...rows('input:createGroup', 'profile profile.name'),
  ...rows('input:updateGroup', 'profile'),
  ...rows('query:listGroups', 'after filter limit q expand search sortBy sortOrder'),
  ...rows('default:listGroups', 'sortOrder'),
  ...rows('filter:Group', 'id.eq and or parentheses'),
  ...rows('filter:Group.lastMembershipUpdated', 'eq gt lt'),
  ...rows('filter:Group.lastUpdated', 'eq gt lt'),
  ...rows('filter:Group.type', 'APP_GROUP BUILT_IN SVC_GROUP'),
  ...rows(
    'search:Group',
    `profile imported id created lastMembershipUpdated lastUpdated type source.id sw gt lt and or`,
  ),
  ...rows('query:listGroupUsers', 'after limit'),
  ...rows('query:listGroupApps', 'after limit'),
  ...rows('limit:listGroups', 'limit.default limit.default-with-query limit.max q.default'),
  'limit:listGroupUsers.limit.default',
  'limit:listGroupApps.limit.default',
  ...rows(
    'property:GroupApp',
    `id name label status lastUpdated created accessibility accessibility.selfService
     accessibility.errorRedirectUrl visibility visibility.autoSubmitToolbar visibility.hide.iOS
     visibility.hide.web visibility.appLinks features signOnMode credentials settings _links`,
  ),
]

const ruleRows = [
  ...rows(
    'property:GroupRule',
    `type id status name created lastUpdated conditions.expression.type conditions.expression.value
     conditions.people.users.exclude conditions.people.groups.exclude actions.assignUserToGroups.groupIds`,
  ),
  ...rows('read-only:GroupRule', 'id created lastUpdated'),
  ...rows('enum:GroupRule.status', 'ACTIVE INACTIVE'),
  'default:GroupRule.status',
  ...rows('limit:GroupRule.name', 'min.accepts min.refuses max.accepts max.refuses'),
  ...rows(
    'input:createGroupRule',
    `name type conditions.expression.value conditions.expression.type actions.assignUserToGroups.groupIds`,
  ),
  'transition:none.createGroupRule',
  ...rows('transition:INACTIVE', 'activateGroupRule deactivateGroupRule deleteGroupRule'),
  ...rows('transition:ACTIVE', 'activateGroupRule deactivateGroupRule deleteGroupRule'),
  ...rows('query:listGroupRules', 'after limit search expand'),
  ...rows('query:getGroupRule', 'expand'),
  ...rows('query:deleteGroupRule', 'removeUsers'),
  ...rows('default:deleteGroupRule', 'removeUsers'),
  ...rows('limit:listGroupRules.limit', 'default max'),
]

const statuses = 'STAGED PROVISIONED ACTIVE RECOVERY LOCKED_OUT PASSWORD_EXPIRED SUSPENDED DEPROVISIONED'

const userRows = [
  ...rows(
    'property:User',
    `id status created activated statusChanged lastLogin lastUpdated passwordChanged type
     transitioningToStatus profile credentials _links _embedded`,
  ),
  ...rows('not-null:User', 'id status created activated lastUpdated type profile credentials'),
  ...rows('null:User', 'statusChanged lastLogin passwordChanged transitioningToStatus _links _embedded'),
  ...rows('unique:User', 'id'),
  ...rows(
    'read-only:User',
    `id status created activated statusChanged lastLogin lastUpdated passwordChanged type
     transitioningToStatus _links _embedded`,
  ),
  ...rows('enum:User.status', statuses),
  ...rows('enum:User.transitioningToStatus', 'PROVISIONED ACTIVE DEPROVISIONED'),
  ...rows('property:UserBlock', 'type appliesTo'),
  ...rows('enum:UserBlock', 'type.DEVICE_BASED appliesTo.ANY_DEVICES appliesTo.UNKNOWN_DEVICES'),
  ...rows(
    'link:User',
    `self activate deactivate suspend unsuspend unlock resetPassword expirePassword resetFactors
     forgotPassword changePassword changeRecoveryQuestion schema type`,
  ),
  ...rows(
    'property:AppLink',
    `id label linkUrl logoUrl appName appInstanceId appAssignmentId credentialsSetup hidden sortOrder`,
  ),
]

const optionalProfile = `secondEmail middleName honorificPrefix honorificSuffix title displayName nickName
  profileUrl primaryPhone mobilePhone streetAddress city state zipCode postalAddress countryCode
  preferredLanguage timezone userType employeeNumber costCenter organization division department managerId
  manager`

const profileRows = [
  ...rows('property:Profile', `login email firstName lastName locale ${optionalProfile}`),
  ...rows('not-null:Profile', 'login email firstName lastName locale'),
  ...rows('null:Profile', optionalProfile),
  ...rows('unique:Profile', 'login'),
  ...rows('default:Profile', 'locale'),
  ...rows('input:createUser.profile', 'login email firstName lastName'),
  ...['login', 'email', 'secondEmail', 'firstName', 'lastName'].flatMap((name) =>
    rows(`limit:Profile.${name}`, 'min.accepts min.refuses max.accepts max.refuses'),
  ),
  ...['primaryPhone', 'mobilePhone'].flatMap((name) =>
    rows(`limit:Profile.${name}`, 'min.accepts max.accepts max.refuses'),
  ),
]

const credentialRows = [
  ...rows('property:Credentials', 'password recovery_question provider'),
  ...rows('null:Credentials', 'password recovery_question'),
  ...rows('not-null:Credentials', 'provider'),
  ...rows('read-only:Credentials', 'provider'),
  ...rows('property:Password', 'value hash hook'),
  ...rows('limit:Password.value', 'min.accepts min.refuses max.accepts max.refuses'),
  ...rows(
    'property:Hash',
    'algorithm value salt workFactor saltOrder iterationCount keySize digestAlgorithm',
  ),
  ...rows('enum:Hash.algorithm', 'BCRYPT SHA-512 SHA-256 SHA-1 MD5 PBKDF2'),
  ...rows('enum:Hash.saltOrder', 'PREFIX POSTFIX'),
  ...rows('enum:Hash.digestAlgorithm', 'SHA256_HMAC SHA512_HMAC'),
  ...rows('input:Hash', 'algorithm salt'),
  ...rows('limit:Hash.salt', 'accepts min.refuses max.refuses'),
  ...rows('limit:Hash.workFactor', 'min.accepts min.refuses max.accepts max.refuses'),
  ...rows('limit:Hash.iterationCount', 'min.accepts min.refuses'),
  'property:Hook.type',
  'input:Hook.type',
  ...rows('property:RecoveryQuestion', 'question answer'),
  ...rows('null:RecoveryQuestion', 'question answer'),
  ...['question', 'answer'].flatMap((name) =>
    rows(`limit:RecoveryQuestion.${name}`, 'min.accepts min.refuses max.accepts max.refuses'),
  ),
  ...rows('property:Provider', 'type name'),
  ...rows('null:Provider', 'name'),
  ...rows('enum:Provider.type', 'SVC ACTIVE_DIRECTORY LDAP FEDERATION SOCIAL IMPORT'),
]

const transitionRows = [
  ...rows(
    'transition:none',
    `create-inactive create-without-password create-with-password create-change-password create-federated
     create-federated-inactive create-optional-required create-optional-given create-optional-free`,
  ),
  ...rows('transition:STAGED', 'activateUser changeRecoveryQuestion'),
  ...rows('transition:DEPROVISIONED', 'activateUser'),
  ...rows('transition:PROVISIONED', 'reactivateUser'),
  ...rows(
    'transition:ACTIVE',
    'suspendUser resetFactors forgotPassword forgotPasswordWithAnswer changeRecoveryQuestion',
  ),
  ...rows('transition:ACTIVE-blocked', 'unlockUser'),
  ...rows('transition:RECOVERY', 'reactivateUser changePassword changeRecoveryQuestion'),
  ...rows('transition:SUSPENDED', 'unsuspendUser'),
  ...rows('transition:LOCKED_OUT', 'unlockUser'),
  ...statuses
    .split(' ')
    .flatMap((status) =>
      rows(`transition:${status}`, 'deactivateUser resetPassword expirePassword deleteUser'),
    ),
]

const userOperationRows = [
  ...rows('query:createUser', 'activate provider nextLogin'),
  ...rows('default:createUser', 'activate provider'),
  ...rows(
    'input:createUser',
    `profile credentials.password credentials.recovery_question credentials.provider groupIds type`,
  ),
  ...rows('limit:createUser.groupIds.max', 'accepts refuses'),
  ...rows('query:getUser', 'expand'),
  ...rows('query:listUsers', 'search filter q limit after sortBy sortOrder'),
  ...rows('default:listUsers', 'sortOrder'),
  ...rows('limit:listUsers', 'limit.default limit.max q.default'),
  ...rows(
    'search:User',
    `profile custom id status created activated statusChanged lastUpdated type.id eq sw gt lt and or
     parentheses ne array`,
  ),
  ...rows(
    'filter:User',
    `id.eq profile.login.eq profile.email.eq profile.firstName.eq profile.lastName.eq lastUpdated.eq
     lastUpdated.gt lastUpdated.ge lastUpdated.lt lastUpdated.le and or not`,
  ),
  ...rows('filter:User.status', statuses),
  ...rows('header:svc-response', 'omitCredentials omitCredentialsLinks omitTransitioningToStatus'),
  ...rows('query:replaceUser', 'strict'),
  ...rows('input:replaceUser', 'profile credentials'),
  ...rows('query:updateUser', 'strict'),
  ...rows('input:updateUser', 'profile credentials.password credentials.recovery_question'),
  ...rows('input:updateCurrentUser', 'profile'),
]

const actionRows = [
  ...[
    'activateUser',
    'reactivateUser',
    'deactivateUser',
    'resetPassword',
    'deleteUser',
    'forgotPassword',
  ].flatMap((name) => [`query:${name}.sendEmail`, `default:${name}.sendEmail`]),
  'header:Prefer.deactivateUser',
  'header:Prefer.deleteUser',
  ...rows('query:resetPassword', 'revokeSessions provider'),
  'default:resetPassword.revokeSessions',
  'query:expirePassword.tempPassword',
  'default:expirePassword.tempPassword',
  'input:deleteCurrentUserSessions.keepCurrent',
  'default:deleteCurrentUserSessions.keepCurrent',
  'header:Cookie.delete-sessions',
  'header:Origin.delete-sessions',
  'query:clearUserSessions.oauthTokens',
  'default:clearUserSessions.oauthTokens',
  ...rows('input:forgotPasswordWithAnswer', 'password recovery_question'),
  'query:changePassword.strict',
  'default:changePassword.strict',
  ...rows('input:changePassword', 'oldPassword newPassword revokeSessions'),
  'default:changePassword.revokeSessions',
  ...rows('input:changeRecoveryQuestion', 'password recovery_question'),
]

const grantRows = [
  ...rows(
    'property:Grant',
    'id status created lastUpdated issuer clientId userId scopeId _links _embedded.scope',
  ),
  ...rows('enum:Grant.status', 'ACTIVE REVOKED EXPIRED'),
  ...rows('link:Grant', 'app scope client self user authorizationServer'),
  ...rows('property:ClientGrant', 'client_id client_name client_uri logo_uri _links'),
  ...rows('unique:ClientGrant', 'client_id client_name'),
  ...rows('null:ClientGrant', 'logo_uri'),
  ...rows('link:ClientGrant', 'grants tokens'),
  ...rows('query:listUserGrants', 'expand scopeId limit after'),
  ...rows('query:getUserGrant', 'expand'),
  ...rows('query:listUserClientGrants', 'expand limit after'),
  ...rows('limit:listUserGrants.limit', 'default max'),
  ...rows('limit:listUserClientGrants.limit', 'default max'),
  ...rows(
    'property:RefreshToken',
    `id status created lastUpdated expiresAt issuer clientId userId scopes _links _embedded.scopes`,
  ),
  ...rows('link:RefreshToken', 'app self revoke client user authorizationServer'),
  ...rows('query:listUserClientTokens', 'expand limit after'),
  ...rows('query:getUserClientToken', 'expand'),
  ...rows('limit:listUserClientTokens.limit', 'default max'),
]

/** The operations of the API description, each with the path parameters that can be an unknown id. */
const paths: Readonly<Record<string, string>> = {
  registerClient: '',
  listClients: '',
  getClient: 'clientId',
  updateClient: 'clientId',
  newClientSecret: 'clientId',
  deleteClient: 'clientId',
  createGroup: '',
  listGroups: '',
  getGroup: 'groupId',
  updateGroup: 'groupId',
  deleteGroup: 'groupId',
  listGroupUsers: 'groupId',
  addUserToGroup: 'groupId userId',
  removeUserFromGroup: 'groupId userId',
  createGroupRule: '',
  listGroupRules: '',
  getGroupRule: 'ruleId',
  updateGroupRule: 'ruleId',
  deleteGroupRule: 'ruleId',
  activateGroupRule: 'ruleId',
  deactivateGroupRule: 'ruleId',
  listGroupApps: 'groupId',
  createUser: '',
  listUsers: '',
  getUser: 'id',
  replaceUser: 'userId',
  updateUser: 'userId',
  updateCurrentUser: '',
  listUserAppLinks: 'id',
  listUserGroups: 'id',
  activateUser: 'userId',
  reactivateUser: 'userId',
  deactivateUser: 'userId',
  suspendUser: 'userId',
  unsuspendUser: 'userId',
  unlockUser: 'userId',
  resetPassword: 'userId',
  expirePassword: 'userId',
  resetFactors: 'userId',
  deleteUser: 'id',
  deleteCurrentUserSessions: '',
  clearUserSessions: 'userId',
  forgotPassword: 'userId',
  forgotPasswordWithAnswer: 'userId',
  changePassword: 'userId',
  changeRecoveryQuestion: 'userId',
  listUserGrants: 'userId',
  getUserGrant: 'userId grantId',
  listUserClientGrants: 'userId clientId',
  revokeUserGrants: 'userId',
  revokeUserGrant: 'userId grantId',
  revokeUserClientGrants: 'userId clientId',
  listUserClients: 'userId',
  listUserClientTokens: 'userId clientId',
  getUserClientToken: 'userId clientId tokenId',
  revokeUserClientTokens: 'userId clientId',
  revokeUserClientToken: 'userId clientId tokenId',
}

const operationRows = [
  ...Object.keys(paths).map((name) => `success:${name}`),
  ...Object.entries(paths).flatMap(([name, parameters]) =>
    parameters === '' ? [] : rows(`unknown-id:${name}`, parameters),
  ),
]

const documentRows = [
  ...commonRows,
  ...clientRows,
  ...groupRows,
  ...ruleRows,
  ...userRows,
  ...profileRows,
  ...credentialRows,
  ...transitionRows,
  ...userOperationRows,
  ...actionRows,
  ...grantRows,
  ...operationRows,
]

/** Places where a document contradicts itself or another one. */
const contradictions = [
  'clients.application-type.read-only',
  'clients.name.shared',
  'clients.secret.absent-or-null',
  'clients.grant-types.device-code',
  'clients.grant-types.token-exchange',
  'clients.grant-types.interaction-code',
  'clients.response-types.password',
  'clients.client-uri.null',
  'clients.update.missing-optional',
  'clients.update.unknown-code',
  'clients.new-secret.jwt',
  'groups.source.shape',
  'groups.links.null',
  'groups.list.limit-default',
  'groups.list.q-limit-default',
  'rules.update.action-answer',
  'users.type.read-only',
  'users.activated.never',
  'users.links.null',
  'users.replace.credentials-only',
  'credentials.provider.on-create',
  'credentials.question.parts-null',
  'users.create.no-password-status',
  'users.create.change-password-status',
  'users.activate.staged-no-password',
  'users.reactivate.mail-default',
  'users.suspended.dead-end',
  'users.reset-password.from-suspended',
  'users.reset-password.from-deprovisioned',
  'users.expire-password.from-suspended',
  'users.expire-password.from-deprovisioned',
  'users.delete.not-listed',
  'credentials.change-password.from-active',
  'grants.clients.client-name-unique',
]

function ids(found: readonly Clause[]): string[] {
  return found.map((clause) => clause.id)
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

test('no two clauses share an id or a former id', () => {
  expect(repeated(clauses.flatMap((clause: Clause) => [clause.id, ...(clause.aliases ?? [])]))).toEqual([])
})

test('no two clauses state the same', () => {
  const stated = clauses.map((clause) => `${clause.document} ${clause.section}: ${clause.statement}`)
  expect(repeated(stated)).toEqual([])
})

test('an id is dotted lower case words and starts with its area', () => {
  const wellFormed = /^[a-z][a-z0-9-]*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/
  expect(ids(clauses.filter((clause) => !wellFormed.test(clause.id)))).toEqual([])
  const elsewhere = clauses.filter((clause) => {
    const first = clause.area === 'lifecycle' ? 'users' : clause.area
    return !clause.id.startsWith(`${first}.`)
  })
  expect(ids(elsewhere)).toEqual([])
})

test('a statement is one sentence that fits a line of a report', () => {
  const odd = clauses.filter(
    ({ statement }) =>
      !/^\S.*\S\.$/.test(statement) || statement.length > 200 || /\n|\. [A-Z]/.test(statement),
  )
  expect(ids(odd)).toEqual([])
})

test('a clause that is never graded says why, and only such a clause does', () => {
  const levelled = new Set<string>(['open', 'may-change', 'caller'])
  const silent = clauses.filter(
    ({ level, reason }: Clause) => levelled.has(level) !== (reason !== undefined && reason !== ''),
  )
  expect(ids(silent)).toEqual([])
})

test('an excluded clause gives its reason and is not graded', () => {
  const excluded = clauses.filter((clause: Clause) => clause.excluded !== undefined)
  expect(excluded.length).toBeGreaterThan(10)
  expect(ids(excluded.filter((clause: Clause) => clause.excluded === '' || gradable(clause)))).toEqual([])
})

test.each([
  ['must', true],
  ['default', true],
  ['edition', true],
  ['may-change', false],
  ['open', false],
  ['caller', false],
] as const)('a clause of level %s can be graded: %s', (level, expected) => {
  const found = clauses.filter((clause: Clause) => clause.level === level && clause.excluded === undefined)
  expect(found.length).toBeGreaterThan(0)
  expect(found.every(gradable)).toBe(expected)
})

test('the headings are those of the API description', () => {
  expect(sections).toEqual({
    1: [
      'What the service does',
      'Conventions common to all areas',
      'Client Application',
      'JSON Web Key Set',
      'States and transitions',
      'Endpoints',
      'POST /oauth2/v1/clients',
      'GET /oauth2/v1/clients',
      'GET /oauth2/v1/clients/{clientId}',
      'PUT /oauth2/v1/clients/{clientId}',
      'POST /oauth2/v1/clients/{clientId}/lifecycle/newSecret',
      'DELETE /oauth2/v1/clients/{clientId}',
      'Role assignment operations for clients',
      'Authentication',
      'Events',
      'Errors',
      'Limits',
      'Versioning',
    ],
    2: [
      'What the service does',
      'Group',
      'Group type',
      'Profile for objectClass `svc:user_group`',
      'Profile for objectClass `svc:directory_security_principal`',
      'Group links',
      'Group rule',
      'States and transitions',
      'Endpoints',
      'Group operations',
      'Membership',
      'Group rules',
      'Applications of a group',
      'Errors',
      'Limits',
    ],
    3: [
      'What the service does',
      'User',
      'Profile',
      'Credentials',
      'User Block',
      'User links',
      'App link',
      'Grant',
      'Refresh token',
      'Client Grant object',
      'States and transitions',
      'Endpoints',
      'Create, read, list, update',
      'Lifecycle operations',
      'Credential operations',
      'Grants',
      'Refresh tokens',
      'Errors',
      'Limits',
    ],
  })
})

test('every heading has a clause, its own or one that is stated elsewhere too', () => {
  const headings = Object.entries(sections).flatMap(([document, names]) =>
    names.map((name) => `${document} ${name}`),
  )
  const stated = clauses.flatMap((clause: Clause) => [
    `${clause.document} ${clause.section}`,
    ...(clause.alsoIn ?? []),
  ])
  expect(headings.filter((heading) => !stated.includes(heading))).toEqual([])
  expect([...new Set(stated)].filter((place) => !headings.includes(place))).toEqual([])
})

test('no clause names its own heading as another place', () => {
  const circular = clauses.filter((clause: Clause) =>
    clause.alsoIn?.includes(`${clause.document} ${clause.section}`),
  )
  expect(ids(circular)).toEqual([])
})

test('every need is described, and every described need is needed', () => {
  const needed = new Set<string>(clauses.flatMap((clause: Clause) => clause.needs ?? []))
  expect([...needed].filter((need) => !(need in needs))).toEqual([])
  expect(Object.keys(needs).filter((need) => !needed.has(need))).toEqual([])
})

test('the API description has 57 operations, and the clauses name no other', () => {
  expect(Object.keys(paths).toSorted()).toEqual([...operations].toSorted())
  expect(operations).toHaveLength(57)
  const named = new Set<string>(clauses.flatMap((clause: Clause) => clause.operations ?? []))
  expect([...named].filter((name) => !operations.includes(name))).toEqual([])
})

test('every operation has a clause that can fail', () => {
  const graded = clauses.filter(
    (clause: Clause) => gradable(clause) && ['must', 'edition'].includes(clause.level),
  )
  const named = new Set<string>(graded.flatMap((clause: Clause) => clause.operations ?? []))
  expect(operations.filter((name) => !named.has(name))).toEqual([])
})

test('the success of every operation can fail', () => {
  const graded = clauses.filter((clause: Clause) => gradable(clause))
  const covered = new Set<string>(graded.flatMap((clause: Clause) => clause.covers ?? []))
  expect(operations.filter((name) => !covered.has(`success:${name}`))).toEqual([])
})

test('every row of the API description has a clause', () => {
  const covered = new Set<string>(clauses.flatMap((clause: Clause) => clause.covers ?? []))
  expect(documentRows.filter((row) => !covered.has(row))).toEqual([])
})

test('no clause claims a row that the API description does not have', () => {
  const known = new Set(documentRows)
  const claimed = clauses.flatMap((clause: Clause) =>
    (clause.covers ?? []).filter((row) => !known.has(row)).map((row) => `${clause.id}: ${row}`),
  )
  expect(claimed).toEqual([])
})

test('the list of rows holds no row twice', () => {
  expect(repeated(documentRows)).toEqual([])
})

test('each side of a limit of length or number can fail', () => {
  const sides = documentRows.filter((row) => /^limit:.*\.(accepts|refuses)$/.test(row))
  const graded = clauses.filter((clause: Clause) => gradable(clause))
  const covered = new Set<string>(graded.flatMap((clause: Clause) => clause.covers ?? []))
  expect(sides.length).toBeGreaterThan(50)
  expect(sides.filter((row) => !covered.has(row))).toEqual([])
})

test('a page size is never graded', () => {
  const sizes = clauses.filter((clause: Clause) =>
    clause.covers?.some((row) => /^limit:list\w+\.(limit|q)\./.test(row)),
  )
  expect(sizes.length).toBeGreaterThan(10)
  expect(ids(sizes.filter(gradable))).toEqual([])
})

test('a contradiction in the API description is open', () => {
  const wrong = contradictions.filter((id) => clauseById(id)?.level !== 'open')
  expect(wrong).toEqual([])
})

test('a clause is found by its id, and an unknown id finds none', () => {
  expect(clauseById('users.suspend.not-active')).toMatchObject({
    document: 3,
    section: 'Lifecycle operations',
    level: 'must',
    operations: ['suspendUser'],
  })
  expect(clauseById('users.suspend')).toBeUndefined()
})

test('the page of clauses shows each clause once, under its document and section', () => {
  const page = renderClausesPage()
  const anchors = [...page.matchAll(/<a id="([^"]+)">/g)].map((match) => match[1]!)
  expect(anchors.toSorted()).toEqual(ids(clauses).toSorted())
  const section = page.slice(
    page.indexOf('### Users, Lifecycle operations'),
    page.indexOf('### Users, Credential operations'),
  )
  expect(section).toContain('`users.suspend.not-active` | must |')
  expect(section).toContain('*Also in Clients, Errors; Users, Errors.*')
})

test('the page of clauses says of an open clause why it is not graded', () => {
  const page = renderClausesPage(clauses.filter((clause) => clause.id === 'groups.source.shape'))
  expect(page).toContain('1 requirements, of which 0 can be graded.')
  expect(page).toMatch(/`groups\.source\.shape` \| open \| .*\*Not graded: .*array of strings/)
  expect(page).toContain('| `app-group` | Name a group of type APP_GROUP. |')
})

test('every check describes its subject in its own words, without the id of a clause', async () => {
  const keys = (await loadChecks()).map(({ file, title }) => `${file}: ${title}`)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  expect(keys.filter((key) => /: [a-z-]+\.[a-z]+/.test(key))).toEqual([])
})
