import type { Principals } from './access/principals.ts'
import type { AccessTokens } from './oauth/access-tokens.ts'
import type { AuthorizationCodes } from './oauth/authorization-codes.ts'
import type { DeviceCodes } from './oauth/device-codes.ts'
import type { Interactions } from './oauth/interactions.ts'
import type { RefreshTokens } from './oauth/refresh-tokens.ts'
import type { OneTimeTokens } from './users/one-time-tokens.ts'
import type { Sessions } from './users/sessions.ts'

/** The parts that issue texts which give access. */
interface Holders {
  readonly principals: Principals
  readonly sessions: Sessions
  readonly oneTimeTokens: OneTimeTokens
  readonly refreshTokens: RefreshTokens
  readonly accessTokens: AccessTokens
  readonly authorizationCodes: AuthorizationCodes
  readonly deviceCodes: DeviceCodes
  readonly interactions: Interactions
}

/** Texts that the service generates are at least this long. Only a token that a caller chose may be shorter. */
const shortest = 8

/** Whether a text gives access to something now. */
export function opensSomething(org: Holders, text: string): boolean {
  if (org.principals.has(text)) return true
  return (
    text.length >= shortest &&
    (org.sessions.find(text) !== undefined ||
      org.oneTimeTokens.find(text) !== undefined ||
      org.refreshTokens.collection.by('value', text) !== undefined ||
      org.refreshTokens.retired.get(text) !== undefined ||
      org.accessTokens.collection.by('value', text) !== undefined ||
      org.authorizationCodes.state.get(text) !== undefined ||
      org.deviceCodes.find(text) !== undefined ||
      org.deviceCodes.pending(text) !== undefined ||
      org.interactions.state.get(text) !== undefined)
  )
}
