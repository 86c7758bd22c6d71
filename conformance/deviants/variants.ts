import type { CheckDefinition } from '../engine/check.ts'
import { loadChecks } from '../engine/load-checks.ts'
import type { Json } from '../engine/reply.ts'
import { answer, body, header, items, status } from './alter/answer.ts'
import { all, on, when, whenRefused, whenSuccess } from './alter/flow.ts'
import { isObject } from './alter/path.ts'
import { refuse } from './alter/refusal.ts'
import { request } from './alter/request.ts'
import { goesTo, speaksOAuth } from './routes.ts'
import type { Where } from './routes.ts'
import type { SelftestOptions } from './selftest.ts'
import { runAltered } from './selftest.ts'
import type { TargetOptions } from './target.ts'
import type { Alteration, Sent } from './wire.ts'
import { answerOf, answerWith, sentWith } from './wire.ts'

/** A server that keeps every clause, and is built otherwise than the mock: it must fail nothing. */
export interface Variant {
  readonly id: string
  /** What it does otherwise, as a sentence without its subject. */
  readonly summary: string
  readonly alter?: Alteration
  readonly target?: TargetOptions
}

/** Operations whose success status the documents do not state, and the status that the variant answers. */
const unstatedSuccess: readonly (readonly [status: number, operations: readonly Where[]])[] = [
  [201, ['createUser', 'createGroup', 'createGroupRule']],
  [202, ['updateUser', 'replaceUser', 'updateGroup', 'updateGroupRule', 'activateUser', 'expirePassword']],
  [
    203,
    ['getUser', 'getGroup', 'getGroupRule', 'listUsers', 'listGroups', 'listGroupUsers', 'listUserGroups'],
  ],
]

/** Operations whose refusals have a status of their own in the documents. */
const statedRefusals = goesTo([
  'suspendUser',
  'unsuspendUser',
  'reactivateUser',
  'deleteCurrentUserSessions',
  'updateClient',
])

const readOnlyMembers = [
  'id',
  'status',
  'created',
  'activated',
  'statusChanged',
  'lastLogin',
  'lastUpdated',
  'lastMembershipUpdated',
  'passwordChanged',
  'transitioningToStatus',
  'objectClass',
  '_links',
  '_embedded',
] as const

const writesRecord = goesTo([
  'createUser',
  'updateUser',
  'replaceUser',
  'createGroup',
  'updateGroup',
  'createGroupRule',
  'updateGroupRule',
])

/** Conforming servers that are built otherwise. */
export const variants: readonly Variant[] = [
  { id: 'as-it-is', summary: 'is the mock as it is' },
  {
    id: 'other-ids',
    summary: 'has ids of another form and length',
    target: { through: otherIds() },
  },
  {
    id: 'other-success-codes',
    summary: 'answers 201, 202 or 203 where no success status is stated',
    alter: all(...unstatedSuccess.map(([code, operations]) => on(operations, whenSuccess(status(code))))),
  },
  {
    id: 'other-refusals',
    summary: 'refuses with 422 and a code of its own where none is stated',
    alter: all(
      when(
        (sent) => !speaksOAuth(sent.path) && !statedRefusals(sent),
        whenRefused(
          answer((old) =>
            old.status === 404 || typeof old.json?.errorCode !== 'string'
              ? old
              : answerWith(old, {
                  status: 422,
                  json: { ...old.json, errorCode: 'E0000999', errorLink: 'E0000999' },
                }),
          ),
        ),
      ),
      on(
        'registerClient',
        whenRefused(
          answer((old) =>
            answerWith(old, { status: 422, json: { error: 'invalid_request', error_description: '' } }),
          ),
        ),
      ),
    ),
  },
  {
    id: 'extra-properties',
    summary: 'has properties of its own in every record, profile and error',
    alter: extraProperties(),
  },
  {
    id: 'other-words',
    summary: 'has other summaries, and causes in every error',
    alter: whenRefused(
      body((json) => {
        if (!isObject(json)) return json
        if ('error' in json) return { ...json, error_description: 'Das geht so nicht.' }
        return { ...json, errorSummary: 'Das geht so nicht.', errorCauses: [{ errorSummary: 'Darum.' }] }
      }),
    ),
  },
  {
    id: 'other-order',
    summary: 'has its keys, and lists that have no stated order, the other way round',
    alter: all(
      when(
        ({ query }) => !query.has('q') && !query.has('sortBy') && !query.has('after') && !query.has('limit'),
        on(
          ['listUsers', 'listGroups', 'listClients', 'listGroupRules'],
          items((list) => list.toReversed()),
        ),
      ),
      body(reversedKeys),
    ),
  },
  {
    id: 'nothing-for-null',
    summary: 'leaves out what is null in users and groups',
    alter: on(
      [
        'createUser',
        'getUser',
        'listUsers',
        'updateUser',
        'replaceUser',
        'createGroup',
        'getGroup',
        'listGroups',
      ],
      whenSuccess(body(withoutNulls)),
    ),
  },
  {
    id: 'other-content-type',
    summary: 'writes its media type another way',
    alter: header('content-type', (old) =>
      old.includes('json') ? 'Application/JSON; Charset="utf-8"' : old,
    ),
  },
  {
    id: 'joined-links',
    summary: 'has one Link header, next before self, with parameters of its own',
    alter: header('link', (old) =>
      old
        .split(/,\s*(?=<)/)
        .toReversed()
        .map((link) => link.replace(/;\s*rel="(\w+)"/, '; title="a, b"; rel=$1'))
        .join(','),
    ),
  },
  {
    id: 'refuses-read-only',
    summary: 'refuses read-only members in a body, in place of leaving them aside',
    alter: when(
      (sent: Sent) =>
        writesRecord(sent) && readOnlyMembers.some((name) => isObject(sent.json) && name in sent.json),
      refuse(403, 'E0000077'),
    ),
  },
  {
    id: 'rate-limits',
    summary: 'limits the rate now and then, with Retry-After',
    alter: rateLimits({ 'retry-after': '0' }, 9),
  },
  {
    id: 'rate-limits-by-reset',
    summary: 'limits the rate at first, with X-Rate-Limit-Reset only',
    alter: rateLimits(
      { 'x-rate-limit-limit': '5', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': 'now' },
      5,
      2,
    ),
  },
  {
    id: 'own-word',
    summary: 'writes another word for svc, everywhere, as the operator would tell',
    target: { word: 'acme' },
    alter: spelledWith('acme'),
  },
  { id: 'small-pages', summary: 'has pages of seven at most', target: { pageSize: 7 } },
  { id: 'tiny-pages', summary: 'has pages of three at most', target: { pageSize: 3 } },
  { id: 'large-pages', summary: 'has pages of a thousand by default', target: { pageSize: 1000 } },
  { id: 'search-lag', summary: 'shows writes in searches 300 ms later', target: { searchLag: 300 } },
  {
    id: 'slow-transitions',
    summary: 'takes 300 ms to activate and to deactivate',
    target: { transitionDelay: 300 },
  },
]

/** What a variant failed, though it conforms. */
export interface VariantResult {
  readonly id: string
  readonly summary: string
  readonly failed: readonly { readonly clause: string; readonly check: string; readonly why: string }[]
  /** Clauses that could not be shown on it, and are on the mock as it is. */
  readonly unshown: readonly string[]
  readonly milliseconds: number
}

/** Runs the whole suite against each variant. */
export async function tryVariants(
  options: Pick<SelftestOptions, 'createTarget' | 'checks' | 'signal'> & {
    readonly variants?: readonly Variant[]
  },
): Promise<VariantResult[]> {
  const checks: readonly CheckDefinition[] = options.checks ?? (await loadChecks())
  const results: VariantResult[] = []
  for (const { id, summary, ...variant } of options.variants ?? variants) {
    const begun = performance.now()
    const outcome = await runAltered({ ...options, lag: 10_000 }, checks, variant, {
      concurrency: 8,
    })
    const said = outcome.checks.flatMap(({ key, outcomes }) => outcomes.map((each) => ({ ...each, key })))
    results.push({
      id,
      summary,
      failed: said
        .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
        .map(({ clause, key, why = '', assertions }) => ({
          clause,
          check: key,
          why: `${why} ${JSON.stringify(assertions.find(({ held }) => !held) ?? '').slice(0, 500)}`,
        })),
      unshown: [
        ...new Set(
          said
            .filter(({ verdict }) => verdict === 'blocked' || verdict === 'inconclusive')
            .map(({ clause }) => clause),
        ),
      ],
      milliseconds: Math.round(performance.now() - begun),
    })
  }
  return results
}

const idKey = /^(id|client_id|\w+Id|exclude|groupIds|\w+_id)$/

/** Shows every id in another form, and understands it: in paths, queries, bodies and links. */
function otherIds(): Alteration {
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

/** The identifiers of document 1, Conventions, 6, that hold the word; the document's own spelling is `svc`. */
const spellings: readonly ((word: string) => string)[] = [
  (word) => `${word.toUpperCase()}_GROUP`,
  (word) => `${word}:user_group`,
  (word) => `${word}:directory_security_principal`,
  (word) => `urn:${word}:expression:1.0`,
  (word) => `${word}-response`,
  (word) => `"type":"${word.toUpperCase()}"`,
  (word) => `"name":"${word.toUpperCase()}"`,
]

/** Translates between the word of the documents and that of the server. */
function spelledWith(word: string): Alteration {
  const respelled = (text: string, from: string, to: string): string =>
    spellings.reduce((each, spelling) => each.replaceAll(spelling(from), spelling(to)), text)
  return () => async (sent, forward) => {
    const to = (text: string): string => respelled(text, 'svc', word)
    const json: Json = sent.json === undefined ? undefined : JSON.parse(to(JSON.stringify(sent.json)))
    const headers = Object.fromEntries(Object.entries(sent.headers).map(([name, value]) => [name, to(value)]))
    const query = new URLSearchParams([...sent.query].map(([name, value]) => [name, to(value)]))
    const translated = { ...sent, headers, query }
    const answered = await forward(sent.json === undefined ? translated : sentWith(translated, { json }))
    const text = respelled(answered.text, word, 'svc')
    // Links keep the server's word, as they are only sent back: either word is understood in a query.
    return { ...answered, text, json: answered.json === undefined ? undefined : JSON.parse(text) }
  }
}

const extra = 'xOwnProperty'

/** Adds a property to every record, and knows it when it is sent back. */
function extraProperties(): Alteration {
  const add = (json: Json, listed = false): Json => {
    // A listed record has no link but self.
    if (Array.isArray(json)) return json.map((each) => add(each, true))
    // The documents say of some answers that they are empty.
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

function reversedKeys(json: Json): Json {
  if (Array.isArray(json)) return json.map(reversedKeys)
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .toReversed()
      .map(([key, value]) => [key, reversedKeys(value)]),
  )
}

function withoutNulls(json: Json): Json {
  if (Array.isArray(json)) return json.map(withoutNulls)
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, key === 'profile' ? withoutNulls(value) : value]),
  )
}

/** Refuses every so many requests, up to a number of times. */
function rateLimits(headers: Readonly<Record<string, string>>, every: number, times = Infinity): Alteration {
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
