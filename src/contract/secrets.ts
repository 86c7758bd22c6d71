/** How a secret gives access: by itself, in a link, or as a text that a person knows. */
export type SecretKind = 'token' | 'link' | 'password' | 'answer'

/**
 * Fields and parameters whose value gives access, with every name that this API, its endpoints and OAuth 2.0 use.
 * `state`, `nonce`, `code_challenge` and `login_hint` are not among them: who knows them can do nothing with them.
 */
export const secretFields: ReadonlyMap<string, SecretKind> = new Map<string, SecretKind>([
  ['activationToken', 'token'],
  ['activationUrl', 'link'],
  ['access_token', 'token'],
  ['answer', 'answer'],
  ['apiToken', 'token'],
  ['assertion', 'token'],
  ['client_assertion', 'token'],
  ['client_secret', 'token'],
  ['code', 'token'],
  ['code_verifier', 'token'],
  ['cookie', 'token'],
  ['device_code', 'token'],
  ['id_token', 'token'],
  ['id_token_hint', 'token'],
  ['interaction', 'token'],
  ['newPassword', 'password'],
  ['oldPassword', 'password'],
  ['passCode', 'token'],
  ['password', 'password'],
  ['refresh_token', 'token'],
  ['request', 'token'],
  ['resetPasswordUrl', 'link'],
  ['secret', 'token'],
  ['sessionToken', 'token'],
  ['stateToken', 'token'],
  ['subject_token', 'token'],
  ['tempPassword', 'password'],
  ['token', 'token'],
  ['user_code', 'token'],
])

/** Whether the value of a field of a body, or of a parameter, gives access. */
export function isSecretField(name: string): boolean {
  return secretFields.has(name)
}

/** Further names under which callers send secrets, by mistake or to endpoints that a user added. */
const likeSecrets =
  /token|secret|passw|passphrase|passcode|credential|api[-_]?key|assertion|answer|session|cookie|(?:^|[-_.[])(?:sid|pwd|pass|pin|otp|code|sig|signature|auth|authorization|jwt|key)\]?$/i

/** Names of parameters about a secret: `token_type_hint`, `code_challenge_method`. */
const aboutSecrets = /[-_](?:type|type_hint|method|methods|expires_in|expires_at)$/i

/** Whether a parameter has the name of a secret, also one that no endpoint has. */
export function isSecretName(name: string): boolean {
  return isSecretField(name) || (likeSecrets.test(name) && !aboutSecrets.test(name))
}
