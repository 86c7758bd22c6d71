/**
 * Things that a requirement may need and that an API token and the documented operations cannot cause. Each sentence says
 * how an operator can make the requirement visible.
 */
export const needs = {
  'session-cookie': 'Supply the session cookie of a signed-in user whose profile the run may change.',
  'trusted-origin': 'Supply an origin that the organisation trusts for cross-origin calls.',
  'end-sessions': 'Allow the run to end the sessions of the user whose cookie was supplied.',
  me: 'Allow the run to change the profile of the current user.',
  grants: 'Supply a user and a client with at least two consent grants that the run may revoke.',
  'refresh-tokens': 'Supply a user and a client with at least two refresh tokens that the run may revoke.',
  'access-tokens': 'Supply access tokens of the user and client, and the address that introspects them.',
  'scoped-access-token': 'Supply a scoped access token for the management endpoints, with its header form.',
  'read-only-token': 'Supply the API token of an administrator who may only read.',
  'group-admin-token': 'Supply the API token of an administrator whose role is limited to groups.',
  'app-group': 'Name a group of type APP_GROUP.',
  'directory-group': 'Name a group imported from a directory (objectClass svc:directory_security_principal).',
  'disposable-app-group': 'Name a group of type APP_GROUP that the run may delete.',
  'pushed-app-group': 'Name a group of type APP_GROUP that a group push mapping uses.',
  'built-in-group': 'The organisation shows its built-in group to the API token.',
  'group-custom-property': 'Name a custom property that the group profile schema declares as a string.',
  'custom-property': 'Name a custom property that the user profile schema declares as a string.',
  'custom-array-property':
    'Name a custom property that the user profile schema declares as an array of strings.',
  'user-type': 'Name a user type other than the default one.',
  'locked-out-user': 'Name a user in status LOCKED_OUT that the run may unlock and delete.',
  'device-block': 'Name a user who is blocked from unknown devices and that the run may unlock.',
  factor: 'Name an active user who is enrolled in a second factor that the run may reset.',
  'sign-in': 'Describe how the run can sign a user in with a password.',
  'password-hook': 'The organisation has a password inline hook in force.',
  federation: 'The organisation lets users authenticate through a trusted identity provider.',
  'optional-password': 'The organisation has the optional password feature enabled.',
  'rule-expression':
    'Supply a rule expression that is true for a given login, since its syntax is not defined.',
  application: 'Name an application that the run may assign, or one assigned to a named user and group.',
  'early-access': 'The organisation has the early-access feature enabled.',
  'jwks-uri': 'The organisation lets clients name the address of their keys, which is early access.',
  'saml2-bearer': 'The organisation lets clients use the SAML 2.0 bearer grant, which is early access.',
  'frontchannel-logout':
    'The organisation lets clients take part in front-channel logout, an early access of the newer engine.',
  'newer-engine': 'The organisation runs on the newer authentication engine.',
  mail: 'Allow the run to make the service send e-mail to addresses under example.com.',
  outbox: 'Give the run access to the mail that the service sends.',
  clock: 'Let the run move the clock of the target.',
  'slow-transitions': 'The target takes a visible time to complete an asynchronous transition.',
} as const

/** The name of a thing or permission that a requirement needs before a run can judge it. */
export type Prerequisite = keyof typeof needs
