/** Differences of conforming servers: other ids, words, orders and properties. */
import type { Json } from '../../engine/wire/reply.ts'
import { optionalProperties } from '../../tables/profile.ts'
import { body } from '../alter/answer.ts'
import { all } from '../alter/flow.ts'
import { isObject } from '../alter/path.ts'
import { request } from '../alter/request.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerOf, sentWith } from '../alter/wire.ts'

const idKey = /^(id|client_id|\w+Id|exclude|groupIds|\w+_id)$/

/** Shows every id in another form, and understands that form in paths, queries, bodies and links. */
export function otherIds(): Alteration {
  const shown = (id: string): string => `x.${id}~`
  const known = new Set<string>()
  const learn = (json: Json): void => {
    if (typeof json !== 'object' || json === null) return
    for (const [key, value] of Object.entries<Json>(json)) {
      if (idKey.test(key) && typeof value === 'string' && value.length >= 12) known.add(value)
      learn(value)
    }
  }
  const toShown = (text: string): string =>
    text.replaceAll(/[A-Za-z0-9_-]{12,}/g, (each) => (known.has(each) ? shown(each) : each))
  const toOwn = (text: string): string => text.replaceAll(/x\.([A-Za-z0-9_-]{12,})(~|%7E)/g, '$1')
  return () => async (sent, forward) => {
    const query = new URLSearchParams([...sent.query].map(([name, value]) => [name, toOwn(value)]))
    const json: Json =
      sent.text === undefined ? undefined : JSON.parse(toOwn(JSON.stringify(sent.json ?? null)))
    const changed = sent.json === undefined ? sent : sentWith(sent, { json })
    const answered = await forward({ ...changed, path: toOwn(sent.path), query })
    learn(answered.json)
    const text = toShown(answered.text)
    const link = answered.headers['link']
    return {
      ...answered,
      text,
      json: answered.json === undefined ? undefined : JSON.parse(text),
      headers: link === undefined ? answered.headers : { ...answered.headers, link: toShown(link) },
    }
  }
}

/** The identifiers of Clients, Conventions, 6, that contain the name prefix; the description itself spells it `svc`. */
const spellings: readonly ((prefix: string) => string)[] = [
  (prefix) => `${prefix.toUpperCase()}_GROUP`,
  (prefix) => `${prefix}:user_group`,
  (prefix) => `${prefix}:directory_security_principal`,
  (prefix) => `urn:${prefix}:expression:1.0`,
  (prefix) => `${prefix}-response`,
  (prefix) => `"type":"${prefix.toUpperCase()}"`,
  (prefix) => `"name":"${prefix.toUpperCase()}"`,
]

/** Translates between the name prefix of the API description and that of the server. */
export function spelledWith(prefix: string): Alteration {
  const respelled = (text: string, from: string, to: string): string =>
    spellings.reduce((each, spelling) => each.replaceAll(spelling(from), spelling(to)), text)
  return () => async (sent, forward) => {
    const to = (text: string): string => respelled(text, 'svc', prefix)
    const json: Json = sent.json === undefined ? undefined : JSON.parse(to(JSON.stringify(sent.json)))
    const headers = Object.fromEntries(Object.entries(sent.headers).map(([name, value]) => [name, to(value)]))
    const query = new URLSearchParams([...sent.query].map(([name, value]) => [name, to(value)]))
    const translated = { ...sent, headers, query }
    const answered = await forward(sent.json === undefined ? translated : sentWith(translated, { json }))
    const text = respelled(answered.text, prefix, 'svc')
    // Links keep the server's prefix, because the suite only sends them back: a query may use either prefix.
    return { ...answered, text, json: answered.json === undefined ? undefined : JSON.parse(text) }
  }
}

const extra = 'xOwnProperty'

/** Adds a property to every record, and accepts it when it is sent back. */
export function extraProperties(): Alteration {
  const add = (json: Json, listed = false): Json => {
    // A listed record has only the link `self`.
    if (Array.isArray(json)) return json.map((each) => add(each, true))
    // The API description says that some answers are empty.
    if (!isObject(json) || Object.keys(json).length === 0) return json
    const more = { ...json, [extra]: 'of its own' }
    if (isObject(json['profile']))
      Object.assign(more, { profile: { ...json['profile'], [extra]: 'of its own' } })
    if (isObject(json['_links']) && !listed)
      Object.assign(more, { _links: { ...json['_links'], [extra]: { href: 'https://svc.example.com/own' } } })
    if (isObject(json['credentials']))
      Object.assign(more, { credentials: { ...json['credentials'], [extra]: [] } })
    return more
  }
  const strip = (json: Json): Json => {
    if (Array.isArray(json)) return json.map(strip)
    if (!isObject(json)) return json
    return Object.fromEntries(
      Object.entries(json).flatMap(([key, value]) => (key === extra ? [] : [[key, strip(value)]])),
    )
  }
  return all(
    body((json) => add(json)),
    request((sent) => (sent.json === undefined ? sent : sentWith(sent, { json: strip(sent.json) }))),
  )
}

export function reversedKeys(json: Json): Json {
  if (Array.isArray(json)) return json.map(reversedKeys)
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .toReversed()
      .map(([key, value]) => [key, reversedKeys(value)]),
  )
}

/** Shows missing optional properties of a user as null (Users, User and Profile). */
export function withNulls(json: Json): Json {
  if (Array.isArray(json)) return json.map(withNulls)
  if (!isObject(json) || !isObject(json['profile'])) return json
  const nulls = (names: readonly string[]): Record<string, Json> =>
    Object.fromEntries(names.map((name) => [name, null]))
  return {
    ...nulls(['statusChanged', 'lastLogin', 'passwordChanged']),
    ...json,
    profile: { ...nulls(optionalProperties.map(({ name }) => name)), ...json['profile'] },
  }
}

export function withoutNulls(json: Json): Json {
  if (Array.isArray(json)) return json.map(withoutNulls)
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, key === 'profile' ? withoutNulls(value) : value]),
  )
}

/** Refuses every N-th request, up to a number of times. */
export function rateLimits(
  headers: Readonly<Record<string, string>>,
  every: number,
  times = Infinity,
): Alteration {
  return () => {
    let count = 0
    let limited = 0
    return async (sent, forward) => {
      if (++count % every !== 0 || limited >= times) return forward(sent)
      limited++
      const now = new Date()
      const filled = Object.entries(headers).map(([name, value]) => [
        name,
        value === 'now' ? String(Math.floor(now.getTime() / 1000)) : value,
      ])
      return answerOf(
        429,
        { errorCode: 'E0000047', errorSummary: '', errorLink: 'E0000047', errorId: 'oae', errorCauses: [] },
        { date: now.toUTCString(), ...Object.fromEntries(filled) },
      )
    }
  }
}
