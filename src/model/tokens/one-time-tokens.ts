import { OrgService } from '../kernel/org-service.ts'
import type { OneTimePurpose, OneTimeToken, Token } from './records.ts'

/** Issues the tokens of one-time links. A newer one replaces those that give access, or that verify the same address. */
export class OneTimeTokens extends OrgService<'clock' | 'ends' | 'ids' | 'settings' | 'tokens'> {
  /** Creates a token; an older one of the same user and group no longer works. */
  issue(userId: string, purpose: OneTimePurpose, property?: OneTimeToken['property']): OneTimeToken {
    const { clock, ids, tokens } = this.org
    const id = tokens.unused(() => ids.oneTimeToken())
    if (property) this.revokeVerification(userId, property)
    else this.revokeAccess(userId)
    return tokens.add<'oneTime'>({
      kind: 'oneTime',
      id,
      purpose,
      userId,
      expiresAt: clock.now() + this.#lifetime(purpose),
      ...(property ? { property } : {}),
    })
  }

  /** Whether a sent token still works. A token that a newer one replaced counts as used. */
  statusOf(id: string): 'open' | 'expired' | 'used' {
    const token = this.org.tokens.find('oneTime', id)
    if (!token) return 'used'
    return this.org.tokens.isOver(token) ? 'expired' : 'open'
  }

  /** Ends the tokens that sign a user in or set its password. */
  revokeAccess(userId: string): void {
    this.org.ends.end('links', userId, { only: (token) => propertyOf(token) === undefined })
  }

  /** Ends the token that verifies a new address for a property. */
  revokeVerification(userId: string, property: 'email' | 'secondEmail'): void {
    this.org.ends.end('links', userId, { only: (token) => propertyOf(token) === property })
  }

  #lifetime(purpose: OneTimePurpose): number {
    const { activation, passwordReset, emailVerification } = this.org.settings.oneTimeTokenLifetimes
    if (purpose === 'activation' || purpose === 'verify') return activation
    return purpose === 'email-verification' ? emailVerification : passwordReset
  }
}

/** Only a token that verifies an address has one. */
function propertyOf(token: Token): string | undefined {
  return token.kind === 'oneTime' ? token.property : undefined
}
