import { Part } from '../kernel/part.ts'
import { type Authorization, type AuthorizationPart, isAbout } from './authorizations.ts'
import { ShortLived } from './short-lived.ts'

/** An authorization code as it is stored (RFC 6749, section 4.1). */
export interface AuthorizationCode extends Authorization {
  readonly value: string
  /** As the request named it, and the token request must repeat it. Absent if the request named no URI. */
  readonly redirectUri?: string
  readonly nonce?: string
  /** S256 (RFC 7636). */
  readonly codeChallenge?: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** Whether it was used; `misused` after a second use. Then it issues nothing more. */
  readonly use: 'unused' | 'used' | 'misused'
}

/** The content of a new code. */
export type NewAuthorizationCode = Omit<AuthorizationCode, 'value' | 'expiresAt' | 'use' | 'familyId'>

const valueLength = 43

/** The authorization codes in use. */
export class AuthorizationCodes extends Part<'clock' | 'ids' | 'settings'> {
  readonly state = new ShortLived<AuthorizationCode>(this.org.clock)

  issue(details: NewAuthorizationCode): AuthorizationCode {
    const { clock, ids, settings } = this.org
    const value = ids.token(valueLength)
    return this.state.set(value, {
      ...details,
      value,
      familyId: ids('authorization'),
      expiresAt: clock.now() + settings.tokenLifetimes.code,
      use: 'unused',
    })
  }

  /** The code with a value, unless it has expired. */
  find(value: string): AuthorizationCode | undefined {
    const code = this.state.get(value)
    // A used code stays known for longer. A second use means that somebody has stolen it.
    return code && (code.use !== 'unused' || !this.state.isOver(code)) ? code : undefined
  }

  /** Marks a code as used, before any asynchronous step. */
  use(code: AuthorizationCode): void {
    this.state.set(code.value, { ...code, use: code.use === 'unused' ? 'used' : 'misused' })
  }

  /** Removes the codes of a user, client, scope or server that ended. */
  end(part: AuthorizationPart, id: string): void {
    this.state.deleteWhere((code) => isAbout(code, part, id))
  }
}
