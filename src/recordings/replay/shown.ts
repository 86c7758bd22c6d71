import { type ProfileProperty, profilePropertyName } from '../../contract/profile.ts'
import type { SchemaKind } from '../../model/custom-properties.ts'
import { propertiesOf } from '../../transfer/pull/seed-from.ts'
import { type Json, member, objectOf, objectsOf, textOf } from '../../exchange/json.ts'
import type { RecordedCall } from '../../exchange/exchange.ts'

/** The kinds of records that a recording shows, and the table of each. */
export const tables = {
  user: 'users',
  group: 'groups',
  rule: 'rules',
  client: 'clients',
  grant: 'grants',
  token: 'tokens',
} as const

/** A kind of record that can be made if the recording does not make it. */
export type RecordKind = keyof typeof tables

/** A reply that shows a record. */
export interface Sighting {
  /** Place of the call in the recording. */
  readonly index: number
  readonly kind: RecordKind
  readonly json: Json
}

/** The kind of record that an object of a reply shows. */
export function kindOf(json: Json): RecordKind | undefined {
  if (typeof json['client_id'] === 'string' && json['client_id_issued_at'] !== undefined) return 'client'
  if (typeof json['id'] !== 'string') return undefined
  if (typeof json['clientId'] === 'string' && typeof json['userId'] === 'string')
    return json['scopeId'] === undefined ? 'token' : 'grant'
  if (Array.isArray(json['objectClass']) && objectOf(json['profile'])) return 'group'
  if (json['type'] === 'group_rule') return 'rule'
  return typeof member(json, 'profile', 'login') === 'string' && typeof json['status'] === 'string'
    ? 'user'
    : undefined
}

/** The id of a record. */
export function idOf(json: Json): string {
  return String(json['client_id'] ?? json['id'])
}

/** The records that a recording shows, in any reply. */
export class Shown {
  readonly #sightings = new Map<string, Sighting[]>()
  /** Facts about clients and users from replies about other records, by id. */
  readonly #hints = new Map<string, Sighting>()

  constructor(calls: readonly RecordedCall[]) {
    for (const [index, { operation, status, json }] of calls.entries())
      if (operation && status < 300) for (const item of objectsOf(json)) this.#note(index, item)
  }

  #note(index: number, json: Json): void {
    const kind = kindOf(json)
    if (!kind) {
      if (json['client_id'] !== undefined) this.#hints.set(idOf(json), { index, kind: 'client', json })
      return
    }
    if (kind === 'grant' || kind === 'token') this.#noteParties(index, json)
    const id = idOf(json)
    const known = this.#sightings.get(id)
    if (known) known.push({ index, kind, json })
    else this.#sightings.set(id, [{ index, kind, json }])
  }

  /** The links of grants and tokens say what their clients and users are called. */
  #noteParties(index: number, json: Json): void {
    const client_name = textOf(member(json, '_links', 'client', 'title'))
    const [, firstName, lastName] = /^(\S+) (.+)$/.exec(textOf(member(json, '_links', 'user', 'title'))) ?? []
    if (client_name !== '')
      this.#hints.set(textOf(json['clientId']), { index, kind: 'client', json: { client_name } })
    this.#hints.set(textOf(json['userId']), {
      index,
      kind: 'user',
      json: { profile: { firstName, lastName } },
    })
  }

  /** The reply that shows a record as it is before a call: the next one, else the last before. */
  near(id: string, index: number): Sighting | undefined {
    const all = this.#sightings.get(id)
    return all?.find((each) => each.index >= index) ?? all?.at(-1) ?? this.#hints.get(id)
  }

  /** The grants and refresh tokens of a user for a client that replies show from a call on. */
  consents(userId: string, clientId: string, index: number): readonly Sighting[] {
    return [...this.#sightings.values()]
      .flatMap((all) => all.find((each) => each.index >= index) ?? [])
      .filter(({ json }) => json['userId'] === userId && json['clientId'] === clientId)
  }

  /** A member of a record from any reply, such as a part that only one request included. */
  memberOf(id: string, name: string): unknown {
    return this.#sightings.get(id)?.find(({ json }) => json[name] !== undefined)?.json[name]
  }

  /** The user with a login. */
  userNamed(login: string, index: number): Sighting | undefined {
    for (const [id, [first]] of this.#sightings) {
      if (first?.kind === 'user' && member(first.json, 'profile', 'login') === login)
        return this.near(id, index)
    }
    return undefined
  }

  /** The properties of profiles that a schema of this kind does not have yet. */
  newProperties(kind: SchemaKind, properties: readonly ProfileProperty[]): ReturnType<typeof propertiesOf> {
    const known = new Set(properties.map(({ name }) => name))
    const profiles = [...this.#sightings.values()]
      .flat()
      .filter((sighting) => sighting.kind === kind)
      .map(({ json }) => objectOf(json['profile']) ?? {})
    return propertiesOf(profiles, known).filter(({ name }) => profilePropertyName.test(name))
  }
}
