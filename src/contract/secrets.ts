/**
 * Members and parameters whose value gives access, with every name that this API, its endpoints and OAuth 2.0 use.
 * `state`, `nonce`, `code_challenge` and `login_hint` are none: who knows them can do nothing with them.
 */
export const secretMembers: ReadonlySet<string> = new Set([
  'activationToken',
  'activationUrl',
  'access_token',
  'answer',
  'apiToken',
  'assertion',
  'client_assertion',
  'client_secret',
  'code',
  'code_verifier',
  'cookie',
  'device_code',
  'id_token',
  'id_token_hint',
  'interaction',
  'newPassword',
  'oldPassword',
  'passCode',
  'password',
  'refresh_token',
  'request',
  'resetPasswordUrl',
  'secret',
  'sessionToken',
  'stateToken',
  'subject_token',
  'tempPassword',
  'token',
  'user_code',
])

/** Further names under which callers send secrets, by mistake or to endpoints that a user added. */
const likeSecrets =
  /token|secret|passw|passphrase|passcode|credential|api[-_]?key|assertion|answer|session|cookie|(?:^|[-_.[])(?:sid|pwd|pass|pin|otp|code|sig|signature|auth|authorization|jwt|key)\]?$/i

/** Names of parameters about a secret: `token_type_hint`, `code_challenge_method`. */
const aboutSecrets = /[-_](?:type|type_hint|method|methods|expires_in|expires_at)$/i

/** Whether a member or parameter has the name of a secret. */
export function isSecretName(name: string): boolean {
  return secretMembers.has(name) || (likeSecrets.test(name) && !aboutSecrets.test(name))
}
