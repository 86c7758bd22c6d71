import type { UserRecord } from '../model/users/records.ts'
import type { GroupInput, GroupRecord } from '../model/groups/groups.ts'
import type { GroupRule, RuleInput } from '../contract/resources/group-rule.ts'
import type { AppRecord, NewApp } from '../contract/resources/app.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import { isSame } from '../model/kernel/same.ts'
import type { Org } from '../model/org.ts'
import type { NewUser } from '../model/registration.ts'
import { DataCollection, type DataSource, type Row } from './collection.ts'

/** A user, as `org.data.users` gives it: the fields of the API, without credentials and links. */
export type DataUser = Omit<UserRecord, 'hidden'>

/** A client, as `org.data.clients` gives it: its settings, without its secret. */
export type DataClient = Omit<ClientRecord, 'secret'>

/**
 * The records of an organisation as collections with the words of @msw/data: `findFirst`, `findMany`, `q.where`.
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
  const of = <Stored extends Row, Shown extends Row, New>(
    name: keyof OrgData,
    source: Omit<DataSource<Stored, Shown, New>, 'name' | 'rows'>,
  ) => new DataCollection<Shown, New>({ ...source, name, rows: org.tables[name] as never })
  const setUser = 'org.control.setUser()'
  return {
    users: of<UserRecord, DataUser, NewUser>('users', {
      secret: 'hidden',
      create: (values) => org.registration.create(values),
      members: { profile: true, type: true, status: setUser, provider: setUser },
      update: ({ id }, { profile, type }) => org.userInput.replace(id, { profile, type }),
      delete({ id, status }) {
        if (status !== 'DEPROVISIONED') org.lifecycle.deactivate(id)
        org.lifecycle.delete(id)
      },
    }),
    groups: of<GroupRecord, GroupRecord, GroupInput>('groups', {
      create: (values) => org.groups.create(values),
      members: { profile: true, type: 'org.control.importGroup()' },
      update: ({ id }, { profile }) => org.groups.replace(id, { profile }),
      delete: ({ id }) => org.groups.remove(id),
    }),
    rules: of<GroupRule, GroupRule, RuleInput>('rules', {
      create: (values) => org.rules.create(values),
      members: { name: true, conditions: true, actions: true, status: true },
      update(before, { name, conditions, actions, status }) {
        const isTold = isSame([before.name, before.conditions, before.actions], [name, conditions, actions])
        if (!isTold) org.rules.update(before.id, { name, conditions, actions })
        if (status === 'ACTIVE') org.rules.activate(before.id)
        if (status === 'INACTIVE') org.rules.deactivate(before.id)
        return org.rules.resolve(before.id)
      },
      delete: ({ id }) => org.rules.remove(id, { removeUsers: false }),
    }),
    clients: of<ClientRecord, DataClient, never>('clients', {
      secret: 'secret',
      create: 'org.control.registerClient()',
      update: 'the operation updateClient',
      delete: ({ id }) => org.clients.remove(id),
    }),
    apps: of<AppRecord, AppRecord, NewApp>('apps', {
      create: (values) => org.apps.create(values),
      update: 'org.control.setApplication()',
      delete: 'org.control.setApplication({ status: "INACTIVE" })',
    }),
  }
}
