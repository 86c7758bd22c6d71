import { foldLogin, shortName } from '../contract/formats/index.ts'
import type { ProfileProperty } from '../contract/profile.ts'
import { fold, type PropertyType } from '../query/index.ts'
import type { Changes, Declared, Told } from './kernel/changes.ts'
import type { ClockState } from './kernel/clock.ts'
import type { IdGeneratorState, IdKind } from './kernel/ids.ts'
import type { RandomState } from './kernel/random.ts'
import type { OrgSettings } from './kernel/settings.ts'
import type { Stored } from './kernel/stored.ts'
import { Single, type SingleDeclaration } from './kernel/single.ts'
import { noFaults } from './access/faults.ts'
import type { AppRecord } from '../contract/resources/app.ts'
import { type AppAssignment, type PushMapping, targetKey } from './apps/app-record.ts'
import type { GroupRecord } from './groups/groups.ts'
import type { MembershipRecord, MembershipRow } from './groups/membership-rows.ts'
import type { GroupRule } from '../contract/resources/group-rule.ts'
import {
  type AuthorizationServerRecord,
  scopeKey,
  type ScopeRecord,
} from './oauth/authorization-server-records.ts'
import type { PolicyRecord } from './oauth/access-policies.ts'
import type { ClientRecord } from './oauth/clients.ts'
import type { CustomClaim } from './oauth/custom-claims.ts'
import type { GrantRecord } from '../contract/resources/grant.ts'
import type { KeptKey } from './oauth/signing-keys.ts'
import type { OrgIdentity } from './org-identity.ts'
import type { SavedSnapshot } from './snapshots.ts'
import { Table, type TableDeclaration } from './store/table.ts'
import { kinds, tokenIndexes, type ToldTokens, toldToken } from './tokens/kinds.ts'
import type { Token } from './tokens/records.ts'
import type { SentMail } from './users/outbox.ts'
import { type PasswordPolicy, passwordPolicy } from './users/password/index.ts'
import { shownUser, type UserRecord } from './users/records.ts'
import type { Underway } from './users/transitions.ts'

/** A table of an organisation as it is declared. */
interface Declaration<T extends object, Unique extends string, Index extends string> extends Omit<
  TableDeclaration<T, Unique, Index>,
  'name'
> {
  /** The kinds of ids that its keys are. */
  readonly ids?: readonly IdKind[]
  /** How events and the journal show its records. Left out: they do not. */
  readonly told?: Told<T>
}

/**
 * Every table of an organisation. A declaration says its key, its indexes and the kinds of its ids. It also says how
 * the journal and events show its records, whether `reset` restores it.
 */
const declarations = {
  users: of<UserRecord>()({
    ids: ['user'],
    told: { kind: 'user', label: ({ profile }) => String(profile['login']), shown: shownUser },
    unique: { login: ({ profile }) => foldLogin(String(profile.login)) },
    indexes: {
      status: ({ status }) => status,
      shortName: ({ profile }) => foldLogin(shortName(String(profile.login))),
      email: ({ profile }) => fold(String(profile.email)),
    },
  }),
  groups: of<GroupRecord>()({
    ids: ['group'],
    told: { kind: 'group', label: ({ profile }) => String(profile['name']) },
    indexes: { name: ({ profile }) => fold(String(profile.name)) },
  }),
  /** A row at the place of each user who is in a group. Events and the journal show each membership by itself. */
  memberships: of<MembershipRow>()({
    isKeyless: true,
    toldAs: (before, after) => ('userId' in ((after ?? before) as object) ? 'memberships' : undefined),
    indexes: { group: ({ groups }) => groups, rule: ({ rules }) => rules },
  }),
  rules: of<GroupRule>()({
    ids: ['groupRule'],
    told: { kind: 'rule', label: ({ name }) => name },
    indexes: { name: ({ name }) => fold(name) },
  }),
  apps: of<AppRecord>()({ ids: ['client'], told: { kind: 'app', label: ({ label }) => label } }),
  appAssignments: of<AppAssignment>()({
    ids: ['appAssignment'],
    told: {
      kind: 'app-assignment',
      label: ({ appId, target }) => `${appId} for ${target.kind} ${target.id}`,
    },
    unique: { pair: ({ appId, target }) => `${appId} ${targetKey(target)}` },
    indexes: { target: ({ target }) => targetKey(target), app: ({ appId }) => appId },
  }),
  pushMappings: of<PushMapping>()({
    ids: ['pushMapping'],
    indexes: { group: ({ groupId }) => groupId, app: ({ appId }) => appId },
  }),
  clients: of<ClientRecord>()({
    ids: ['client'],
    told: {
      kind: 'client',
      label: ({ settings }) => settings.client_name,
      shown: ({ secret, ...client }) => ({ ...client, hasSecret: secret !== undefined }),
    },
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
    told: { kind: 'grant', label: ({ id }) => id },
    indexes: {
      user: ({ userId }) => userId,
      client: ({ clientId }) => clientId,
      userClient: ({ userId, clientId }) => `${userId} ${clientId}`,
      scope: ({ scopeId }) => scopeId,
      authorizationServer: ({ authorizationServerId }) => authorizationServerId,
    },
  }),
  /** The journal shows some kinds, each under its own name: `tokens/kinds.ts`. */
  tokens: of<Token>()({
    ids: ['session', 'apiToken', 'accessToken', 'refreshToken'],
    toldAs: toldToken as never,
    ...tokenIndexes,
  }),
  claims: of<CustomClaim>()({ ids: ['claim'] }),
  /** Policies of authorization servers, and their rules. */
  policies: of<PolicyRecord>()({
    ids: ['policy', 'groupRule'],
    indexes: { parent: ({ parentId }) => parentId },
  }),
  /** Mails that the service would have sent. */
  mails: of<SentMail>()({
    key: 'number',
    told: {
      kind: 'mail',
      label: ({ kind, to }) => `${kind} to ${to}`,
      shown: ({ number, kind, to, userId, subject, sentAt }) => ({
        number,
        kind,
        to,
        userId,
        subject,
        sentAt,
      }),
    },
  }),
  /** Transitions that are under way. */
  transitions: of<Underway>()({ key: 'userId' }),
  /** Named snapshots; their states are differences from the present. */
  snapshots: of<SavedSnapshot>()({ key: 'name', lasts: true }),
} as const

/** Every table of one row. */
const singles = {
  /** The streams of ids, which go on after a restart. */
  ids: one<IdGeneratorState>(),
  userTypes: one<readonly string[]>({ initial: [] }),
  userSchema: one<readonly ProfileProperty[]>(),
  groupSchema: one<readonly ProfileProperty[]>(),
  /** Types of the profile properties that imported groups have, by name. */
  importedProperties: one<ReadonlyMap<string, PropertyType>>({
    initial: new Map(),
    coding: {
      encode: (types) => [...types],
      decode: (row) => new Map(row as [string, PropertyType][]),
    },
  }),
  /** Data about the organisation for people, such as its name. */
  profile: one<Readonly<Record<string, string>>>({ initial: {} }),
  /** Whether a server `default` ever existed: a deleted one does not come back by itself. */
  hasHadDefaultServer: one({ initial: false as boolean }),
  settings: one<OrgSettings>(),
  passwordPolicy: one<PasswordPolicy>({ initial: passwordPolicy() }),
  /** Options, creation time and address. */
  organisation: one<OrgIdentity>({ lasts: true }),
  clock: one<ClockState>({ lasts: true }),
  /** `reset` keeps the keys, because verifiers may cache the key set. */
  signingKeys: one<readonly KeptKey[]>({ lasts: true }),
  /** The source of salts. Snapshots do not include it, because nothing shows a salt. */
  salts: one<RandomState>({ lasts: true }),
  /** `reset` ends the faults separately. */
  faults: one({ initial: noFaults, lasts: true }),
  /** The end of the present window of requests, in milliseconds since 1970, and how many came in it. */
  rateLimit: one({ initial: { end: 0, used: 0 }, lasts: true, isMinor: true }),
  /** The number of requests so far. */
  journal: one<number>({ initial: 0, lasts: true, isMinor: true }),
  /** The number of changes so far. */
  events: one<number>({ initial: 0, lasts: true, isMinor: true }),
} as const

type Declarations = typeof declarations
type Singles = typeof singles

type TableOf<D> = D extends Declaration<infer T, infer Unique, infer Index> ? Table<T, Unique, Index> : never

/** The tables of an organisation, by name. */
export type Tables = { readonly [Name in keyof Declarations]: TableOf<Declarations[Name]> } & {
  readonly [Name in keyof Singles]: Singles[Name] extends Omit<SingleDeclaration<infer Value>, 'name'>
    ? Single<Value>
    : never
}

/** Makes the tables of an organisation; all are empty. */
export function createTables(changes: Changes): Tables {
  const tables: Record<string, unknown> = {}
  for (const declared of namedSingles) tables[declared.name] = new Single<never>(declared as never, changes)
  for (const declared of named) tables[declared.name] = new Table<never>(declared, changes)
  return tables as never
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

function one<Value>(
  declaration: Omit<SingleDeclaration<Value>, 'name'> = {},
): Omit<SingleDeclaration<Value>, 'name'> {
  return declaration
}

/** The tables with these names. */
export function tablesOf(tables: Tables, names: readonly string[]): readonly Stored[] {
  return names.map((name) => tables[name as never])
}

const namedSingles = Object.entries(singles).map(([name, declared]) => Object.assign(declared, { name }))

const named = Object.entries(declarations).map(
  ([name, declared]: [string, Declaration<never, never, never>]) =>
    Object.assign(declared, declared.told ? { name, toldAs: () => name } : { name }),
)

/** The records of which events and the journal tell, by the name under which they do. */
export type ToldRecords = ToldTokens & {
  readonly [Name in Exclude<keyof Declarations, 'memberships'>]: Declarations[Name] extends Declaration<
    infer T,
    never,
    never
  >
    ? T
    : never
} & {
  readonly memberships: MembershipRecord
  /** The whole state at once. */
  readonly organisation: object
}

/** How events and the journal show records, by the name under which they do. */
export const told: { readonly [Name in keyof ToldRecords]?: Told<ToldRecords[Name]> } = {
  ...Object.fromEntries(named.map(({ name, told }) => [name, told])),
  ...Object.fromEntries(Object.values(kinds).flatMap(({ told }) => (told ? [[told.as, told]] : []))),
  memberships: { kind: 'membership', label: ({ groupId, userId }) => `${userId} in ${groupId}` },
  organisation: { kind: 'organisation', label: () => 'organisation', shown: () => ({}) },
}

const all: readonly Declared[] = [...namedSingles, ...named]

// Sorted out once: in each organisation it takes 5 of 100 parts of its processor time.
/** The tables that `reset` and snapshots restore. */
export const restoredNames = all.filter(({ lasts }) => !lasts).map(({ name }) => name)
/** The tables that they leave as they are. */
export const lastingNames = all.filter(({ lasts }) => lasts).map(({ name }) => name)

/** The tables whose keys are ids of a kind. */
const holders: Readonly<Partial<Record<IdKind, readonly (keyof Declarations)[]>>> = Object.fromEntries(
  named
    .flatMap(({ ids = [] }) => ids)
    .map((kind) => [kind, named.filter(({ ids }) => ids?.includes(kind)).map(({ name }) => name)]),
)
