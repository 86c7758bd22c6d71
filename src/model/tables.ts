import { foldLogin, shortName } from '../contract/formats/index.ts'
import { fold } from '../query/index.ts'
import type { Changes } from './kernel/changes.ts'
import type { IdKind } from './kernel/ids.ts'
import type { AppRecord } from '../contract/resources/app.ts'
import { type AppAssignment, targetKey } from './groups/app-record.ts'
import type { GroupRecord } from './groups/group-record.ts'
import type { PushMapping } from './groups/push-mappings.ts'
import type { GroupRule } from '../contract/resources/group-rule.ts'
import {
  type AuthorizationServerRecord,
  scopeKey,
  type ScopeRecord,
} from './oauth/authorization-server-records.ts'
import type { ClientRecord } from './oauth/clients.ts'
import type { CustomClaim } from './oauth/custom-claims.ts'
import type { GrantRecord } from '../contract/resources/grant.ts'
import type { LaggingWrite } from './store/search-lag.ts'
import { Table, type TableDeclaration } from './store/table.ts'
import { tokenIndexes } from './tokens/indexes.ts'
import type { Token } from './tokens/records.ts'
import type { UserRecord } from './users/records.ts'

/** A table of an organisation as it is declared. */
interface Declaration<T extends object, Unique extends string, Index extends string> extends Omit<
  TableDeclaration<T, Unique, Index>,
  'name'
> {
  /** The kinds of ids that its keys are. */
  readonly ids?: readonly IdKind[]
}

/**
 * Every table of an organisation. A declaration says its key, its indexes and the kinds of its ids. It also says whether
 * the journal shows its changes, whether `reset` restores it.
 */
const declarations = {
  users: of<UserRecord>()({
    ids: ['user'],
    isTold: true,
    unique: { login: ({ profile }) => foldLogin(String(profile.login)) },
    indexes: {
      status: ({ status }) => status,
      shortName: ({ profile }) => foldLogin(shortName(String(profile.login))),
      email: ({ profile }) => fold(String(profile.email)),
    },
  }),
  groups: of<GroupRecord>()({
    ids: ['group'],
    isTold: true,
    indexes: { name: ({ profile }) => fold(String(profile.name)) },
  }),
  rules: of<GroupRule>()({
    ids: ['groupRule'],
    isTold: true,
    indexes: { name: ({ name }) => fold(name) },
  }),
  apps: of<AppRecord>()({ ids: ['client'], isTold: true }),
  appAssignments: of<AppAssignment>()({
    ids: ['appAssignment'],
    isTold: true,
    unique: { pair: ({ appId, target }) => `${appId} ${targetKey(target)}` },
    indexes: { target: ({ target }) => targetKey(target), app: ({ appId }) => appId },
  }),
  pushMappings: of<PushMapping>()({
    ids: ['pushMapping'],
    indexes: { group: ({ groupId }) => groupId, app: ({ appId }) => appId },
  }),
  clients: of<ClientRecord>()({
    ids: ['client'],
    isTold: true,
    indexes: { name: ({ settings }) => fold(settings.client_name), secret: ({ secret }) => secret },
  }),
  authorizationServers: of<AuthorizationServerRecord>()({
    ids: ['authorizationServer'],
    unique: { name: ({ name }) => name, alias: ({ alias }) => alias },
  }),
  scopes: of<ScopeRecord>()({
    ids: ['scope'],
    unique: { name: ({ authorizationServerId, name }) => scopeKey(authorizationServerId, name) },
    indexes: { authorizationServer: ({ authorizationServerId }) => authorizationServerId },
  }),
  grants: of<GrantRecord>()({
    ids: ['grant'],
    isTold: true,
    indexes: {
      user: ({ userId }) => userId,
      client: ({ clientId }) => clientId,
      userClient: ({ userId, clientId }) => `${userId} ${clientId}`,
      scope: ({ scopeId }) => scopeId,
      authorizationServer: ({ authorizationServerId }) => authorizationServerId,
    },
  }),
  /** Some kinds are shown in the journal, each under its own name: `tokens/kinds.ts`. */
  tokens: of<Token>()({ ids: ['session', 'apiToken', 'accessToken', 'refreshToken'], ...tokenIndexes }),
  claims: of<CustomClaim>()({ ids: ['claim'] }),
  userLag: of<LaggingWrite<UserRecord>>()({ key: 'number', lasts: true, isMinor: true }),
  groupLag: of<LaggingWrite<GroupRecord>>()({ key: 'number', lasts: true, isMinor: true }),
} as const

type Declarations = typeof declarations

type TableOf<D> = D extends Declaration<infer T, infer Unique, infer Index> ? Table<T, Unique, Index> : never

/** The tables of an organisation, by name. */
export type Tables = { readonly [Name in keyof Declarations]: TableOf<Declarations[Name]> }

/** Makes the tables of an organisation; all are empty. */
export function createTables(changes: Changes): Tables {
  return Object.fromEntries(
    Object.values(named).map((declared) => [declared.name, new Table<never>(declared, changes)]),
  ) as never
}

/** Whether an id is already taken. A caller may have chosen the id that the seed gives next. */
export function takenIds(tables: Tables): (kind: IdKind, id: string) => boolean {
  return (kind, id) => holders[kind]?.some((name) => tables[name].has(id)) ?? false
}

function of<T extends object>() {
  return <Unique extends string = never, Index extends string = never>(
    declaration: Declaration<T, Unique, Index>,
  ): Declaration<T, Unique, Index> => declaration
}

const named = Object.entries(declarations).map(([name, declared]) => Object.assign(declared, { name }))

/** The tables whose keys are ids of a kind. */
const holders: Readonly<Partial<Record<IdKind, readonly (keyof Tables)[]>>> = Object.fromEntries(
  named
    .flatMap(({ ids = [] }) => ids)
    .map((kind) => [kind, named.filter(({ ids }) => ids?.includes(kind)).map(({ name }) => name)]),
)
