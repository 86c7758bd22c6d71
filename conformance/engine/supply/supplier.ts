import type { Api } from '../run/api.ts'
import type { AdapterTools, ControlAdapter } from './control-adapter.ts'
import { makeDescribedCall, type CallMaker } from '../wire/described-call.ts'
import { untilAborted } from '../wire/deadline.ts'
import {
  checkThere,
  findApplication,
  findExpression,
  findGroupProperty,
  findUserProperty,
  findUserType,
  isUnused,
  noSuchPlace,
  profileFault,
  type FindingTools,
  type FoundExpression,
} from './find-things.ts'
import { Blocked, NotApplicable } from '../run/interruption.ts'
import type { AccessScope, Ledger, RecordKind } from '../clean-up/ledger.ts'
import { needHint, type FixtureKind, type FixtureValues } from '../plan/prerequisite.ts'
import type { Redactor } from '../wire/redaction.ts'
import { namesSecret, readSecret, type SecretSources } from '../wire/secret-source.ts'
import { secretKeys, type DescribedCall, type TargetProfile } from '../plan/target-profile.ts'
import { FixturePool } from './record-pool.ts'
import type { Transport } from '../run/transport.ts'

/** The settings of a supplier, for a whole run. */
export interface SupplierOptions {
  readonly profile: TargetProfile
  readonly adapter: ControlAdapter | undefined
  readonly ledger: Ledger
  readonly redactor: Redactor
  readonly transport: Transport
  readonly caller: Omit<CallMaker, 'signal' | 'readSecret'>
  readonly secrets: SecretSources
  /** Runs a search for a thing, with its own scope and time limit. */
  readonly explore: <T>(work: (tools: FindingTools) => Promise<T>) => Promise<T>
  /** Gets each finding, as a sentence. */
  readonly onFound: (sentence: string) => void
}

type SupplyTools = Pick<AdapterTools, 'api' | 'given' | 'unique' | 'wish' | 'signal' | 'onEnd'>

type Finder = (tools: FindingTools) => Promise<unknown>

/** How things are found out that nobody supplies. */
const finders: Readonly<Partial<Record<FixtureKind, Finder>>> = {
  'rule-expression': findExpression,
  application: findApplication,
  'custom-property': (tools) => findUserProperty(tools, false),
  'custom-array-property': (tools) => findUserProperty(tools, true),
  'group-custom-property': findGroupProperty,
  'user-type': findUserType,
}

/** How far a run may go with lent things. */
const accessScopes: Readonly<
  Partial<Record<FixtureKind, { kind: RecordKind; key: 'id' | 'userId'; accessScope: AccessScope }>>
> = {
  'locked-out-user': { kind: 'user', key: 'id', accessScope: 'lifecycle' },
  'device-block': { kind: 'user', key: 'id', accessScope: 'lifecycle' },
  factor: { kind: 'user', key: 'id', accessScope: 'lifecycle' },
  grants: { kind: 'user', key: 'userId', accessScope: 'consents' },
  'refresh-tokens': { kind: 'user', key: 'userId', accessScope: 'consents' },
  'access-tokens': { kind: 'user', key: 'userId', accessScope: 'consents' },
  'session-cookie': { kind: 'user', key: 'userId', accessScope: 'lifecycle' },
  application: { kind: 'user', key: 'userId', accessScope: 'read' },
  'app-group': { kind: 'group', key: 'id', accessScope: 'own-profile' },
  'directory-group': { kind: 'group', key: 'id', accessScope: 'own-profile' },
  'pushed-app-group': { kind: 'group', key: 'id', accessScope: 'all' },
  'disposable-app-group': { kind: 'group', key: 'id', accessScope: 'all' },
  'built-in-group': { kind: 'group', key: 'id', accessScope: 'own-profile' },
}

/** Wrong passwords in a row after which nobody is expected to be locked out any more. */
const maxWrong = 12

type PlainThing = Readonly<Record<string, unknown>>

/** Supplies the things a run needs: from the control adapter, the target profile, or by reading the target. */
export class Supplier {
  readonly #options: SupplierOptions
  readonly #stock = new FixturePool()
  readonly #findings = new Map<FixtureKind, Promise<unknown>>()
  #locksNobodyOut = false

  constructor(options: SupplierOptions) {
    this.#options = options
  }

  /**
   * Supplies one thing.
   *
   * @throws Blocked, NotApplicable when nothing supplies it.
   */
  async supply<Name extends FixtureKind>(need: Name, tools: SupplyTools): Promise<FixtureValues[Name]> {
    const { profile, adapter } = this.#options
    const supplied = profile.things[need]
    // Rather one of the run's own than one that the operator lends.
    if (need === 'locked-out-user' && supplied !== 'none') {
      const own = await this.#ownLockedOut(tools)
      if (own !== undefined) return own as FixtureValues[Name]
    }
    if (supplied === 'none') throw new NotApplicable(`the target profile says 'none' for ${need}`)
    if (supplied !== undefined) return (await this.#fromProfile(need, supplied, tools)) as FixtureValues[Name]
    if (adapter?.provides.includes(need)) return this.#fromAdapter(adapter, need, tools)
    const { 'sign-in': signIn } = profile.things
    if (need === 'session-cookie' && typeof signIn === 'object')
      return (await this.#ownSession(tools)) as FixtureValues[Name]
    if (need === 'built-in-group') return (await this.#builtInGroup(tools.api)) as FixtureValues[Name]
    const finder = finders[need]
    if (finder === undefined) throw new Blocked(`nothing supplies '${need}'`, undefined, needHint(need))
    return (await this.#find(need, finder, tools)) as FixtureValues[Name]
  }

  /** Finds a thing out, once for all of the run. */
  async #find(need: FixtureKind, finder: Finder, tools: SupplyTools): Promise<unknown> {
    const known = this.#findings.get(need) ?? this.#options.explore((own) => finder(own))
    this.#findings.set(need, known)
    try {
      // Work begun for all checks may take longer than the time of one check.
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

  async #fromAdapter<Name extends FixtureKind>(
    adapter: ControlAdapter,
    need: Name,
    tools: SupplyTools,
  ): Promise<FixtureValues[Name]> {
    const { ledger, redactor } = this.#options
    let thing: FixtureValues[Name]
    try {
      thing = await adapter.obtain(need, {
        ...tools,
        grantAccess: (kind, id) => ledger.grantAccess(kind, id, 'all'),
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

  async #fromProfile(need: FixtureKind, supplied: object, tools: SupplyTools): Promise<unknown> {
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
    let taken = await this.#stock.take(need, fitting, tools.signal)
    while (this.#stock.isInDoubt(taken) && !(await isUnused(need, taken, tools.api))) {
      this.#stock.giveBack(need, taken, false)
      taken = await this.#stock.take(need, fitting, tools.signal)
    }
    const thing = this.#read(taken)
    const lent = taken
    tools.onEnd(async (api) =>
      this.#stock.giveBack(need, lent, await isUnused(need, thing, api).catch(() => false)),
    )
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

  /** A user of the run's own that wrong passwords locked out, where the profile says how users sign in. */
  async #ownLockedOut(tools: SupplyTools): Promise<FixtureValues['locked-out-user'] | undefined> {
    if (typeof this.#options.profile.things['sign-in'] !== 'object' || this.#locksNobodyOut) return undefined
    const { signIn } = await this.supply('sign-in', tools)
    const user = await tools.given.user().catch((error: unknown) => {
      if (error instanceof Blocked) return undefined
      throw error
    })
    if (user === undefined) return undefined
    const { id, login, path } = user
    for (let tries = 0; tries < maxWrong; tries += 2) {
      await signIn(login, tools.unique.password())
      await signIn(login, tools.unique.password())
      if ((await tools.api.get(path)).json.status === 'LOCKED_OUT') return { id, login }
    }
    this.#locksNobodyOut = true
    return undefined
  }

  /** A session of a user of the run's own, by the sign-in that the profile describes. */
  async #ownSession(tools: SupplyTools): Promise<FixtureValues['session-cookie']> {
    const { signIn } = await this.supply('sign-in', tools)
    const user = await tools.given.user()
    const { ok, cookie } = await signIn(user.login, user.password)
    if (!ok || cookie === undefined)
      throw new Blocked('a sign-in gives no cookie', undefined, needHint('session-cookie'))
    const session = { cookie, userId: user.id, password: user.password }
    await this.#note('session-cookie', session, tools.api)
    return session
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
      if (key === 'header') redactor.headers({ authorization: plain })
      // A cookie becomes known as one when it is noted whose it is.
      else if (key !== 'cookie') redactor.add(key === 'password' ? 'password' : 'token', plain)
    }
    return read
  }

  /** Notes how far the run may go with it. */
  async #note(need: FixtureKind, thing: PlainThing, api: Api): Promise<void> {
    const { ledger, transport, redactor } = this.#options
    if (typeof thing['cookie'] === 'string') {
      redactor.headers({ cookie: thing['cookie'] })
      if (typeof thing['userId'] === 'string') transport.addSession(thing['cookie'], thing['userId'])
    }
    const accessScope = accessScopes[need]
    const id = accessScope && thing[accessScope.key]
    if (
      accessScope === undefined ||
      typeof id !== 'string' ||
      ledger.find(accessScope.kind, id) ||
      ledger.accessScopeOf(accessScope.kind, id)?.accessScope === 'all'
    )
      return
    if (thing['disposable'] === true) return ledger.grantAccess(accessScope.kind, id, 'all')
    const profile =
      accessScope.accessScope === 'own-profile'
        ? (await api.get(`/api/v1/groups/${encodeURIComponent(id)}`)).json.profile
        : undefined
    ledger.grantAccess(accessScope.kind, id, accessScope.accessScope, profile)
  }

  async #builtInGroup(api: Api): Promise<{ id: string; name?: string }> {
    const reply = await api.get('/api/v1/groups', { query: { filter: 'type eq "BUILT_IN"' } })
    const group = reply.items.find((each) => each?.type === 'BUILT_IN')
    if (typeof group?.id !== 'string')
      throw new Blocked(`the target shows no group of type BUILT_IN (exchange ${reply.exchange})`)
    this.#options.ledger.grantAccess('group', group.id, 'own-profile', group.profile)
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

/** Whether a thing is as the check wishes, as far as it says. */
function fitsWish(thing: PlainThing, wish: PlainThing): boolean {
  return Object.entries(wish).every(([key, value]) => thing[key] === undefined || thing[key] === value)
}
