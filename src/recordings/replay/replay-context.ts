import { oauthPaths } from '../../contract/paths.ts'
import type { Operation } from '../../contract/operation.ts'
import { userStatuses } from '../../contract/user-lifecycle.ts'
import { schemaKinds } from '../../model/custom-properties.ts'
import type { Organisation } from '../../organisation.ts'
import { type Json, jsonOf, member, objectOf, objectsOf, textOf } from '../../exchange/json.ts'
import type { Reply, RecordedCall, Recording } from '../../exchange/exchange.ts'
import { Callers, type Credentials, endpointOf, isOfSelf } from './callers.ts'
import { Pages } from './pages.ts'
import { namedIn } from '../../exchange/before.ts'
import { Pairs } from '../../exchange/pairs.ts'
import { idOf, kindOf, type RecordKind, Shown } from './shown.ts'
import { administratorOf } from '../../fixtures/seed/load-user-state.ts'
import { Replay } from '../../exchange/replay.ts'
import { Placeholders } from './placeholders.ts'
import { Restorer } from '../../exchange/restore.ts'

/** Statuses that pass by themselves: a mock answers them by faults, if at all. */
const passing: ReadonlySet<number> = new Set([423, 429])

const parameterKinds: Readonly<Record<string, RecordKind>> = {
  userId: 'user',
  groupId: 'group',
  ruleId: 'rule',
  clientId: 'client',
  grantId: 'grant',
  tokenId: 'token',
}

/** The base of a replay: an organisation, and the knowledge of it and of the recording. */
export class ReplayContext {
  readonly replay: Replay
  readonly organisation: Organisation
  readonly pairs = new Pairs()
  readonly restorer = new Restorer()
  readonly placeholders: Placeholders
  readonly signIns = new SignIns()
  readonly pages: Pages
  /** The credentials for the prepared call. */
  credentials: Credentials = {}
  /** Ids in the mock, of records that calls of the recording made. */
  readonly own = new Set<string>()
  readonly keptHeaders: ReadonlySet<string>
  readonly hasTimes: boolean
  /** When the last call was answered: time never runs backwards, even if the calls are out of order. */
  #now = Number.NEGATIVE_INFINITY
  readonly #shown: Shown
  readonly #callers: Callers
  readonly #calls: readonly RecordedCall[]

  constructor({ calls }: Recording, organisation: Organisation) {
    this.organisation = organisation
    this.#calls = calls
    this.pages = new Pages(calls)
    this.#callers = new Callers(calls, organisation)
    this.replay = new Replay(organisation)
    this.#shown = new Shown(calls)
    this.placeholders = new Placeholders(organisation, this.pairs, this.#shown)
    this.keptHeaders = new Set(calls.flatMap(({ headers }) => Object.keys(headers)))
    this.hasTimes = calls.every(({ at }) => at !== undefined)
    const { schemas } = organisation.model
    for (const kind of schemaKinds)
      for (const property of this.#shown.newProperties(kind, schemas[kind].properties))
        schemas[kind].add(property)
    const first = calls.find(({ operation }) => operation)
    if (first) organisation.model.baseUrl = first.url.origin
  }

  /**
   * Prepares a call: its time, and the records that it needs.
   *
   * @returns Why the call cannot be compared; undefined if it can.
   */
  prepare(call: RecordedCall, index: number, operation: Operation): string | undefined {
    if (call.unread !== undefined) return this.#unread(call, index)
    if (passing.has(call.status)) return `the service was busy (${call.status})`
    const { model } = this.organisation
    if (call.at !== undefined) model.clock.freeze((this.#now = Math.max(call.at, this.#now)))
    if (isOfGateway(call)) return 'what stands in front of the service answered, not the service'
    if (call.status === 304) return 'the browser had the reply already (304)'
    const missing = this.#missing(call, index)
    if (missing !== undefined) return missing
    const credentials = this.#credentialsOf(call, index, operation)
    if (!credentials) return 'the recording does not show who called'
    this.credentials = credentials
    if (call.status >= 300) return undefined
    this.#makeList(call, index)
    this.#takeNews(call)
    if (!operation.body || operation.bodyOptional || call.requestBody !== '') return undefined
    this.#adopt(call, index)
    return 'the recorder did not keep the body that was sent'
  }

  /** A call of which the file lacks a part; its reply may show records all the same. */
  #unread(call: RecordedCall, index: number): string {
    if (call.status >= 200 && call.status < 300) this.#adopt(call, index)
    return call.unread!
  }

  /** For a call that cannot be sent, changes the mock to match its reply. */
  #adopt(call: RecordedCall, index: number): void {
    const json = objectOf(call.json)
    const kind = json && kindOf(json)
    if (kind) this.placeholders.adopt(kind, json, index)
    const question = member(json, 'recovery_question', 'question')
    const ours = this.pairs.oursOf(call.parameters['userId'] ?? '')
    if (ours !== undefined && typeof question === 'string') this.placeholders.adoptQuestion(ours, question)
  }

  /** Records that path and body name. A record that the service did not find is not made. */
  #missing(call: RecordedCall, index: number): string | undefined {
    for (const [name, id] of Object.entries(call.parameters)) {
      const kind = parameterKinds[name]
      if (!kind || (name === 'userId' && id === 'me') || call.status === 404 || call.status === 401) continue
      if (kind === 'user' && !id.startsWith('00u') && this.#shown.near(id, index) === undefined) {
        const named = this.#shown.userNamed(id, index)
        if (named) this.placeholders.need('user', idOf(named.json), index)
        else if (call.status < 300 && this.organisation.model.users.find(id) === undefined)
          return 'the recording does not show the user that the path names'
        continue
      }
      if (this.placeholders.need(kind, id, index) === undefined)
        return `the recording does not show the ${kind} that the path names`
    }
    const body = jsonOf(call.requestBody)
    const type = member(body, 'type', 'id')
    if (typeof type === 'string' && call.status < 300) this.placeholders.userType(type)
    for (const [kind, id] of namedIn(body)) {
      if (call.status < 300 && this.placeholders.need(kind, id, index) === undefined)
        return `the recording does not show a ${kind} that the body names`
    }
    return undefined
  }

  /** The credentials of a call: the administrator's token, unless a person calls or a token was rejected. */
  #credentialsOf(call: RecordedCall, index: number, { auth }: Operation): Credentials | undefined {
    const { authorization, cookie } = call.requestHeaders
    const administrator = { authorization: `SSWS ${this.organisation.apiToken}` }
    const isByToken = /^SSWS/i.test(authorization ?? '')
    if (isOfSelf(call) && !isByToken) return this.#personalOf(call, index, administrator)
    if (call.status === 401 && ['E0000011', 'invalid_token'].includes(codeOf(call.json)))
      return { authorization, cookie }
    if (!isOfSelf(call) || auth === 'session') return administrator
    return this.#replaceWith(call) ? administrator : undefined
  }

  /** The credentials for a call of a person: a session of the mock, whatever the recording used. */
  #personalOf(call: RecordedCall, index: number, administrator: Credentials): Credentials | undefined {
    const { authorization, cookie } = call.requestHeaders
    const person = this.#callers.personOf(call, index)
    if (person === undefined) return call.status >= 400 ? { authorization, cookie } : undefined
    const isKept = authorization !== undefined || cookie !== undefined
    if (!isKept && this.pairs.oursOf(person) === undefined && this.#replaceWith(call)) return administrator
    const ours = this.placeholders.need('user', person, index)
    return ours === undefined ? undefined : this.#callers.sessionOf(call, ours)
  }

  /** Gives our administrator the data of the caller, as the reply shows it. */
  #replaceWith({ json: reply, status }: RecordedCall): boolean {
    const json = objectOf(reply)
    const { model } = this.organisation
    const administrator = administratorOf(model)
    if (status >= 300 || !json || kindOf(json) !== 'user' || !administrator) return false
    if (this.pairs.oursOf(idOf(json)) !== undefined) return true
    this.pairs.pair(idOf(json), administrator.id)
    this.placeholders.copyFrom(administrator, json)
    return true
  }

  /** Makes the records of a list and its later pages: otherwise the mock would lack these pages. */
  #makeList(call: RecordedCall, index: number): void {
    let at: number | undefined = index
    for (let page = call; at !== undefined; at = this.pages.next(page, at)) {
      page = this.#calls[at]!
      this.#makeShown(page, index)
    }
  }

  /** Makes the records that a page shows, and adds the members that it shows. */
  #makeShown(call: RecordedCall, index: number): void {
    if (!Array.isArray(call.json)) return
    const { userId, groupId } = call.parameters
    for (const item of objectsOf(call.json)) {
      const kind = kindOf(item)
      if (call.operation?.name === 'listUserClients') this.placeholders.client(userId ?? '', item, index)
      if (!kind) continue
      const isNew = this.pairs.oursOf(idOf(item)) === undefined
      const ours = this.placeholders.need(kind, idOf(item), index)
      if (ours === undefined || !isNew) continue
      if (userId !== undefined && kind === 'group') this.#join(ours, this.pairs.oursOf(userId))
      if (groupId !== undefined && kind === 'user') this.#join(this.pairs.oursOf(groupId), ours)
    }
  }

  /** Takes over changes that a sign-in may have caused. */
  #takeNews({ json, method }: RecordedCall): void {
    for (const item of objectsOf(json)) {
      const kind = kindOf(item)
      if (kind && this.signIns.see(idOf(item)) && method === 'GET') this.placeholders.refresh(kind, item)
    }
  }

  #join(groupId: string | undefined, userId: string | undefined): void {
    const { groups, members } = this.organisation.model
    if (groupId === undefined || userId === undefined || groupId === groups.everyoneId) return
    members.add(groupId, userId)
  }

  /** After a call, changes the mock to match the reply, so that one difference does not cause other ones. */
  follow(call: RecordedCall, index: number, here: Reply): void {
    if (call.status >= 300) return
    const json = objectOf(call.json)
    if (here.status >= 300) {
      if (call.method !== 'GET') this.#adopt(call, index)
      return
    }
    if (json && kindOf(json) === 'user') this.#copyStatus(json)
  }

  #copyStatus(json: Json): void {
    const { users, lifecycle } = this.organisation.model
    const user = users.get(this.pairs.oursOf(idOf(json)) ?? '')
    const status = userStatuses.find((each) => each === json['status'])
    if (user && status && user.status !== status) lifecycle.force(user.id, status)
  }
}

/** The code of an error, in either format. */
function codeOf(json: unknown): string {
  return textOf(member(json, 'errorCode') ?? member(json, 'error'))
}

/** The reply of a proxy that found no server: it has neither of the two formats of errors. */
function isOfGateway({ status, json: reply }: RecordedCall): boolean {
  const json = status >= 400 ? objectOf(reply) : undefined
  return json !== undefined && Object.keys(json).toSorted().join() === 'message,status'
}

/** Endpoints by which people sign in and out. */
const signIns: ReadonlySet<string> = new Set([
  'authenticate',
  'createSession',
  'closeCurrentSession',
  ...Object.keys(oauthPaths),
  'sign-in',
  'forgot-password',
  'sign-out',
])

/**
 * When people signed in. Such calls are not in the API description and are not replayed. The mock takes their effects,
 * such as `lastLogin` and a lock, from the next reply that shows them.
 */
class SignIns {
  #count = 0
  /** How many there had been when a reply last showed a record, by the recorded id. */
  readonly #seen = new Map<string, number>()

  /** Notes a call outside the API description. */
  note(call: RecordedCall): void {
    if (signIns.has(endpointOf(call) ?? '')) this.#count++
  }

  /** Notes that a reply shows a record. Returns whether somebody signed in since the last such reply. */
  see(id: string): boolean {
    const isNews = (this.#seen.get(id) ?? 0) < this.#count
    this.#seen.set(id, this.#count)
    return isNews
  }
}
