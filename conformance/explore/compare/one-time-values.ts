import type { Json } from '../../engine/wire/reply.ts'
import type { Call } from '../sequence/sequence.ts'
import { handlesOf } from '../sequence/sequence.ts'
import type { Difference } from './difference.ts'
import { namedMembers } from './outcome.ts'

/** Watches tokens, links and passwords that a service gives once. No two users get the same. */
export class OneTimeValues {
  /** Whom each value was given to. */
  readonly #given = new Map<string, string>()

  /** The difference if somebody else was given a value of this reply. */
  of(call: Call, json: Json): Difference | undefined {
    const owner = [...handlesOf(call)].join()
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
