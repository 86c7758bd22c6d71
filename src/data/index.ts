import type { UserRecord } from '../model/users/records.ts'
import type { GroupInput, GroupRecord } from '../model/groups/groups.ts'
import type { GroupRule, RuleInput } from '../contract/resources/group-rule.ts'
import type { AppRecord, NewApp } from '../contract/resources/app.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import { isSame } from '../model/kernel/same.ts'
import type { Org } from '../model/org.ts'
import type { NewUser } from '../model/registration.ts'
import { DataCollection, type DataSource } from './collection.ts'

/** A user, as `org.data.users` gives it: the fields of the API, without credentials and links. */
export type DataUser = Omit<UserRecord, 'hidden'>

/** A client, as `org.data.clients` gives it: its settings, without its secret. */
export type DataClient = Omit<ClientRecord, 'secret'>

/**
 * The records of an organisation as collections with the words of @msw/data: `findFirst`, `findMany`, `count`, `q.where`, hooks.
 * Writes go through the model, with all its effects.
 */
export interface OrgData {
  /** The users, deprovisioned ones too; without secrets. */
  readonly users: DataCollection<DataUser, NewUser>
  /** The groups, imported and built-in ones too. */
  readonly groups: DataCollection<GroupRecord, GroupInput>
  /** The group rules. */
  readonly rules: DataCollection<GroupRule, RuleInput>
  /** The OAuth clients, without their secrets; register them through the API. */
  readonly clients: DataCollection<DataClient, never>
  /** The applications; those of OAuth clients are among `clients`. */
  readonly apps: DataCollection<AppRecord, NewApp>
}

/** Makes the collections of an organisation. */
export function createData(org: Org): OrgData {
  const changes = org.traffic.recorder
  type Row = { readonly id: string }
  const of = <Stored extends Row, Shown extends Row, New>(
    source: Omit<DataSource<Stored, Shown, New>, 'changes' | 'rows'> & { readonly name: keyof OrgData },
  ) => new DataCollection<Shown, New>({ ...source, rows: org.tables[source.name], changes })
  return {
    users: of<UserRecord, DataUser, NewUser>({
      name: 'users',
      show(user) {
        const { hidden: _, ...shown } = user
        return shown
      },
      create: (values) => org.registration.create(values),
      update(before, next) {
        refuseOthers('users', before, next, ['profile', 'type'], {
          status: 'org.control.setUser()',
          provider: 'org.control.setUser()',
        })
        return org.userInput.replace(before.id, { profile: next.profile, type: next.type })
      },
      remove({ id, status }) {
        if (status !== 'DEPROVISIONED') org.lifecycle.deactivate(id)
        org.lifecycle.delete(id)
      },
    }),
    groups: of<GroupRecord, GroupRecord, GroupInput>({
      name: 'groups',
      create: (values) => org.groups.create(values),
      update(before, next) {
        refuseOthers('groups', before, next, ['profile'], { type: 'org.control.importGroup()' })
        return org.groups.replace(before.id, { profile: next.profile })
      },
      remove: ({ id }) => org.groups.remove(id),
    }),
    rules: of<GroupRule, GroupRule, RuleInput>({
      name: 'rules',
      create: (values) => org.rules.create(values),
      update(before, next) {
        refuseOthers('rules', before, next, ['name', 'conditions', 'actions', 'status'])
        const { name, conditions, actions, status } = next
        const isTold = isSame([before.name, before.conditions, before.actions], [name, conditions, actions])
        if (!isTold) org.rules.update(before.id, { name, conditions, actions })
        if (status === 'ACTIVE') org.rules.activate(before.id)
        if (status === 'INACTIVE') org.rules.deactivate(before.id)
        return org.rules.resolve(before.id)
      },
      remove: ({ id }) => org.rules.remove(id, { removeUsers: false }),
    }),
    clients: of<ClientRecord, DataClient, never>({
      name: 'clients',
      show(client) {
        const { secret: _, ...shown } = client
        return shown
      },
      create: () => instead('clients', 'created', 'org.control.registerClient()'),
      update: () => instead('clients', 'changed', 'the operation updateClient'),
      remove: ({ id }) => org.clients.remove(id),
    }),
    apps: of<AppRecord, AppRecord, NewApp>({
      name: 'apps',
      create: (values) => org.apps.create(values),
      update: () => instead('apps', 'changed', 'org.control.setApplication()'),
      remove: () => instead('apps', 'removed', 'org.control.setApplication({ status: "INACTIVE" })'),
    }),
  }
}

/** Refuses changes of a write that the model does not allow. */
function refuseOthers(
  name: string,
  before: object,
  next: object,
  writable: readonly string[],
  others: Readonly<Record<string, string>> = {},
): void {
  for (const [field, value] of Object.entries(next)) {
    if (writable.includes(field) || isSame(value, before[field as keyof typeof before])) continue
    const use = others[field]
    throw new TypeError(
      `${name}: ${field} cannot be written${use === undefined ? ': the organisation sets it' : `; use ${use}`}`,
    )
  }
}

function instead(name: string, done: string, use: string): never {
  throw new TypeError(`${name}: records cannot be ${done} here; use ${use}`)
}
