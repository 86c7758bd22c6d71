import type { Seed } from '../../fixtures/index.ts'
import { authMethodOf } from '../../contract/resources/client.ts'
import { isOutside, isTrusted, withoutPassword } from '../../fixtures/seed/load-users.ts'
import { foldLogin } from '../../contract/formats/index.ts'
import { secretsIn } from '../../exchange/secret-place.ts'
import { defined } from '../../model/kernel/defined.ts'
import { Notes } from '../notes.ts'

type Item<Section extends 'groups' | 'users' | 'rules' | 'clients'> = NonNullable<Seed[Section]>[number]

/** The statuses to which a user is moved after its creation. */
const moves = ['SUSPENDED', 'DEPROVISIONED', 'RECOVERY', 'PASSWORD_EXPIRED'] as const

export type Move = (typeof moves)[number]

/** A group to make. */
export interface PlannedGroup {
  readonly name: string
  readonly profile: Readonly<Record<string, unknown>>
}

/** A user to make. */
export interface PlannedUser {
  readonly login: string
  readonly profile: Readonly<Record<string, unknown>>
  readonly credentials?: {
    readonly password?: { readonly value?: unknown; readonly [member: string]: unknown }
    readonly [name: string]: unknown
  }
  /** How it is created, and whether it is then activated without a mail. */
  readonly query: {
    readonly activate: boolean
    readonly provider?: boolean
    readonly nextLogin?: 'changePassword'
  }
  readonly activateQuietly: boolean
  readonly moveTo?: Move
  readonly groups: readonly string[]
  /** Login of the manager, and its name for `profile.manager`. */
  readonly manager?: { readonly login: string; readonly name: string }
}

/** A rule to make. */
export interface PlannedRule {
  readonly name: string
  readonly expression: string
  readonly groups: readonly string[]
  /** Undefined where the rule says nothing of people. */
  readonly exclude?: readonly string[]
  readonly isActive: boolean
}

/** A client to register. */
export interface PlannedClient {
  readonly name: string
  readonly settings: Readonly<Record<string, unknown>>
}

/** The records to push, in the order of the writes. */
export interface Plan {
  readonly groups: readonly PlannedGroup[]
  /** Managers before those whom they manage. */
  readonly users: readonly PlannedUser[]
  readonly rules: readonly PlannedRule[]
  readonly clients: readonly PlannedClient[]
  /** Names of the custom properties that the seed declares, which the deployment may lack. */
  readonly customProperties: readonly string[]
  /** Data that the operations of the service cannot write, a line each. */
  readonly notCarried: readonly string[]
  readonly secrets: readonly string[]
}

/** How a plan is made. */
export interface PlanOptions {
  /** Password of users instead of the one in the seed. */
  readonly password?: string | undefined
  /** Leaves every rule inactive. Default false. */
  readonly inactiveRules?: boolean | undefined
}

/** The plan to write a seed into a deployment by its operations only. */
export function planOf(seed: Seed, { password, inactiveRules = false }: PlanOptions = {}): Plan {
  const notes = new Notes()
  for (const { administrator, login } of seed.users ?? [])
    if (administrator !== undefined) notes.add('The administrator, whom a deployment has already', login)
  for (const { builtIn, name } of seed.groups ?? [])
    if (builtIn !== undefined) notes.add('The built-in group, which a deployment has already', name)
  const users = (seed.users ?? [])
    .filter(({ administrator }) => administrator === undefined)
    .map((user) => ({ ...user, groups: groupsOf(user, seed) }))
  const named = new Map(users.map((user) => [foldLogin(user.login), user]))
  const plannedUsers = managersFirst(users, named).map((user) =>
    plannedUser(user, password ?? seed.defaultPassword, password, named, notes),
  )
  const plan = {
    groups: (seed.groups ?? [])
      .filter(({ builtIn }) => builtIn === undefined)
      .map((group) => plannedGroup(group, notes)),
    users: plannedUsers,
    rules: (seed.rules ?? []).map((rule) => plannedRule(rule, inactiveRules, notes)),
    clients: (seed.clients ?? []).map((client) => plannedClient(client, notes)),
  }
  const properties = [...(seed.schema?.user ?? []), ...(seed.schema?.group ?? [])].map(({ name }) => name)
  noteSections(seed, properties, notes)
  return {
    ...plan,
    customProperties: properties,
    notCarried: notes.lines(),
    secrets: [password ?? '', ...secretsIn(seed)].filter(({ length }) => length >= shortestSecret),
  }
}

/** Shorter texts are not looked for in messages: they would be found in other words. */
const shortestSecret = 6

/** Why all times are new. */
const times = 'When things were made, changed status and signed in'

function plannedGroup(
  { name, description, profile, app, created }: Item<'groups'>,
  notes: Notes,
): PlannedGroup {
  if (created !== undefined) notes.add(times)
  if (app === undefined) {
    return { name, profile: { name, ...(description === undefined ? {} : { description }), ...profile } }
  }
  notes.add('Groups imported from an application become groups of the service itself', name)
  return { name, profile: { name, ...(description === undefined ? {} : { description }) } }
}

function groupsOf({ login, groups = [] }: Item<'users'>, seed: Seed): string[] {
  const naming = (seed.groups ?? []).filter(({ members }) =>
    members?.some((member) => foldLogin(member) === foldLogin(login)),
  )
  return [...new Set([...groups, ...naming.map(({ name }) => name)])]
}

type User = Item<'users'>

function plannedUser(
  user: User,
  fallback: string | undefined,
  instead: string | undefined,
  named: ReadonlyMap<string, User>,
  notes: Notes,
): PlannedUser {
  const { login, email = login, firstName, lastName, status, nextLogin, groups = [] } = user
  noteUser(user, notes)
  const provider = isTrusted(user)
  const password = passwordOf(user, fallback, instead)
  const hasPassword = password !== undefined
  const canSignIn = hasPassword || provider
  const hasAnswer = user.recoveryQuestion !== undefined && 'answer' in user.recoveryQuestion
  const credentials = defined({
    password,
    recovery_question: hasAnswer && !provider ? user.recoveryQuestion : undefined,
    provider: provider ? user.provider : undefined,
  })
  const activate = status !== 'STAGED' && canSignIn
  const canBeMoved = canSignIn || status === 'DEPROVISIONED'
  const moveTo = canBeMoved ? moves.find((move) => move === status) : undefined
  if (!canBeMoved && status !== undefined && !withoutPassword.has(status) && !isOutside(user)) {
    notes.add(`Users without a password cannot be ${status}; they stay PROVISIONED`, login)
  }
  const manager = user.manager === undefined ? undefined : named.get(foldLogin(user.manager))
  if (user.manager !== undefined && !manager)
    notes.add('Managers that are no users of the push', `${login} (${user.manager})`)
  const names = { login, email, firstName, lastName }
  return {
    login,
    profile: defined({ ...user.profile, ...names }),
    ...(Object.keys(credentials).length === 0 ? {} : { credentials }),
    query: {
      activate,
      ...(provider ? { provider } : {}),
      ...(activate && hasPassword && nextLogin !== undefined ? { nextLogin } : {}),
    },
    activateQuietly: status !== 'STAGED' && !canSignIn,
    ...(moveTo === undefined ? {} : { moveTo }),
    groups,
    ...(manager ? { manager: { login: manager.login, name: fullName(manager) } } : {}),
  }
}

function passwordOf(
  user: User,
  fallback: string | undefined,
  instead: string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const { password, passwordHash, passwordHook, status } = user
  // Activating a user who has a password makes it ACTIVE.
  if (status === 'PROVISIONED') return undefined
  if (password !== undefined) return { value: instead ?? password }
  if (passwordHash !== undefined) return { hash: passwordHash }
  if (passwordHook === true) return { hook: { type: 'default' } }
  if (isOutside(user) || fallback === undefined || withoutPassword.has(status)) return undefined
  return { value: fallback }
}

function noteUser(user: User, notes: Notes): void {
  const { login, status, factors, totpSecret, block, passwordHook, recoveryQuestion, passwordHistory } = user
  if (status === 'LOCKED_OUT') {
    notes.add('LOCKED_OUT comes of wrong passwords, which a push does not try; ACTIVE instead', login)
  }
  if (isOutside(user) && !isTrusted(user)) {
    notes.add(`Users of a directory are imported; without a password here they stay PROVISIONED`, login)
  }
  if (status === 'PROVISIONED' && [user.password, user.passwordHash].some((given) => given !== undefined)) {
    notes.add('Passwords of users who are PROVISIONED', login)
  }
  if (passwordHook === true) notes.add('Password hooks work where the deployment has one', login)
  if (factors !== undefined || totpSecret !== undefined) notes.add('Factors', login)
  if (block !== undefined) notes.add('Blocks of devices', login)
  if (passwordHistory !== undefined) notes.add('Histories of passwords', login)
  if (recoveryQuestion && 'answerHash' in recoveryQuestion) {
    notes.add('Recovery questions of whose answers there are hashes only', login)
  }
  if (user.type !== undefined) notes.add('User types', login)
  const moments = [user.created, user.activated, user.statusChanged, user.lastLogin, user.lastUpdated]
  if ([...moments, user.passwordChanged].some((moment) => typeof moment === 'string')) notes.add(times)
}

function fullName({ profile, firstName = '', lastName = '' }: User): string {
  const shown = profile?.['displayName']
  return typeof shown === 'string' ? shown : `${firstName} ${lastName}`.trim()
}

/** Users in an order in which managers come before the managed, except in circles. */
function managersFirst(users: readonly User[], named: ReadonlyMap<string, User>): readonly User[] {
  const ordered = new Set<User>()
  const place = (user: User): void => {
    const above: User[] = []
    for (let next: User | undefined = user; next && !ordered.has(next) && !above.includes(next);) {
      above.push(next)
      next = next.manager === undefined ? undefined : named.get(foldLogin(next.manager))
    }
    for (const each of above.toReversed()) ordered.add(each)
  }
  for (const user of users) place(named.get(foldLogin(user.login)) ?? user)
  return [...ordered]
}

function plannedRule(
  { name, expression, groups: all, deletedGroups = [], exclude, status, created }: Item<'rules'>,
  inactive: boolean,
  notes: Notes,
): PlannedRule {
  if (created !== undefined) notes.add(times)
  const groups = all.filter((group) => !deletedGroups.includes(group))
  if (deletedGroups.length > 0) notes.add('Deleted groups of rules', name)
  if (status === 'INVALID') notes.add('Rules become INVALID when a group is deleted; INACTIVE instead', name)
  return { name, expression, groups, ...defined({ exclude }), isActive: status === 'ACTIVE' && !inactive }
}

function plannedClient(client: Item<'clients'>, notes: Notes): PlannedClient {
  const { client_id, client_secret, created, active, lastUpdated, ...rest } = client
  const method = authMethodOf(client)
  const settings = method === undefined ? rest : { ...rest, token_endpoint_auth_method: method }
  const { client_name: name } = settings
  if (client_id !== undefined) notes.add('Ids of clients, which the service chooses', name)
  if (client_secret !== undefined) notes.add('Secrets of clients, which the service chooses', name)
  if (created !== undefined || lastUpdated !== undefined) notes.add(times)
  if (active === false) notes.add('Whether clients are in use', name)
  return { name, settings }
}

function noteSections(seed: Seed, properties: readonly string[], notes: Notes): void {
  const sections = {
    apps: 'Applications and who has them',
    assignments: 'Applications that are assigned one by one',
    userTypes: 'User types that there may be',
    scopes: 'Scopes of the authorization server',
    authorizationServers: 'Authorization servers',
    claims: 'Claims that are added to tokens',
    consents: 'Consents, which people give',
    refreshTokens: 'Refresh tokens',
    apiTokens: 'API tokens',
    accessTokens: 'Access tokens',
  } as const
  for (const [section, what] of Object.entries(sections)) {
    const count = seed[section as keyof typeof sections]?.length ?? 0
    if (count > 0) notes.add(what, String(count))
  }
  if (seed.clock) notes.add('The clock')
  if (Object.keys(seed.settings ?? {}).length > 0) {
    notes.add('Settings of the organisation', Object.keys(seed.settings!).join(', '))
  }
  if (properties.length > 0) {
    notes.add(
      'Declarations of custom properties; their values are left out where the deployment has no such property',
      properties.join(', '),
    )
  }
}
