import type { Principals } from './access/principals.ts'
import type { Traffic } from './access/traffic.ts'
import type { Apps } from './groups/apps.ts'
import type { Groups } from './groups/groups.ts'
import type { Memberships } from './groups/memberships.ts'
import type { PushMappings } from './groups/push-mappings.ts'
import type { RuleEngine } from './groups/rule-engine.ts'
import type { Rules } from './groups/rules.ts'
import type { VirtualClock } from './kernel/clock.ts'
import type { IdGenerator } from './kernel/ids.ts'
import type { Snapshots } from './kernel/snapshots.ts'
import { isNumber } from './kernel/numbered-map.ts'
import { RowsError, type SortedRows, StateLog } from './kernel/state-log.ts'
import {
  type RowKey,
  type Stateful,
  type StatePart,
  States,
  type StateSnapshot,
  type TakenState,
} from './kernel/state.ts'
import type { AccessTokens } from './oauth/access-tokens.ts'
import type { AuthorizationCodes } from './oauth/authorization-codes.ts'
import type { AuthorizationServers } from './oauth/authorization-servers.ts'
import type { Clients } from './oauth/clients.ts'
import type { CustomClaims } from './oauth/custom-claims.ts'
import type { DeviceCodes } from './oauth/device-codes.ts'
import type { Grants } from './oauth/grants.ts'
import type { Interactions } from './oauth/interactions.ts'
import type { RefreshTokens } from './oauth/refresh-tokens.ts'
import type { ReplayMemory } from './oauth/replay-memory.ts'
import type { SigningKeys } from './oauth/signing-keys.ts'
import type { Lifecycle } from './users/lifecycle.ts'
import type { OneTimeTokens } from './users/one-time-tokens.ts'
import type { Outbox } from './users/outbox.ts'
import type { ProfileSchema } from './users/profile-schemas.ts'
import type { Sessions } from './users/sessions.ts'
import type { UserTypes } from './users/user-types.ts'
import type { Users } from './users/users.ts'

/** The parts of an organisation that have a state. */
export interface StatefulParts {
  readonly clock: VirtualClock
  readonly ids: IdGenerator
  readonly userTypes: UserTypes
  readonly userSchema: ProfileSchema
  readonly groupSchema: ProfileSchema
  readonly principals: Principals
  readonly outbox: Outbox
  readonly oneTimeTokens: OneTimeTokens
  readonly sessions: Sessions
  readonly users: Users
  readonly lifecycle: Lifecycle
  readonly groups: Groups
  readonly memberships: Memberships
  readonly rules: Rules
  readonly ruleEngine: RuleEngine
  readonly apps: Apps
  readonly pushMappings: PushMappings
  readonly clients: Clients
  readonly authorizationServers: AuthorizationServers
  readonly grants: Grants
  readonly refreshTokens: RefreshTokens
  readonly accessTokens: AccessTokens
  readonly authorizationCodes: AuthorizationCodes
  readonly deviceCodes: DeviceCodes
  readonly interactions: Interactions
  readonly replayMemory: ReplayMemory
  readonly customClaims: CustomClaims
  readonly signingKeys: SigningKeys
  readonly snapshots: Snapshots
  readonly traffic: Traffic
}

/** The state of the organisation itself: options and address, settings, and password policy. */
export interface OwnState {
  readonly identity: Stateful
  readonly settings: Stateful
  readonly passwordPolicy: Stateful
}

/** The number of the state that `reset` goes back to, among the stored states. */
const seededNumber = 0

/** The state of an organisation as a whole: saved and restored in memory, and as rows. */
export class OrgState {
  readonly #states: States
  /** Parts that `restore` does not change. */
  readonly #lasting: States
  readonly #parts: StatefulParts
  #log: StateLog | undefined
  #seeded: Pick<TakenState, 'snapshot'> | undefined
  #founded: Pick<TakenState, 'snapshot'> | undefined

  constructor(parts: StatefulParts, own: OwnState) {
    this.#parts = parts
    this.#states = States.of(restoredParts, { parts, own })
    this.#lasting = States.of(lastingParts, { parts, own })
  }

  /** The state as rows, and which of them change; created at the first use. */
  get log(): StateLog {
    return (this.#log ??= new StateLog({
      parts: new Map([...this.#lasting.parts, ...this.#states.parts]),
      states: () => this.#statesToGoBackTo(),
    }))
  }

  snapshot(): StateSnapshot {
    return this.#states.snapshot()
  }

  restore(snapshot: StateSnapshot): void {
    this.#states.restore(snapshot)
    this.#clearLag()
    this.#parts.traffic.recorder.tellReplaced()
  }

  markSeeded(): void {
    this.#seeded = this.#states.take()
    this.#clearLag()
  }

  markFounded(): void {
    this.#founded = this.#seeded
  }

  clear(): void {
    if (this.#founded) this.restore(this.#founded.snapshot)
  }

  reset(): void {
    if (this.#seeded) this.restore(this.#seeded.snapshot)
  }

  /** The rows that changed since the organisation was founded, by part; null for a removed row. */
  sinceFounding(): RowsByPart {
    const changed = new Map<string, ReadonlyMap<string, unknown>>()
    for (const [name, { rows }] of this.#states.parts) {
      if (!rows) continue
      const founded = this.#founded?.snapshot.get(name)
      const ofPart = new Map<string, unknown>()
      for (const key of new Set<RowKey>([...rows.keys(founded), ...rows.keys()])) {
        const [before, now] = [rows.read(key, founded), rows.read(key)]
        if (before === now || JSON.stringify(before) === JSON.stringify(now)) continue
        ofPart.set(String(key), now ?? null)
      }
      if (ofPart.size > 0) changed.set(name, ofPart)
    }
    return changed
  }

  /** A row at the time when the organisation was founded. */
  readonly foundedRow = (part: string, key: string): unknown =>
    this.#states.parts
      .get(part)
      ?.rows?.read(isNumber(key) ? Number(key) : key, this.#founded?.snapshot.get(part))

  /** Adds rows and replaces existing ones. Like `restore`, it calls no listeners. */
  putRows(rows: RowsByPart): void {
    this.restore(stateOf(this.#states, rows, this.snapshot()))
  }

  /**
   * Loads the state of rows.
   *
   * @throws RowsError for rows of unknown parts, and for values that cannot be read.
   */
  load({ present, states }: SortedRows): void {
    for (const parts of [present, ...states.values()]) this.#refuseUnknown(parts)
    const whole = stateOf(this.#states, present)
    restoreRead(this.#lasting, stateOf(this.#lasting, present))
    restoreRead(this.#states, whole)
    const now = this.snapshot()
    for (const [number, differences] of [[seededNumber, empty] as const, ...states]) {
      const state = stateOf(this.#states, differences, now)
      if (number === seededNumber) this.#seeded = { snapshot: state }
      else this.#parts.snapshots.become(number, state)
    }
    for (const [number, state] of this.#parts.snapshots.states()) {
      if (state.size === 0) this.#parts.snapshots.become(number, now)
    }
    this.#parts.traffic.recorder.tellReplaced()
  }

  /**
   * Restores every stored state. A trial organisation does this to find states that cannot be read.
   *
   * @throws RowsError that names the part.
   */
  tryStates(): void {
    for (const [, state] of this.#statesToGoBackTo()) restoreRead(this.#states, state)
  }

  *#statesToGoBackTo(): Iterable<readonly [number: number, state: StateSnapshot]> {
    if (this.#seeded) yield [seededNumber, this.#seeded.snapshot]
    yield* this.#parts.snapshots.states()
  }

  #clearLag(): void {
    this.#parts.users.lag.clear()
    this.#parts.groups.lag.clear()
  }

  #refuseUnknown(parts: ReadonlyMap<string, unknown>): void {
    for (const name of parts.keys()) {
      if (this.log.has(name)) continue
      throw new RowsError(`there is no part named ${JSON.stringify(name.slice(0, 80))}`)
    }
  }
}

interface Owner {
  readonly parts: StatefulParts
  readonly own: OwnState
}

/** The parts of a snapshot, in the order in which they are restored. */
const restoredParts: readonly StatePart<Owner>[] = [
  ['ids', ({ parts }) => parts.ids],
  ['userTypes', ({ parts }) => parts.userTypes],
  ['userSchema', ({ parts }) => parts.userSchema],
  ['groupSchema', ({ parts }) => parts.groupSchema],
  ['apiTokens', ({ parts }) => parts.principals.states.apiTokens],
  ['bearerTokens', ({ parts }) => parts.principals.states.accessTokens],
  ['outbox', ({ parts }) => parts.outbox],
  ['oneTimeTokens', ({ parts }) => parts.oneTimeTokens.state],
  ['sessions', ({ parts }) => parts.sessions.state],
  ['users', ({ parts }) => parts.users.collection],
  ['transitions', ({ parts }) => parts.lifecycle.transitions.state],
  ['groups', ({ parts }) => parts.groups.collection],
  ['importedProperties', ({ parts }) => parts.groups.importedProperties],
  ['memberships', ({ parts }) => parts.memberships.state],
  ['rules', ({ parts }) => parts.rules.collection],
  ['ruleEngine', ({ parts }) => ({ snapshot: () => undefined, restore: () => parts.ruleEngine.forget() })],
  ['apps', ({ parts }) => parts.apps.collection],
  ['appAssignments', ({ parts }) => parts.apps.assignments],
  ['pushMappings', ({ parts }) => parts.pushMappings.collection],
  ['clients', ({ parts }) => parts.clients.collection],
  ['authorizationServers', ({ parts }) => parts.authorizationServers.collection],
  ['scopes', ({ parts }) => parts.authorizationServers.scopes],
  ['grants', ({ parts }) => parts.grants.collection],
  ['refreshTokens', ({ parts }) => parts.refreshTokens.collection],
  ['accessTokens', ({ parts }) => parts.accessTokens.collection],
  ['retiredRefreshTokens', ({ parts }) => parts.refreshTokens.retired],
  ['hasHadDefaultServer', ({ parts }) => parts.authorizationServers.hasHadDefault],
  ['authorizationCodes', ({ parts }) => parts.authorizationCodes.state],
  ['deviceCodes', ({ parts }) => parts.deviceCodes.state],
  ['deviceGuesses', ({ parts }) => parts.deviceCodes.guesses],
  ['interactions', ({ parts }) => parts.interactions.state],
  ['replayMemory', ({ parts }) => parts.replayMemory.state],
  ['claims', ({ parts }) => parts.customClaims.collection],
  ['settings', ({ own }) => own.settings],
  ['passwordPolicy', ({ own }) => own.passwordPolicy],
]

/** The parts that `restore` does not change. */
const lastingParts: readonly StatePart<Owner>[] = [
  ['organisation', ({ own }) => own.identity],
  ['clock', ({ parts }) => parts.clock.state],
  ['signingKeys', ({ parts }) => parts.signingKeys.state],
  ['salts', ({ parts }) => parts.users.credentials.salts],
  ['faults', ({ parts }) => parts.traffic.faults.state],
  ['rateLimit', ({ parts }) => parts.traffic.rate],
  ['journal', ({ parts }) => parts.traffic.entries.position],
  ['events', ({ parts }) => parts.traffic.recorder.position],
  ['userLag', ({ parts }) => parts.users.lag.state],
  ['groupLag', ({ parts }) => parts.groups.lag.state],
  ['snapshots', ({ parts }) => parts.snapshots.state],
]

/** Rows by part and key. */
export type RowsByPart = ReadonlyMap<string, ReadonlyMap<string, unknown>>

/** The state of these rows. With a base, the rows are changes of it. */
function stateOf({ parts }: States, rows: RowsByPart, base?: StateSnapshot): StateSnapshot {
  const state = new Map<string, unknown>()
  for (const [name, part] of parts) {
    const ofPart = rows.get(name)
    const before = base?.get(name)
    if (!part.rows || (base && !ofPart)) {
      state.set(name, before)
      continue
    }
    try {
      state.set(name, part.rows.stateOf(ofPart ?? empty, before))
    } catch (error) {
      throw unreadable(name, error)
    }
  }
  return state
}

/** Restores a loaded state part by part, so that an error names the part. */
function restoreRead({ parts }: States, state: StateSnapshot): void {
  for (const [name, part] of parts) {
    try {
      part.restore(state.get(name))
    } catch (error) {
      throw unreadable(name, error)
    }
  }
}

function unreadable(part: string, error: unknown): RowsError {
  return new RowsError(`${part} cannot be read: ${(error as Error).message}`)
}

const empty: ReadonlyMap<string, never> = new Map<string, never>()
