import type { Clock } from '../kernel/clock.ts'
import type { IdGenerator } from '../kernel/ids.ts'
import { type Authorization, type AuthorizationPart, isAbout } from './authorizations.ts'
import { ShortLived } from './short-lived.ts'

/** An authorization code as it is stored (RFC 6749, section 4.1). */
export interface AuthorizationCode extends Authorization {
  readonly value: string
  /** As the request named it, which the token request repeats; absent where it named none. */
  readonly redirectUri?: string
  readonly nonce?: string
  /** S256 (RFC 7636). */
  readonly codeChallenge?: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** It was used; `misused` once more than once, and then nothing is issued from it. */
  readonly use: 'unused' | 'used' | 'misused'
}

/** What a code is issued for. */
export type NewAuthorizationCode = Omit<AuthorizationCode, 'value' | 'expiresAt' | 'use' | 'familyId'>

interface Surroundings {
  readonly clock: Clock
  readonly ids: IdGenerator
  /** How long a code lives, in milliseconds. */
  readonly lifetime: () => number
}

const valueLength = 43

/** The authorization codes that are out. */
export class AuthorizationCodes {
  readonly state: ShortLived<AuthorizationCode>
  readonly #surroundings: Surroundings

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
    this.state = new ShortLived(surroundings.clock)
  }

  issue(details: NewAuthorizationCode): AuthorizationCode {
    const { clock, ids, lifetime } = this.#surroundings
    const value = ids.token(valueLength)
    return this.state.set(value, {
      ...details,
      value,
      familyId: ids('authorization'),
      expiresAt: clock.now() + lifetime(),
      use: 'unused',
    })
  }

  /** The code with a value, unless it is over. */
  find(value: string): AuthorizationCode | undefined {
    const code = this.state.get(value)
    // One that was used is known for longer: whoever sends it again has stolen it, or was stolen from.
    return code && (code.use !== 'unused' || !this.state.isOver(code)) ? code : undefined
  }

  /** Uses a code up, before anything is waited for. */
  use(code: AuthorizationCode): void {
    this.state.set(code.value, { ...code, use: code.use === 'unused' ? 'used' : 'misused' })
  }

  /** Forgets the codes that are about something that ended. */
  end(part: AuthorizationPart, id: string): void {
    this.state.deleteWhere((code) => isAbout(code, part, id))
  }
}
