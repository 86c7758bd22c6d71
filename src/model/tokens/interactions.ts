import { OrgService } from '../kernel/org-service.ts'
import type { Interaction, TokenOf } from './records.ts'

const lifetime = 3_600_000
const idLength = 32

/** Begins and reads authorization requests under way in browsers. */
export class Interactions extends OrgService<'clock' | 'ids' | 'tokens'> {
  begin(details: Omit<Interaction, 'id' | 'expiresAt'>): TokenOf<'interaction'> {
    const { clock, ids, tokens } = this.org
    const id = tokens.unused(() => ids.token(idLength))
    return tokens.add<'interaction'>({
      kind: 'interaction',
      ...details,
      id,
      expiresAt: clock.now() + lifetime,
    })
  }

  find(id: string): TokenOf<'interaction'> | undefined {
    return this.org.tokens.live('interaction', id)
  }

  /** Records that the user signed in for this request. */
  signedIn(interaction: TokenOf<'interaction'>, sessionId: string): void {
    this.org.tokens.put<'interaction'>({ ...interaction, sessionId })
  }
}
