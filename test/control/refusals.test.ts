/** The error texts of the control actions, word for word. */
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

/** A text with ids instead of the names in it. */
const filled = (text: string): string =>
  text.replaceAll(/\b(?:USER|CLIENT|OFF|GONE|LOGIN|GROUP)\b/g, (name) => names[name]!)

test.each<[string, object, string]>([
  [
    'registerClient',
    { ...webClient(), client_id: 'billing' },
    "client_id: expected an id that no client has, got 'billing' [validation]",
  ],
  ['registerClient', { ...webClient(), client_id: '' }, "client_id: expected at least 1 character, got ''"],
  [
    'registerClient',
    { client_name: 'No redirect' },
    'redirect_uris: At least one redirect URI is required [invalid-client-metadata]',
  ],
  [
    'registerClient',
    { ...webClient(), client_secret: '' },
    "client_secret: expected at least 1 character, got ''",
  ],
  ['deactivateClient', { client: 'none' }, "client: expected an existing client, got 'none' [not-found]"],
  ['activateClient', {}, 'client: Required'],
  ['activateClient', { client: '' }, "client: expected at least 1 character, got ''"],
  [
    'grantConsent',
    { user: 'USER', client: 'CLIENT', scopes: [] },
    'scopes: expected at least 1 item, got an empty list',
  ],
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
  ['expireGrant', { grant: 'none' }, "grant: expected an existing grant, got 'none' [validation]"],
  ['revokeGrant', { grant: 'none' }, "grant: expected an existing grant, got 'none' [validation]"],
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
  [
    'refreshTokens',
    { refreshToken: 'none' },
    'refreshToken: expected a token that was issued, got a text of 4 characters [validation]',
  ],
  [
    'expireToken',
    { token: 'none' },
    'token: expected a token that was issued, got a text of 4 characters [validation]',
  ],
  [
    'revokeToken',
    { token: 'none' },
    'token: expected a token that was issued, got a text of 4 characters [validation]',
  ],
  ['inspectToken', { token: '' }, "token: expected at least 1 character, got ''"],
  ['createAuthorizationServer', { name: '' }, "name: expected at least 1 character, got ''"],
  [
    'createAuthorizationServer',
    { name: 'Cars', id: 'two words' },
    "id: expected letters, digits, - and _, at most 64, and not a version, got 'two words' [validation]",
  ],
  [
    'changeAuthorizationServer',
    { authorizationServer: 'none' },
    "authorizationServer: expected an existing authorization server, got 'none' [not-found]",
  ],
  [
    'changeAuthorizationServer',
    { authorizationServer: 'default', tokenLifetimes: { access: 'soon' } },
    "tokenLifetimes.access: expected milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D', got 'soon'",
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
  ['createScope', { name: 'two words' }, "name: expected the name of a scope, got 'two words' [validation]"],
  [
    'createScope',
    { name: 'openid' },
    "name: expected a name that no other scope of the server has, got 'openid' [validation]",
  ],
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
  [
    'authorize',
    { user: 'USER', client: 'CLIENT', scopes: [] },
    'scopes: expected at least 1 item, got an empty list',
  ],
  [
    'authorize',
    { user: 'USER', client: 'CLIENT', scopes: ['x y'] },
    "scopes: expected the name of a scope, got 'x y' [validation]",
  ],
  [
    'issueCode',
    { user: 'USER', client: 'CLIENT', redirectUri: 'https://other.test/' },
    "redirectUri: expected a redirect URI of the client, got 'https://other.test/' [validation]",
  ],
  [
    'issueCode',
    { user: 'USER', client: 'CLIENT', redirectUri: '' },
    "redirectUri: expected at least 1 character, got ''",
  ],
  ['issueCode', { user: 'USER', client: 'OFF' }, 'client: The client is not in use [validation]'],
  [
    'approveDevice',
    { userCode: 'none', user: 'USER' },
    "userCode: expected the code of a device that waits for an answer, got 'none' [validation]",
  ],
  [
    'refuseDevice',
    { userCode: 'none' },
    "userCode: expected the code of a device that waits for an answer, got 'none' [validation]",
  ],
  ['refuseDevice', {}, 'userCode: Required'],
  ['addClaim', { name: 'x' }, 'input: expected one of value, expression, groups and compute'],
  [
    'addClaim',
    { name: 'x', value: 1, expression: 'a' },
    'input: expected one of value, expression, groups and compute',
  ],
  ['addClaim', { name: 'x', compute: 5 }, 'compute: expected a function, got 5'],
  ['addClaim', { name: 'x', value: 1, tokens: [] }, 'tokens: expected at least 1 item, got an empty list'],
  [
    'addClaim',
    { name: 'x', value: 1, tokens: ['refresh'] },
    "tokens.0: expected one of access, id, got 'refresh'",
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
    'expression: line 1, column 2: expected a value, got the end of the expression [validation]',
  ],
  ['addClaim', { name: '', value: 1 }, "name: expected at least 1 character, got ''"],
  ['addClaim', { name: 'iss', value: 1 }, 'name: Only the service says iss [validation]'],
  ['removeClaim', { claim: 'none' }, "claim: expected an existing claim, got 'none' [validation]"],
  ['removeClaim', {}, 'claim: Required'],
  [
    'issueBrokenToken',
    { flaw: 'odd', client: 'CLIENT' },
    "flaw: expected one of expired, not-yet-valid, wrong-audience, wrong-issuer, wrong-signature, unknown-key, alg-none, signed-with-public-key, got 'odd'",
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
    "role: expected one of SUPER_ADMIN, GROUP_ADMIN, READ_ONLY_ADMIN, HELP_DESK_ADMIN, got 'KING'",
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
    "by: expected milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D', got 'soon'",
  ],
  ['advanceClock', { by: -1 }, 'by: expected 0 or more, and at most 10,000 years, got -1'],
  ['advanceClock', {}, 'by: Required'],
  [
    'setClock',
    { to: 'noon' },
    "to: expected a Date, milliseconds, or an ISO 8601 text with its offset such as '2026-01-31T12:00:00.000Z', in the years 0 to 9999, got 'noon'",
  ],
  ['setClock', {}, 'to: Required'],
  ['freezeClock', { at: null }, 'at: expected a text or a number, got null'],
  ['waitForEvent', { record: '' }, "record: expected at least 1 character, got ''"],
  ['readJournal', { after: 5.5 }, 'after: expected a whole number, got 5.5'],
  ['recoverPassword', { address: [] }, 'address: expected a text, got a list'],
  ['addFault', { status: 500, path: 'x' }, "path: expected a text that begins with /, got 'x'"],
  [
    'addFault',
    { status: 500, from: 'noon' },
    "from: expected a time such as 2026-01-31T12:00:00Z, got 'noon'",
  ],
  ['changeSettings', { passwordHook: 'x' }, 'passwordHook: expected a URL, got a text of 1 character'],
  [
    'readJournal',
    { operation: 'createUsr' },
    "operation: expected the name of an operation, got 'createUsr'; did you mean createUser?",
  ],
  [
    'readJournal',
    { operation: 'zzzzzzzz' },
    "operation: expected the name of an operation, got 'zzzzzzzz'; GET /_control lists them",
  ],
  ['readJournal', { since: 'noon' }, "since: expected a time such as 2026-01-31T12:00:00Z, got 'noon'"],
  ['readJournal', { after: -1 }, 'after: expected at least 0, got -1'],
  ['readJournal', { limit: 0 }, 'limit: expected at least 1, got 0'],
  ['readJournal', { text: '' }, "text: expected at least 1 character, got ''"],
  ['readExchange', { number: 0 }, 'number: expected at least 1, got 0'],
  [
    'readExchange',
    { number: 700 },
    'number: expected an entry of the journal, got 700; it holds 1 to 7 [validation]',
  ],
  [
    'readExchange',
    { requestId: 'none' },
    "requestId: expected an entry of the journal, got 'none'; it holds 1 to 7 [validation]",
  ],
  [
    'toCurl',
    { number: 700 },
    'number: expected an entry of the journal, got 700; it holds 1 to 7 [validation]',
  ],
  ['waitForRequest', { timeout: '11m' }, "timeout: expected at most 10 minutes, got '11m'"],
  [
    'listEvents',
    { type: 'user.suspnded' },
    "type: expected a type of event, such as user.suspended, user.* or *, got 'user.suspnded'; did you mean user.suspended?",
  ],
  [
    'listEvents',
    { type: 'zzzzzzzz' },
    "type: expected a type of event, such as user.suspended, user.* or *, got 'zzzzzzzz'; listEventTypes lists them",
  ],
  ['listEvents', { limit: 0 }, 'limit: expected at least 1, got 0'],
  ['waitForEvent', { timeout: 600001 }, 'timeout: expected at most 10 minutes, got 600001'],
  ['addFault', { status: 99 }, 'status: expected at least 200, got 99'],
  ['addFault', {}, 'input: expected a status, a refusal, a latency, or what it breaks'],
  ['addFault', { status: 503, operation: 'listUsrs' }, "operation: got 'listUsrs', did you mean listUsers?"],
  [
    'startScenario',
    { name: 'flacky' },
    "name: expected a scenario, got 'flacky'; did you mean flaky? [validation]",
  ],
  ['startScenario', { name: '' }, "name: expected at least 1 character, got ''"],
  ['startScenario', { name: 'x', faults: [] }, 'faults: expected at least 1 item, got an empty list'],
  [
    'startScenario',
    { name: 'dance' },
    "name: expected a scenario, got 'dance'; there are flaky, rate-limited, slow, maintenance, outage, broken-replies, or give faults of your own [validation]",
  ],
  ['signIn', { user: 'nobody' }, 'login: Required; password: Required; input.user: unknown field'],
  ['openSession', { user: 'nobody' }, "user: expected an existing user, got 'nobody' [not-found]"],
  ['sendSignInMail', { user: 'nobody' }, "user: expected an existing user, got 'nobody' [not-found]"],
  ['recoverPassword', { user: 'nobody' }, 'address: Required; input.user: unknown field'],
  [
    'setUserStatus',
    { user: 'USER', status: 'HAPPY' },
    "status: expected one of STAGED, PROVISIONED, ACTIVE, RECOVERY, LOCKED_OUT, PASSWORD_EXPIRED, SUSPENDED, DEPROVISIONED, got 'HAPPY'",
  ],
  [
    'setUserStatus',
    { user: 'nobody', status: 'ACTIVE' },
    "user: expected an existing user, got 'nobody' [not-found]",
  ],
  [
    'blockUser',
    { user: 'USER', appliesTo: 'X' },
    "appliesTo: expected one of ANY_DEVICES, UNKNOWN_DEVICES, got 'X'",
  ],
  ['unblockUser', { user: 'nobody' }, "user: expected an existing user, got 'nobody' [not-found]"],
  ['enrollFactor', { user: 'USER', factor: '' }, "factor: expected at least 1 character, got ''"],
  [
    'enrollFactor',
    { user: 'USER', factor: 'x'.repeat(101) },
    "factor: expected at most 100 characters, got 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (101 characters)'",
  ],
  [
    'setUserProvider',
    { user: 'USER', type: 'X' },
    "type: expected one of SERVICE, ACTIVE_DIRECTORY, LDAP, FEDERATION, SOCIAL, IMPORT, got 'X'",
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
  ['createApplication', { label: '' }, "label: expected at least 1 character, got ''"],
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
  ['assignApplication', { application: 'CLIENT' }, 'group: expected either a group or a user'],
  [
    'assignApplication',
    { application: 'CLIENT', user: 'USER', group: 'GROUP' },
    "group: expected either a group or a user, got 'GROUP'",
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
  ['unassignApplication', { application: 'CLIENT' }, 'group: expected either a group or a user'],
  ['addSchemaProperty', { schema: 'user', name: '' }, "name: expected at least 1 character, got ''"],
  ['addSchemaProperty', { schema: 'x', name: 'a' }, "schema: expected one of user, group, got 'x'"],
  [
    'addSchemaProperty',
    { schema: 'user', name: 'login' },
    'name: An object with this field already exists in the current organization [validation]',
  ],
  [
    'addSchemaProperty',
    { schema: 'user', name: 'a', pattern: '(' },
    "pattern: expected a regular expression, got '('",
  ],
  [
    'addSchemaProperty',
    { schema: 'user', name: 'a', minLength: -1 },
    'minLength: expected at least 0, got -1',
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
  ['createUserType', { name: '' }, "name: expected at least 1 character, got ''"],
  ['saveSnapshot', { name: '' }, "name: expected at least 1 character, got ''"],
  [
    'saveSnapshot',
    { name: 'x'.repeat(101) },
    "name: expected at most 100 characters, got 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (101 characters)'",
  ],
  [
    'restoreSnapshot',
    { name: 'none' },
    "name: expected the name of a snapshot, got 'none'; none was saved [validation]",
  ],
  ['deleteSnapshot', {}, 'name: Required'],
  [
    'importState',
    { state: {} },
    'state: expected an export of identikit, which says "format": "identikit-state", got an object [validation]',
  ],
  [
    'importState',
    { state: { rows: 5 } },
    'state: expected an export of identikit, which says "format": "identikit-state", got an object [validation]',
  ],
  ['importState', {}, 'state: Required'],
  [
    'changeSettings',
    { searchLag: 'soon' },
    "searchLag: expected milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D', got 'soon'",
  ],
  [
    'changeSettings',
    { sessionLifetime: 0 },
    'sessionLifetime: expected more than 0, and at most 100 years, got 0',
  ],
  ['changeSettings', { serchLag: 1 }, 'input.serchLag: unknown field, did you mean searchLag?'],
  ['changePasswordPolicy', { minLength: 73 }, 'minLength: expected a whole number from 0 to 72, got 73'],
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
