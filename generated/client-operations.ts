// Generated from the contract by npm run docs: do not edit.
import type { OperationName } from '../src/contract/operation-names.ts'
import type { ClientArguments, ClientResult } from '../src/client/types.ts'

/** Calls an operation: resolves to the body of the reply, and rejects with a ServiceError. */
export type Method<Name extends OperationName> = (
  ...input: ClientArguments<Name>
) => Promise<ClientResult<Name>>

/** One method for each operation. */
export interface ClientOperations {
  /**
   * Register a client.
   *
   * Registers a client and gives it an id, and a secret where its way of authenticating needs one. The
   * secret is shown in this reply and in those of an update and of a new secret only. Redirect URIs and
   * response types are needed unless the grant types contain `password` or `client_credentials`.
   *
   * `POST /oauth2/v1/clients` (Clients, Endpoints)
   */
  readonly registerClient: Method<'registerClient'>
  /**
   * List clients.
   *
   * Lists clients in the order of their registration. `q` finds those whose name starts with it.
   *
   * `GET /oauth2/v1/clients` (Clients, Endpoints)
   */
  readonly listClients: Method<'listClients'>
  /**
   * Get a client.
   *
   * Answers the settings of a client without its secret. An unknown id answers 401 `invalid_client`.
   *
   * `GET /oauth2/v1/clients/{clientId}` (Clients, Endpoints)
   */
  readonly getClient: Method<'getClient'>
  /**
   * Replace the settings of a client.
   *
   * Replaces all settings: one that is missing makes the update fail. `client_id` may be sent;
   * `client_secret`, `client_secret_expires_at` and `client_id_issued_at` must not.
   *
   * `PUT /oauth2/v1/clients/{clientId}` (Clients, Endpoints)
   */
  readonly updateClient: Method<'updateClient'>
  /**
   * Generate a new secret for a client.
   *
   * Replaces the secret of a client that authenticates by `client_secret_post` or `client_secret_basic`.
   * Errors have the platform form.
   *
   * `POST /oauth2/v1/clients/{clientId}/lifecycle/newSecret` (Clients, Endpoints)
   */
  readonly newClientSecret: Method<'newClientSecret'>
  /**
   * Delete a client.
   *
   * Deletes a client. An unknown id answers 401 `invalid_client`.
   *
   * `DELETE /oauth2/v1/clients/{clientId}` (Clients, Endpoints)
   */
  readonly deleteClient: Method<'deleteClient'>
  /**
   * Create a group.
   *
   * Creates a group that is managed here. Its name must be free.
   *
   * `POST /api/v1/groups` (Groups, Group operations)
   */
  readonly createGroup: Method<'createGroup'>
  /**
   * List groups.
   *
   * Lists or finds groups. `q` is the beginning of a name, without paging. `filter` knows `id`, `type`,
   * `lastUpdated` and `lastMembershipUpdated`, `search` all properties. Results may lag behind changes
   * by a moment.
   *
   * `GET /api/v1/groups` (Groups, Group operations)
   */
  readonly listGroups: Method<'listGroups'>
  /**
   * Get a group.
   *
   * Answers a group by its id.
   *
   * `GET /api/v1/groups/{groupId}` (Groups, Group operations)
   */
  readonly getGroup: Method<'getGroup'>
  /**
   * Replace a group's profile.
   *
   * Replaces the profile of a group that is managed here: properties that are not sent are removed.
   *
   * `PUT /api/v1/groups/{groupId}` (Groups, Group operations)
   */
  readonly updateGroup: Method<'updateGroup'>
  /**
   * Delete a group.
   *
   * Deletes a group that is managed here or imported. One used in a group push mapping stays.
   *
   * `DELETE /api/v1/groups/{groupId}` (Groups, Group operations)
   */
  readonly deleteGroup: Method<'deleteGroup'>
  /**
   * List a group's members.
   *
   * Lists a group's members. Their only link is `self`.
   *
   * `GET /api/v1/groups/{groupId}/users` (Groups, Membership)
   */
  readonly listGroupUsers: Method<'listGroupUsers'>
  /**
   * Add a user to a group.
   *
   * Puts a user into a group that is managed here.
   *
   * `PUT /api/v1/groups/{groupId}/users/{userId}` (Groups, Membership)
   */
  readonly addUserToGroup: Method<'addUserToGroup'>
  /**
   * Remove a user from a group.
   *
   * Takes a user out of a group that is managed here.
   *
   * `DELETE /api/v1/groups/{groupId}/users/{userId}` (Groups, Membership)
   */
  readonly removeUserFromGroup: Method<'removeUserFromGroup'>
  /**
   * Create a group rule.
   *
   * Creates a rule with the status INACTIVE: nobody is put into a group before it is activated.
   *
   * `POST /api/v1/groups/rules` (Groups, Group rules)
   */
  readonly createGroupRule: Method<'createGroupRule'>
  /**
   * List group rules.
   *
   * Lists rules. `search` finds those with a keyword in their name.
   *
   * `GET /api/v1/groups/rules` (Groups, Group rules)
   */
  readonly listGroupRules: Method<'listGroupRules'>
  /**
   * Get a group rule.
   *
   * Answers a rule by its id.
   *
   * `GET /api/v1/groups/rules/{ruleId}` (Groups, Group rules)
   */
  readonly getGroupRule: Method<'getGroupRule'>
  /**
   * Update an inactive group rule.
   *
   * Updates a rule that is INACTIVE. Its groups cannot be changed.
   *
   * `PUT /api/v1/groups/rules/{ruleId}` (Groups, Group rules)
   */
  readonly updateGroupRule: Method<'updateGroupRule'>
  /**
   * Delete a group rule.
   *
   * Deletes a rule. With `removeUsers` the users whom it put into its groups are taken out of them.
   *
   * `DELETE /api/v1/groups/rules/{ruleId}` (Groups, Group rules)
   */
  readonly deleteGroupRule: Method<'deleteGroupRule'>
  /**
   * Activate a group rule.
   *
   * Activates a rule: it puts every user who matches into its groups.
   *
   * `POST /api/v1/groups/rules/{ruleId}/lifecycle/activate` (Groups, Group rules)
   */
  readonly activateGroupRule: Method<'activateGroupRule'>
  /**
   * Deactivate a group rule.
   *
   * Deactivates a rule, so that it can be updated.
   *
   * `POST /api/v1/groups/rules/{ruleId}/lifecycle/deactivate` (Groups, Group rules)
   */
  readonly deactivateGroupRule: Method<'deactivateGroupRule'>
  /**
   * List the applications assigned to a group.
   *
   * Lists the applications assigned to a group.
   *
   * `GET /api/v1/groups/{groupId}/apps` (Groups, Applications of a group)
   */
  readonly listGroupApps: Method<'listGroupApps'>
  /**
   * Create a user.
   *
   * Creates a user and activates it, unless told otherwise. With a password it is ACTIVE at once;
   * without one it gets a mail with a link to set one. `nextLogin=changePassword` lets the password
   * expire at once. Read-only properties sent along are ignored.
   *
   * `POST /api/v1/users` (Users, Create, read, list, update)
   */
  readonly createUser: Method<'createUser'>
  /**
   * List, search or filter users.
   *
   * Lists users who are not DEPROVISIONED, or finds users. `search` (recommended) knows all properties,
   * `filter` some, mostly with `eq`. `q` is the beginning of a name or e-mail address, without paging.
   * Results may lag behind changes by a moment.
   *
   * `GET /api/v1/users` (Users, Create, read, list, update)
   */
  readonly listUsers: Method<'listUsers'>
  /**
   * Get a user by id, login, short name, or me.
   *
   * Answers a user. With `me`, a session stands for its own user, and an API token for the administrator
   * who owns it. `Content-Type` may carry the parameter `svc-response`, which leaves out parts of the
   * reply.
   *
   * `GET /api/v1/users/{userId}` (Users, Create, read, list, update)
   */
  readonly getUser: Method<'getUser'>
  /**
   * Replace a user.
   *
   * Replaces the profile, the credentials or both: properties of the profile that are not sent are
   * removed.
   *
   * `PUT /api/v1/users/{userId}` (Users, Create, read, list, update)
   */
  readonly replaceUser: Method<'replaceUser'>
  /**
   * Update some of a user.
   *
   * Changes some of the profile or the credentials; the rest stays. Sets a password or a recovery
   * question without asking for the old one.
   *
   * `POST /api/v1/users/{userId}` (Users, Create, read, list, update)
   */
  readonly updateUser: Method<'updateUser'>
  /**
   * Update some of the current user's profile.
   *
   * Changes some of the current user's own profile, as far as the user may write it. New e-mail
   * addresses take effect once they are verified.
   *
   * `POST /api/v1/users/me` (Users, Create, read, list, update)
   */
  readonly updateCurrentUser: Method<'updateCurrentUser'>
  /**
   * List the links to a user's applications.
   *
   * Lists the applications that a user can open, by own assignment or by group.
   *
   * `GET /api/v1/users/{userId}/appLinks` (Users, Create, read, list, update)
   */
  readonly listUserAppLinks: Method<'listUserAppLinks'>
  /**
   * List a user's groups.
   *
   * Lists the groups that a user is a member of.
   *
   * `GET /api/v1/users/{userId}/groups` (Users, Create, read, list, update)
   */
  readonly listUserGroups: Method<'listUserGroups'>
  /**
   * Activate a user.
   *
   * Activates a user who is STAGED or DEPROVISIONED. With `sendEmail=false` the reply hands out the link
   * and token that would have been mailed.
   *
   * `POST /api/v1/users/{userId}/lifecycle/activate` (Users, Lifecycle operations)
   */
  readonly activateUser: Method<'activateUser'>
  /**
   * Restart the activation of a user.
   *
   * Makes a new activation link for a user who is PROVISIONED or in RECOVERY. Mails it, or returns it.
   *
   * `POST /api/v1/users/{userId}/lifecycle/reactivate` (Users, Lifecycle operations)
   */
  readonly reactivateUser: Method<'reactivateUser'>
  /**
   * Deactivate a user.
   *
   * Deactivates a user in any other status. Answers an empty object; `Prefer: respond-async` lets it
   * complete later.
   *
   * `POST /api/v1/users/{userId}/lifecycle/deactivate` (Users, Lifecycle operations)
   */
  readonly deactivateUser: Method<'deactivateUser'>
  /**
   * Suspend a user.
   *
   * Suspends an ACTIVE user, who cannot sign in but keeps all assignments. Answers an empty object.
   *
   * `POST /api/v1/users/{userId}/lifecycle/suspend` (Users, Lifecycle operations)
   */
  readonly suspendUser: Method<'suspendUser'>
  /**
   * Unsuspend a user.
   *
   * Makes a SUSPENDED user ACTIVE again. Answers an empty object.
   *
   * `POST /api/v1/users/{userId}/lifecycle/unsuspend` (Users, Lifecycle operations)
   */
  readonly unsuspendUser: Method<'unsuspendUser'>
  /**
   * Unlock a user.
   *
   * Unlocks a user who is LOCKED_OUT, or kept from unknown devices, and whose password is stored here.
   * Answers an empty object.
   *
   * `POST /api/v1/users/{userId}/lifecycle/unlock` (Users, Lifecycle operations)
   */
  readonly unlockUser: Method<'unlockUser'>
  /**
   * Reset a user's password.
   *
   * Starts a password reset: the user cannot sign in before a new password is set. With
   * `sendEmail=false` the reply hands out the link. `provider=FEDERATION` makes the user sign in through
   * an identity provider from now on.
   *
   * `POST /api/v1/users/{userId}/lifecycle/reset_password` (Users, Lifecycle operations)
   */
  readonly resetPassword: Method<'resetPassword'>
  /**
   * Expire a user's password.
   *
   * Lets the password expire, so that it must be changed at the next sign-in, and answers the user.
   * `tempPassword=true` sets a temporary password and answers it instead.
   *
   * `POST /api/v1/users/{userId}/lifecycle/expire_password` (Users, Lifecycle operations)
   */
  readonly expirePassword: Method<'expirePassword'>
  /**
   * Unenroll all of a user's factors.
   *
   * Unenrolls all multi-factor authentication factors of an ACTIVE user. Answers an empty object.
   *
   * `POST /api/v1/users/{userId}/lifecycle/reset_factors` (Users, Lifecycle operations)
   */
  readonly resetFactors: Method<'resetFactors'>
  /**
   * Deactivate a user, or remove a deactivated one for good.
   *
   * Deactivates a user, or removes it for good if it is DEPROVISIONED already. You cannot undo the
   * removal.
   *
   * `DELETE /api/v1/users/{userId}` (Users, Lifecycle operations)
   */
  readonly deleteUser: Method<'deleteUser'>
  /**
   * End the current user's sessions.
   *
   * Ends the sessions of the user whose session cookie is sent; no token is taken. Cross-origin calls
   * need an `Origin` that is trusted.
   *
   * `POST /api/v1/users/me/lifecycle/delete_sessions` (Users, Lifecycle operations)
   */
  readonly deleteCurrentUserSessions: Method<'deleteCurrentUserSessions'>
  /**
   * End all of a user's sessions.
   *
   * Ends all sessions of a user. With `oauthTokens` the tokens that clients hold for the user end, too.
   *
   * `DELETE /api/v1/users/{userId}/sessions` (Users, Lifecycle operations)
   */
  readonly clearUserSessions: Method<'clearUserSessions'>
  /**
   * Start a password recovery.
   *
   * Without a body, starts a password recovery for an ACTIVE user with a recovery question. Mails a
   * link, or returns it with `sendEmail=false`.
   *
   * `POST /api/v1/users/{userId}/credentials/forgot_password` (Users, Credential operations)
   */
  readonly forgotPassword: Method<'forgotPassword'>
  /**
   * Set a new password with the answer to the recovery question.
   *
   * With a body, sets a new password for an ACTIVE user, given the answer to the recovery question.
   *
   * `POST /api/v1/users/{userId}/credentials/forgot_password` (Users, Credential operations)
   */
  readonly forgotPasswordWithAnswer: Method<'forgotPasswordWithAnswer'>
  /**
   * Change a password, knowing the old one.
   *
   * Changes a password, given the old one. A user in RECOVERY becomes ACTIVE.
   *
   * `POST /api/v1/users/{userId}/credentials/change_password` (Users, Credential operations)
   */
  readonly changePassword: Method<'changePassword'>
  /**
   * Change the recovery question, knowing the password.
   *
   * Changes the recovery question and its answer, given the password.
   *
   * `POST /api/v1/users/{userId}/credentials/change_recovery_question` (Users, Credential operations)
   */
  readonly changeRecoveryQuestion: Method<'changeRecoveryQuestion'>
  /**
   * List a user's grants (early access).
   *
   * Lists a user's consents, for one scope if asked.
   *
   * `GET /api/v1/users/{userId}/grants` (Users, Grants)
   */
  readonly listUserGrants: Method<'listUserGrants'>
  /**
   * Get one of the grants of a user (early access).
   *
   * Answers one consent of a user.
   *
   * `GET /api/v1/users/{userId}/grants/{grantId}` (Users, Grants)
   */
  readonly getUserGrant: Method<'getUserGrant'>
  /**
   * List a user's grants for a client (early access).
   *
   * Lists a user's consents for one client.
   *
   * `GET /api/v1/users/{userId}/clients/{clientId}/grants` (Users, Grants)
   */
  readonly listUserClientGrants: Method<'listUserClientGrants'>
  /**
   * Revoke all of a user's grants (early access).
   *
   * Revokes all of a user's consents.
   *
   * `DELETE /api/v1/users/{userId}/grants` (Users, Grants)
   */
  readonly revokeUserGrants: Method<'revokeUserGrants'>
  /**
   * Revoke one of the grants of a user (early access).
   *
   * Revokes one consent of a user.
   *
   * `DELETE /api/v1/users/{userId}/grants/{grantId}` (Users, Grants)
   */
  readonly revokeUserGrant: Method<'revokeUserGrant'>
  /**
   * Revoke a user's grants for a client (early access).
   *
   * Revokes a user's consents for one client.
   *
   * `DELETE /api/v1/users/{userId}/clients/{clientId}/grants` (Users, Grants)
   */
  readonly revokeUserClientGrants: Method<'revokeUserClientGrants'>
  /**
   * List the clients for which a user has grants or tokens (early access).
   *
   * Lists the clients for which a user has consents or refresh tokens.
   *
   * `GET /api/v1/users/{userId}/clients` (Users, Grants)
   */
  readonly listUserClients: Method<'listUserClients'>
  /**
   * List a user's refresh tokens for a client.
   *
   * Lists the refresh tokens that a client holds for a user.
   *
   * `GET /api/v1/users/{userId}/clients/{clientId}/tokens` (Users, Refresh tokens)
   */
  readonly listUserClientTokens: Method<'listUserClientTokens'>
  /**
   * Get one of a user's refresh tokens for a client.
   *
   * Answers one refresh token that a client holds for a user.
   *
   * `GET /api/v1/users/{userId}/clients/{clientId}/tokens/{tokenId}` (Users, Refresh tokens)
   */
  readonly getUserClientToken: Method<'getUserClientToken'>
  /**
   * Revoke a user's refresh tokens for a client.
   *
   * Revokes all refresh tokens that a client holds for a user, and the access tokens issued from them.
   *
   * `DELETE /api/v1/users/{userId}/clients/{clientId}/tokens` (Users, Refresh tokens)
   */
  readonly revokeUserClientTokens: Method<'revokeUserClientTokens'>
  /**
   * Revoke one of a user's refresh tokens for a client.
   *
   * Revokes one refresh token that a client holds for a user, and the access tokens issued with it.
   *
   * `DELETE /api/v1/users/{userId}/clients/{clientId}/tokens/{tokenId}` (Users, Refresh tokens)
   */
  readonly revokeUserClientToken: Method<'revokeUserClientToken'>
}
