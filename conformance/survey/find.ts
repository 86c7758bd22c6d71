import { usualGroupProperties, usualUserProperties } from '../engine/supply/find-things.ts'
import type { Json } from '../engine/wire/reply.ts'
import {
  outcomeOf,
  idOf,
  loginsOf,
  named,
  answerOf,
  type FoundFeature,
  type FoundThing,
  type MissedThing,
  type Records,
  type ReadingApi,
} from './records.ts'
import { counted } from '../engine/words/text.ts'

type Outcome = FoundThing | MissedThing

/** How many consumable things the profile names. */
const maxNamed = 8

/** The findings that the lists show by themselves. */
export function findByLists(records: Records): Outcome[] {
  return [
    ...imported(records),
    lockedOut(records),
    userType(records),
    property(records, 'custom-property', 'users', 'string'),
    property(records, 'custom-array-property', 'users', 'array'),
    property(records, 'group-custom-property', 'groups', 'string'),
    ruleExpression(records),
  ]
}

function imported({ groups, unread }: Records): Outcome[] {
  const all = groups.filter(({ type }) => type === 'APP_GROUP')
  const inDirectory = (group: Json): boolean => String(group.objectClass).includes(directoryClass)
  const withSource = (group: Json): Record<string, unknown> => ({
    id: idOf(group),
    ...(typeof group.profile?.name === 'string' ? { name: group.profile.name } : {}),
    ...(typeof group.source?.id === 'string' ? { sourceId: group.source.id } : {}),
  })
  const directory = all.filter(inDirectory).slice(0, 3)
  const plain = all.filter((group) => !inDirectory(group)).slice(0, 3)
  const why = unread.get('groups') ?? 'no listed group is of it'
  const other = plain.length > 0 ? plain : directory
  return [
    outcomeOf('app-group', other.map(withSource), {
      what: countOf(other, 'group of type APP_GROUP'),
      why: `type APP_GROUP: ${why}`,
    }),
    outcomeOf(
      'directory-group',
      directory.map((group) => ({ id: idOf(group) })),
      { what: countOf(directory, 'group of a directory'), why: `objectClass svc:${directoryClass}: ${why}` },
    ),
  ]
}

const directoryClass = 'directory_security_principal'

function lockedOut({ users, unread }: Records): Outcome {
  const locked = users.filter(({ status }) => status === 'LOCKED_OUT').slice(0, maxNamed)
  return outcomeOf('locked-out-user', locked.map(named), {
    what: `${countOf(locked, 'user')} in status LOCKED_OUT: ${loginsOf(locked)}`,
    why: unread.get('users') ?? 'no listed user is LOCKED_OUT',
    changes: 'The run unlocks them.',
  })
}

function userType({ users, unread }: Records): Outcome {
  const ids = users.map(({ type }) => type?.id as unknown).filter((id) => typeof id === 'string')
  const others = byFrequency(ids).slice(1, 2)
  return outcomeOf(
    'user-type',
    others.map(([id]) => ({ id })),
    {
      what: 'a user type that few users have',
      why: unread.get('users') ?? 'all listed users are of one type',
    },
  )
}

/** Each text, and how often it occurs, the most frequent first. */
function byFrequency(texts: readonly string[]): readonly (readonly [text: string, count: number])[] {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, alike]) => [text, alike.length] as const)
    .sort(([, one], [, other]) => other - one)
}

function property(
  records: Records,
  need: 'custom-property' | 'custom-array-property' | 'group-custom-property',
  list: 'users' | 'groups',
  type: 'string' | 'array',
): Outcome {
  const usual = list === 'users' ? usualUserProperties : usualGroupProperties
  const ours = list === 'users' ? records.users : records.groups.filter((each) => each.type !== 'APP_GROUP')
  const isText = (value: unknown): boolean => typeof value === 'string'
  const fits = type === 'array' ? (value: unknown) => Array.isArray(value) && value.every(isText) : isText
  const names = ours
    .flatMap(({ profile }) => Object.entries(Object(profile) as Record<string, unknown>))
    .filter(([name, value]) => fits(value) && !usual.has(name))
    .map(([name]) => name)
  const [[name, count] = []] = byFrequency(names)
  const kind = type === 'array' ? 'a list of texts' : 'a text'
  return outcomeOf(need, name === undefined ? [] : [{ name }], {
    what: `${name}, ${kind} in ${count} of the listed ${list}`,
    why: records.unread.get(list) ?? `no profile of the listed ${list} has ${kind} of its own`,
  })
}

/** A rule that compares the login with a text shows how expressions are spelled. */
function ruleExpression({ rules, unread }: Records): Outcome {
  for (const { conditions } of rules) {
    const value: unknown = conditions?.expression?.value
    const template =
      typeof value === 'string' && /^[^&|]*\blogin\b[^&|]*=[^&|]*$/.test(value)
        ? value.replace(/(["'])[^"'{}]+\1\s*$/, '$1{login}$1')
        : ''
    const what = `as in a rule that is there: ${template}`
    if (template.includes('{login}')) return { need: 'rule-expression', things: [{ template }], what }
  }
  return {
    need: 'rule-expression',
    why: unread.get('rules') ?? 'no rule compares a login; the run tries common spellings by itself',
  }
}

/** Features that a record in a list can only have where the target has them. */
export function featuresInLists({ users, clients }: Records): FoundFeature[] {
  const found: FoundFeature[] = []
  const show = (name: FoundFeature['name'], evidence: string | undefined): void => {
    if (evidence !== undefined) found.push({ name, state: 'yes', evidence })
  }
  const client = (fits: (each: Json) => boolean): string | undefined => {
    const one = clients.find(fits)
    return one && `client ${idOf(one)} has it`
  }
  const holds = (grant: string) => (each: Json) =>
    Array.isArray(each.grant_types) && each.grant_types.includes(grant)
  show('newer-engine', client(holds('interaction_code')))
  show('saml2-bearer', client(holds('urn:ietf:params:oauth:grant-type:saml2-bearer')))
  show(
    'jwks-uri',
    client(({ jwks_uri: uri }) => typeof uri === 'string'),
  )
  show(
    'frontchannel-logout',
    client(({ frontchannel_logout_uri: uri }) => typeof uri === 'string'),
  )
  const federated = users.find(({ credentials }) => credentials?.provider?.type === 'FEDERATION')
  show('federation', federated && `user ${idOf(federated)} authenticates by it`)
  const nameless = users.find(
    ({ profile }) => profile !== undefined && (!profile.firstName || !profile.lastName),
  )
  const plain = users.find(
    ({ profile }) => typeof profile?.login === 'string' && !profile.login.includes('@'),
  )
  const evidence = nameless
    ? `user ${idOf(nameless)} has no full name`
    : plain && `the login of user ${idOf(plain)} is no address`
  return evidence === undefined ? found : [...found, { name: 'defaults', state: 'no', evidence }]
}

/** The login form, if most logins are not addresses. */
export function loginForm({ users }: Records): string | undefined {
  const logins = users
    .map(({ profile }) => profile?.login as unknown)
    .filter((each) => typeof each === 'string')
  const plain = logins.filter((login) => !login.includes('@'))
  return plain.length * 2 > logins.length ? '{name}' : undefined
}

function countOf(list: readonly unknown[], what: string): string {
  return `${list.length} ${list.length === 1 ? what : what.replace(/^\w+/, '$&s')}`
}

/** How many users and groups are asked one by one. */
const maxAsked = 60

/** Consents and refresh tokens of users, those first who signed in lately. */
export async function findConsents(api: ReadingApi, { users }: Records): Promise<Outcome[]> {
  const found: Record<'grants' | 'refresh-tokens', Record<string, unknown>[]> = {
    grants: [],
    'refresh-tokens': [],
  }
  const refusals = new Set<string>()
  const asked = users
    .filter(({ status }) => status === 'ACTIVE')
    .sort((one, other) => String(other.lastLogin ?? '').localeCompare(String(one.lastLogin ?? '')))
    .slice(0, maxAsked)
  const enough = (): boolean => Object.values(found).every((list) => list.length >= maxNamed)
  await several(asked, enough, async (user) => {
    const userId = idOf(user)
    const path = `/api/v1/users/${encodeURIComponent(userId)}/clients`
    const clients = await api.get(path)
    if (!Array.isArray(clients.body)) return void refusals.add(`${answerOf(clients)} to ${path}`)
    for (const client of clients.items) {
      const clientId = idOf(client) || String(client?.client_id)
      const below = `${path}/${encodeURIComponent(clientId)}`
      const grants = (await api.get(`${below}/grants`)).items.filter(isThere)
      if (grants.length >= 2)
        found.grants.push({ userId, clientId, grantIds: grants.map(idOf), scopeIds: scopesOf(grants) })
      const tokens = (await api.get(`${below}/tokens`)).items.filter(isThere)
      if (tokens.length >= 2) found['refresh-tokens'].push({ userId, clientId, tokenIds: tokens.map(idOf) })
    }
  })
  const why = (what: string): string =>
    refusals.size > 0
      ? `users cannot be asked for them: ${[...refusals][0]}`
      : `none of the first ${asked.length} ACTIVE users has two ${what} for one client`
  const { grants, 'refresh-tokens': tokens } = found
  return [
    outcomeOf('grants', grants.slice(0, maxNamed), {
      what: `consents of ${people(grants)}`,
      why: why('consents'),
      changes: 'The run revokes them: the users are asked for consent again.',
    }),
    outcomeOf('refresh-tokens', tokens.slice(0, maxNamed), {
      what: `refresh tokens of ${people(tokens)}`,
      why: why('refresh tokens'),
      changes: 'The run revokes them: the users have to sign in to those clients again.',
    }),
  ]
}

function people(things: readonly Record<string, unknown>[]): string {
  const count = new Set(things.map(({ userId }) => userId)).size
  return counted(count, 'user')
}

function isThere(record: Json): boolean {
  return idOf(record) !== '' && (record.status === undefined || record.status === 'ACTIVE')
}

function scopesOf(grants: readonly Json[]): string[] {
  return grants.map(({ scopeId }) => String(scopeId))
}

/** A user and a group with an application. */
export async function findApplications(api: ReadingApi, { users, groups }: Records): Promise<Outcome> {
  const found: { userId?: string; groupId?: string; appId?: string } = {}
  let apps = 0
  await several(
    groups.slice(0, 40),
    () => apps > 1,
    async (group) => {
      const { items } = await api.get(`/api/v1/groups/${encodeURIComponent(idOf(group))}/apps`)
      if (idOf(items[0]) === '' || items.length <= apps) return
      apps = items.length
      Object.assign(found, { groupId: idOf(group), appId: idOf(items[0]) })
    },
  )
  await several(
    users.slice(0, 40),
    () => found.userId !== undefined,
    async (user) => {
      const { status, items } = await api.get(`/api/v1/users/${encodeURIComponent(idOf(user))}/appLinks`)
      if (status === 200 && items.length > 0) found.userId = idOf(user)
    },
  )
  const who = [found.groupId && 'a group', found.userId && 'a user'].filter(Boolean).join(' and ')
  return outcomeOf('application', who === '' ? [] : [found], {
    what: `${who} with an application`,
    why: 'none of the first users and groups has one',
  })
}

/** ACTIVE users whose links offer to unlock them. */
export async function findDeviceBlocks(api: ReadingApi, { users }: Records): Promise<Outcome> {
  const blocked: Json[] = []
  const active = users.filter(({ status }) => status === 'ACTIVE').slice(0, maxAsked)
  await several(
    active,
    () => blocked.length >= 2,
    async (user) => {
      const { json } = await api.get(`/api/v1/users/${encodeURIComponent(idOf(user))}`)
      if (json.status === 'ACTIVE' && json._links?.unlock !== undefined) blocked.push(json)
    },
  )
  return outcomeOf('device-block', blocked.map(named), {
    what: `ACTIVE users who may be unlocked: ${loginsOf(blocked)}`,
    why: `none of the first ${active.length} ACTIVE users has a link to unlock it`,
    changes: 'The run unlocks them for unknown devices.',
  })
}

/** An origin that browsers may call from: the pages of clients are candidates. */
export async function findOrigin(api: ReadingApi, { clients }: Records): Promise<Outcome> {
  const addresses = clients.flatMap(({ client_uri: uri, redirect_uris: uris }) => [uri, uris].flat())
  const origins = new Set(
    [...addresses, 'http://localhost:3000', 'http://localhost:8080']
      .filter(
        (each): each is string => typeof each === 'string' && /^https?:/.test(each) && URL.canParse(each),
      )
      .map((each) => new URL(each).origin),
  )
  const allowed = async (origin: string): Promise<boolean> => {
    const { headers } = await api
      .withHeaders({ Origin: origin })
      .get('/api/v1/users', { query: { limit: 1 } })
    return headers['access-control-allow-origin'] === origin
  }
  if (await allowed('https://nobody.example.org'))
    return { need: 'trusted-origin', why: 'calls from every origin are allowed' }
  for (const origin of [...origins].slice(0, 10))
    if (await allowed(origin)) return { need: 'trusted-origin', things: [{ origin }], what: origin }
  return {
    need: 'trusted-origin',
    why: `none of ${Math.min(origins.size, 10)} origins of clients is allowed to call`,
  }
}

/** Works through a list, four at a time, until there is enough; what goes wrong with one is passed over. */
async function several<Item>(
  list: readonly Item[],
  enough: () => boolean,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = list.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (enough()) return
      await work(item).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
}
