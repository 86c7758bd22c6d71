import { Part } from '../kernel/part.ts'
import { NumberedMap } from '../kernel/numbered-map.ts'
import type { Stateful } from '../kernel/state.ts'

/** The purposes of one-time tokens. */
export const oneTimePurposes = [
  'activation',
  'verify',
  'password-reset',
  'forgot-password',
  'email-verification',
] as const

/** The purpose of a one-time token. */
export type OneTimePurpose = (typeof oneTimePurposes)[number]

/** A token that works once, until it expires or a newer one replaces it. */
export interface OneTimeToken {
  readonly value: string
  readonly purpose: OneTimePurpose
  readonly userId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** The property with the new address, for an e-mail verification. */
  readonly property?: 'email' | 'secondEmail'
}

/** A newer token replaces older ones of the same group. All tokens that give access form one group. */
function concern({ purpose, property }: Pick<OneTimeToken, 'purpose' | 'property'>): string {
  return purpose === 'email-verification' ? `${purpose} ${property}` : 'access'
}

/** The one-time tokens in use. */
export class OneTimeTokens extends Part<'clock' | 'ids' | 'settings'> {
  readonly #byValue = new NumberedMap<OneTimeToken>({ onRestore: () => this.#index() })
  readonly state: Stateful = this.#byValue
  /** Most users have one token. A list of one takes 176 bytes more for each activated user, whose bar is 650 bytes. */
  readonly #byUser = new Map<string, OneTimeToken | readonly OneTimeToken[]>()

  /** Creates a token; an older one of the same user and group no longer works. */
  issue(userId: string, purpose: OneTimePurpose, property?: OneTimeToken['property']): OneTimeToken {
    const token: OneTimeToken = {
      value: this.org.ids.oneTimeToken(),
      purpose,
      userId,
      expiresAt: this.org.clock.now() + this.#lifetime(purpose),
      ...(property ? { property } : {}),
    }
    this.#revoke(userId, (other) => concern(other) === concern(token))
    this.#add(token)
    return token
  }

  /** The token with a value, if it still works. */
  find(value: string): OneTimeToken | undefined {
    const token = this.#byValue.get(value)
    return token && token.expiresAt > this.org.clock.now() ? token : undefined
  }

  /** Whether a sent token still works. A token that a newer one replaced counts as used. */
  statusOf(value: string): 'open' | 'expired' | 'used' {
    const token = this.#byValue.get(value)
    if (!token) return 'used'
    return token.expiresAt > this.org.clock.now() ? 'open' : 'expired'
  }

  /** Uses a token up. Returns it, or undefined for an invalid one. */
  use(value: string): OneTimeToken | undefined {
    const token = this.find(value)
    if (token) this.#revoke(token.userId, (other) => other === token)
    return token
  }

  /** Ends all of a user's tokens. */
  revoke(userId: string): void {
    this.#revoke(userId, () => true)
  }

  /** Ends the tokens that sign a user in or set its password. */
  revokeAccess(userId: string): void {
    this.#revoke(userId, (token) => concern(token) === 'access')
  }

  /** Ends the token that verifies a new address for a property. */
  revokeVerification(userId: string, property: 'email' | 'secondEmail'): void {
    this.#revoke(userId, (token) => token.property === property)
  }

  #revoke(userId: string, picked: (token: OneTimeToken) => boolean): void {
    const own = this.#of(userId)
    const kept = own.filter((token) => !picked(token))
    if (kept.length === own.length) return
    for (const token of own) if (picked(token)) this.#byValue.delete(token.value)
    if (kept.length > 0) this.#byUser.set(userId, kept)
    else this.#byUser.delete(userId)
  }

  #of(userId: string): readonly OneTimeToken[] {
    const own = this.#byUser.get(userId)
    if (own === undefined) return []
    return 'value' in own ? [own] : own
  }

  #add(token: OneTimeToken): void {
    this.#byValue.set(token.value, token)
    this.#addToUser(token)
  }

  #addToUser(token: OneTimeToken): void {
    const own = this.#of(token.userId)
    this.#byUser.set(token.userId, own.length === 0 ? token : [...own, token])
  }

  #index(): void {
    this.#byUser.clear()
    for (const token of this.#byValue.values()) this.#addToUser(token)
  }

  #lifetime(purpose: OneTimePurpose): number {
    const { activation, passwordReset, emailVerification } = this.org.settings.oneTimeTokenLifetimes
    if (purpose === 'activation' || purpose === 'verify') return activation
    return purpose === 'email-verification' ? emailVerification : passwordReset
  }
}
