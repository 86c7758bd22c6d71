import { Part } from '../kernel/part.ts'
import { ShortLived } from './short-lived.ts'

/** An authorization request that waits for the user to sign in, or to consent. */
export interface Interaction {
  readonly id: string
  readonly authorizationServerId: string
  /** The parameters of the request, including those of a request object. */
  readonly parameters: Readonly<Record<string, string>>
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** The session of the browser, after its user signed in for exactly this request. */
  readonly sessionId?: string
  /** The final target of the browser, for the page's Content-Security-Policy: an origin or a scheme. */
  readonly leadsTo: string
  /** The login that the sign-in page begins with. */
  readonly loginHint?: string
  /** The name of the client. */
  readonly clientName: string
}

const lifetime = 3_600_000
const idLength = 32

/** Authorization requests under way in browsers. */
export class Interactions extends Part<'clock' | 'ids'> {
  readonly state = new ShortLived<Interaction>(this.org.clock)

  begin(details: Omit<Interaction, 'id' | 'expiresAt'>): Interaction {
    const id = this.org.ids.token(idLength)
    return this.state.set(id, { ...details, id, expiresAt: this.org.clock.now() + lifetime })
  }

  find(id: string): Interaction | undefined {
    const interaction = this.state.get(id)
    return interaction && !this.state.isOver(interaction) ? interaction : undefined
  }

  /** Records that the user signed in for this request. */
  signedIn(interaction: Interaction, sessionId: string): void {
    this.state.set(interaction.id, { ...interaction, sessionId })
  }

  end({ id }: Interaction): void {
    this.state.delete(id)
  }
}
