import { type Control, createControl } from '../../control/index.ts'
import type { UserStatus } from '../../contract/user-lifecycle.ts'
import type { ClientRecord } from '../../model/oauth/clients.ts'
import type { Org } from '../../model/org.ts'
import type { AppRecord } from '../../contract/resources/app.ts'
import type { GroupRule } from '../../contract/resources/group-rule.ts'
import type { GroupRecord } from '../../model/groups/groups.ts'
import { examplePassword } from '../../exchange/pact/interaction.ts'
import type { UserRecord } from '../../model/users/records.ts'

/** The wanted user of a state; other values are made up. */
export interface WantedUser {
  /** Id, or login. */
  readonly id?: string | undefined
  readonly status?: UserStatus | undefined
  readonly login?: string | undefined
  readonly password?: string | undefined
  readonly profile?: Readonly<Record<string, unknown>> | undefined
}

/** A group as a state wants it. */
export interface WantedGroup {
  readonly id?: string | undefined
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly profile?: Readonly<Record<string, unknown>> | undefined
}

/** A rule as a state or a recording wants it. */
export interface WantedRule {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly expression?: string | undefined
  readonly groupIds: readonly string[]
  /** Ids of the users whom it skips; undefined where it says nothing of people. */
  readonly exclude?: readonly string[] | undefined
}

/**
 * An organisation in which the records that must have existed before a request are found or made. States are not seeds:
 * a state also changes records of earlier states, and a seed only adds. Both create records by the services of the model.
 */
export class Stage {
  readonly org: Org
  readonly control: Control
  #serial = 0

  constructor(org: Org) {
    this.org = org
    this.control = createControl(org)
  }

  /** The wanted user; an existing one is changed to match. */
  user(wanted: WantedUser = {}): UserRecord {
    const { users, userInput } = this.org
    const reference = wanted.id ?? wanted.login
    const known = reference === undefined ? undefined : users.find(reference)
    const user = known ?? this.#createUser(wanted)
    if (known && wanted.profile) userInput.update(user.id, { profile: wanted.profile })
    if (known && wanted.password !== undefined) {
      userInput.update(user.id, { credentials: { password: { value: wanted.password } } })
    }
    if (wanted.status !== undefined && users.get(user.id)!.status !== wanted.status) {
      this.org.lifecycle.force(user.id, wanted.status)
    }
    return users.get(user.id)!
  }

  /** The group, as it is wanted. */
  group(wanted: WantedGroup = {}): GroupRecord {
    const known = wanted.id === undefined ? undefined : this.org.groups.collection.get(wanted.id)
    return known ?? this.#createGroup(wanted)
  }

  /** The client with an id or name, or one made for the purpose. */
  client(clientId?: string, settings: Readonly<Record<string, unknown>> = {}): ClientRecord {
    const { clients } = this.org
    const known = clientId === undefined ? undefined : (clients.get(clientId) ?? clients.named(clientId))
    if (known) return known
    const registered = this.control.registerClient({
      client_name: `Client ${this.#next()}`,
      redirect_uris: ['https://app.example.com/callback'],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      ...settings,
      ...(clientId === undefined ? {} : { client_id: clientId }),
    })
    return clients.get(registered.client_id)!
  }

  /** The application with an id, or else with a label, or one made for the purpose. */
  application(label: string, id?: string): AppRecord {
    const { apps, ids } = this.org
    const known =
      id === undefined ? apps.collection.values().find((app) => app.label === label) : apps.find(id)
    if (known) return known
    if (id !== undefined) ids.choose('client', id)
    return apps.create({ label })
  }

  /** Makes an INACTIVE rule. */
  createRule({ id, name, expression, groupIds, exclude }: WantedRule): GroupRule {
    const { ids, rules, vocabulary } = this.org
    if (id !== undefined) ids.choose('groupRule', id)
    return rules.create({
      name: name ?? `Rule ${id ?? rules.collection.size + 1}`.slice(0, 50),
      conditions: {
        ...(exclude ? { people: { users: { exclude: [...exclude] }, groups: { exclude: [] } } } : {}),
        expression: {
          type: vocabulary.expressionType,
          value: expression ?? 'user.department=="Engineering"',
        },
      },
      actions: { assignUserToGroups: { groupIds: [...groupIds] } },
    })
  }

  /** A number that this stage has not given yet. */
  #next(): number {
    this.#serial += 1
    return this.#serial
  }

  #createUser({ id, login, status, password, profile = {} }: WantedUser): UserRecord {
    const { org } = this
    const isLogin = id?.includes('@') ?? false
    if (id !== undefined && !isLogin) org.ids.choose('user', id)
    const name = login ?? (isLogin ? id : (profile.login as string | undefined)) ?? this.#freeLogin(id)
    const isPasswordless = status === 'STAGED' || status === 'PROVISIONED'
    const value = password ?? (isPasswordless ? undefined : examplePassword)
    return org.registration.create(
      {
        profile: { email: emailOf(name), firstName: 'Jo', lastName: 'Ames', ...profile, login: name },
        ...(value === undefined ? {} : { credentials: { password: { value } } }),
      },
      { activate: status !== 'STAGED' },
    )
  }

  #freeLogin(id: string | undefined): string {
    const { users } = this.org
    const base = (id ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    const plain = `${base === '' ? 'user' : base}@example.com`
    if (id !== undefined && !users.find(plain)) return plain
    for (;;) {
      const login = `${base === '' ? 'user' : base}${this.#next()}@example.com`
      if (!users.find(login)) return login
    }
  }

  #createGroup({ id, type, name, profile = {} }: WantedGroup): GroupRecord {
    const { org } = this
    const { groups, vocabulary } = org
    const wanted = type ?? vocabulary.groupType
    const own = { ...profile, name: name ?? (profile.name as string | undefined) ?? this.#freeGroupName(id) }
    if (wanted === 'APP_GROUP') {
      // The application that it comes from draws no id of a group.
      if (id !== undefined) org.ids.choose('group', id)
      const { id: made } = this.control.importGroup({ profile: own }) as { id: string }
      return groups.resolve(made)
    }
    if (id !== undefined) org.ids.choose('group', id)
    if (wanted === 'BUILT_IN') return groups.insert('BUILT_IN', [vocabulary.groupObjectClass], own)
    if (wanted !== vocabulary.groupType) {
      throw new TypeError(`type: expected ${vocabulary.groupType}, APP_GROUP or BUILT_IN, got ${wanted}`)
    }
    return groups.create({ profile: own })
  }

  #freeGroupName(id: string | undefined): string {
    if (id !== undefined) return `Group ${id}`
    for (;;) {
      const name = `Group ${this.#next()}`
      if (!this.org.groups.named(name)) return name
    }
  }
}

/** The e-mail address of a user that goes by a login. */
function emailOf(login: string): string {
  return login.includes('@') ? login : `${login}@example.com`
}
