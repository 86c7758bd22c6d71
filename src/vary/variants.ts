/** The freedoms that the API description leaves to a deployment, each as a row. */
import { parsed } from '../../conformance/engine/words/text.ts'
import {
  answer,
  body,
  eachRecord,
  edit,
  editLink,
  noBody,
  reply,
  turned,
} from '../../conformance/proof/alter/answer.ts'
import {
  all,
  asks,
  both,
  not,
  on,
  when,
  whenRefused,
  whenSuccess,
} from '../../conformance/proof/alter/flow.ts'
import { idOf } from '../../conformance/proof/alter/memory.ts'
import { isObject } from '../../conformance/proof/alter/path.ts'
import { platformBody } from '../../conformance/proof/alter/refusal.ts'
import { otherQuery, query, rewrite } from '../../conformance/proof/alter/request.ts'
import {
  type Alter,
  type Alteration,
  type Answer,
  answerOf,
  answerWith,
  isSuccess,
  readOf,
  type Sent,
  goesTo,
  recordOf,
  recordPath,
  type Where,
} from '../../conformance/proof/alter/wire.ts'
import { isRead, takes } from '../../conformance/proof/operators/operator.ts'
import { reversedKeys } from '../../conformance/proof/variants/variant.ts'
import { variants as proven } from '../../conformance/proof/variants/variants.ts'
import type { Json } from '../../conformance/engine/wire/reply.ts'
import { routes } from '../../conformance/engine/wire/routes.ts'
import { type OperationName, operationNames } from '../contract/operation-names.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import { type OtherSettings, withOthers } from '../model/kernel/settings.ts'
import type { Org } from '../model/org.ts'
import { testHeader, testIn, type TestPlace } from './test-header.ts'
import type { VariantName } from './variant-names.ts'

/** How likely it is that a client meets it. */
export const severities = ['happens', 'possible', 'network'] as const
export type Severity = (typeof severities)[number]

/** A freedom that a deployment may take. */
export interface LegalVariant {
  readonly severity: Severity
  /** The difference of the service, as a sentence without its subject. */
  readonly summary: string
  /** The place of the API description that leaves it open, in our words. */
  readonly open: string
  /** The interpretation that says so too. */
  readonly interpretation?: string
  /** The advice for a client that relies on something else. */
  readonly advice: string
  readonly alter?: Alteration
  readonly settings?: OtherSettings
  /** Whether it can show in a call, where no alteration says so. */
  readonly touches?: (operation: OperationName, sent: Sent) => boolean
  /** Matches replies that a change of the model may show in. */
  readonly shows?: RegExp
  /** Changes replies on the wire, after the alteration. */
  readonly wire?: (reply: WireReply) => WireReply
  /** Changes the form of replies only: nearest to the caller, after every other change. */
  readonly isForm?: true
  /** Gives new records ids of another form. */
  readonly hasOtherIds?: true
  readonly change?: ModelChange
  /** A variant that is part of this one: a test that fails under it shows nothing more. */
  readonly includes?: VariantName
  /** Variants with a word in common exclude each other. */
  readonly excludes?: readonly ('fails' | 'waits' | 'nulls' | 'links' | 'pages')[]
  /** Whether it shows in the first call of an operation, whatever the test does with it. */
  readonly isPerOperation?: true
  /** Whether a test that fails counts, by its calls. The variant is tried alone. Default: each counts. */
  readonly isAtFault?: (calls: readonly ClientCall[]) => boolean
  /** The difference, where no status, header or member of a reply shows it. */
  readonly unseen?: { readonly at: string; readonly plain: string; readonly varied: string }
  /** Milliseconds that a client may have to wait for it, for each operation that it uses. */
  readonly waits?: number
}

/** A call of a client, with the reply that it got. */
export interface ClientCall {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly text?: string
  /** Without one if the connection was reset instead. */
  readonly reply: { readonly isBroken?: true }
}

/** Whether two calls ask for the same. */
export const isSameRequest = (one: ClientCall | undefined, other: ClientCall | undefined): boolean =>
  one?.method === other?.method &&
  one?.path === other?.path &&
  one?.query === other?.query &&
  one?.text === other?.text

const names: readonly OperationName[] = Object.values(operationNames).flat()
const paged = names.filter(takes('after'))
const reads = names.filter(isRead)
const posts = names.filter((name) => routes[name].startsWith('POST '))

/** The alteration of a conforming variant of the suite. */
function asProven(id: string): Alteration {
  const alter = proven.find((each) => each.id === id)?.alter
  if (alter === undefined) throw new Error(`no variant '${id}'`)
  return alter
}

/** A call of an operation that is its first one in a test. */
interface FirstCall {
  readonly operation: OperationName
  /** Empty where the call does not say which test makes it. */
  readonly test: string
}

type AlterFirst = (...parts: [...call: Parameters<Alter>, first: FirstCall]) => ReturnType<Alter>

const testOf = ({ headers }: Sent): string => testIn(headers[testHeader])?.name ?? ''

/** Answers the first call of each operation otherwise: of each test, where the call says which test makes it. */
function firstOf(operations: readonly OperationName[], other: AlterFirst): Alteration {
  return all(
    ...operations.map((operation) =>
      on(operation, () => {
        const met = new Set<string>()
        return async (sent, forward) => {
          const test = testOf(sent)
          if (met.has(test)) return forward(sent)
          met.add(test)
          return other(sent, forward, { operation, test })
        }
      }),
    ),
  )
}

/** A platform-style error, as the service answers it where no part of the API description states its code. */
const platform = (errorCode: string, errorSummary: string): Json => ({
  ...platformBody(errorCode),
  errorSummary,
  errorId: 'oaeVariedByIdentikit00000',
})

/** 429 that says to come back after some milliseconds, by a clock that may be ahead. */
function limited(wait: number, ahead = 0): Answer {
  const now = Date.now() + ahead
  return answerOf(429, platform('E0000047', 'API call exceeded rate limit due to too many requests.'), {
    date: new Date(now).toUTCString(),
    'x-rate-limit-limit': '600',
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': String(Math.floor((now + wait) / 1000)),
  })
}

/** Whether tests may share the service: over HTTP they wait once. */
const isShared = ({ headers }: Sent): boolean => headers['host'] !== undefined

/** Most limits ended a second ago: a test calls many operations, and careful clients wait a second longer. */
const ended = -1000

/**
 * How many tests meet a limit that lasts, in their first call. It ends before the second that its reply names, and begins
 * again with each call before its end.
 */
const maxLasting = 5
const lasts = 950

/** The tests of this process that met one, where each has a service in it. */
const lastingHere = new Set<string>()

interface Limit extends FirstCall {
  readonly at: number
  readonly isLasting: boolean
}

/** Milliseconds without another call, after which a client seems to wait by its own clock. */
const patience = 2000

/**
 * 429 to the first call of each operation in a test. Clients that wait a second after each limit meet one in a test, and
 * each operation once. So do all tests by a clock that is ahead, as soon as a client does not come back.
 */
const rateLimits =
  (milliseconds = 0): Alteration =>
  () => {
    const open = new Map<string, Limit>()
    const met = new Set<OperationName>()
    const lastingThere = new Set<string>()
    /** The operations and tests in which the client waited longer than the limit. */
    const waited = new Set<string>()
    const isLeft = (): boolean => [...open.values()].some(({ at }) => Date.now() - at > patience)
    const keyOf = (sent: Sent): string => `${testOf(sent)} ${sent.method} ${sent.path}?${String(sent.query)}`
    const alter = firstOf(names, async (sent, forward, { operation, test }) => {
      // In the process of a test, a clock that is ahead shows in one call of all.
      const isMet = isShared(sent) ? met.has(operation) && isLeft() : met.size > 0
      if ((milliseconds > 0 && isMet) || waited.has(operation) || waited.has(test)) return forward(sent)
      met.add(operation)
      const lasting = isShared(sent) ? lastingThere : lastingHere
      const isKnown = isShared(sent) || test !== ''
      const isLasting =
        milliseconds === 0 && isKnown && waited.size === 0 && lasting.size < maxLasting && !lasting.has(test)
      if (isLasting) lasting.add(test)
      return refuse(sent, { operation, test, isLasting })
    })()
    const refuse = (sent: Sent, limit: Omit<Limit, 'at'>): Answer => {
      const at = Date.now()
      open.set(keyOf(sent), { ...limit, at })
      // The clock of its reply begins a second now: a client that comes back early does so on every machine.
      return limit.isLasting ? limited(1000, 1000 - (at % 1000)) : limited(ended, milliseconds)
    }
    return async (sent, forward) => {
      const limit = open.get(keyOf(sent))
      if (!limit) return alter(sent, forward)
      const { at, operation, test, isLasting } = limit
      const past = Date.now() - at
      if (isLasting && past < lasts) return refuse(sent, limit)
      open.delete(keyOf(sent))
      if (past > (isLasting ? 1500 : 500)) {
        waited.add(operation)
        if (test !== '') waited.add(test)
      }
      return forward(sent)
    }
  }

/** How many calls of a test are slow: together they take less time than runners give a test. */
const maxSlow = 3

/** The first reply of each operation is half a second late, if not too many are in the same test. */
const slowReplies: Alteration = () => {
  const slow = new Map<OperationName, string>()
  return firstOf(names, async (sent, forward, { operation, test }): Promise<BrokenAnswer> => {
    const inTest = test === '' ? [] : [...slow.values()].filter((each) => each === test)
    if (slow.has(operation) || inTest.length >= maxSlow) return forward(sent)
    slow.set(operation, test)
    return { ...(await forward(sent)), late: 500 }
  })()
}

const stamps =
  'created|lastUpdated|activated|statusChanged|lastLogin|passwordChanged|lastMembershipUpdated|expiresAt'
const shownStamp = new RegExp(`("(?:${stamps})": ?")([^"]+)(")`, 'g')
const askedStamp = new RegExp(`(\\b(?:${stamps})\\s+\\w\\w\\s+")([^"]+)(")`, 'gi')

/** Moves timestamps in a text by seconds. */
const moved =
  (form: RegExp, seconds: number) =>
  (text: string): string =>
    text.replaceAll(form, (whole, before: string, stamp: string, end: string) => {
      const at = Date.parse(stamp)
      return Number.isNaN(at) ? whole : before + new Date(at + seconds * 1000).toISOString() + end
    })

/** A clock that is ahead by seconds: in `Date`, in a rate limit's reset, and in the timestamps of records. */
const ahead = (seconds: number): Alteration =>
  all(
    answer((old) => {
      const { date, 'x-rate-limit-reset': reset } = old.headers
      return {
        ...old,
        headers: {
          ...old.headers,
          ...(date === undefined ? {} : { date: new Date(Date.parse(date) + seconds * 1000).toUTCString() }),
          ...(reset === undefined ? {} : { 'x-rate-limit-reset': String(Number(reset) + seconds) }),
        },
      }
    }),
    answer((old) => {
      const now = moved(shownStamp, seconds)(old.text)
      return now === old.text ? old : answerWith(old, { json: parsed(now) })
    }),
    rewrite('search', moved(askedStamp, -seconds)),
    rewrite('filter', moved(askedStamp, -seconds)),
  )

/** An answer whose connection the server resets instead, or that is late by milliseconds. */
export interface BrokenAnswer extends Answer {
  readonly broken?: WireReply['broken']
  readonly late?: number
}

const reset = async (): Promise<BrokenAnswer> => ({ ...answerOf(503), broken: { kind: 'connection-reset' } })

/** One call of an operation, as its caller and the organisation saw it. */
export interface VariedCall {
  readonly operation: OperationName
  readonly test: TestPlace | undefined
  readonly sent: Sent
  /** The reply that the caller got. */
  readonly answer: BrokenAnswer
  /** Whether an alteration changed the call or its reply. */
  readonly isAltered: boolean
}

/** Changes the model of an organisation. */
export type ModelChange = (org: Org) => {
  readonly undo?: () => void
  /** Follows each call, before the model carries it out. */
  readonly before?: (sent: Sent) => void
}

/** How an organisation varies. */
export interface VaryOptions {
  readonly alter?: Alteration | undefined
  readonly settings?: OtherSettings
  readonly wires?: readonly ((reply: WireReply) => WireReply)[]
  readonly hasOtherIds?: boolean
  readonly changes?: readonly ModelChange[]
  readonly shows?: readonly RegExp[]
  /** The test that makes a call. Default: the one in its header. */
  readonly testOf?: (request: WireRequest) => TestPlace | undefined
  readonly onCall?: ((call: VariedCall) => void) | undefined
}

/** Changes every record in the answers of some operations. */
const inRecords = (
  where: readonly Where[],
  change: (record: Readonly<Record<string, Json>>) => Json,
): Alteration => on(where, whenSuccess(eachRecord(change)))

const users = ['createUser', 'getUser', 'listUsers', 'updateUser', 'replaceUser', 'listGroupUsers'] as const
const groups = ['createGroup', 'getGroup', 'listGroups', 'updateGroup', 'listUserGroups'] as const

/** The first page has one item; later pages are as long as the client asks. */
const shortPages: Alteration = on(
  paged,
  when(both(not(asks('q')), not(asks('after'))), () => async (sent, forward) => {
    const asked = sent.query.get('limit')
    const altered = all(
      // The link names a limit where none was asked for, too (Clients, Conventions, 3).
      editLink('next', (url) => {
        url.searchParams.set('limit', asked ?? '20')
        return url
      }),
      query('limit', '1'),
    )()
    // A limit that is refused stays so. Our suite takes a page of two users for the most that q finds.
    const least = sent.query.size === 1 && sent.path === '/api/v1/users' ? 2 : 1
    return asked === null || Number(asked) > least ? altered(sent, forward) : forward(sent)
  }),
)

/** `q` also finds names that have the text elsewhere, after those that start with it. */
const foundAnywhere: Alteration = on(
  ['listUsers', 'listGroups', 'listClients'],
  when(both(asks('q'), not(asks('after'))), () => async (sent, forward) => {
    const found = await forward(sent)
    const text = sent.query.get('q')?.toLowerCase() ?? ''
    const all = await forward({ ...sent, query: new URLSearchParams({ limit: '100' }) })
    if (!isSuccess(found) || !isSuccess(all) || found.headers['link']?.includes('rel="next"')) return found
    const more = (all.json as Json[]).filter((record) => {
      const places = namesIn(record).map((name) => String(name).toLowerCase().indexOf(text))
      return places.some((at) => at > 0) && !places.includes(0)
    })
    const max = Math.max(found.json.length, Number(sent.query.get('limit') ?? 10))
    return more.length === 0 ? found : answerWith(found, { json: [...found.json, ...more].slice(0, max) })
  }),
)

const namesIn = ({ profile, client_name: name }: Json): Json[] =>
  isObject(profile) ? [profile['name'], profile['firstName'], profile['lastName'], profile['email']] : [name]

/**
 * No read sees a change within these milliseconds, and the first read sees it only after the longer time. Otherwise it
 * depends on the machine whether a client reads too early. Runners give up after a second.
 */
const late = 200
const latest = 700

/** Rules add their users some time after they are activated. Until then they are shown as ACTIVE already. */
const lateRules: Alteration = () => {
  interface Pending {
    readonly activate: () => Promise<Answer>
    readonly timer: ReturnType<typeof setTimeout>
    readonly isRead: boolean
  }
  const pending = new Map<string, Pending>()
  const isActivation = goesTo('activateGroupRule')
  const isOfMembers = goesTo(['listGroupUsers', 'listUserGroups'])
  const shown = eachRecord((record) =>
    pending.has(idOf(record) ?? '') ? { ...record, status: 'ACTIVE' } : record,
  )()
  const wait = (rule: string, activate: Pending['activate'], isRead: boolean): void => {
    clearTimeout(pending.get(rule)?.timer)
    const timer = setTimeout(() => void activate().catch(() => {}), isRead ? late : latest)
    pending.set(rule, { activate, timer, isRead })
  }
  return async (sent, forward) => {
    if (sent.method === 'GET') {
      if (isOfMembers(sent))
        for (const [rule, { activate, isRead }] of pending) if (!isRead) wait(rule, activate, true)
      return pending.size > 0 ? shown(sent, forward) : forward(sent)
    }
    const rule = recordOf(sent.path) ?? ''
    await pending.get(rule)?.activate()
    const before = isActivation(sent) ? await forward(readOf(sent, recordPath(sent.path))) : undefined
    if (before?.json?.status !== 'INACTIVE') return forward(sent)
    const activate = (): Promise<Answer> => {
      clearTimeout(pending.get(rule)?.timer)
      pending.delete(rule)
      return forward(sent)
    }
    wait(rule, activate, false)
    return answerOf(204)
  }
}

const isSearch = ({ query: asked }: Sent): boolean =>
  ['q', 'search', 'filter'].some((name) => asked.has(name))

/** The first search after a write is late in any case. */
const lateSearches: ModelChange = (org) => {
  let isSearched = false
  return {
    before(sent) {
      if (isSearched) Object.assign(org.settings, withOthers(org.settings, { delays: { search: late } }))
      if (sent.method !== 'GET') isSearched = false
      else isSearched ||= isSearch(sent)
    },
  }
}

const isOfUsers = goesTo(['getUser', 'listUsers', 'listGroupUsers'])

/** The first read of a user after the start of its transition is too early in any case. */
const slowTransitions: ModelChange = ({ users, lifecycle, tables, clock }) => ({
  before(sent) {
    if (!isOfUsers(sent)) return
    const id = users.find(recordOf(sent.path) ?? '')?.id
    const early = tables.transitions
      .values()
      .filter(({ userId, dueAt }) => (id ?? userId) === userId && dueAt > clock.now() + late)
    for (const { userId, name } of early) lifecycle.transitions.start(userId, name, late)
  },
})

/** A cursor of another form, and a next link with an additional parameter. */
const otherCursors: Alteration = on(
  paged,
  all(
    editLink('next', (url) => {
      const after = url.searchParams.get('after')
      if (after === null) return url
      url.searchParams.set('after', `~+${btoa(after)}`)
      url.searchParams.set('_v', '2')
      return url
    }),
    otherQuery((asked) => {
      asked.delete('_v')
      const after = asked.get('after')
      if (after?.startsWith('~+')) asked.set('after', decoded(after.slice(2)))
    }),
  ),
)

function decoded(text: string): string {
  try {
    return atob(text)
  } catch {
    return text
  }
}

/** Exact matches of `q` come first among groups (Groups). */
const otherOrder: Alteration = when(
  ({ path, query: asked }) => !asked.has('sortBy') && !(asked.has('q') && path === '/api/v1/groups'),
  on(
    names.filter((name) => name.startsWith('list')),
    whenSuccess(turned()),
  ),
)

/** Other texts in errors; causes where there are none, and none where there are some. */
const otherWords: Alteration = whenRefused(
  body((json) => {
    if (!isObject(json)) return json
    if ('error' in json) return { ...json, error_description: 'Another description.' }
    const { errorCauses: causes } = json
    const hasCauses = Array.isArray(causes) && causes.length > 0
    return {
      ...json,
      errorSummary: 'Another summary.',
      errorId: 'varied-by-identikit',
      errorCauses: hasCauses ? [] : [{ errorSummary: 'One cause.' }, { errorSummary: 'Another cause.' }],
    }
  }),
)

/** Headers that the API description does not have. */
const undescribed = /^(?:etag|cache-control|pragma|expires|x-rate-limit-.*|x-.*request-id)$/

/** Links of users that depend on status, credentials and policies. */
const ofPolicy =
  /^(?:(?:re|de)?activate|(?:un)?suspend|unlock|delete|(?:expire|reset|forgot)Password|changeRecoveryQuestion)$/

/** Members of replies that only some recordings have. */
const newer: Alteration = all(
  inRecords(users, (user) => ({
    activated: null,
    ...user,
    realmId: 'guo1a2b3c4d5e6f7g8h9',
    ...(isObject(user['credentials'])
      ? {
          credentials: {
            ...user['credentials'],
            emails: [{ value: user['profile']?.email, status: 'VERIFIED', type: 'PRIMARY' }],
          },
        }
      : {}),
  })),
  inRecords(groups, (group) =>
    isObject(group['_links']) && typeof group['id'] === 'string'
      ? {
          ...group,
          _links: {
            ...group['_links'],
            owners: { href: `https://svc.example.com/api/v1/groups/${group['id']}/owners` },
          },
        }
      : group,
  ),
)

const spelled = (change: (name: string) => string, reply: WireReply): WireReply => ({
  status: reply.status,
  body: reply.body,
  ...(reply.broken ? { broken: reply.broken } : {}),
  headers: Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [change(name), value])),
})

/** Timestamps of whole seconds, the same ones within a second after the first. */
const wholeSeconds: ModelChange = ({ clock }) => {
  let since = -Infinity
  clock.iso = () => {
    const now = clock.now()
    if (now < since || now >= since + 1000) since = now
    return new Date(since - (since % 1000)).toISOString()
  }
  return { undo: () => void Reflect.deleteProperty(clock, 'iso') }
}

/** Generated secrets of another form. A temporary password still meets the policy. */
const otherSecrets: ModelChange = ({ ids }) => {
  const before = Object.assign({}, ids)
  Object.assign(ids, {
    clientSecret: () => `v2.${before.clientSecret()}`,
    oneTimeToken: () => `v2.${before.oneTimeToken()}`,
    temporaryPassword: (isAllowed?: (password: string) => boolean) =>
      doubled(before.temporaryPassword((password) => isAllowed?.(doubled(password)) ?? true)),
  } satisfies Partial<typeof ids>)
  return { undo: () => void Object.assign(ids, before) }
}

const doubled = (password: string): string => `${password}~${password}`

const openOrder = 'Groups and Users state no order for lists without sortBy'

/** Every variant, by its name. */
export const legalVariants = {
  'short-pages': {
    severity: 'happens',
    summary: 'has a first page of one item, and gives a next link for the rest',
    open: 'Clients, Conventions, 7: callers must not depend on the default or the maximum of page sizes',
    interpretation: 'page-size',
    advice: 'Follow the `next` link until a page has none; never take one page for the whole list.',
    alter: shortPages,
    excludes: ['pages'],
  },
  'other-order': {
    severity: 'happens',
    summary: 'lists records in another order, where none is stated',
    open: `${openOrder}; sort in the client, or ask for sortBy`,
    interpretation: 'member-order',
    advice: 'Find a record by its id or name, not by its place in the list.',
    alter: otherOrder,
    excludes: ['pages'],
  },
  'search-lag': {
    severity: 'happens',
    summary: 'shows a write up to a second later in search, filter and q, never in the first',
    open: 'Users, List, and Groups, List: results come from eventually consistent data, typically within a second',
    interpretation: 'search-lag',
    advice: 'Read a record that you just wrote by its id, or search again until it is there.',
    touches: (_, sent) => isSearch(sent),
    settings: { delays: { search: latest } },
    change: lateSearches,
    waits: 2000,
  },
  'slow-transitions': {
    severity: 'happens',
    summary: 'takes up to a second to activate a user: the first read still has transitioningToStatus',
    open: 'Users, Lifecycle: activation is asynchronous, and transitioningToStatus is ACTIVE until it is complete',
    interpretation: 'respond-async',
    advice: 'Read the user until `transitioningToStatus` is gone before you rely on its status.',
    touches: (operation) => /^(?:createUser|(?:re|de)?activateUser|deleteUser)$/.test(operation),
    settings: { delays: { transition: latest } },
    change: slowTransitions,
    waits: 2000,
  },
  'rate-limits': {
    severity: 'happens',
    summary: 'answers 429 to the first call of an operation in a test, and says when to come back',
    open: 'Clients, Limits: rate limits are not shown, so any call may meet one',
    interpretation: 'rate-limit',
    advice: 'On 429, wait until `X-Rate-Limit-Reset` (compared with `Date`), then send the call again.',
    alter: rateLimits(),
    excludes: ['fails', 'waits'],
    isPerOperation: true,
    waits: 3000,
  },
  'unknown-members': {
    severity: 'happens',
    summary: 'has additional members in records, profiles, credentials and links',
    open: 'Clients, Versioning, and Users: the lists of members are not closed, and schemas add properties',
    interpretation: 'newer-members',
    advice: 'Ignore members that you do not know; never send back a whole object that you received.',
    alter: asProven('extra-properties'),
  },
  'nothing-for-null': {
    severity: 'happens',
    summary: 'leaves out members of users and groups that are null',
    open: 'Users, Profile: whether unset properties appear in replies is not shown',
    interpretation: 'profile-null-properties',
    advice: 'Treat a member that is absent as one that is null.',
    alter: asProven('nothing-for-null'),
    excludes: ['nulls'],
  },
  'null-for-nothing': {
    severity: 'happens',
    summary: 'shows unset optional members of users as null',
    open: 'Users, Profile: optional properties are nullable, and whether unset ones appear is not shown',
    interpretation: 'profile-null-properties',
    advice: 'Treat a member that is null as one that is absent.',
    alter: asProven('null-for-nothing'),
    excludes: ['nulls'],
  },
  'newer-members': {
    severity: 'happens',
    summary:
      'has members as newer services have them: realmId, credentials.emails, a link to owners, activated as null',
    open: 'The API description does not have them; a service may be newer than its description',
    interpretation: 'newer-members',
    advice: 'Ignore members that you do not know; never send back a whole object that you received.',
    alter: newer,
    excludes: ['nulls'],
  },
  'whole-seconds': {
    severity: 'happens',
    summary: 'has timestamps of whole seconds, written with .000',
    open: 'Clients, Conventions, 2, states how a timestamp is written, not how exact it is',
    advice:
      'Never tell two changes apart by their timestamps: those of one second are equal. Compare the members that matter.',
    touches: (operation) => !/^(?:delete|list)|Client/.test(operation),
    change: wholeSeconds,
    unseen: { at: 'timestamps', plain: 'with milliseconds', varied: 'whole seconds' },
    shows: /\.000Z"/,
  },
  'other-ids': {
    severity: 'possible',
    summary: 'gives new records ids of another form and length',
    open: 'Clients, Groups and Users: an id is a String; neither its form nor its length is stated',
    advice: 'Take an id as an opaque text: store all of it, and never test its length or its first letters.',
    touches: (operation) => /^(?:create|register)/.test(operation),
    hasOtherIds: true,
  },
  'other-secrets': {
    severity: 'possible',
    summary: 'makes client secrets, one-time tokens and temporary passwords of another form and length',
    open: 'Clients, Client Application, and Users, Lifecycle operations: no form or length is stated',
    advice: 'Take a generated secret as an opaque text: store all of it, encode it in URLs and headers.',
    touches: (operation) =>
      /^(?:registerClient|updateClient|newClientSecret|(?:re)?activateUser|resetPassword|forgotPassword|expirePassword)$/.test(
        operation,
      ),
    change: otherSecrets,
  },
  'other-cursors': {
    severity: 'possible',
    summary: 'has cursors of another form, and next links with an additional parameter',
    open: 'Clients, Conventions, 3: a cursor is opaque; a caller obtains it only from the next link',
    interpretation: 'cursor',
    advice: 'Call the URL of the `next` link as it is; never build it from an id or a cursor.',
    alter: otherCursors,
  },
  'other-urls': {
    severity: 'possible',
    summary: 'gives URLs to activate a user and to reset a password with an additional parameter',
    open: 'Users, Lifecycle operations: activationUrl and resetPasswordUrl are there; their form is not shown',
    advice: 'Hand the URL on as it is; take the token from `activationToken`, never from the URL.',
    alter: on(
      ['activateUser', 'reactivateUser', 'resetPassword', 'forgotPassword'],
      all(...['activationUrl', 'resetPasswordUrl'].map((name) => edit(name, (url) => `${url}?_v=2`))),
    ),
  },
  'other-words': {
    severity: 'possible',
    summary: 'has other texts and ids in errors, and other numbers of causes',
    open: 'Clients, Errors: summaries and ids are Strings, and the list of causes may be empty',
    interpretation: 'error-causes',
    advice:
      'Decide by the status and `errorCode`; show texts and causes, never compare them or their number.',
    alter: otherWords,
  },
  'other-refusals': {
    severity: 'possible',
    summary: 'refuses with 422 and another code, where none is stated',
    open: 'Clients, Errors: the complete catalogue of codes, and statuses of validation failures, are not shown',
    interpretation: 'error-codes',
    advice: 'Treat every 4xx as a refusal; rely on the codes that the API description states only.',
    alter: asProven('other-refusals'),
  },
  'other-success-codes': {
    severity: 'possible',
    summary: 'answers 201, 202 or 203 where no success status is stated, and 202 without a body',
    open: 'Groups and Users show no status of success for create, get, list and update, and no body for 202',
    interpretation: 'success-statuses',
    advice: 'Take every status from 200 to 299 for success, and read a body only where one is stated.',
    alter: all(asProven('other-success-codes'), on('deleteGroupRule', whenSuccess(noBody()))),
  },
  'fewer-links': {
    severity: 'possible',
    summary: 'shows no link of a user to operations of the lifecycle and of passwords',
    open: 'Users, Links: policies and status decide which links there are',
    interpretation: 'user-links-by-status',
    advice: 'Look whether a link is there before you use it, and have another way without it.',
    excludes: ['links'],
    alter: inRecords(['createUser', 'getUser', 'updateUser', 'replaceUser'], (user) =>
      isObject(user['_links'])
        ? {
            ...user,
            _links: Object.fromEntries(
              Object.entries<Json>(user['_links']).filter(([relation]) => !ofPolicy.test(relation)),
            ),
          }
        : user,
    ),
  },
  'links-by-policy': {
    severity: 'possible',
    summary: 'shows every user the link to activate it, and nobody the link to suspend it',
    open: 'Users, Links: which links a user has depends on status and policies',
    interpretation: 'user-links-by-status',
    advice: 'Decide by `status`, not by the presence of a link.',
    alter: asProven('links-by-policy'),
    excludes: ['links'],
  },
  'deactivates-otherwise': {
    severity: 'possible',
    summary: 'removes the credentials of a deactivated user, and keeps its applications',
    open: 'Users, States: the effect of a deactivation on credentials and applications is not shown',
    interpretation: 'deactivated-credentials',
    advice: 'Give a user that is activated again a new password; take applications away yourself.',
    touches: (operation) => operation === 'deactivateUser' || operation === 'deleteUser',
    settings: {
      interpretations: { 'deactivated-applications': 'kept', 'deactivated-credentials': 'removed' },
    },
  },
  'no-contents': {
    severity: 'possible',
    summary: 'embeds an empty object in groups for expand',
    open: 'Groups, Group: the contents for expand=stats and expand=app are not shown',
    interpretation: 'group-expand',
    advice: 'Count members by listing them, and applications by `/groups/{id}/apps`.',
    alter: on(
      'listGroups',
      when(
        asks('expand'),
        inRecords(['listGroups'], (group) => ({ ...group, ...('_embedded' in group && { _embedded: {} }) })),
      ),
    ),
  },
  'fewer-headers': {
    severity: 'possible',
    summary:
      'sends no header besides those that the API description has: no rate limit, request id or caching',
    open: 'Clients, Conventions, 3, states Link only; further headers are not shown',
    interpretation: 'request-id-and-rate-limit-headers',
    advice:
      'Treat headers other than `Link` and `Content-Type` as optional; only a 429 needs a time to come back.',
    alter: answer((old) =>
      old.status === 429
        ? old
        : {
            ...old,
            headers: Object.fromEntries(
              Object.entries(old.headers).filter(([name]) => !undescribed.test(name)),
            ),
          },
    ),
  },
  'other-matching': {
    severity: 'possible',
    summary: 'finds by q also what has the text elsewhere in a name',
    open: 'Clients, Conventions, 7: matching that is described as startsWith may change',
    advice: 'Compare the names of what `q` finds, or use `search` or `filter`.',
    alter: foundAnywhere,
  },
  'few-matches': {
    severity: 'possible',
    summary: 'finds two by q, where the client gives no limit',
    open: 'Clients, Conventions, 7: callers must not depend on the default of page sizes',
    interpretation: 'page-size',
    advice: 'Give `q` a `limit`; or use `search`, whose pages have a `next` link.',
    alter: when(both(asks('q'), not(asks('limit'))), query('limit', '2')),
  },
  'late-rules': {
    severity: 'possible',
    summary: 'adds the users of a rule up to a second after its activation, after the first read',
    open: 'Groups, Group rules: when an active rule adds its users is not shown',
    interpretation: 'rule-evaluation',
    advice: 'After you activate a rule, read the members of its groups until they are there.',
    alter: lateRules,
    waits: 2000,
  },
  'refuses-repeats': {
    severity: 'possible',
    summary: 'refuses to add a member again, to remove nobody, and to repeat a step of a rule',
    open: 'Groups, Membership and Group rules: the reply to a repeated call is not shown',
    interpretation: 'membership-again',
    advice: 'On any 4xx to a removal, an addition or a step, read whether it is done already.',
    alter: asProven('refuses-repeats'),
  },
  'refuses-read-only': {
    severity: 'possible',
    summary: 'refuses bodies with read-only members, such as id, status or _links',
    open: 'Users and Groups: the effect of read-only members in a body is not shown',
    interpretation: 'read-only-members',
    advice: 'Send `profile` and `credentials` only, never the whole object that you received.',
    alter: asProven('refuses-read-only'),
  },
  'strict-spelling': {
    severity: 'possible',
    summary: 'refuses spellings that the API description does not have, such as a trailing slash',
    open: 'Clients, Groups and Users: paths are as described; whether other spellings are taken is not shown',
    interpretation: 'tolerances',
    advice: 'Spell paths and parameters as the API description does.',
    touches: () => true,
    settings: { interpretations: { tolerances: 'refused' } },
  },
  'ended-grants-shown': {
    severity: 'possible',
    summary: 'goes on showing revoked grants and tokens, as REVOKED',
    open: 'Users, Grant: the status may be REVOKED; whether such a grant stays in lists is not shown',
    interpretation: 'revoked-grants',
    advice: 'Look at `status` before you count a grant or token as valid.',
    touches: (operation) => /Grant|Token/.test(operation),
    settings: { interpretations: { 'revoked-grants': 'shown' } },
  },
  'unique-client-names': {
    severity: 'possible',
    summary: 'takes each client_name once',
    open: 'Clients, Client Application, and Users, Client Grant, contradict each other about unique names',
    interpretation: 'client-name-unique',
    advice: 'Give each client a name of its own.',
    touches: (operation) => operation === 'registerClient' || operation === 'updateClient',
    settings: { interpretations: { 'client-name-unique': 'unique' } },
  },
  'large-pages-fail': {
    severity: 'possible',
    summary: 'answers 500 to lists with a limit above 100',
    open: 'Clients, Errors: a list operation with a large page may time out with 500; retry with a smaller limit',
    interpretation: 'large-page-time-out',
    advice: 'On 500 from a list, ask again with a smaller `limit`.',
    alter: on(
      paged,
      when(
        ({ query: asked }) => Number(asked.get('limit')) > 100,
        whenSuccess(reply(500, platform('E0000009', 'Internal Server Error'))),
      ),
    ),
    excludes: ['pages'],
  },
  'locked-rules': {
    severity: 'possible',
    summary: 'answers 423 to the first write of a rule in a test',
    open: 'Groups, Errors: errors of rule operations are not shown; recordings show 423 while rules are reconciled',
    interpretation: 'rule-writes-together',
    advice: 'On 423, wait a moment and send the write again.',
    alter: firstOf(['createGroupRule', 'updateGroupRule'], async () =>
      answerOf(423, platform('E0000239', 'Policy priorities are being reconciled. Please try again later.')),
    ),
    isPerOperation: true,
    waits: 3000,
  },
  'other-json': {
    isForm: true,
    severity: 'possible',
    summary: 'writes the members of objects in reverse order, and JSON with indents',
    open: 'Clients, Conventions, 1: replies are JSON, whose members have no order (RFC 8259, section 4)',
    advice: 'Parse JSON; never search in its text or rely on the order of members.',
    alter: answer((old) => {
      if (old.json === undefined) return old
      const json = reversedKeys(old.json)
      return { ...answerWith(old, { json }), text: JSON.stringify(json, undefined, 2) }
    }),
  },
  'other-headers': {
    isForm: true,
    severity: 'possible',
    summary: 'spells names of headers in lower case, and its media type another way',
    open: 'Names of headers and media types have no case (RFC 9110, sections 5.1 and 8.3.1)',
    advice: 'Compare names of headers and media types without regard to case.',
    touches: () => true,
    alter: asProven('other-content-type'),
    wire: (reply) => spelled((name) => name.toLowerCase(), reply),
  },
  'one-link-header': {
    isForm: true,
    severity: 'possible',
    summary: 'sends its links in one Link header, next before self, with additional parameters',
    open: 'Clients, Conventions, 3, states the relations only; RFC 8288, section 3, leaves order, lines and parameters open',
    advice: 'Parse the Link header with a library, and look for the relation `next`.',
    touches: (operation) => takes('after')(operation),
    alter: asProven('joined-links'),
    wire: (reply) => ({
      ...spelled((name) => name, reply),
      headers: Object.fromEntries(
        Object.entries(reply.headers).map(([name, value]) => [
          name,
          typeof value === 'string' || !/^link$/i.test(name) ? value : value.join(', '),
        ]),
      ),
    }),
  },
  unavailable: {
    severity: 'network',
    summary: 'answers 503 to the first read of each operation in a test, as a gateway does',
    open: 'A gateway may answer 503 at any time (RFC 9110, section 15.6.4)',
    advice: 'Send a read again after 502, 503 and 504, a few times with a pause.',
    alter: firstOf(reads, async () => answerOf(503, undefined, { 'content-type': 'text/plain' })),
    excludes: ['fails'],
    isPerOperation: true,
    waits: 2000,
  },
  'connection-reset': {
    severity: 'network',
    summary: 'resets the connection of the first read of each operation in a test',
    open: 'A connection may break at any time; reads are safe to repeat (RFC 9110, section 9.2.2)',
    advice: 'Send a read again when its connection breaks, a few times with a pause.',
    alter: firstOf(reads, reset),
    excludes: ['fails'],
    isPerOperation: true,
    waits: 2000,
  },
  'lost-replies': {
    severity: 'network',
    summary:
      'carries out the first POST of each operation in a test, and resets the connection before its reply',
    open: 'A connection may break at any time; a POST is not safe to repeat (RFC 9110, section 9.2.2)',
    advice:
      'When the reply to a POST is lost, report it, or read whether it was done; never just send it again.',
    alter: firstOf(posts, async (sent, forward) => {
      const given = await forward(sent)
      return isSuccess(given) ? reset() : given
    }),
    isPerOperation: true,
    isAtFault: (calls) =>
      calls.some(
        (call, at) => call.reply.isBroken && calls.slice(at + 1).some((later) => isSameRequest(call, later)),
      ),
    waits: 2000,
  },
  'slow-replies': {
    severity: 'network',
    summary: 'takes half a second for the first call of each operation',
    open: 'Clients, Limits: how long a reply may take is not shown',
    advice: 'Give calls time: a limit below some seconds fails on a busy day.',
    touches: () => true,
    alter: slowReplies,
    unseen: { at: 'time', plain: 'at once', varied: 'half a second later' },
    excludes: ['waits'],
    isPerOperation: true,
    waits: 500,
  },
  'clock-apart': {
    severity: 'network',
    summary: 'has a clock that is five minutes ahead of the client, and limits the rate once',
    open: 'Clients, Limits, states no clock: only Date and X-Rate-Limit-Reset of the same reply go together',
    interpretation: 'request-id-and-rate-limit-headers',
    advice:
      'Compare times of the service with each other (`X-Rate-Limit-Reset` with `Date`), not with your clock.',
    alter: all(rateLimits(300_000), ahead(300)),
    unseen: { at: 'clock', plain: 'that of the client', varied: 'five minutes ahead' },
    includes: 'rate-limits',
    excludes: ['fails'],
    isPerOperation: true,
    waits: 3000,
  },
} as const satisfies Readonly<Record<VariantName, LegalVariant>>

/** The row of a variant. */
export function variantOf(name: VariantName): LegalVariant {
  return legalVariants[name]
}

/** The variants in few groups. Those that exclude each other are in different groups. */
export function togetherOf(chosen: readonly VariantName[]): VariantName[][] {
  const found: VariantName[][] = []
  for (const name of chosen) {
    const { excludes, isAtFault } = variantOf(name)
    const isFree = (group: readonly VariantName[]): boolean =>
      !isAtFault &&
      group
        .map(variantOf)
        .every((each) => !each.isAtFault && !each.excludes?.some((word) => excludes?.includes(word)))
    const group = found.find(isFree)
    if (group) group.push(name)
    else found.push([name])
  }
  return found
}
