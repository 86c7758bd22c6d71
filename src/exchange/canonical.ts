import { idPrefixes } from '../model/kernel/ids.ts'
import type { Json } from './pact/pact-file.ts'

const prefixes = Object.values(idPrefixes).join('|')
const id = new RegExp(`\\b(${prefixes})[A-Za-z0-9]{17}\\b`, 'g')

/** The example of every moment in a reply. */
export const exampleMoment = '2026-01-05T09:30:00.000Z'

/**
 * Replaces the ids of an organisation by others, in order of appearance. Two recordings of the same calls, or of two
 * workers, are then the same.
 */
export class CanonicalIds {
  readonly #known = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** A value with every id replaced, names of members too. */
  replaced<Value extends Json>(value: Value): Value {
    return JSON.parse(
      JSON.stringify(value).replaceAll(id, (found, prefix: string) => this.of(found, prefix)),
    ) as Value
  }

  of(found: string, prefix = found.slice(0, 3)): string {
    const known = this.#known.get(found)
    if (known !== undefined) return known
    const count = (this.#counts.get(prefix) ?? 0) + 1
    this.#counts.set(prefix, count)
    const made = `${prefix}${String(count).padStart(17, '0')}`
    this.#known.set(found, made)
    return made
  }

  /** How many different ids of a kind have occurred. */
  count(prefix: string): number {
    return this.#counts.get(prefix) ?? 0
  }
}

/** A value whose objects have their members in the order of their names. */
export function sorted(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value as { readonly [name: string]: Json }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}
