import type { Snapshots } from './kernel/snapshots.ts'
import { isNumber } from './kernel/numbered-map.ts'
import { settingsFrom } from './kernel/settings.ts'
import { settingsState } from './kernel/settings-state.ts'
import { RowsError, type SortedRows, StateLog } from './kernel/state-log.ts'
import type { RowKey, Stateful, StateSnapshot } from './kernel/state.ts'
import type { OrgParts } from './org-parts.ts'

/** The parts of an organisation, and its stored states. */
type Parts = OrgParts & { readonly snapshots: Snapshots }

/** The number of the state that `reset` goes back to, among the stored states. */
const seededNumber = 0

/** The state of an organisation as a whole: saved and restored in memory, and as rows. */
export class OrgState {
  readonly #restored: PartsByName
  /** Parts that `restore` does not change. */
  readonly #lasting: PartsByName
  readonly #parts: Parts
  #log: StateLog | undefined
  #seeded: StateSnapshot | undefined
  #founded: StateSnapshot | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#restored = byName(restoredParts, parts)
    this.#lasting = byName(lastingParts, parts)
  }

  /** The state as rows, and which of them change; created at the first use. */
  get log(): StateLog {
    return (this.#log ??= new StateLog({
      parts: new Map([...this.#lasting, ...this.#restored]),
      states: () => this.#statesToGoBackTo(),
    }))
  }

  snapshot(): StateSnapshot {
    return new Map(Array.from(this.#restored, ([name, part]) => [name, part.snapshot()]))
  }

  restore(snapshot: StateSnapshot): void {
    for (const [name, part] of this.#restored) part.restore(snapshot.get(name))
    this.#clearLag()
    this.#parts.traffic.recorder.tellReplaced()
  }

  markSeeded(): void {
    this.#seeded = this.snapshot()
    this.#clearLag()
  }

  markFounded(): void {
    this.#founded = this.#seeded
  }

  clear(): void {
    if (this.#founded) this.restore(this.#founded)
  }

  reset(): void {
    if (this.#seeded) this.restore(this.#seeded)
  }

  /** The rows that changed since the organisation was founded, by part; null for a removed row. */
  sinceFounding(): RowsByPart {
    const changed = new Map<string, ReadonlyMap<string, unknown>>()
    for (const [name, { rows }] of this.#restored) {
      if (!rows) continue
      const founded = this.#founded?.get(name)
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
    this.#restored.get(part)?.rows?.read(isNumber(key) ? Number(key) : key, this.#founded?.get(part))

  /** Adds rows and replaces existing ones. Like `restore`, it calls no listeners. */
  putRows(rows: RowsByPart): void {
    this.restore(stateOf(this.#restored, rows, this.snapshot()))
  }

  /**
   * Loads the state of rows.
   *
   * @throws RowsError for rows of unknown parts, and for values that cannot be read.
   */
  load({ present, states }: SortedRows): void {
    for (const parts of [present, ...states.values()]) this.#refuseUnknown(parts)
    const whole = stateOf(this.#restored, present)
    restoreRead(this.#lasting, stateOf(this.#lasting, present))
    restoreRead(this.#restored, whole)
    const now = this.snapshot()
    for (const [number, differences] of [[seededNumber, empty] as const, ...states]) {
      const state = stateOf(this.#restored, differences, now)
      if (number === seededNumber) this.#seeded = state
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
    for (const [, state] of this.#statesToGoBackTo()) restoreRead(this.#restored, state)
  }

  *#statesToGoBackTo(): Iterable<readonly [number: number, state: StateSnapshot]> {
    if (this.#seeded) yield [seededNumber, this.#seeded]
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

type PartsByName = ReadonlyMap<string, Stateful>

/** The name of a part, and a function that finds it. */
type StatePart = readonly [name: string, of: (parts: Parts) => Stateful]

function byName(table: readonly StatePart[], parts: Parts): PartsByName {
  return new Map(table.map(([name, of]) => [name, of(parts)]))
}

/** The parts of a snapshot, in the order in which they are restored. */
const restoredParts: readonly StatePart[] = [
  ['ids', ({ ids }) => ids],
  ['userTypes', ({ userTypes }) => userTypes.state],
  ['userSchema', ({ userSchema }) => userSchema],
  ['groupSchema', ({ groupSchema }) => groupSchema],
  ['apiTokens', ({ principals }) => principals.states.apiTokens],
  ['bearerTokens', ({ principals }) => principals.states.accessTokens],
  ['outbox', ({ outbox }) => outbox],
  ['oneTimeTokens', ({ oneTimeTokens }) => oneTimeTokens.state],
  ['sessions', ({ sessions }) => sessions.state],
  ['users', ({ users }) => users.collection],
  ['transitions', ({ lifecycle }) => lifecycle.transitions.state],
  ['groups', ({ groups }) => groups.collection],
  ['importedProperties', ({ groups }) => groups.importedProperties],
  ['memberships', ({ memberships }) => memberships.state],
  ['rules', ({ rules }) => rules.collection],
  ['ruleEngine', (parts) => ({ snapshot: () => undefined, restore: () => parts.ruleEngine.forget() })],
  ['apps', ({ apps }) => apps.collection],
  ['appAssignments', ({ apps }) => apps.assignments],
  ['pushMappings', ({ pushMappings }) => pushMappings.collection],
  ['clients', ({ clients }) => clients.collection],
  ['authorizationServers', ({ authorizationServers }) => authorizationServers.collection],
  ['scopes', ({ authorizationServers }) => authorizationServers.scopes],
  ['grants', ({ grants }) => grants.collection],
  ['refreshTokens', ({ refreshTokens }) => refreshTokens.collection],
  ['accessTokens', ({ accessTokens }) => accessTokens.collection],
  ['retiredRefreshTokens', ({ refreshTokens }) => refreshTokens.retired],
  ['hasHadDefaultServer', ({ authorizationServers }) => authorizationServers.hasHadDefault],
  ['authorizationCodes', ({ authorizationCodes }) => authorizationCodes.state],
  ['deviceCodes', ({ deviceCodes }) => deviceCodes.state],
  ['deviceGuesses', ({ deviceCodes }) => deviceCodes.guesses],
  ['interactions', ({ interactions }) => interactions.state],
  ['replayMemory', ({ replayMemory }) => replayMemory.state],
  ['claims', ({ customClaims }) => customClaims.collection],
  ['settings', ({ settings, options }) => settingsState(settings, settingsFrom(options))],
  ['passwordPolicy', ({ policy }) => policy],
]

/** The parts that `restore` does not change. */
const lastingParts: readonly StatePart[] = [
  ['organisation', (parts) => parts.identityState()],
  ['clock', ({ clock }) => clock.state],
  ['signingKeys', ({ signingKeys }) => signingKeys.state],
  ['salts', ({ users }) => users.credentials.salts],
  ['faults', ({ traffic }) => traffic.faults.state],
  ['rateLimit', ({ traffic }) => traffic.rate],
  ['journal', ({ traffic }) => traffic.entries.position],
  ['events', ({ traffic }) => traffic.recorder.position],
  ['userLag', ({ users }) => users.lag.state],
  ['groupLag', ({ groups }) => groups.lag.state],
  ['snapshots', ({ snapshots }) => snapshots.state],
]

/** Rows by part and key. */
export type RowsByPart = ReadonlyMap<string, ReadonlyMap<string, unknown>>

/** The state of these rows. With a base, the rows are changes of it. */
function stateOf(parts: PartsByName, rows: RowsByPart, base?: StateSnapshot): StateSnapshot {
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
function restoreRead(parts: PartsByName, state: StateSnapshot): void {
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
