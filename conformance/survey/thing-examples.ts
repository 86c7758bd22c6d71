import type { ThingNeed } from '../engine/plan/need.ts'

/** How a thing is written in a target profile, and what to know about it. */
export interface ThingExample {
  /** YAML that stands below `things:`, without indentation. */
  readonly yaml: string
  /** What the run does with it, or how to get it. */
  readonly note: string
  /** Whether the run finds it out by itself where nobody names it. */
  readonly found?: true
}

const user = 'id: 00u1a2b3c4d5e6f7g8h9'
const group = 'id: 00g1a2b3c4d5e6f7g8h9'
const client = 'clientId: 0oa1a2b3c4d5e6f7g8h9'

/** Each thing of a target profile as YAML that can be copied: in `docs/conformance.md`, and in what `init` writes. */
export const thingExamples: Readonly<Record<ThingNeed, ThingExample>> = {
  'session-cookie': {
    yaml: `session-cookie:
  cookie: env:SESSION_COOKIE # name=value
  userId: 00u1a2b3c4d5e6f7g8h9
  password: env:SESSION_PASSWORD # lets the run change it, and change it back`,
    note: 'Sign a test user in with a browser and copy the cookie of the session. The run changes its profile with `--allow me`, and ends the session with `--allow end-sessions`.',
  },
  'trusted-origin': {
    yaml: `trusted-origin:
  origin: https://app.example.com`,
    note: 'An origin from which browsers may call the API.',
  },
  grants: {
    yaml: `grants:
  - userId: 00u1a2b3c4d5e6f7g8h9
    ${client}
    grantIds: [oag1a2b3c4d5e6f7g8h9, oag9h8g7f6e5d4c3b2a1]
    scopeIds: [scp1a2b3c4d5e6f7g8h9, scp9h8g7f6e5d4c3b2a1]`,
    note: 'Consents of a test user, two or more for one client. The run revokes them; checks take seven in all.',
  },
  'refresh-tokens': {
    yaml: `refresh-tokens:
  - userId: 00u1a2b3c4d5e6f7g8h9
    ${client}
    tokenIds: [oar1a2b3c4d5e6f7g8h9, oar9h8g7f6e5d4c3b2a1]`,
    note: 'Refresh tokens of a test user, two or more of one client. The run revokes them; checks take seven in all.',
  },
  'access-tokens': {
    yaml: `access-tokens:
  - userId: 00u1a2b3c4d5e6f7g8h9
    ${client}
    tokenId: oar1a2b3c4d5e6f7g8h9 # of the refresh token that came with it
    issued: env:ACCESS_TOKEN
    standalone: env:ACCESS_TOKEN_ALONE # issued without a refresh token
    introspect:
      method: POST
      url: /oauth2/v1/introspect
      headers:
        Authorization: env:CLIENT_AUTHORIZATION # Basic …
      form:
        token: '{token}'
        token_type_hint: access_token
      success:
        status: 200
        body:
          active: true`,
    note: 'Tokens that were just issued to a test user, and the call that checks one. The run revokes them.',
  },
  'scoped-access-token': {
    yaml: `scoped-access-token:
  header: env:SCOPED_AUTHORIZATION # all of the Authorization header: Bearer …`,
    note: 'An access token with scopes of the API.',
  },
  'read-only-token': {
    yaml: `read-only-token:
  token: env:READ_ONLY_TOKEN`,
    note: 'Make an administrator of that role, and a token in its name.',
  },
  'group-admin-token': {
    yaml: `group-admin-token:
  token: env:GROUP_ADMIN_TOKEN`,
    note: 'Make an administrator of that role, and a token in its name.',
  },
  'app-group': {
    yaml: `app-group:
  ${group}
  name: Payroll Managers
  sourceId: 0oa9h8g7f6e5d4c3b2a1 # of the application that it comes from`,
    note: 'A group of type APP_GROUP. The run sends it nothing but its own profile.',
  },
  'directory-group': {
    yaml: `directory-group:
  ${group}`,
    note: 'A group of type APP_GROUP whose objectClass is svc:directory_security_principal. The run sends it nothing but its own profile.',
  },
  'disposable-app-group': {
    yaml: `disposable-app-group:
  - ${group}
    disposable: true`,
    note: 'A group of type APP_GROUP. The run deletes it.',
  },
  'pushed-app-group': {
    yaml: `pushed-app-group:
  ${group}`,
    note: 'A group of type APP_GROUP that a group push mapping uses. The run tries to delete it, which must fail.',
  },
  'built-in-group': {
    yaml: `built-in-group:
  ${group}
  name: Everyone`,
    note: 'The group that everybody is in. The run sends it nothing but its own profile.',
    found: true,
  },
  'group-custom-property': {
    yaml: `group-custom-property:
  name: costCenter`,
    note: 'A text in the profile of groups that an administrator added.',
    found: true,
  },
  'custom-property': {
    yaml: `custom-property:
  name: badgeColour`,
    note: 'A text in the profile of users that an administrator added.',
    found: true,
  },
  'custom-array-property': {
    yaml: `custom-array-property:
  name: languages`,
    note: 'A list of texts in the profile of users that an administrator added.',
    found: true,
  },
  'user-type': {
    yaml: `user-type:
  id: oty1a2b3c4d5e6f7g8h9`,
    note: 'A user type other than the usual one.',
    found: true,
  },
  'locked-out-user': {
    yaml: `locked-out-user:
  - ${user}
    login: locked@example.com
    disposable: true # the run may delete it, too`,
    note: 'A test user in status LOCKED_OUT: sign it in with a wrong password until it is. The run unlocks it; checks take eight in all.',
  },
  'device-block': {
    yaml: `device-block:
  - ${user}`,
    note: 'An ACTIVE test user who is blocked from unknown devices. The run unlocks it; two checks take one each.',
  },
  factor: {
    yaml: `factor:
  - ${user}`,
    note: 'An ACTIVE test user with a second factor. The run resets its factors; two checks take one each.',
  },
  'sign-in': {
    yaml: `sign-in:
  method: POST
  url: /api/v1/authn # or a full URL
  body:
    username: '{login}'
    password: '{password}'
  cookie: session # the property of the answer with the cookie; Set-Cookie needs no such line
  success:
    body:
      status: SUCCESS`,
    note: 'The call that signs a user in with a password, as your sign-in page makes it.',
  },
  'rule-expression': {
    yaml: `rule-expression:
  template: user.login=="{login}"`,
    note: 'A rule expression that is true for the user with a login. Common spellings are tried by the run itself.',
    found: true,
  },
  application: {
    yaml: `application:
  userId: 00u1a2b3c4d5e6f7g8h9
  groupId: 00g1a2b3c4d5e6f7g8h9
  appId: 0oa1a2b3c4d5e6f7g8h9
  disposable: true # the run may suspend the user`,
    note: 'A user and a group with applications assigned, the group with two or more. They are only read, unless the user is disposable.',
    found: true,
  },
  'optional-password': {
    yaml: `optional-password:
  policy: optional # required, optional or disabled`,
    note: 'Where the optional password feature is on: what its enrolment policy says.',
  },
  outbox: {
    yaml: 'outbox: none',
    note: 'Only `--control` or your own adapter can read mails; `none` skips their requirements.',
  },
  clock: {
    yaml: 'clock: none',
    note: 'Only `--control` or your own adapter can move the clock; `none` skips its requirements.',
  },
  'slow-transitions': {
    yaml: `slow-transitions:
  milliseconds: 1500`,
    note: 'Where an activation takes a visible time: about how long.',
  },
}
