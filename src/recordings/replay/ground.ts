import type { Operation } from '../../contract/operation.ts'
import { userStatuses } from '../../contract/user-lifecycle.ts'
import type { Organisation } from '../../organisation.ts'
import type { ComparedReply } from '../compare/reply.ts'
import { type Json, jsonOf, objectOf, textsOf } from '../json.ts'
import type { RecordedCall, Recording } from '../recorded.ts'
import { Pairs } from './pairs.ts'
import { parametersOf } from './operation.ts'
import { idOf, kindOf, type RecordKind, Shown } from './shown.ts'
import { administratorId, StandIns } from './stand-ins.ts'
import { Unstrike } from './struck.ts'

/** Statuses that pass by themselves: a mock answers them by faults, if at all. */
const passing: ReadonlySet<number> = new Set([423, 429])

const parameterKinds: Readonly<Record<string, RecordKind>> = {
  userId: 'user',
  groupId: 'group',
  ruleId: 'rule',
  clientId: 'client',
}

/** What a recording is replayed on: an organisation, and what is known of both. */
export class Ground {
  readonly organisation: Organisation
  readonly pairs = new Pairs()
  readonly unstrike = new Unstrike()
  readonly standIns: StandIns
  /** Ids of ours, of records that calls of the recording made. */
  readonly own = new Set<string>()
  readonly keptHeaders: ReadonlySet<string>
  readonly hasTimes: boolean
  /** When the last call was answered: time does not run backwards, whatever the order of the calls. */
  #now = Number.NEGATIVE_INFINITY
  /** Whether the recorder kept who called. */
  readonly hasCallers: boolean
  readonly #shown: Shown

  constructor({ calls }: Recording, organisation: Organisation) {
    this.organisation = organisation
    organisation.reset()
    this.#shown = new Shown(calls)
    this.standIns = new StandIns(organisation, this.pairs, this.#shown)
    this.keptHeaders = new Set(calls.flatMap(({ headers }) => Object.keys(headers)))
    this.hasTimes = calls.every(({ at }) => at !== undefined)
    this.hasCallers = calls.some(({ requestHeaders }) => requestHeaders['authorization'] !== undefined)
    for (const kind of ['user', 'group'] as const) this.#addProperties(kind)
    const [first] = calls
    if (first) organisation.model.baseUrl = first.url.origin
  }

  #addProperties(kind: 'user' | 'group'): void {
    const { customProperties } = this.organisation.model
    const known = new Set(customProperties.schemaOf(kind).properties.map(({ name }) => name))
    for (const [name, type] of this.#shown.properties(kind)) {
      if (known.has(name) || !/^[A-Za-z_]\w*$/.test(name)) continue
      customProperties.add(kind, { name, type })
    }
  }

  /**
   * Sees to what a call needs: its time, and the records that it stands on.
   *
   * @returns Why the call cannot be compared; undefined where it can.
   */
  prepare(call: RecordedCall, index: number, operation: Operation): string | undefined {
    if (passing.has(call.status)) return `the service was busy (${call.status})`
    const { model } = this.organisation
    if (call.at !== undefined) model.clock.freeze((this.#now = Math.max(call.at, this.#now)))
    if (isOfGateway(call)) return 'what stands in front of the service answered, not the service'
    const missing = this.#missing(call, index, operation)
    if (missing !== undefined) return missing
    if (call.status >= 300) return undefined
    this.#makeShown(call, index)
    if (!operation.body || operation.bodyOptional || call.requestBody !== '') return undefined
    this.#adopt(call, index)
    return 'the recorder did not keep the body that was sent'
  }

  /** Has ours become what the reply to a call shows that cannot be sent. */
  #adopt(call: RecordedCall, index: number): void {
    const json = objectOf(jsonOf(call.body))
    const kind = json && kindOf(json)
    if (kind) this.standIns.adopt(kind, json, index)
    const question = objectOf(json?.['recovery_question'])?.['question']
    const ours = this.pairs.oursOf(parametersOf(call)['userId'] ?? '')
    if (ours !== undefined && typeof question === 'string') this.standIns.adoptQuestion(ours, question)
  }

  /** Records that path and body name; what the service did not find is not made. */
  #missing(call: RecordedCall, index: number, { auth }: Operation): string | undefined {
    const parameters = parametersOf(call)
    if (auth === 'session') return 'a session of a person called'
    for (const [name, id] of Object.entries(parameters)) {
      const kind = parameterKinds[name]
      if (name === 'userId' && id === 'me') {
        if (!this.#become(call)) return 'the recording does not show who called'
        continue
      }
      if (call.status === 404 || call.status === 401) continue
      if (!kind) return `the recording never made the ${name.replace(/Id$/, '')} that the path names`
      if (kind === 'user' && !id.startsWith('00u')) {
        const named = this.#shown.userNamed(id, index)
        if (named) this.standIns.need('user', idOf(named.json), index)
        continue
      }
      if (this.standIns.need(kind, id, index) === undefined)
        return `the recording does not show the ${kind} that the path names`
    }
    const type = objectOf(objectOf(jsonOf(call.requestBody))?.['type'])?.['id']
    if (typeof type === 'string' && call.status < 300) this.standIns.userType(type)
    for (const [kind, id] of namedIn(call)) {
      if (call.status < 300 && this.standIns.need(kind, id, index) === undefined)
        return `the recording does not show a ${kind} that the body names`
    }
    return undefined
  }

  /** Has our administrator be who called, as the reply shows them. */
  #become({ body, status }: RecordedCall): boolean {
    const json = objectOf(jsonOf(body))
    const { model } = this.organisation
    const administrator = model.users.get(administratorId(model) ?? '')
    if (status >= 300 || !json || kindOf(json) !== 'user' || !administrator) return false
    if (this.pairs.oursOf(idOf(json)) !== undefined) return true
    this.pairs.pair(idOf(json), administrator.id)
    this.standIns.liken(administrator, json)
    return true
  }

  /** Makes the records that a list shows, and puts members where it shows them. */
  #makeShown(call: RecordedCall, index: number): void {
    const reply = jsonOf(call.body)
    if (!Array.isArray(reply)) return
    const { userId, groupId } = parametersOf(call)
    for (const item of reply.map(objectOf)) {
      const kind = item && kindOf(item)
      if (!kind) continue
      const isNew = this.pairs.oursOf(idOf(item)) === undefined
      const ours = this.standIns.need(kind, idOf(item), index)
      if (ours === undefined || !isNew) continue
      if (userId !== undefined && kind === 'group') this.#join(ours, this.pairs.oursOf(userId))
      if (groupId !== undefined && kind === 'user') this.#join(this.pairs.oursOf(groupId), ours)
    }
  }

  #join(groupId: string | undefined, userId: string | undefined): void {
    const { groups, members } = this.organisation.model
    if (groupId === undefined || userId === undefined || groupId === groups.everyoneId) return
    members.add(groupId, userId)
  }

  /** After a call: has ours be as the reply showed it, so that one difference does not cause others. */
  follow(call: RecordedCall, index: number, here: ComparedReply): void {
    if (call.status >= 300) return
    const reply = jsonOf(call.body)
    const json = objectOf(reply)
    if (here.status >= 300) {
      if (call.method !== 'GET') this.#adopt(call, index)
      return
    }
    if (json && kindOf(json) === 'user') this.#likenStatus(json)
  }

  #likenStatus(json: Json): void {
    const { users, lifecycle } = this.organisation.model
    const user = users.get(this.pairs.oursOf(idOf(json)) ?? '')
    const status = userStatuses.find((each) => each === json['status'])
    if (user && status && user.status !== status) lifecycle.force(user.id, status)
  }
}

/** The reply of a proxy that found no server: it has neither of the two formats of errors. */
function isOfGateway({ status, body }: RecordedCall): boolean {
  const json = status >= 400 ? objectOf(jsonOf(body)) : undefined
  return json !== undefined && Object.keys(json).toSorted().join() === 'message,status'
}

/** The records that a body names by their ids. */
function namedIn({ requestBody }: RecordedCall): readonly (readonly [RecordKind, string])[] {
  const body = objectOf(jsonOf(requestBody))
  if (!body) return []
  const assigned = objectOf(objectOf(body['actions'])?.['assignUserToGroups'])
  const people = objectOf(objectOf(body['conditions'])?.['people'])
  return [
    ...textsOf(body['groupIds']).map((id) => ['group', id] as const),
    ...textsOf(assigned?.['groupIds']).map((id) => ['group', id] as const),
    ...textsOf(objectOf(people?.['users'])?.['exclude']).map((id) => ['user', id] as const),
  ]
}
