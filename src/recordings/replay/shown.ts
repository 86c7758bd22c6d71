import type { ProfilePropertyType } from '../../contract/profile.ts'
import { type Json, jsonOf, objectOf } from '../json.ts'
import type { RecordedCall } from '../recorded.ts'

/** The records that a recording shows, and that can be made up where it never made them. */
export type RecordKind = 'user' | 'group' | 'rule' | 'client'

/** A reply that shows a record. */
export interface Sighting {
  /** Place of the call in the recording. */
  readonly index: number
  readonly kind: RecordKind
  readonly json: Json
}

/** What kind of record an object of a reply is. */
export function kindOf(json: Json): RecordKind | undefined {
  if (typeof json['client_id'] === 'string' && json['client_id_issued_at'] !== undefined) return 'client'
  if (typeof json['id'] !== 'string') return undefined
  if (Array.isArray(json['objectClass']) && objectOf(json['profile'])) return 'group'
  if (json['type'] === 'group_rule') return 'rule'
  const profile = objectOf(json['profile'])
  return typeof profile?.['login'] === 'string' && typeof json['status'] === 'string' ? 'user' : undefined
}

/** The id of a record. */
export function idOf(json: Json): string {
  return String(json['client_id'] ?? json['id'])
}

/** What a recording shows of each record, wherever it does. */
export class Shown {
  readonly #sightings = new Map<string, Sighting[]>()

  constructor(calls: readonly RecordedCall[]) {
    for (const [index, { status, body }] of calls.entries()) {
      if (status >= 300 || !body.includes('"')) continue
      const reply = jsonOf(body)
      for (const item of Array.isArray(reply) ? reply : [reply]) this.#note(index, objectOf(item))
    }
  }

  #note(index: number, json: Json | undefined): void {
    const kind = json && kindOf(json)
    if (!kind) return
    const id = idOf(json)
    const known = this.#sightings.get(id)
    if (known) known.push({ index, kind, json })
    else this.#sightings.set(id, [{ index, kind, json }])
  }

  /** The reply that shows a record as it is before a call: the next one, else the last before. */
  near(id: string, index: number): Sighting | undefined {
    const all = this.#sightings.get(id)
    return all?.find((each) => each.index >= index) ?? all?.at(-1)
  }

  /** The user with a login. */
  userNamed(login: string, index: number): Sighting | undefined {
    for (const [id, [first]] of this.#sightings) {
      if (first?.kind === 'user' && objectOf(first.json['profile'])?.['login'] === login)
        return this.near(id, index)
    }
    return undefined
  }

  /** The properties of profiles, each with the type of its values. */
  properties(kind: 'user' | 'group'): ReadonlyMap<string, ProfilePropertyType> {
    const found = new Map<string, ProfilePropertyType>()
    for (const sightings of this.#sightings.values()) {
      for (const { kind: of, json } of sightings) {
        if (of !== kind) continue
        for (const [name, value] of Object.entries(objectOf(json['profile']) ?? {})) {
          const type = typeOf(value)
          if (type) found.set(name, type)
        }
      }
    }
    return found
  }
}

function typeOf(value: unknown): ProfilePropertyType | undefined {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value as 'string' | 'boolean'
  return typeof value === 'number' ? 'number' : undefined
}
