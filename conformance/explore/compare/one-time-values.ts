import type { Json } from '../../engine/wire/reply.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { handlesOf, type Call } from '../sequence/sequence.ts'
import type { Difference } from './difference.ts'
import { namedMembers } from './outcome.ts'

/** Watches secrets, tokens, links and passwords that a service gives once, in all sequences. No two users get the same. */
export class OneTimeValues {
  /** Whom each value was given to. */
  readonly #given = new Map<string, string>()

  /** The difference if a new secret of a client was given before. */
  ofSecret(secret: unknown): Difference | undefined {
    if (typeof secret !== 'string') return undefined
    if (this.#given.has(secret))
      return {
        aspect: 'secret',
        member: 'client_secret',
        expected: 'a new one',
        got: 'one that was given before',
      }
    this.#given.set(secret, '')
    return undefined
  }

  /** The difference if somebody else was given a value of this reply. */
  of(call: Call, json: Json, { records }: Endpoint): Difference | undefined {
    const owner = [...handlesOf(call)].map((handle) => String(records.get(handle)?.id)).join()
    for (const member of namedMembers) {
      const value: unknown = json?.[member]
      if (typeof value !== 'string') continue
      const before = this.#given.get(value)
      this.#given.set(value, before ?? owner)
      if (before !== undefined && before !== owner)
        return {
          aspect: 'member',
          member,
          expected: 'another one than another user got',
          got: 'the same one',
        }
    }
    return undefined
  }
}
