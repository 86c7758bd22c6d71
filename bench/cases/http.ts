import type { ServerProcess } from '../processes.ts'
import { counterPlace, get, post, send } from '../protocol.ts'
import type { HttpCase } from '../side-by-side.ts'

/** The cases by the world of their server. */
export const httpCases: readonly {
  readonly world: string
  readonly preparation?: string
  readonly cases: readonly HttpCase[]
}[] = [
  {
    world: 'large:10000',
    cases: [
      {
        name: 'GET one user, 10,000 users',
        bar: 0.6,
        requests: async (server) => {
          const users = await firstUsers(server)
          return users.map(({ id }) => [get(`/api/v1/users/${id}`)])
        },
      },
      {
        name: 'POST user, with profile, without password',
        bar: 0.75,
        isKept: true,
        requests: async () => [[post('/api/v1/users?activate=false', newUser())]],
      },
      {
        name: 'POST lifecycle (suspend, unsuspend in turn)',
        bar: 0.45,
        requests: async (server) => {
          const users = await firstUsers(server)
          const active = users.filter(({ status }) => status === 'ACTIVE')
          return active
            .slice(0, 16)
            .map(({ id }) => [
              post(`/api/v1/users/${id}/lifecycle/suspend`),
              post(`/api/v1/users/${id}/lifecycle/unsuspend`),
            ])
        },
      },
      {
        name: 'GET one client',
        bar: 0.6,
        requests: async (server) => {
          const reply = await send(server, post('/oauth2/v1/clients', newClient('one')))
          const { client_id: id } = (await reply.json()) as { client_id: string }
          return [[get(`/oauth2/v1/clients/${id}`)]]
        },
      },
      {
        name: 'POST client (register)',
        bar: 0.6,
        isKept: true,
        requests: async () => [[post('/oauth2/v1/clients', newClient(counterPlace))]],
      },
    ],
  },
  {
    world: 'large:100000',
    preparation: 'everyone-group',
    cases: [
      {
        name: 'list users, limit=200, page in the middle, 100,000 users',
        bar: 0.8,
        connections: 4,
        requests: async (server) => [[get(await pageOf(server, '/api/v1/users?limit=200', 250))]],
      },
      {
        name: 'search=profile.login eq "…", 100,000 users',
        bar: 0.65,
        requests: async (server) => {
          const users = await firstUsers(server)
          return users.map(({ profile: { login } }) => [
            get(`/api/v1/users?search=${encodeURIComponent(`profile.login eq "${login}"`)}`),
          ])
        },
      },
      {
        name: 'group members, limit=200, page in the middle, 100,000 members',
        bar: 0.5,
        connections: 4,
        requests: async (server) => [
          [get(await pageOf(server, `/api/v1/groups/${server.found.groupId}/users?limit=200`, 250))],
        ],
      },
    ],
  },
]

interface User {
  readonly id: string
  readonly status: string
  readonly profile: { readonly login: string }
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

async function firstUsers(server: ServerProcess): Promise<readonly User[]> {
  const users = (await (await send(server, get('/api/v1/users?limit=100'))).json()) as User[]
  return users.filter(({ profile: { login } }) => !login.startsWith('admin'))
}

/** The path and query of a page of a list, found by following its links. */
export async function pageOf(server: ServerProcess, path: string, page: number): Promise<string> {
  let target = path
  for (let number = 1; number < page; number++) {
    const response = await send(server, get(target))
    await response.arrayBuffer()
    const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    if (next === undefined) throw new Error(`${path} ends at page ${number}`)
    const { pathname, search } = new URL(next)
    target = pathname + search
  }
  return target
}
