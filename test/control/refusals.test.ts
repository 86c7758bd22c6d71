/** What actions of the control plane refuse, word for word. */
import { beforeAll, expect, test } from 'vitest'
import { type TestOrg, testOrg } from '../support/call.ts'
import { webClient } from '../support/clients.ts'
import { anotherClient, parties } from '../support/consents.ts'

let target: TestOrg
const names: Record<string, string> = {}

beforeAll(async () => {
  target = testOrg()
  const { call, control } = target
  const mine = await parties(target)
  control.registerClient({ ...webClient(), client_id: 'billing', client_name: 'Billing' })
  const off = await anotherClient(target, mine)
  control.deactivateClient({ client: off.clientId })
  const gone = await parties(target)
  await call('POST', `/api/v1/users/${gone.userId}/lifecycle/deactivate`)
  const { json: group } = await call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })
  Object.assign(names, {
    USER: mine.userId,
    CLIENT: mine.clientId,
    OFF: off.clientId,
    GONE: gone.userId,
    LOGIN: gone.login,
    GROUP: group.id,
  })
})

/** A text with the ids that the names in it stand for. */
const filled = (text: string): string =>
  text.replaceAll(/\b(?:USER|CLIENT|OFF|GONE|LOGIN|GROUP)\b/g, (name) => names[name]!)

test.each<[string, object, string]>([
  [
    'registerClient',
    { ...webClient(), client_id: 'billing' },
    'client_id: There is another client with this id [validation]',
  ],
  ['registerClient', { ...webClient(), client_id: '' }, 'client_id: Expected at least 1 character'],
  [
    'registerClient',
    { client_name: 'No redirect' },
    'redirect_uris: At least one redirect URI is required [invalid-client-metadata]',
  ],
  ['registerClient', { ...webClient(), client_secret: '' }, 'client_secret: Expected at least 1 character'],
  ['deactivateClient', { client: 'none' }, "client: expected an existing client, got 'none' [not-found]"],
  ['activateClient', {}, 'client: Required'],
  ['activateClient', { client: '' }, 'client: Expected at least 1 character'],
  ['grantConsent', { user: 'USER', client: 'CLIENT', scopes: [] }, 'scopes: Expected at least 1 item'],
  [
    'grantConsent',
    { user: 'USER', client: 'OFF', scopes: ['a'] },
    'client: The client is not in use [validation]',
  ],
  [
    'grantConsent',
    { user: 'GONE', client: 'CLIENT', scopes: ['a'] },
    'user: The user is DEPROVISIONED [validation]',
  ],
  [
    'grantConsent',
    { user: 'nobody', client: 'none', scopes: ['a'] },
    "user: expected an existing user, got 'nobody' [not-found]",
  ],
  [
    'grantConsent',
    { user: 'USER', client: 'CLIENT', scopes: ['a'], authorizationServer: 'none' },
    "authorizationServer: expected an existing authorization server, got 'none' [not-found]",
  ],
  ['expireGrant', { grant: 'none' }, 'grant: There is no such grant [validation]'],
  ['revokeGrant', { grant: 'none' }, 'grant: There is no such grant [validation]'],
  [
    'issueTokens',
    { client: 'none', scopes: ['a'] },
    "client: expected an existing client, got 'none' [not-found]",
  ],
  [
    'issueTokens',
    { client: 'CLIENT', scopes: ['openid'] },
    'user: An ID token is issued for a user [validation]',
  ],
  [
    'issueTokens',
    { user: 'nobody', client: 'CLIENT', scopes: ['openid'] },
    "user: expected an existing user, got 'nobody' [not-found]",
  ],
  ['refreshTokens', { refreshToken: 'none' }, 'refreshToken: There is no such token [validation]'],
  ['expireToken', { token: 'none' }, 'token: There is no such token [validation]'],
  ['revokeToken', { token: 'none' }, 'token: There is no such token [validation]'],
  ['inspectToken', { token: '' }, 'token: Expected at least 1 character'],
  ['createAuthorizationServer', { name: '' }, 'name: Expected at least 1 character'],
  [
    'createAuthorizationServer',
    { name: 'Cars', id: 'two words' },
    'id: Expected letters, digits, - and _, at most 64, and not a version [validation]',
  ],
  [
    'changeAuthorizationServer',
    { authorizationServer: 'none' },
    "authorizationServer: expected an existing authorization server, got 'none' [not-found]",
  ],
  [
    'changeAuthorizationServer',
    { authorizationServer: 'default', tokenLifetimes: { access: 'soon' } },
    "tokenLifetimes.access: Expected milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D', found 'soon'",
  ],
  [
    'changeAuthorizationServer',
    { authorizationServer: 'default', tokenLifetimes: { acces: 5 } },
    'tokenLifetimes.acces: unknown field, did you mean access?',
  ],
  [
    'deactivateAuthorizationServer',
    { authorizationServer: 'none' },
    "authorizationServer: expected an existing authorization server, got 'none' [not-found]",
  ],
  [
    'activateAuthorizationServer',
    { authorizationServer: 'none' },
    "authorizationServer: expected an existing authorization server, got 'none' [not-found]",
  ],
  [
    'deleteAuthorizationServer',
    { authorizationServer: 'none' },
    "authorizationServer: expected an existing authorization server, got 'none' [not-found]",
  ],
  ['createScope', { name: 'two words' }, 'name: "two words" is not the name of a scope [validation]'],
  ['createScope', { name: 'openid' }, 'name: The server has another scope named openid [validation]'],
  [
    'createScope',
    { name: 'x', authorizationServer: 'none' },
    "authorizationServer: expected an existing authorization server, got 'none' [not-found]",
  ],
  ['deactivateScope', { scope: 'none' }, "scope: expected an existing scope, got 'none' [not-found]"],
  ['activateScope', { scope: 'none' }, "scope: expected an existing scope, got 'none' [not-found]"],
  ['deleteScope', { scope: 'none' }, "scope: expected an existing scope, got 'none' [not-found]"],
  ['authorize', { user: 'USER', client: 'OFF' }, 'client: The client is not in use [validation]'],
  ['authorize', { user: 'LOGIN', client: 'CLIENT' }, 'user: The user is DEPROVISIONED [validation]'],
  ['authorize', { user: 'USER', client: 'CLIENT', scopes: [] }, 'scopes: Expected at least 1 item'],
  [
    'authorize',
    { user: 'USER', client: 'CLIENT', scopes: ['x y'] },
    'scopes: "x y" is not the name of a scope [validation]',
  ],
  [
    'issueCode',
    { user: 'USER', client: 'CLIENT', redirectUri: 'https://other.test/' },
    'redirectUri: The client has no such redirect URI [validation]',
  ],
  [
    'issueCode',
    { user: 'USER', client: 'CLIENT', redirectUri: '' },
    'redirectUri: Expected at least 1 character',
  ],
  ['issueCode', { user: 'USER', client: 'OFF' }, 'client: The client is not in use [validation]'],
  [
    'approveDevice',
    { userCode: 'none', user: 'USER' },
    'userCode: No device that shows this code waits for an answer [validation]',
  ],
  [
    'refuseDevice',
    { userCode: 'none' },
    'userCode: No device that shows this code waits for an answer [validation]',
  ],
  ['refuseDevice', {}, 'userCode: Required'],
  ['addClaim', { name: 'x' }, 'input: Expected one of value, expression, groups and compute'],
  [
    'addClaim',
    { name: 'x', value: 1, expression: 'a' },
    'input: Expected one of value, expression, groups and compute',
  ],
  ['addClaim', { name: 'x', compute: 5 }, 'compute: Expected a function'],
  ['addClaim', { name: 'x', value: 1, tokens: [] }, 'tokens: Expected at least 1 item'],
  [
    'addClaim',
    { name: 'x', value: 1, tokens: ['refresh'] },
    "tokens.0: Expected one of access, id, found 'refresh'",
  ],
  [
    'addClaim',
    { name: 'x', value: 1, user: 'nobody' },
    "user: expected an existing user, got 'nobody' [not-found]",
  ],
  [
    'addClaim',
    { name: 'x', value: 1, client: 'none' },
    "client: expected an existing client, got 'none' [not-found]",
  ],
  [
    'addClaim',
    { name: 'x', value: 1, authorizationServer: 'none' },
    "authorizationServer: expected an existing authorization server, got 'none' [not-found]",
  ],
  [
    'addClaim',
    { name: 'x', expression: '(' },
    'expression: line 1, column 2: expected a value, found the end of the expression [validation]',
  ],
  ['addClaim', { name: '', value: 1 }, 'name: Expected at least 1 character'],
  ['addClaim', { name: 'iss', value: 1 }, 'name: Only the service says iss [validation]'],
  ['removeClaim', { claim: 'none' }, 'claim: There is no such claim [validation]'],
  ['removeClaim', {}, 'claim: Required'],
  [
    'issueBrokenToken',
    { flaw: 'odd', client: 'CLIENT' },
    "flaw: Expected one of expired, not-yet-valid, wrong-audience, wrong-issuer, wrong-signature, unknown-key, alg-none, signed-with-public-key, found 'odd'",
  ],
  [
    'issueBrokenToken',
    { flaw: 'expired', client: 'none' },
    "client: expected an existing client, got 'none' [not-found]",
  ],
  [
    'issueBrokenToken',
    { flaw: 'expired', client: 'CLIENT', user: 'nobody' },
    "user: expected an existing user, got 'nobody' [not-found]",
  ],
  [
    'issueBrokenToken',
    { flaw: 'expired', client: 'CLIENT', token: 'id' },
    'scopes: An ID token needs a user and the scope openid [validation]',
  ],
  [
    'createApiToken',
    { role: 'KING' },
    "role: Expected one of SUPER_ADMIN, GROUP_ADMIN, READ_ONLY_ADMIN, HELP_DESK_ADMIN, found 'KING'",
  ],
  [
    'createAccessToken',
    { client: 'none', scopes: ['a'] },
    "client: expected an existing client, got 'none' [not-found]",
  ],
  [
    'freezeClock',
    { at: 'noon' },
    "at: expected a Date, milliseconds, or an ISO 8601 text with its offset such as '2026-01-31T12:00:00.000Z', in the years 0 to 9999, got 'noon'",
  ],
  [
    'advanceClock',
    { by: 'soon' },
    "by: Expected milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D', found 'soon'",
  ],
  ['advanceClock', { by: -1 }, 'by: Expected 0 or more, and at most 10,000 years, found -1'],
  ['advanceClock', {}, 'by: Required'],
  [
    'setClock',
    { to: 'noon' },
    "to: expected a Date, milliseconds, or an ISO 8601 text with its offset such as '2026-01-31T12:00:00.000Z', in the years 0 to 9999, got 'noon'",
  ],
  ['setClock', {}, 'to: Required'],
  ['freezeClock', { at: null }, 'at: Expected a text or a number, found null'],
  ['waitForEvent', { record: '' }, 'record: Expected at least 1 character'],
  ['readJournal', { after: 5.5 }, 'after: Expected a whole number, found 5.5'],
  ['recoverPassword', { address: [] }, 'address: Expected a text, found a list'],
  ['addFault', { status: 500, path: 'x' }, 'path: Invalid string: must start with "/"'],
  ['addFault', { status: 500, from: 'noon' }, 'from: Invalid ISO datetime'],
  ['changeSettings', { passwordHook: 'x' }, 'passwordHook: Invalid URL'],
  [
    'readJournal',
    { operation: 'createUsr' },
    'operation: Expected the name of an operation; did you mean createUser?',
  ],
  [
    'readJournal',
    { operation: 'zzzzzzzz' },
    'operation: Expected the name of an operation; GET /_control lists them',
  ],
  ['readJournal', { since: 'noon' }, 'since: Invalid ISO datetime'],
  ['readJournal', { after: -1 }, 'after: Expected at least 0, found -1'],
  ['readJournal', { limit: 0 }, 'limit: Expected at least 1, found 0'],
  ['readJournal', { text: '' }, 'text: Expected at least 1 character'],
  ['readExchange', { number: 0 }, 'number: Expected at least 1, found 0'],
  ['readExchange', { number: 700 }, 'number: The journal has no such entry; it holds 1 to 7 [validation]'],
  [
    'readExchange',
    { requestId: 'none' },
    'requestId: The journal has no such entry; it holds 1 to 7 [validation]',
  ],
  ['toCurl', { number: 700 }, 'number: The journal has no such entry; it holds 1 to 7 [validation]'],
  ['waitForRequest', { timeout: '11m' }, 'timeout: Expected at most 10 minutes'],
  [
    'listEvents',
    { type: 'user.suspnded' },
    'type: Expected a type of event, such as user.suspended, user.* or *; did you mean user.suspended?',
  ],
  [
    'listEvents',
    { type: 'zzzzzzzz' },
    'type: Expected a type of event, such as user.suspended, user.* or *; listEventTypes lists them',
  ],
  ['listEvents', { limit: 0 }, 'limit: Expected at least 1, found 0'],
  ['waitForEvent', { timeout: 600001 }, 'timeout: Expected at most 10 minutes'],
  ['addFault', { status: 99 }, 'status: Expected at least 200, found 99'],
  ['addFault', {}, 'input: Expected a status, a refusal, a latency, or what it breaks'],
  [
    'addFault',
    { status: 503, operation: 'listUsrs' },
    "operation: found 'listUsrs', did you mean listUsers?",
  ],
  ['startScenario', { name: 'flacky' }, 'name: There is no such scenario; did you mean flaky? [validation]'],
  ['startScenario', { name: '' }, 'name: Expected at least 1 character'],
  ['startScenario', { name: 'x', faults: [] }, 'faults: Expected at least 1 item'],
  [
    'startScenario',
    { name: 'dance' },
    'name: There is no such scenario; there are flaky, rate-limited, slow, maintenance, outage, broken-replies, or give faults of your own [validation]',
  ],
  ['signIn', { user: 'nobody' }, 'login: Required; password: Required; input.user: unknown field'],
  ['openSession', { user: 'nobody' }, "user: expected an existing user, got 'nobody' [not-found]"],
  ['sendSignInMail', { user: 'nobody' }, "user: expected an existing user, got 'nobody' [not-found]"],
  ['recoverPassword', { user: 'nobody' }, 'address: Required; input.user: unknown field'],
  [
    'setUserStatus',
    { user: 'USER', status: 'HAPPY' },
    "status: Expected one of STAGED, PROVISIONED, ACTIVE, RECOVERY, LOCKED_OUT, PASSWORD_EXPIRED, SUSPENDED, DEPROVISIONED, found 'HAPPY'",
  ],
  [
    'setUserStatus',
    { user: 'nobody', status: 'ACTIVE' },
    "user: expected an existing user, got 'nobody' [not-found]",
  ],
  [
    'blockUser',
    { user: 'USER', appliesTo: 'X' },
    "appliesTo: Expected one of ANY_DEVICES, UNKNOWN_DEVICES, found 'X'",
  ],
  ['unblockUser', { user: 'nobody' }, "user: expected an existing user, got 'nobody' [not-found]"],
  ['enrollFactor', { user: 'USER', factor: '' }, 'factor: Expected at least 1 character'],
  ['enrollFactor', { user: 'USER', factor: 'x'.repeat(101) }, 'factor: Expected at most 100 characters'],
  [
    'setUserProvider',
    { user: 'USER', type: 'X' },
    "type: Expected one of SERVICE, ACTIVE_DIRECTORY, LDAP, FEDERATION, SOCIAL, IMPORT, found 'X'",
  ],
  ['importGroup', { profile: {} }, 'profile.name: Required'],
  [
    'importGroup',
    { profile: { name: 'X' }, members: ['nobody'] },
    "members.0: expected an existing user, got 'nobody' [not-found]",
  ],
  [
    'importGroup',
    { profile: { name: 'X' }, application: 'none' },
    "application: expected an existing application, got 'none' [not-found]",
  ],
  [
    'setGroupMembers',
    { group: 'none', members: [] },
    "group: expected an existing group, got 'none' [not-found]",
  ],
  [
    'setGroupMembers',
    { group: 'GROUP', members: [] },
    'group: GROUP is of type SVC_GROUP, and not imported [validation]',
  ],
  [
    'setGroupMembers',
    { group: 'GROUP', members: ['nobody'] },
    'group: GROUP is of type SVC_GROUP, and not imported [validation]',
  ],
  ['addPushMapping', { group: 'none' }, "group: expected an existing group, got 'none' [not-found]"],
  [
    'addPushMapping',
    { group: 'GROUP', application: 'none' },
    "application: expected an existing application, got 'none' [not-found]",
  ],
  ['removePushMapping', {}, 'id: Required'],
  [
    'explainMembers',
    { group: 'none', users: [] },
    "group: expected an existing group, got 'none' [not-found]",
  ],
  [
    'explainMembers',
    { group: 'GROUP', users: ['nobody'] },
    "users.0: expected an existing user, got 'nobody' [not-found]",
  ],
  [
    'tryRule',
    { expression: 'x', user: 'nobody' },
    "user: expected an existing user, got 'nobody' [not-found]",
  ],
  ['tryRule', {}, 'expression: Required'],
  ['createApplication', { label: '' }, 'label: Expected at least 1 character'],
  [
    'updateApplication',
    { application: 'none', label: 'x' },
    "application: expected an existing application, got 'none' [not-found]",
  ],
  [
    'assignApplication',
    { application: 'none', user: 'USER' },
    "application: expected an existing application, got 'none' [not-found]",
  ],
  ['assignApplication', { application: 'CLIENT' }, 'group: Expected either a group or a user'],
  [
    'assignApplication',
    { application: 'CLIENT', user: 'USER', group: 'GROUP' },
    'group: Expected either a group or a user',
  ],
  [
    'assignApplication',
    { application: 'CLIENT', user: 'nobody' },
    "user: expected an existing user, got 'nobody' [not-found]",
  ],
  [
    'assignApplication',
    { application: 'CLIENT', group: 'none' },
    "group: expected an existing group, got 'none' [not-found]",
  ],
  [
    'unassignApplication',
    { application: 'none', user: 'USER' },
    "application: expected an existing application, got 'none' [not-found]",
  ],
  ['unassignApplication', { application: 'CLIENT' }, 'group: Expected either a group or a user'],
  ['addSchemaProperty', { schema: 'user', name: '' }, 'name: Expected at least 1 character'],
  ['addSchemaProperty', { schema: 'x', name: 'a' }, "schema: Expected one of user, group, found 'x'"],
  [
    'addSchemaProperty',
    { schema: 'user', name: 'login' },
    'name: An object with this field already exists in the current organization [validation]',
  ],
  [
    'addSchemaProperty',
    { schema: 'user', name: 'a', pattern: '(' },
    'pattern: Expected a regular expression',
  ],
  [
    'addSchemaProperty',
    { schema: 'user', name: 'a', minLength: -1 },
    'minLength: Expected at least 0, found -1',
  ],
  [
    'changeSchemaProperty',
    { schema: 'user', name: 'none' },
    "name: Property name 'none' is not defined in profile [validation]",
  ],
  [
    'removeSchemaProperty',
    { schema: 'user', name: 'login' },
    'name: login is a default property and cannot be removed [validation]',
  ],
  ['createUserType', { name: '' }, 'name: Expected at least 1 character'],
  ['saveSnapshot', { name: '' }, 'name: Expected at least 1 character'],
  ['saveSnapshot', { name: 'x'.repeat(101) }, 'name: Expected at most 100 characters'],
  [
    'restoreSnapshot',
    { name: 'none' },
    'name: There is no snapshot of this name; none was saved [validation]',
  ],
  ['deleteSnapshot', {}, 'name: Required'],
  [
    'importState',
    { state: {} },
    'state: expected an export of identikit, which says "format": "identikit-state" [validation]',
  ],
  [
    'importState',
    { state: { rows: 5 } },
    'state: expected an export of identikit, which says "format": "identikit-state" [validation]',
  ],
  ['importState', {}, 'state: Required'],
  [
    'changeSettings',
    { searchLag: 'soon' },
    "searchLag: Expected milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D', found 'soon'",
  ],
  ['changeSettings', { sessionLifetime: 0 }, 'sessionLifetime: Expected more than 0, and at most 100 years'],
  ['changeSettings', { serchLag: 1 }, 'input.serchLag: unknown field, did you mean searchLag?'],
  ['changePasswordPolicy', { minLength: 73 }, 'minLength: Expected a whole number from 0 to 72'],
  ['changePasswordPolicy', { minLenght: 7 }, 'input.minLenght: unknown field, did you mean minLength?'],
])('%s does not take %j', async (name, input, message) => {
  const run = Reflect.get(target.control, name) as (input: unknown) => unknown
  const given: unknown = JSON.parse(filled(JSON.stringify(input)))
  const before = target.control.describe()
  await expect((async () => run(given))()).rejects.toThrow(
    expect.objectContaining({ message: `${name}: ${filled(message)}` }),
  )
  expect(target.control.describe()).toEqual(before)
})
