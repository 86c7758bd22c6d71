import type { Json } from '../../engine/wire/reply.ts'
import { leavesOf } from '../reads/expression.ts'
import { factsOf, firstDifferent, idOf, nameIn, secretIn } from './facts.ts'
import type { Difference, Pair } from './difference.ts'
import { ofConsents, FoundByQ, isFirst, isFor, isWhole, orderOf, otherOrder, own, urisOf } from './listed.ts'
import { neverEnded, ofBoth, ofLearned, ofMembers, ofOmission, ofOutcome, ofTwins } from './outcome.ts'
import { KnownMembers, RuleEffects } from './memberships.ts'
import { OneTimeValues } from './one-time-values.ts'
import { tooMany, type Answer, type Endpoint } from '../endpoints/endpoint.ts'
import { fill, handlesIn, handlesOf, type Call } from '../sequence/sequence.ts'
import { TimestampWatch } from './timestamps.ts'

/** Compares the answers of two services, call by call, with the state that this needs. */
export class Comparison {
  readonly #model: Endpoint
  readonly #target: Endpoint
  /** The number of successful writes so far. */
  #changes = 0
  /** The most items of a page so far, by operation: each list has its own limit. */
  readonly #largestPage = new Map<string, number>()
  #lastRefused: Call | undefined
  readonly #rules = new RuleEffects()
  readonly #members = new KnownMembers((group) => this.#rules.isRuled(group))
  readonly #timestamps = new TimestampWatch(this.#rules.agreed)
  /** Writes after which the description names more than one status for a user, by the user. */
  readonly #free = new Map<string, Call>()
  /** The call that deactivated a user: the description does not state whether its credentials remain. */
  readonly #deactivated = new Map<string, Call>()
  readonly #removed = new Set<string>()
  /** Groups, rules and clients that both endpoints deleted. A user may return from its first deletion. */
  readonly #deleted = new Set<string>()
  readonly #unlocked = new Set<string>()
  readonly #oneTime: OneTimeValues
  /** The lists of a client in the order in which the target last showed it alone. */
  readonly #orders = new Map<string, readonly string[]>()
  readonly #foundByQ = new FoundByQ()
  readonly #isGraded: (requirement: string) => boolean

  /**
   * @param oneTime The values that the target gave in all sequences so far.
   * @param isGraded Whether a failure of the requirement counts for the target.
   */
  constructor(
    model: Endpoint,
    target: Endpoint,
    oneTime: OneTimeValues,
    isGraded: (requirement: string) => boolean,
  ) {
    this.#oneTime = oneTime
    this.#isGraded = isGraded
    this.#model = model
    this.#target = target
  }

  /** The first difference between the answers to a call; undefined if they agree. */
  of(call: Call, { model, target }: Pair): Difference | undefined {
    const isWrite = call.method !== 'GET'
    const { length } = target.reply.items
    this.#largestPage.set(call.operation, Math.max(this.#largestPage.get(call.operation) ?? 0, length))
    this.#noteFreedom(call.between ?? call)
    const difference =
      ofBoth(call, target) ??
      (this.#members.isIdle(call) && target.reply.status < 500
        ? undefined
        : this.#ofOutcome(call, model, target)) ??
      this.#ofBody(call, model, target, isWrite)
    if (model.reply.status < 300) this.#members.note(call.between ?? call)
    const write = call.between ?? (isWrite ? call : undefined)
    const isSeen = difference === undefined && model.reply.status < 300
    if (call.operation === 'listGroupUsers' && isSeen && call.between === undefined)
      this.#rules.agree(call, this.#changes, own('user', model.items, this.#model))
    // A sign-in that fails may lock the user out.
    const isDone = [model, target].some(({ reply }) => reply.status < 300 || call.method === 'CONTROL')
    if (write !== undefined && isDone) {
      this.#changes++
      if (/^delete(Group|GroupRule|Client)$/.test(write.operation))
        for (const handle of handlesOf(write)) this.#deleted.add(handle)
      const shown = call.shows === undefined ? undefined : call.record
      this.#timestamps.wrote(
        [...handlesOf(write)].filter((each) => each !== shown),
        write,
      )
    }
    return difference
  }

  /** The difference of two outcomes. Nothing states how a call ends whose body names a record that is gone. */
  #ofOutcome(call: Call, model: Answer, target: Answer): Difference | undefined {
    const difference = ofOutcome(call, model.reply, target.reply, this.#isGraded)
    const named = [...handlesIn(JSON.stringify(call.body ?? null))]
    const isOfGone = named.some((handle) => this.#deleted.has(handle) || this.#removed.has(handle))
    return difference !== undefined && isOfGone && target.reply.status < 500
      ? { ...difference, isOpen: true }
      : difference
  }

  /** The users whom a rule surely names: not those who were removed, or whom calls took out of its groups. */
  #named(handles = '[]'): string {
    return (JSON.parse(handles) as string[])
      .filter((each) => !this.#removed.has(each) && !this.#rules.letGo.has(each))
      .join()
  }

  #noteFreedom(call: Call): void {
    const [handle] = call.record === undefined || call.shows === undefined ? handlesOf(call) : [call.record]
    // A call without a token changes nothing.
    if (call.method === 'GET' || call.as === 'nobody' || call.as === 'stranger') return
    this.#rules.note(call)
    if (handle === undefined) return
    if (call.dimension === 'refused') this.#lastRefused = call
    if (call.operation === 'unlockUser' && call.dimension !== 'refused') this.#unlocked.add(handle)
    else if (call.dimension === 'refused') this.#unlocked.delete(handle)
    if (call.ends !== undefined) this.#free.set(handle, call)
    if (call.operation === 'deleteUser' && this.#deactivated.has(handle)) this.#removed.add(handle)
    if (call.operation === 'deactivateUser' || call.operation === 'deleteUser')
      this.#deactivated.set(handle, call)
  }

  /** Whether a membership is that of a user who was deactivated: the description does not state whether it remains. */
  #hasEnded(call: Call, handle: string): boolean {
    return (
      /^list(GroupUsers|UserGroups)$/.test(call.operation) &&
      [handle, ...handlesOf(call)].some((each) => this.#deactivated.has(each))
    )
  }

  /** The write that leaves a user's status open, if the description allows the status on both endpoints. */
  #freedomOf(handle: string | undefined, expected: unknown, got: unknown): Call | undefined {
    const since = this.#free.get(handle ?? '')
    // Nothing shows which call locks a user out.
    if (got === 'LOCKED_OUT' && !this.#unlocked.has(handle ?? '')) return this.#lastRefused ?? since
    if (since === undefined) return undefined
    const ends = [...(since.ends ?? []), expected]
    return ends.includes(String(got)) ? since : undefined
  }

  #ofBody(call: Call, model: Answer, target: Answer, isWrite: boolean): Difference | undefined {
    if (model.reply.status >= 300 || target.reply.status >= 300 || call.operation.startsWith('control:'))
      return undefined
    const { shows } = call
    if (call.equivalent !== undefined) return ofTwins(model, target)
    if (call.learns !== undefined) return ofLearned(call.learns, target, this.#target)
    if (shows === undefined) {
      const handles = [this.#model.handleOf, this.#target.handleOf] as const
      const difference = ofConsents(call.operation, [model, target], handles)
      if (difference !== undefined) return difference
    }
    if (call.operation === 'newClientSecret' || call.operation === 'registerClient') {
      const known = this.#oneTime.ofSecret(target.reply.json?.client_secret)
      if (known !== undefined) return known
    }
    if (Array.isArray(model.reply.body)) return this.#ofList(call, model, target)
    if (shows === undefined)
      return (
        ofMembers(call, model.reply.json, target.reply.json) ??
        this.#oneTime.of(call, target.reply.json, this.#target)
      )
    const one = model.reply.json
    const other = target.reply.json
    const handle = this.#target.handleOf(idOf(shows, other)) ?? call.record
    const difference = this.#ofRecord(call, one, other, false)
    if (difference !== undefined || handle === undefined) return difference
    this.#orders.set(handle, urisOf(other))
    return this.#timestamps.differences(shows, handle, one, other, {
      changes: this.#changes,
      isWrite,
      date: target.reply.headers['date'],
      call,
    })
  }

  #ofRecord(call: Call, one: Json, other: Json, isListed: boolean): Difference | undefined {
    const { shows } = call
    if (shows === undefined) return undefined
    const record = this.#model.handleOf(idOf(shows, one)) ?? call.record
    const here = this.#target.handleOf(idOf(shows, other))
    const about = record === undefined ? {} : { record }
    if (record !== undefined && here !== undefined && record !== here)
      return { aspect: 'member', member: 'id', ...about, expected: record, got: here }
    const secret = secretIn(other)
    if (secret !== undefined)
      return { aspect: 'secret', member: secret, ...about, expected: 'never shown', got: 'shown' }
    const facts = factsOf(shows, one, this.#model.handleOf, isListed)
    const found = factsOf(shows, other, this.#target.handleOf, isListed)
    // Users: during a transition, the status is the one before or after it.
    const isUnderWay = shows === 'user' && (other?.transitioningToStatus ?? null) !== null
    // A status on which both agree is no longer open.
    if (record !== undefined && !isUnderWay && facts['status'] === found['status']) this.#free.delete(record)
    // Each transition was waited for after its call, unless that came between two pages.
    const isOver = call.between === undefined && (one?.transitioningToStatus ?? null) === null
    if (isUnderWay && isListed && isOver) return { ...about, ...neverEnded(other.transitioningToStatus) }
    const omitted = ofOmission(call, other)
    if (omitted !== undefined) return { ...about, ...omitted }
    const { status = '', activated } = facts
    const ended = { ...found, status, ...(activated === undefined ? {} : { activated }) }
    const member = firstDifferent(facts, isUnderWay ? ended : found)
    if (member === undefined) return undefined
    const isLostCredential = member.startsWith('credentials.') && found[member] === undefined
    const since =
      member === 'status'
        ? this.#freedomOf(record, facts[member], found[member])
        : isLostCredential
          ? this.#deactivated.get(record ?? '')
          : undefined
    const isLetGo =
      member === 'conditions.people.users.exclude' &&
      this.#named(facts[member]) === this.#named(found[member])
    return {
      ...(since === undefined ? {} : { isOpen: true, since }),
      ...(isLetGo ? { isOpen: true } : {}),
      aspect: 'member',
      member,
      ...about,
      expected: facts[member] ?? 'nothing',
      got: found[member] ?? 'nothing',
    }
  }

  #ofList(call: Call, model: Answer, target: Answer): Difference | undefined {
    const { shows } = call
    if (shows === undefined) return undefined
    // The description does not state whether a cursor outlives its record.
    if (target.paging === tooMany || (target.isPageRefused && call.between !== undefined)) return undefined
    if (target.paging !== undefined)
      return { aspect: 'pages', expected: 'each page once, to the end', got: target.paging }
    const limit = Number(call.query?.['limit'])
    const isComplete = model.reply.links['next'] === undefined && target.reply.links['next'] === undefined
    // A first page alone may contain records of other users instead of ours.
    if (call.pages !== true && !isComplete && call.query?.['q'] === undefined) return undefined
    const unsure = this.#unsureIn(call)
    for (const each of call.between === undefined ? [] : [...handlesOf(call.between), call.between.record])
      unsure.add(each ?? '')
    const ruled = (handle: string, isExtra = false): { isOpen?: true } =>
      this.#rules.isOpen(call, handle, this.#changes, isExtra) || (!isExtra && this.#hasEnded(call, handle))
        ? { isOpen: true }
        : {}
    const expected = own(shows, model.items, this.#model)
    const found = own(shows, target.items, this.#target)
    const twice = found.find(([handle], at) => found.findIndex(([each]) => each === handle) !== at)
    if (twice !== undefined)
      return { aspect: 'pages', member: 'twice', record: twice[0], expected: 'once', got: 'twice' }
    const tag = this.#target.texts.get('tag') ?? ''
    const written = call.query?.['q']
    const q = written === undefined ? undefined : fill(written, this.#model)
    const stranger = target.items.find(
      (json: Json) =>
        this.#target.handleOf(idOf(shows, json)) === undefined &&
        (q === undefined ? shownName(json).includes(tag) : !isFor(json, q)),
    )
    if (stranger)
      return { aspect: 'extra', expected: 'records that this sequence made', got: shownName(stranger) }
    const there = new Map(found)
    const due = new Map(expected)
    // A list by q of users or groups has no second page: at its limit it may leave records out. Nobody knows the usual limit.
    const max = Number.isNaN(limit) ? 1 : Math.min(this.#largestPage.get(call.operation) ?? 0, limit)
    const goesOn = call.pages === true && target.reply.links['next'] !== undefined
    const isCut = q !== undefined && !goesOn && target.items.length >= max
    const before = this.#foundByQ.before(call, q, this.#changes, [...there.keys()])
    for (const [handle, json] of expected)
      if (
        !there.has(handle) &&
        !unsure.has(handle) &&
        (!isCut || isFirst(call, json, q)) &&
        (q === undefined || isWhole(json, q) || before.has(handle))
      )
        return {
          aspect: 'missing',
          record: handle,
          expected: 'in the list',
          got: 'not in it',
          ...ruled(handle),
        }
    for (const [handle, json] of found)
      if (!due.has(handle) && !unsure.has(handle) && !this.#mayFind(handle, json, q))
        return {
          aspect: 'extra',
          record: handle,
          expected: 'not in the list',
          got: 'in it',
          ...ruled(handle, true),
        }
    if (call.query?.['limit'] !== undefined && target.reply.items.length > limit)
      return {
        aspect: 'pages',
        member: 'limit',
        expected: `at most ${limit} items`,
        got: `${target.reply.items.length} items`,
      }
    for (const [handle, json] of found) {
      // Whether the model lists it, too, may be unsure.
      if (!due.has(handle)) continue
      const late =
        this.#ofRecord(call, due.get(handle), json, true) ??
        otherOrder(handle, this.#orders.get(handle), urisOf(json)) ??
        this.#timestamps.listed(shows, handle, due.get(handle), json, { changes: this.#changes })
      if (late !== undefined) return late
    }
    return orderOf(call, found, q)
  }

  /** Whether q may find a record: by what the target shows, and by what was written. */
  #mayFind(handle: string, json: Json, q: string | undefined): boolean {
    const { status } = json
    return (
      q !== undefined &&
      !this.#deleted.has(handle) &&
      isFor(json, q) &&
      isFor({ ...this.#model.records.get(handle), status }, q)
    )
  }

  /**
   * The records for which a comparison of times may be true on one endpoint only. Services that count in whole seconds have
   * equal times where the model has an order.
   */
  #unsureIn(call: Call): Set<string> {
    const unsure = new Set<string>()
    if (call.expression === undefined || call.shows === undefined) return unsure
    const leaves = leavesOf(call.expression.tree)
    // An open status may be another one on the target.
    if (leaves.some(({ property }) => property === 'status'))
      for (const handle of this.#free.keys()) unsure.add(handle)
    const times = leaves.filter(({ time }) => time === true)
    for (const { property, value } of times) {
      const [pivot = ''] = handlesIn(value)
      for (const handle of this.#model.records.keys()) {
        // The description does not state when a rule adds a user.
        const isMoving =
          property === 'lastMembershipUpdated' &&
          [handle, pivot].some((each) => this.#rules.isRuled(each) && !this.#timestamps.hasSettled(each))
        const isSure =
          !isMoving &&
          this.#timestamps.isKnown(handle, this.#changes) &&
          this.#timestamps.isKnown(pivot, this.#changes) &&
          relation(this.#model, handle, pivot, property) === relation(this.#target, handle, pivot, property)
        if (!isSure) unsure.add(handle)
      }
    }
    return unsure
  }
}

const shownName = (json: Json): string => String(nameIn(json) ?? json?.id)

function relation(endpoint: Endpoint, handle: string, pivot: string, property: string): number | undefined {
  const one = Date.parse(endpoint.records.get(handle)?.[property] ?? '')
  const other = Date.parse(endpoint.records.get(pivot)?.[property] ?? '')
  return Number.isNaN(one - other) ? undefined : Math.sign(one - other)
}
