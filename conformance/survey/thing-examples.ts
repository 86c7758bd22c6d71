import { findable, fixtureKinds, type FixtureKind } from '../engine/plan/prerequisite.ts'
import { needs } from '../registry/prerequisites.ts'

/** How a thing is written in a target profile, and what to know about it. */
export interface ThingExample {
  /** YAML that stands below `things:`, without indentation. */
  readonly yaml: string
  /** How the run uses it, or how to get it. */
  readonly note: string
}

const user = 'id: 00u1a2b3c4d5e6f7g8h9'
const group = 'id: 00g1a2b3c4d5e6f7g8h9'
const client = 'clientId: 0oa1a2b3c4d5e6f7g8h9'

/** Each thing of a target profile as YAML that can be copied: in `docs/reference/target-profile.md`, and in what `init` writes. */
export const thingExamples: Readonly<Record<FixtureKind, ThingExample>> = {
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
    note: 'Browsers may call the API from this origin.',
  },
  grants: {
    yaml: `grants:
  - userId: 00u1a2b3c4d5e6f7g8h9
    ${client}
    grantIds: [oag1a2b3c4d5e6f7g8h9, oag9h8g7f6e5d4c3b2a1]
    scopeIds: [scp1a2b3c4d5e6f7g8h9, scp9h8g7f6e5d4c3b2a1]`,
    note: 'The run revokes them. The checks use seven in all.',
  },
  'refresh-tokens': {
    yaml: `refresh-tokens:
  - userId: 00u1a2b3c4d5e6f7g8h9
    ${client}
    tokenIds: [oar1a2b3c4d5e6f7g8h9, oar9h8g7f6e5d4c3b2a1]`,
    note: 'The run revokes them. The checks use seven in all.',
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
    note: 'They must be new, since the run revokes them. The user is a test user.',
  },
  'scoped-access-token': {
    yaml: `scoped-access-token:
  header: env:SCOPED_AUTHORIZATION # all of the Authorization header: Bearer …`,
    note: 'It needs at least one scope of the API.',
  },
  'read-only-token': {
    yaml: `read-only-token:
  token: env:READ_ONLY_TOKEN`,
    note: 'Create an administrator with this role, and a token in their name.',
  },
  'group-admin-token': {
    yaml: `group-admin-token:
  token: env:GROUP_ADMIN_TOKEN`,
    note: 'Create an administrator with this role, and a token in their name.',
  },
  'app-group': {
    yaml: `app-group:
  ${group}
  name: Payroll Managers
  sourceId: 0oa9h8g7f6e5d4c3b2a1 # of the application that it comes from`,
    note: 'The run sends it only its own profile.',
  },
  'directory-group': {
    yaml: `directory-group:
  ${group}`,
    note: 'Its type is APP_GROUP. The run sends it only its own profile.',
  },
  'disposable-app-group': {
    yaml: `disposable-app-group:
  - ${group}
    disposable: true`,
    note: 'The run deletes it.',
  },
  'pushed-app-group': {
    yaml: `pushed-app-group:
  ${group}`,
    note: 'The run tries to delete it, which must fail.',
  },
  'built-in-group': {
    yaml: `built-in-group:
  ${group}
  name: Everyone`,
    note: 'Every user is in this group. The run sends it only its own profile.',
  },
  'group-custom-property': {
    yaml: `group-custom-property:
  name: costCenter`,
    note: 'An administrator added it to the schema.',
  },
  'custom-property': {
    yaml: `custom-property:
  name: badgeColour`,
    note: 'An administrator added it to the schema.',
  },
  'custom-array-property': {
    yaml: `custom-array-property:
  name: languages`,
    note: 'An administrator added it to the schema.',
  },
  'user-type': {
    yaml: `user-type:
  id: oty1a2b3c4d5e6f7g8h9`,
    note: 'An administrator added it.',
  },
  'locked-out-user': {
    yaml: `locked-out-user:
  - ${user}
    login: locked@example.com
    disposable: true # the run may delete it, too`,
    note: 'Sign a test user in with a wrong password until the status changes. The run unlocks the user. The checks use eight in all.',
  },
  'device-block': {
    yaml: `device-block:
  - ${user}`,
    note: 'The user is an ACTIVE test user. The run unlocks the user. Two checks use one each.',
  },
  factor: {
    yaml: `factor:
  - ${user}`,
    note: 'The user is a test user. The run resets the factors. Two checks use one each.',
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
    note: 'Write the call that your sign-in page makes.',
  },
  'rule-expression': {
    yaml: `rule-expression:
  template: user.login=="{login}"`,
    note: 'The run tries common spellings itself.',
  },
  application: {
    yaml: `application:
  userId: 00u1a2b3c4d5e6f7g8h9
  groupId: 00g1a2b3c4d5e6f7g8h9
  appId: 0oa1a2b3c4d5e6f7g8h9
  disposable: true # the run may suspend the user`,
    note: 'The group has two or more applications. The run only reads user and group, unless the user is disposable.',
  },
  'optional-password': {
    yaml: `optional-password:
  policy: optional # required, optional or disabled`,
    note: 'Name its enrolment policy.',
  },
  outbox: {
    yaml: 'outbox: none',
    note: 'Only `--control` or your own adapter can read mails. `none` skips their requirements.',
  },
  clock: {
    yaml: 'clock: none',
    note: 'Only `--control` or your own adapter can move the clock. `none` skips its requirements.',
  },
  'slow-transitions': {
    yaml: `slow-transitions:
  milliseconds: 1500`,
    note: 'Write about how long an activation takes.',
  },
}

/** Each thing of a target profile, with YAML that can be copied. */
export function renderThings(): string {
  return fixtureKinds
    .map((need) => {
      const { yaml, note } = thingExamples[need]
      const indented = yaml
        .split('\n')
        .map((line) => `  ${line}`)
        .join('\n')
      const itself = findable.has(need) ? ' If you leave it out, the run looks for one.' : ''
      return `\n### ${need}\n\n${needs[need]} ${note}${itself}\n\n\`\`\`yaml\nthings:\n${indented}\n\`\`\``
    })
    .join('\n')
    .concat('\n')
}
