import { type ProfilePropertyType, profilePropertyTypes } from '../../contract/profile.ts'
import { userProfileProperties } from '../../contract/resources/profiles.ts'
import { neverSent } from '../../contract/resources/client.ts'
import type { Seed } from '../../fixtures/index.ts'
import { demoPassword } from '../../fixtures/datasets/sample-secrets.ts'
import { isServiceSourced } from '../../model/users/credentials-input.ts'
import { withoutNull } from '../../exchange/json.ts'
import type { Notes } from '../notes.ts'
import type { Deployment, ReadClient, ReadGroup, ReadRule, ReadUser } from './read.ts'

type Item<Section extends 'groups' | 'users' | 'rules' | 'clients' | 'apps'> = NonNullable<
  Seed[Section]
>[number]

/** The answer to every recovery question: no reply shows the real ones. */
const recoveryAnswer = 'annual flower'

/** A deployment as a seed: with no ids except those of clients, and without secrets. */
export function seedFrom(deployment: Deployment, notes: Notes): Seed {
  const { users, groups, members, rules, clients } = deployment
  const logins = new Map(users.map(({ id, profile }) => [id, profile.login]))
  const names = new Map(groups.map(({ id, profile }) => [id, profile.name]))
  const own = groups.filter(({ type }) => type !== 'BUILT_IN')
  const apps = appsOf(deployment, names)
  const groupsOfUser = new Map<string, string[]>()
  for (const { id, type } of own) {
    if (type === 'APP_GROUP') continue
    for (const member of members.get(id) ?? []) {
      if (!logins.has(member)) notes.add('Members of groups that the deployment does not list', names.get(id))
      groupsOfUser.set(member, [...(groupsOfUser.get(member) ?? []), names.get(id)!])
    }
  }
  const schema = {
    user: propertiesOf(
      users.map(({ profile }) => profile),
      defaultUserProperties,
    ),
    group: propertiesOf(
      own.filter(({ type }) => type !== 'APP_GROUP').map(({ profile }) => profile),
      defaultGroupProperties,
    ),
  }
  return withoutEmpty({
    schema: withoutEmpty(schema),
    defaultPassword: demoPassword,
    apps: apps.seeds,
    groups: own.map((group) => groupSeed(group, deployment, apps.labels, logins, notes)),
    users: users.map((user) => userSeed(user, groupsOfUser.get(user.id) ?? [], logins, notes)),
    rules: rules.map((rule) => ruleSeed(rule, { names, logins }, notes)),
    clients: clients.map(clientSeed),
  })
}

const defaultUserProperties: ReadonlySet<string> = new Set(userProfileProperties().map(({ name }) => name))
const defaultGroupProperties: ReadonlySet<string> = new Set(['name', 'description'])

/** The applications assigned to groups, and the labels of those that groups come from. */
function appsOf(
  { groups, apps }: Deployment,
  names: ReadonlyMap<string, string>,
): { readonly seeds: Item<'apps'>[]; readonly labels: ReadonlyMap<string, string> } {
  const labels = new Map<string, string>()
  const seeds = new Map<string, Item<'apps'> & { groups: string[] }>()
  for (const { id: groupId } of groups) {
    for (const { id, label, name, signOnMode } of apps.get(groupId) ?? []) {
      const seed = seeds.get(id) ?? { label: unlike(label, id, labels), name, signOnMode, groups: [] }
      seed.groups?.push(names.get(groupId)!)
      seeds.set(id, seed)
      labels.set(id, seed.label)
    }
  }
  // Of an application that groups come from, and that has none assigned, only the id is known.
  const unseen = new Set(groups.flatMap(({ source }) => source?.id ?? []).filter((id) => !labels.has(id)))
  for (const [index, id] of [...unseen].entries()) {
    labels.set(id, `Source ${index + 1} of groups`)
    seeds.set(id, { label: labels.get(id)!, groups: [] })
  }
  const shown = [...seeds.values()].map(({ groups: of, ...seed }) =>
    of.length === 0 ? seed : { ...seed, groups: of },
  )
  return { seeds: shown, labels }
}

/** A label that no other application of the seed has. */
function unlike(label: string, id: string, labels: ReadonlyMap<string, string>): string {
  const isTaken = [...labels].some(
    ([other, taken]) => other !== id && taken.toLowerCase() === label.toLowerCase(),
  )
  return isTaken ? `${label} ${id}` : label
}

function groupSeed(
  { id, type, profile, source, created, objectClass }: ReadGroup,
  { members }: Deployment,
  apps: ReadonlyMap<string, string>,
  logins: ReadonlyMap<string, string>,
  notes: Notes,
): Item<'groups'> {
  const { name, description: text, ...rest } = profile
  const description = typeof text === 'string' ? text : undefined
  const seed = withoutEmpty({ name, description, profile: withoutNull(rest), created })
  if (type !== 'APP_GROUP') return seed
  const isDirectory = objectClass?.some((each) => /directory/.test(each)) ?? false
  return {
    ...seed,
    app: apps.get(source?.id ?? '') ?? [...apps.values()][0] ?? 'Application',
    ...(isDirectory ? { directory: true } : {}),
    members: (members.get(id) ?? []).flatMap((member) => {
      const login = logins.get(member)
      if (login === undefined) notes.add('Members of groups that the deployment does not list', name)
      return login ?? []
    }),
  }
}

function userSeed(
  { status, profile, credentials, created, statusChanged, lastLogin }: ReadUser,
  groups: readonly string[],
  logins: ReadonlyMap<string, string>,
  notes: Notes,
): Item<'users'> {
  const { login, email, firstName, lastName, managerId, manager, ...rest } = profile
  const managerLogin = typeof managerId === 'string' ? logins.get(managerId) : undefined
  const given = credentials?.provider
  const provider = given && !isServiceSourced(given) ? given : undefined
  if (given?.type === 'IMPORT') notes.add('Users of an import become users of the service itself')
  const question = credentials?.recovery_question?.question
  if (question !== undefined) notes.add(`Answers to recovery questions; "${recoveryAnswer}" instead`)
  const canSignIn = status !== 'STAGED' && status !== 'PROVISIONED'
  const lastSeen = typeof lastLogin === 'string' && canSignIn ? lastLogin : undefined
  return withoutEmpty({
    login,
    email: email === login ? undefined : email,
    firstName,
    lastName,
    profile: withoutNull({ ...rest, ...(managerLogin === undefined ? { managerId, manager } : {}) }),
    status,
    provider: provider as Item<'users'>['provider'],
    recoveryQuestion: question === undefined ? undefined : { question, answer: recoveryAnswer },
    manager: managerLogin,
    groups: [...groups],
    created,
    statusChanged,
    lastLogin: lastSeen,
  }) as Item<'users'>
}

function ruleSeed(
  { id, name, status, conditions, actions, created }: ReadRule,
  {
    names,
    logins,
  }: { readonly names: ReadonlyMap<string, string>; readonly logins: ReadonlyMap<string, string> },
  notes: Notes,
): Item<'rules'> {
  const { expression, people } = conditions ?? {}
  const found = (ids: readonly string[], all: ReadonlyMap<string, string>, reason: string): string[] =>
    ids.flatMap((each) => {
      const one = all.get(each)
      if (one === undefined) notes.add(reason, `${name} (${each})`)
      return one ?? []
    })
  const groupIds = actions?.assignUserToGroups?.groupIds ?? []
  const groups = found(groupIds, names, 'Groups of rules that the deployment does not list')
  const skipped = people?.users?.exclude
  const exclude =
    skipped && found(skipped, logins, 'Users whom rules skip and that the deployment does not list')
  if ((people?.groups?.exclude ?? []).length > 0) notes.add('Groups that a rule skips', name)
  return {
    name,
    expression: byName(expression?.value ?? '', names) || id,
    groups: [...groups],
    ...(exclude === undefined ? {} : { exclude }),
    status,
    created,
  }
}

/** Groups in an expression by their names, where it names them by ids, which are others in another organisation. */
function byName(expression: string, names: ReadonlyMap<string, string>): string {
  return expression.replaceAll(
    /isMemberOf(Any)?Group\(\s*("[^"]*"(?:\s*,\s*"[^"]*")*)\s*\)/g,
    (whole, _, list: string) => {
      const ids = [...list.matchAll(/"([^"]*)"/g)].map(([, id]) => id!)
      const found = ids.map((id) => names.get(id))
      if (found.includes(undefined)) return whole
      const calls = found.map((name) => `isMemberOfGroupName(${JSON.stringify(name)})`)
      return calls.length === 1 ? calls[0]! : `(${calls.join(' || ')})`
    },
  )
}

const neverCopied = new Set<string>([...neverSent.update, '_links'])

function clientSeed(client: ReadClient): Item<'clients'> {
  const { client_id_issued_at: issued } = client
  const settings = Object.entries(client).filter(([name, value]) => !neverCopied.has(name) && value !== null)
  return {
    ...Object.fromEntries(settings),
    ...(issued ? { created: new Date(issued * 1000).toISOString() } : {}),
  } as Item<'clients'>
}

/** The properties of profiles that are no usual ones, each with the type of its values; others are left out. */
export function propertiesOf(
  profiles: readonly Readonly<Record<string, unknown>>[],
  usual: ReadonlySet<string>,
): { readonly name: string; readonly type: ProfilePropertyType }[] {
  const types = new Map<string, Set<string>>()
  for (const profile of profiles) {
    for (const [name, value] of Object.entries(profile)) {
      if (usual.has(name) || value === null || value === undefined) continue
      types.set(name, (types.get(name) ?? new Set()).add(typeOf(value)))
    }
  }
  return [...types].flatMap(([name, found]) => {
    const type = profilePropertyTypes.find((each) => each === joined(found))
    return type === undefined ? [] : { name, type }
  })
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function joined(types: ReadonlySet<string>): string {
  if (types.size === 1) return [...types][0]!
  return [...types].every((type) => type === 'integer' || type === 'number') ? 'number' : 'string'
}

/** An object without null, undefined, and empty lists or objects. */
function withoutEmpty<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, each]) =>
        each !== null &&
        each !== undefined &&
        !(typeof each === 'object' && Object.keys(each as object).length === 0),
    ),
  ) as Value
}
