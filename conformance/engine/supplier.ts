import type { Api } from './api.ts'
import type { AdapterTools, ControlAdapter } from './control-adapter.ts'
import type { CallMaker } from './described-call.ts'
import { makeDescribedCall } from './described-call.ts'
import type { FindingTools, FoundExpression } from './find-things.ts'
import {
  findApplication,
  findExpression,
  findGroupProperty,
  findUserProperty,
  findUserType,
} from './find-things.ts'
import { Blocked, NotApplicable } from './interruption.ts'
import type { Ledger, Loan, RecordKind } from './ledger.ts'
import type { NeededThings, ThingNeed } from './need.ts'
import { needHint } from './need.ts'
import type { Redactor } from './redaction.ts'
import type { Reply } from './reply.ts'
import { readSecret } from './secret-source.ts'
import type { SecretSources } from './secret-source.ts'
import { namesSecret } from './secret-source.ts'
import type { DescribedCall, TargetProfile } from './target-profile.ts'
import { secretKeys } from './target-profile.ts'
import type { Transport } from './transport.ts'

/** What supplying works with, for all of a run. */
export interface SupplierOptions {
  readonly profile: TargetProfile
  readonly adapter: ControlAdapter | undefined
  readonly ledger: Ledger
  readonly redactor: Redactor
  readonly transport: Transport
  readonly caller: Omit<CallMaker, 'signal' | 'readSecret'>
  readonly secrets: SecretSources
  /** Runs what finds something out, in a scope and a time of its own. */
  readonly explore: <T>(work: (tools: FindingTools) => Promise<T>) => Promise<T>
  /** Told what was found out, as a sentence. */
  readonly onFound: (sentence: string) => void
}

type SupplyTools = Pick<AdapterTools, 'api' | 'given' | 'unique' | 'wish' | 'signal' | 'onEnd'>

type Finder = (tools: FindingTools) => Promise<unknown>

/** How things are found out that nobody supplies. */
const finders: Readonly<Partial<Record<ThingNeed, Finder>>> = {
  'rule-expression': findExpression,
  application: findApplication,
  'custom-property': (tools) => findUserProperty(tools, false),
  'custom-array-property': (tools) => findUserProperty(tools, true),
  'group-custom-property': findGroupProperty,
  'user-type': findUserType,
}

/** What was begun for all checks may take longer than one of them has. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

/** Things that are used up: each ask takes another one. */
const consumed: ReadonlySet<ThingNeed> = new Set([
  'locked-out-user',
  'device-block',
  'factor',
  'grants',
  'refresh-tokens',
  'access-tokens',
  'disposable-app-group',
])

/** How far a run may go with what it was lent. */
const loans: Readonly<Partial<Record<ThingNeed, { kind: RecordKind; key: 'id' | 'userId'; loan: Loan }>>> = {
  'locked-out-user': { kind: 'user', key: 'id', loan: 'lifecycle' },
  'device-block': { kind: 'user', key: 'id', loan: 'lifecycle' },
  factor: { kind: 'user', key: 'id', loan: 'lifecycle' },
  grants: { kind: 'user', key: 'userId', loan: 'consents' },
  'refresh-tokens': { kind: 'user', key: 'userId', loan: 'consents' },
  'access-tokens': { kind: 'user', key: 'userId', loan: 'consents' },
  'session-cookie': { kind: 'user', key: 'userId', loan: 'lifecycle' },
  application: { kind: 'user', key: 'userId', loan: 'read' },
  'app-group': { kind: 'group', key: 'id', loan: 'own-profile' },
  'directory-group': { kind: 'group', key: 'id', loan: 'own-profile' },
  'pushed-app-group': { kind: 'group', key: 'id', loan: 'all' },
  'disposable-app-group': { kind: 'group', key: 'id', loan: 'all' },
  'built-in-group': { kind: 'group', key: 'id', loan: 'own-profile' },
}

type PlainThing = Readonly<Record<string, unknown>>

/** Supplies the things a run needs: from the control adapter, the target profile, or by reading the target. */
export class Supplier {
  readonly #options: SupplierOptions
  readonly #taken = new Map<ThingNeed, number>()
  readonly #findings = new Map<ThingNeed, Promise<unknown>>()

  constructor(options: SupplierOptions) {
    this.#options = options
  }

  /**
   * Supplies one thing.
   *
   * @throws Blocked, NotApplicable when nothing supplies it.
   */
  async supply<Name extends ThingNeed>(need: Name, tools: SupplyTools): Promise<NeededThings[Name]> {
    const { profile, adapter } = this.#options
    const supplied = profile.things[need]
    if (supplied === 'none') throw new NotApplicable(`the target profile says 'none' for ${need}`)
    if (supplied !== undefined) return (await this.#fromProfile(need, supplied, tools)) as NeededThings[Name]
    if (adapter?.provides.includes(need)) return this.#fromAdapter(adapter, need, tools)
    if (need === 'built-in-group') return (await this.#builtInGroup(tools.api)) as NeededThings[Name]
    const finder = finders[need]
    if (finder === undefined) throw new Blocked(`nothing supplies '${need}'`, undefined, needHint(need))
    return (await this.#find(need, finder, tools)) as NeededThings[Name]
  }

  /** Finds a thing out, once for all of the run. */
  async #find(need: ThingNeed, finder: Finder, tools: SupplyTools): Promise<unknown> {
    const known = this.#findings.get(need) ?? this.#options.explore((own) => finder(own))
    this.#findings.set(need, known)
    try {
      const thing = await untilAborted(known, tools.signal)
      if (need !== 'rule-expression') {
        this.#options.onFound(`${need} was found out: ${JSON.stringify(thing)}`)
        return thing
      }
      const { template, proven } = thing as FoundExpression
      this.#options.onFound(
        `rule expressions like ${template} are taken${proven ? ', and proved themselves by their effect' : ', and were not seen to work'}`,
      )
      return { expression: (login: string) => template.replaceAll('{login}', login), proven }
    } catch (error) {
      if (!(error instanceof Blocked)) throw error
      throw new Blocked(`'${need}' could not be found out: ${error.message}`, error.owner, needHint(need))
    }
  }

  async #fromAdapter<Name extends ThingNeed>(
    adapter: ControlAdapter,
    need: Name,
    tools: Pick<AdapterTools, 'api' | 'given' | 'unique' | 'wish' | 'signal' | 'onEnd'>,
  ): Promise<NeededThings[Name]> {
    const { ledger, redactor } = this.#options
    let thing: NeededThings[Name]
    try {
      thing = await adapter.obtain(need, {
        ...tools,
        lend: (kind, id) => ledger.lend(kind, id, 'all'),
        secret: (kind, value) => redactor.add(kind, value),
      })
    } catch (error) {
      if (error instanceof Blocked || tools.signal.aborted) throw error
      throw new Blocked(
        `${adapter.name} could not supply '${need}': ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    await this.#note(need, thing, tools.api)
    return thing
  }

  async #fromProfile(
    need: ThingNeed,
    supplied: object,
    tools: { api: Api; signal: AbortSignal; wish: Readonly<Record<string, unknown>> },
  ): Promise<unknown> {
    if (need === 'sign-in') {
      const call = supplied as DescribedCall
      return {
        signIn: async (login: string, password: string) => {
          const answer = await this.#call(call, { login, password }, tools.signal)
          if (noSuchPlace.has(answer.status))
            throw profileFault(`its 'sign-in' is answered with ${answer.status}`)
          return answer
        },
      }
    }
    const fitting = (Array.isArray(supplied) ? supplied : [supplied]).filter((thing) =>
      fitsWish(thing, tools.wish),
    )
    if (fitting.length === 0) throw profileFault(`it has no '${need}' with ${JSON.stringify(tools.wish)}`)
    const thing = this.#read(this.#next(need, fitting))
    await checkThere(need, thing, tools.api)
    await this.#note(need, thing, tools.api)
    if (need === 'rule-expression') {
      return { expression: (login: string) => String(thing['template']).replaceAll('{login}', login) }
    }
    if (need === 'access-tokens') {
      const call = thing['introspect'] as DescribedCall
      return {
        ...thing,
        active: async (token: string) => (await this.#call(call, { token }, tools.signal)).ok,
      }
    }
    return thing
  }

  #next(need: ThingNeed, list: readonly PlainThing[]): PlainThing {
    const count = this.#taken.get(need) ?? 0
    this.#taken.set(need, count + 1)
    const thing = list[consumed.has(need) ? count : count % list.length]
    if (thing) return thing
    throw profileFault(`it has ${list.length} of '${need}', and they are used up; add another`)
  }

  /** Reads the secrets a thing names, and makes them known as secrets. */
  #read(thing: PlainThing): PlainThing {
    const { redactor, secrets } = this.#options
    const read: Record<string, unknown> = { ...thing }
    for (const key of secretKeys) {
      const value = thing[key]
      if (typeof value !== 'string') continue
      const plain = namesSecret(value) ? readSecret(value, 'target profile', secrets) : value
      read[key] = plain
      if (key === 'cookie') redactor.headers({ cookie: plain })
      else if (key === 'header') redactor.headers({ authorization: plain })
      else redactor.add(key === 'password' ? 'password' : 'token', plain)
    }
    return read
  }

  /** Notes how far the run may go with it. */
  async #note(need: ThingNeed, thing: PlainThing, api: Api): Promise<void> {
    const { ledger, transport, redactor } = this.#options
    if (typeof thing['cookie'] === 'string') {
      redactor.headers({ cookie: thing['cookie'] })
      if (typeof thing['userId'] === 'string') transport.addSession(thing['cookie'], thing['userId'])
    }
    const loan = loans[need]
    const id = loan && thing[loan.key]
    if (
      loan === undefined ||
      typeof id !== 'string' ||
      ledger.find(loan.kind, id) ||
      ledger.loanOf(loan.kind, id)?.loan === 'all'
    )
      return
    if (thing['disposable'] === true) return ledger.lend(loan.kind, id, 'all')
    const profile =
      loan.loan === 'own-profile'
        ? (await api.get(`/api/v1/groups/${encodeURIComponent(id)}`)).json.profile
        : undefined
    ledger.lend(loan.kind, id, loan.loan, profile)
  }

  async #builtInGroup(api: Api): Promise<{ id: string; name?: string }> {
    const reply = await api.get('/api/v1/groups', { query: { filter: 'type eq "BUILT_IN"' } })
    const group = reply.items.find((each) => each?.type === 'BUILT_IN')
    if (typeof group?.id !== 'string')
      throw new Blocked(`no group of type BUILT_IN is to be seen (exchange ${reply.exchange})`)
    this.#options.ledger.lend('group', group.id, 'own-profile', group.profile)
    return { id: group.id, name: group.profile?.name }
  }

  #call(
    call: DescribedCall,
    values: Record<string, string>,
    signal: AbortSignal,
  ): ReturnType<typeof makeDescribedCall> {
    const { caller, secrets } = this.#options
    return makeDescribedCall(call, values, {
      ...caller,
      signal,
      readSecret: (text) => (namesSecret(text) ? readSecret(text, 'target profile', secrets) : text),
    })
  }
}

function profileFault(what: string): Blocked {
  return new Blocked(`the target profile: ${what}`, undefined, `Mend the target profile: ${what}`)
}

/** Statuses of a path that is not there, or takes no such call. */
const noSuchPlace: ReadonlySet<number> = new Set([404, 405, 415, 501])

/**
 * Sees to it that what the operator named is there: a mistake in a profile, or something that an earlier run
 * used up, is no defect of the target.
 *
 * @throws Blocked that names it.
 */
async function checkThere(need: ThingNeed, thing: PlainThing, api: Api): Promise<void> {
  const blocked = (what: string): Blocked => profileFault(`its '${need}' is not what it should be: ${what}`)
  const read = async (path: string): Promise<Reply> => {
    const reply = await api.get(path)
    if (reply.status >= 300) throw blocked(`GET ${path} is answered with ${reply.status}`)
    return reply
  }
  const at = (path: string, key: string): string | undefined => {
    const id = thing[key]
    return typeof id === 'string' ? `${path}/${encodeURIComponent(id)}` : undefined
  }
  const user = at('/api/v1/users', need in userNeeds ? 'id' : 'userId')
  const group = at('/api/v1/groups', need.endsWith('-group') ? 'id' : 'groupId')
  if (user !== undefined) {
    const status: unknown = (await read(user)).json.status
    const wanted = userNeeds[need]
    if (wanted !== undefined && status !== wanted)
      throw blocked(`the user is ${String(status)}, not ${wanted}`)
  }
  if (group !== undefined) await read(group)
  const list = need === 'grants' ? 'grants' : need.endsWith('-tokens') ? 'tokens' : undefined
  const client = at('', 'clientId')
  if (user === undefined || client === undefined || list === undefined) return
  const path = `${user}/clients${client}/${list}`
  const { items } = await read(path)
  for (const id of [thing['grantIds'], thing['tokenIds'], thing['tokenId']].flat())
    if (id !== undefined && !items.some((each) => each?.id === id))
      throw blocked(`${id as string} is not at ${path}`)
}

/** Things that are a user, and the status it has to have. */
const userNeeds: Readonly<Partial<Record<ThingNeed, string>>> = {
  'locked-out-user': 'LOCKED_OUT',
  'device-block': 'ACTIVE',
  factor: 'ACTIVE',
}

/** Whether a thing is as the check wishes, as far as it says. */
function fitsWish(thing: PlainThing, wish: PlainThing): boolean {
  return Object.entries(wish).every(([key, value]) => thing[key] === undefined || thing[key] === value)
}
