import type { OAuthParameter } from './oauth-endpoints.ts'
import { once } from './once.ts'
import { appRows } from './resources/app.ts'
import { clientSettings } from './resources/client-settings.ts'
import { clientSecretRows } from './resources/client.ts'
import type { FieldRows, SecretKind } from './resources/common.ts'
import { answerRow, changedPasswordRows, passwordRow } from './resources/credentials.ts'
import { handedOutRows } from './resources/user.ts'

/**
 * Parameters and fields that are secrets, of endpoints that load with their first call. `state`, `nonce`,
 * `code_challenge` and `login_hint` are not among them: who knows them can do nothing with them.
 */
const ofEndpoints = [
  'access_token',
  'client_assertion',
  'code',
  'code_verifier',
  'device_code',
  'id_token_hint',
  'refresh_token',
  'request',
  'token',
] as const satisfies readonly OAuthParameter[]

/** Fields of their replies, and those of a session; names of OAuth 2.0 that no endpoint here takes. */
const ofReplies = [
  'id_token',
  'user_code',
  'sessionToken',
  'assertion',
  'subject_token',
  'passCode',
  'stateToken',
]

/** Fields of the control plane, and of the pages of the sign-in. */
const ofControl = ['apiToken', 'cookie', 'secret', 'totpSecret', 'interaction']

const rows = (): FieldRows => ({
  ...Object.fromEntries(clientSettings.map(({ name, ...row }) => [name, row])),
  ...clientSecretRows,
  ...appRows,
  ...handedOutRows,
  ...changedPasswordRows,
  password: passwordRow,
  answer: answerRow,
})

/** Fields and parameters whose value gives access, with the kind of each. The rows of the resources say which. */
export const secretFields = once(
  (): ReadonlyMap<string, SecretKind> =>
    new Map<string, SecretKind>([
      ...[...ofEndpoints, ...ofReplies, ...ofControl].map((name) => [name, 'token'] as const),
      ...Object.entries(rows()).flatMap(([name, row]) =>
        typeof row === 'function' || !row.secret ? [] : [[name, row.secret] as const],
      ),
    ]),
)

/**
 * A pattern for these names in a text, with the flag `i`. Callers also write `ClientSecret`, `client-secret` and
 * `new_password`, as their languages do.
 */
export const secretFieldPattern = once(() =>
  [...secretFields().keys()].map((name) => name.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, '[-_]?')).join('|'),
)

const wholeField = once(() => new RegExp(`^(?:${secretFieldPattern()})$`, 'i'))

/** Whether the value of a field of a body, or of a parameter, gives access. */
export function isSecretField(name: string): boolean {
  return wholeField().test(name)
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
