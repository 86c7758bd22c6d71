import type { ServerProcess } from '../processes.ts'
import { counterPlace, get, post, type RawRequest, send, type Turns } from '../protocol.ts'
import type { HttpCase } from '../side-by-side.ts'

/** The world of the server of all cases. */
export const httpWorld = 'large:100000'

/**
 * The cases. Each request is for another record, another page, another query or another expression; see `Turns`. There
 * are more of them than anything that is kept for speed has room for.
 */
export const httpCases: readonly HttpCase[] = [
  {
    name: 'GET one user, 100,000 users',
    bar: 0.6,
    barAgainst: 0.97,
    turns: async (server) => (await usersOf(server)).map(({ id }) => [get(`/api/v1/users/${id}`)]),
  },
  {
    name: 'POST user, with profile, without password',
    bar: 0.55,
    barAgainst: 1.3,
    isKept: true,
    turns: async () => [[post('/api/v1/users?activate=false', newUser())]],
  },
  {
    name: 'POST lifecycle (suspend, unsuspend in turn)',
    bar: 0.45,
    barAgainst: 0.97,
    turns: async (server) =>
      (await usersOf(server))
        .filter(({ status }) => status === 'ACTIVE')
        .map(({ id }) => [
          post(`/api/v1/users/${id}/lifecycle/suspend`),
          post(`/api/v1/users/${id}/lifecycle/unsuspend`),
        ]),
  },
  {
    name: 'GET one client',
    bar: 0.6,
    barAgainst: 0.97,
    turns: async (server) => {
      const ids: string[] = []
      for (let number = 0; number < 2000; number++) {
        const client = newClient(`${number} to read`)
        const reply = await send(server, post('/oauth2/v1/clients', client))
        ids.push(((await reply.json()) as { client_id: string }).client_id)
      }
      return ids.map((id) => [get(`/oauth2/v1/clients/${id}`)])
    },
  },
  {
    name: 'POST client (register)',
    bar: 0.6,
    barAgainst: 1.3,
    isKept: true,
    turns: async () => [[post('/oauth2/v1/clients', newClient(counterPlace))]],
  },
  {
    name: 'list users, limit=200, any page of 100,000 users',
    bar: 0.35,
    barAgainst: 0.97,
    connections: 4,
    turns: async (server) =>
      shuffled(await pagesOf(server, '/api/v1/users?limit=200')).map(({ path }) => [get(path)]),
  },
  {
    name: 'search=profile.login eq "…", 100,000 users',
    bar: 0.5,
    barAgainst: 0.97,
    turns: async (server) =>
      (await usersOf(server)).map(({ profile: { login } }) => [searchFor(`profile.login eq "${login}"`)]),
  },
  {
    name: 'search sorted by another property, 100,000 users',
    bar: 0.001,
    barAgainst: 0.5,
    connections: 4,
    turns: async () => sortedSearches(),
  },
  {
    name: 'group members, limit=200, any page of 100,000 members',
    bar: 0.3,
    barAgainst: 0.97,
    connections: 4,
    turns: async (server) => {
      const profile = { name: 'Everybody, by hand' }
      const reply = await send(server, post('/api/v1/groups', { profile }))
      const path = `/api/v1/groups/${((await reply.json()) as { id: string }).id}/users`
      for (const { id } of await usersOf(server))
        await send(server, { ...post(`${path}/${id}`), method: 'PUT' })
      return shuffled(await pagesOf(server, `${path}?limit=200`)).map((page) => [get(page.path)])
    },
  },
  {
    name: 'GET one rule, search for rules',
    bar: 0.4,
    barAgainst: 0.97,
    turns: async (server) => {
      const turns: Turns[number][] = []
      for (let number = 0; number < 1000; number++) {
        const group = await made(server, '/api/v1/groups', { profile: { name: `Of rule ${number}` } })
        const { id } = await made(server, '/api/v1/groups/rules', newRule(number, group.id))
        turns.push([
          get(`/api/v1/groups/rules/${id}`),
          get(`/api/v1/groups/rules?limit=5&search=${encodeURIComponent(`Rule ${number}`)}`),
        ])
      }
      return turns
    },
  },
]

interface User {
  readonly id: string
  readonly status: string
  readonly profile: { readonly login: string }
}

interface Page {
  /** Path and query. */
  readonly path: string
  readonly users: readonly User[]
}

function newUser(): unknown {
  const login = `bench-${counterPlace}@example.com`
  return {
    profile: {
      login,
      email: login,
      firstName: 'Hedy',
      lastName: 'Lamarr',
      department: 'Engineering',
      city: 'Vienna',
      countryCode: 'AT',
    },
  }
}

function newClient(name: string): unknown {
  return {
    client_name: `Bench ${name}`,
    application_type: 'web',
    redirect_uris: ['https://app.example.com/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'client_secret_basic',
  }
}

function newRule(number: number, groupId: string): unknown {
  return {
    type: 'group_rule',
    name: `Rule ${number}`,
    conditions: {
      expression: { value: `user.department=="Department ${number}"`, type: 'urn:svc:expression:1.0' },
    },
    actions: { assignUserToGroups: { groupIds: [groupId] } },
  }
}

async function made(server: ServerProcess, path: string, body: unknown): Promise<{ readonly id: string }> {
  return (await (await send(server, post(path, body))).json()) as { readonly id: string }
}

function searchFor(expression: string, more = ''): RawRequest {
  return get(`/api/v1/users?search=${encodeURIComponent(expression)}${more}`)
}

const letters = 'ABCDEFGHIJKLMNOPRSTUVWYZ'

/** Searches whose expressions and orders differ. */
function sortedSearches(): Turns {
  const turns: Turns[number][] = []
  for (const sortBy of ['profile.firstName', 'profile.lastName', 'profile.city', 'lastUpdated'])
    for (const first of letters)
      for (const second of 'aeiour')
        turns.push([
          searchFor(
            `profile.lastName sw "${first}${second}" and status eq "ACTIVE"`,
            `&sortBy=${sortBy}&sortOrder=${second < 'i' ? 'asc' : 'desc'}&limit=20`,
          ),
        ])
  return shuffled(turns)
}

/** In an order that no index or page has, the same each time. */
function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const keyed = items.map((item, at) => ({ item, key: (at * 2_654_435_761) % 4_294_967_296 }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

const read = new WeakMap<ServerProcess, Promise<readonly User[]>>()

/** Every user that the list shows, except the administrators. */
function usersOf(server: ServerProcess): Promise<readonly User[]> {
  let users = read.get(server)
  if (!users) read.set(server, (users = readUsers(server)))
  return users
}

async function readUsers(server: ServerProcess): Promise<readonly User[]> {
  const pages = await pagesOf(server, '/api/v1/users?limit=200')
  const people = pages.flatMap(({ users }) => users)
  return shuffled(people.filter(({ profile: { login } }) => !login.startsWith('admin')))
}

/** The pages of a list, found by following its links. The last one, which is shorter, is left out. */
export async function pagesOf(server: ServerProcess, list: string): Promise<readonly Page[]> {
  const pages: Page[] = []
  for (let path: string | undefined = list; path !== undefined;) {
    const response = await send(server, get(path))
    pages.push({ path, users: (await response.json()) as User[] })
    const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    const url: URL | undefined = next === undefined ? undefined : new URL(next)
    path = url && url.pathname + url.search
  }
  return pages.slice(0, -1)
}
