import type { Area, OperationName } from '../contract/operation-names.ts'
import type { JsonObject } from './types.ts'

/** The subject of each area, for the tags. */
export const areaTexts: Readonly<Record<Area, { readonly title: string; readonly text: string }>> = {
  clients: {
    title: 'OAuth clients',
    text: 'Registration of OAuth 2.0 and OpenID Connect clients, after RFC 7591. Errors have the OAuth form, but for new secrets. Times are unix seconds.',
  },
  groups: {
    title: 'Groups',
    text: 'Groups of users. Those managed here can be changed; groups imported by an application are managed there, and built-in ones by the service.',
  },
  membership: {
    title: 'Group members',
    text: 'Who is in a group. Memberships of imported groups are managed by the application that they come from.',
  },
  rules: {
    title: 'Group rules',
    text: 'Rules put users into groups by an expression over their profile. A new rule is INACTIVE, and only INACTIVE rules can be updated.',
  },
  groupApps: { title: 'Applications of a group', text: 'The applications assigned to a group.' },
  users: {
    title: 'Users',
    text: 'People with a profile, credentials and a status. A path names a user by its id, its login or an unambiguous short name. `me` is the current user.',
  },
  lifecycle: {
    title: 'User lifecycle',
    text: 'Operations that move a user from one status to another. They are not idempotent: the current status decides which are allowed.',
  },
  sessions: { title: 'Sessions', text: 'Ending the sessions of a user.' },
  credentials: {
    title: 'Credentials',
    text: 'Operations on the password and recovery question, for people who know the current ones.',
  },
  grants: {
    title: 'Consent grants',
    text: 'Consents of a user for a client to use scopes. They outlive the tokens that were issued on them. Early access.',
  },
  tokens: {
    title: 'Refresh tokens',
    text: 'Refresh tokens that clients hold for a user. Their values are never shown.',
  },
}

/** The subject of the endpoints beyond the areas, for the tag. */
export const beyondText = {
  title: 'Beyond the description',
  text: 'Endpoints that the API description does not have: those that its links lead to, and those that clients call next. The suite never grades them.',
}

const lifecycleNote = 'Answers an empty object'

/** The details of each operation that its summary does not have. */
export const operationTexts: Readonly<Record<OperationName, string>> = {
  registerClient:
    'Registers a client and gives it an id, and a secret where its way of authenticating needs one. The secret is shown in this reply and in those of an update and of a new secret only. Redirect URIs and response types are needed unless the grant types contain `password` or `client_credentials`.',
  listClients: 'Lists clients in the order of their registration. `q` finds those whose name starts with it.',
  getClient:
    'Answers the settings of a client without its secret. An unknown id answers 401 `invalid_client`.',
  updateClient:
    'Replaces all settings: one that is missing makes the update fail. `client_id` may be sent; `client_secret`, `client_secret_expires_at` and `client_id_issued_at` must not.',
  newClientSecret:
    'Replaces the secret of a client that authenticates by `client_secret_post` or `client_secret_basic`. Errors have the platform form.',
  deleteClient: 'Deletes a client. An unknown id answers 401 `invalid_client`.',
  createGroup: 'Creates a group that is managed here. Its name must be free.',
  listGroups:
    'Lists or finds groups. `q` is the beginning of a name, without paging. `filter` knows `id`, `type`, `lastUpdated` and `lastMembershipUpdated`, `search` all properties. Results may lag behind changes by a moment.',
  getGroup: 'Answers a group by its id.',
  updateGroup:
    'Replaces the profile of a group that is managed here: properties that are not sent are removed.',
  deleteGroup: 'Deletes a group that is managed here or imported. One used in a group push mapping stays.',
  listGroupUsers: "Lists a group's members. Their only link is `self`.",
  addUserToGroup: 'Puts a user into a group that is managed here.',
  removeUserFromGroup: 'Takes a user out of a group that is managed here.',
  createGroupRule:
    'Creates a rule with the status INACTIVE: nobody is put into a group before it is activated.',
  listGroupRules: 'Lists rules. `search` finds those with a keyword in their name.',
  getGroupRule: 'Answers a rule by its id.',
  updateGroupRule: 'Updates a rule that is INACTIVE. Its groups cannot be changed.',
  deleteGroupRule:
    'Deletes a rule. With `removeUsers` the users whom it put into its groups are taken out of them.',
  activateGroupRule: 'Activates a rule: it puts every user who matches into its groups.',
  deactivateGroupRule: 'Deactivates a rule, so that it can be updated.',
  listGroupApps: 'Lists the applications assigned to a group.',
  createUser:
    'Creates a user and activates it, unless told otherwise. With a password it is ACTIVE at once; without one it gets a mail with a link to set one. `nextLogin=changePassword` lets the password expire at once. Read-only properties sent along are ignored.',
  listUsers:
    'Lists users who are not DEPROVISIONED, or finds users. `search` (recommended) knows all properties, `filter` some, mostly with `eq`. `q` is the beginning of a name or e-mail address, without paging. Results may lag behind changes by a moment.',
  getUser:
    'Answers a user. With `me`, a session stands for its own user, and an API token for the administrator who owns it. `Content-Type` may carry the parameter `svc-response`, which leaves out parts of the reply.',
  replaceUser:
    'Replaces the profile, the credentials or both: properties of the profile that are not sent are removed.',
  updateUser:
    'Changes some of the profile or the credentials; the rest stays. Sets a password or a recovery question without asking for the old one.',
  updateCurrentUser:
    "Changes some of the current user's own profile, as far as the user may write it. New e-mail addresses take effect once they are verified.",
  listUserAppLinks: 'Lists the applications that a user can open, by own assignment or by group.',
  listUserGroups: 'Lists the groups that a user is a member of.',
  activateUser:
    'Activates a user who is STAGED or DEPROVISIONED. With `sendEmail=false` the reply hands out the link and token that would have been mailed.',
  reactivateUser:
    'Makes a new activation link for a user who is PROVISIONED or in RECOVERY. Mails it, or returns it.',
  deactivateUser: `Deactivates a user in any other status. ${lifecycleNote}; \`Prefer: respond-async\` lets it complete later.`,
  suspendUser: `Suspends an ACTIVE user, who cannot sign in but keeps all assignments. ${lifecycleNote}.`,
  unsuspendUser: `Makes a SUSPENDED user ACTIVE again. ${lifecycleNote}.`,
  unlockUser: `Unlocks a user who is LOCKED_OUT, or kept from unknown devices, and whose password is stored here. ${lifecycleNote}.`,
  resetPassword:
    'Starts a password reset: the user cannot sign in before a new password is set. With `sendEmail=false` the reply hands out the link. `provider=FEDERATION` makes the user sign in through an identity provider from now on.',
  expirePassword:
    'Lets the password expire, so that it must be changed at the next sign-in, and answers the user. `tempPassword=true` sets a temporary password and answers it instead.',
  resetFactors: `Unenrolls all multi-factor authentication factors of an ACTIVE user. ${lifecycleNote}.`,
  deleteUser:
    'Deactivates a user, or removes it for good if it is DEPROVISIONED already. You cannot undo the removal.',
  deleteCurrentUserSessions:
    'Ends the sessions of the user whose session cookie is sent; no token is taken. Cross-origin calls need an `Origin` that is trusted.',
  clearUserSessions:
    'Ends all sessions of a user. With `oauthTokens` the tokens that clients hold for the user end, too.',
  forgotPassword:
    'Without a body, starts a password recovery for an ACTIVE user with a recovery question. Mails a link, or returns it with `sendEmail=false`.',
  forgotPasswordWithAnswer:
    'With a body, sets a new password for an ACTIVE user, given the answer to the recovery question.',
  changePassword: 'Changes a password, given the old one. A user in RECOVERY becomes ACTIVE.',
  changeRecoveryQuestion: 'Changes the recovery question and its answer, given the password.',
  listUserGrants: "Lists a user's consents, for one scope if asked.",
  getUserGrant: 'Answers one consent of a user.',
  listUserClientGrants: "Lists a user's consents for one client.",
  revokeUserGrants: "Revokes all of a user's consents.",
  revokeUserGrant: 'Revokes one consent of a user.',
  revokeUserClientGrants: "Revokes a user's consents for one client.",
  listUserClients: 'Lists the clients for which a user has consents or refresh tokens.',
  listUserClientTokens: 'Lists the refresh tokens that a client holds for a user.',
  getUserClientToken: 'Answers one refresh token that a client holds for a user.',
  revokeUserClientTokens:
    'Revokes all refresh tokens that a client holds for a user, and the access tokens issued from them.',
  revokeUserClientToken:
    'Revokes one refresh token that a client holds for a user, and the access tokens issued with it.',
}

/** The content of each reply that is not an error. */
export const replyTexts: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done; there is no body',
}

type ParameterText = string | ({ readonly description: string } & JsonObject)

/** The meaning of each parameter. A name with its operation takes precedence over the name alone. */
export const parameterTexts: Readonly<Record<string, ParameterText>> = {
  userId: 'Id, login or unambiguous short name of a user, or `me` for the current one.',
  groupId: 'Id of a group.',
  ruleId: 'Id of a group rule.',
  clientId: 'Id of a client.',
  grantId: 'Id of a consent.',
  tokenId: 'Id of a refresh token, not its value.',
  after: 'Cursor of the page, as found in the `next` link. Callers never build one.',
  limit: 'Size of a page. More than the maximum counts as the maximum. Both may change.',
  sortBy: 'One property to sort by, such as `profile.lastName`; with `search` only.',
  sortOrder: 'Order of `sortBy`; ignored without it. Ties are in the order of ids.',
  strict: 'Whether the minimum age of a password and its history are minded.',
  'listClients.q': 'Beginning of the name.',
  'listGroups.q': 'Beginning of the name; exact matches come first, and the list is not paged.',
  'listGroups.filter':
    'Filter expression, such as `type eq "SVC_GROUP"`; operators `eq`, `gt`, `lt`, `and`, `or`.',
  'listGroups.search':
    'Search expression, such as `profile.name sw "Sales"`; operators `eq`, `sw`, `gt`, `lt`, `and`, `or`.',
  'listGroups.expand':
    'Adds figures (`stats`) or the application that a group comes from (`app`) to `_embedded`.',
  'listGroupRules.search': 'Keyword in the name.',
  expand: 'Parts to add to `_embedded`.',
  removeUsers: 'Whether the users whom the rule put into groups are taken out.',
  activate: 'Whether the user is activated on creation.',
  provider: 'Whether the user is created with the provider that the credentials name.',
  nextLogin: 'Lets the password expire at once; needs `activate` and a password.',
  'listUsers.q': 'Beginning of first name, last name or e-mail address; the list is not paged.',
  'listUsers.filter': 'Filter expression, such as `status eq "LOCKED_OUT"`.',
  'listUsers.search':
    'Search expression, such as `profile.department eq "Engineering" and status eq "ACTIVE"`.',
  sendEmail: 'Whether the link is mailed; if not, the reply hands it out.',
  'deactivateUser.sendEmail': 'Whether the administrator is sent a mail.',
  'deleteUser.sendEmail': 'Whether the administrator is sent a mail.',
  'resetPassword.provider':
    'Makes the user sign in through an identity provider; then `sendEmail` is false or left out.',
  'resetPassword.sendEmail': { description: 'Whether the link is mailed; if not, the reply hands it out.' },
  revokeSessions: "Whether all sessions but the caller's own end.",
  tempPassword: 'Whether a temporary password is set and handed out.',
  oauthTokens: 'Whether refresh and access tokens end, too.',
  scopeId: 'Id of a scope; only consents for it.',
}

/** The meaning of the headers that change the effect of an operation. */
export const headerTexts = {
  Prefer: '`respond-async` lets the operation complete after the reply.',
  Origin: 'Sent by browsers with cross-origin calls. With a session cookie it must be a trusted one.',
} as const
