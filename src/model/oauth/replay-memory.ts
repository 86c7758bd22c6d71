import { Part } from '../kernel/part.ts'
import { largeRoom, ShortLived } from './short-lived.ts'

/** Remembers the ids of client assertions, so that each works once (RFC 7523, section 3, `jti`). */
export class ReplayMemory extends Part<'clock'> {
  readonly state = new ShortLived<{ readonly expiresAt: number }>(this.org.clock, largeRoom)

  /**
   * Records an assertion.
   *
   * @param expiresAt Milliseconds since 1970 by the organisation's clock. From then on it is rejected anyway.
   * @returns Whether it is the first of a client with this id.
   */
  isFirst(clientId: string, jti: string, expiresAt: number): boolean {
    const key = `${clientId} ${jti}`
    if (this.state.get(key)) return false
    this.state.set(key, { expiresAt })
    return true
  }
}
