import { counted } from '../engine/words/text.ts'
import type { Json } from '../engine/wire/reply.ts'
import { outcomeOf, type FoundThing, type MissedThing } from './finding.ts'
import { answerOf, idOf, loginsOf, named, type ReadingApi, type Records } from './records.ts'

type Outcome = FoundThing | MissedThing

/** How many users and groups are asked one by one. */
const maxAsked = 60
const maxNamed = 8

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
