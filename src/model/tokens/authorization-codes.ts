import { OrgService } from '../kernel/org-service.ts'
import type { AuthorizationCode, TokenOf } from './records.ts'

/** The content of a new code. */
export type NewAuthorizationCode = Omit<AuthorizationCode, 'id' | 'expiresAt' | 'use' | 'familyId'>

const length = 43

/** Issues authorization codes, and marks them as used. */
export class AuthorizationCodes extends OrgService<'clock' | 'ids' | 'settings' | 'tokens'> {
  issue(details: NewAuthorizationCode): AuthorizationCode {
    const { clock, ids, settings, tokens } = this.org
    return tokens.add<'code'>({
      kind: 'code',
      ...details,
      id: tokens.unused(() => ids.token(length)),
      familyId: ids('authorization'),
      expiresAt: clock.now() + settings.tokenLifetimes.code,
      use: 'unused',
    })
  }

  /** The code with a value, unless it has expired. */
  find(value: string): TokenOf<'code'> | undefined {
    const { tokens } = this.org
    const code = tokens.find('code', value)
    // A used code stays known for longer. A second use means that somebody has stolen it.
    return code && (code.use !== 'unused' || !tokens.isOver(code)) ? code : undefined
  }

  /** Marks a code as used, before any asynchronous step. */
  use(code: TokenOf<'code'>): void {
    this.org.tokens.put<'code'>({ ...code, use: code.use === 'unused' ? 'used' : 'misused' })
  }
}
