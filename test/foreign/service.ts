import { createHash } from 'node:crypto'
import type { Secret } from './passwords.ts'
import type { Settings } from './settings.ts'
import { usualSettings } from './settings.ts'
import type { Fields } from './wire.ts'

export interface User {
  readonly id: string
  status: string
  readonly created: string
  activated?: string
  statusChanged: string | null
  lastUpdated: string
  passwordChanged: string | null
  type: string
  transitioningToStatus?: 'ACTIVE' | 'DEPROVISIONED'
  profile: Record<string, string>
  secret?: Secret | undefined
  mistakes?: number
  recovery?: { question: string; answer: string } | undefined
  provider: { type: string; name: string | null }
}

export interface Group {
  readonly id: string
  readonly type: 'SVC_GROUP' | 'BUILT_IN'
  readonly created: string
  lastUpdated: string
  lastMembershipUpdated: string
  profile: { name: string; description: string | null }
  readonly members: Set<string>
}

export interface Rule {
  readonly id: string
  status: 'ACTIVE' | 'INACTIVE'
  name: string
  readonly created: string
  lastUpdated: string
  value: string
  exclude: readonly string[]
  people: boolean
  readonly groupIds: readonly string[]
  /** Memberships it made, as group and user. */
  readonly made: Set<string>
}

export interface Client {
  readonly id: string
  readonly issued: number
  secret?: string | undefined
  settings: Fields
}

type Kind = 'users' | 'groups'

interface Write {
  readonly at: number
  readonly kind: Kind
  readonly id: string
  readonly record: Fields | undefined
}

/** The state of the foreign server. */
export class Service {
  readonly settings: Settings
  readonly users = new Map<string, User>()
  readonly groups = new Map<string, Group>()
  readonly rules = new Map<string, Rule>()
  readonly clients = new Map<string, Client>()
  readonly everyone: Group
  readonly administrator: User
  readonly #stale: Record<Kind, Map<string, Fields>> = { users: new Map(), groups: new Map() }
  readonly #writes: Write[] = []
  #made = 0
  #lastTime = 0

  constructor(settings: Partial<Settings>) {
    this.settings = { ...usualSettings, ...settings }
    const now = this.now()
    this.everyone = {
      id: this.id('g'),
      type: 'BUILT_IN',
      created: now,
      lastUpdated: now,
      lastMembershipUpdated: now,
      profile: { name: 'All people', description: null },
      members: new Set(),
    }
    this.administrator = {
      id: this.id('u'),
      status: 'ACTIVE',
      created: now,
      activated: now,
      statusChanged: null,
      lastUpdated: now,
      passwordChanged: now,
      type: 'ordinary',
      profile: {
        login: 'root@foreign.test',
        email: 'root@foreign.test',
        firstName: 'Root',
        lastName: 'Admin',
      },
      secret: { value: 'Correct1Horse' },
      provider: { type: 'SVC', name: null },
    }
    this.groups.set(this.everyone.id, this.everyone)
    this.users.set(this.administrator.id, this.administrator)
    this.everyone.members.add(this.administrator.id)
    this.saved('groups', this.everyone)
    this.saved('users', this.administrator)
  }

  /** Ids are digests, so that neither their order nor their form says anything. */
  id(kind: string): string {
    this.#made += 1
    return createHash('sha256').update(`${kind}${this.#made}`).digest('hex').slice(0, 24)
  }

  /** No two times are the same, unless time stamps are whole seconds. */
  now(): string {
    this.#lastTime = Math.max(Date.now(), this.#lastTime + (this.settings.seconds ? 0 : 1))
    return new Date(
      this.settings.seconds ? Math.floor(this.#lastTime / 1000) * 1000 : this.#lastTime,
    ).toISOString()
  }

  /** Notifies the search index, which applies the write later. */
  saved(kind: Kind, record: User | Group): void {
    this.#writes.push({
      at: Date.now() + this.settings.lag,
      kind,
      id: record.id,
      record: structuredClone(record) as never,
    })
  }

  removed(kind: Kind, id: string): void {
    this.#writes.push({ at: Date.now() + this.settings.lag, kind, id, record: undefined })
  }

  /** Records as the store of searches knows them, newest first. */
  stale<T extends User | Group>(kind: Kind): T[] {
    const now = Date.now()
    while (this.#writes[0] !== undefined && this.#writes[0].at <= now) {
      const { kind: which, id, record } = this.#writes.shift() as Write
      if (record === undefined) this.#stale[which].delete(id)
      else this.#stale[which].set(id, record)
    }
    return [...this.#stale[kind].values()].toReversed() as unknown as T[]
  }
}
