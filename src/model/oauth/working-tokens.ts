import type { JWTPayload } from 'jose'
import { fromBase64Url } from '../../contract/formats/base64url.ts'
import type { Uses } from '../kernel/org-service.ts'
import type { AccessTokenRecord, TokenOf } from '../tokens/records.ts'

/** The access token with a value, while it works. Tokens of a suspended user do not work. */
export function workingAccessToken(
  { tokens, users }: Uses<'tokens' | 'users'>,
  value: string,
): TokenOf<'access'> | undefined {
  const token = tokens.live('access', value)
  return users.holdsTokensOf(token?.userId) ? undefined : token
}

/** The access or refresh token with a value, while it works. */
export function workingToken(
  org: Uses<'refreshTokens' | 'tokens' | 'users'>,
  value: string,
): TokenOf<'access'> | TokenOf<'refresh'> | undefined {
  const access = workingAccessToken(org, value)
  if (access) return access
  const refresh = org.tokens.find('refresh', value)
  return refresh && org.refreshTokens.works(refresh) ? refresh : undefined
}

/** The issuer and audience that a token names. They stay, by whichever address it is shown. */
export function partiesIn({ value }: AccessTokenRecord): { readonly iss: string; readonly aud: string } {
  const [, payload = ''] = value.split('.')
  const { iss, aud } = JSON.parse(new TextDecoder().decode(fromBase64Url(payload))) as JWTPayload
  return { iss: iss!, aud: aud as string }
}
