import { type LoadProcess, type ServerProcess, startIdentikit, startOidcProvider } from './processes.ts'
import type { RawRequest } from './protocol.ts'
import { median, type Thoroughness } from './side-by-side.ts'

/** Processor time of a request in microseconds, ours and oidc-provider's. */
export interface SignInOutcome {
  readonly name: string
  readonly ours: number
  readonly theirs: number
  /** The most that ours may take, as a multiple of theirs. */
  readonly bar: number
}

const formType = 'application/x-www-form-urlencoded'

/** Measures token requests and introspection, side by side with oidc-provider. */
export async function measureSignIn(
  load: LoadProcess,
  { rounds, seconds }: Thoroughness,
): Promise<readonly SignInOutcome[]> {
  const [mock, other] = await Promise.all([startIdentikit('empty'), startOidcProvider()])
  try {
    const ours = await ourRequests(mock)
    const theirs = await theirRequests(other)
    const outcomes: SignInOutcome[] = []
    for (const [name, bar] of Object.entries(bars)) {
      const taken = { ours: [] as number[], theirs: [] as number[] }
      // The first round warms both up.
      for (let round = 0; round <= rounds; round++) {
        const mine = await cpu(mock, ours[name]!)
        const others = await cpu(other, theirs[name]!)
        if (round === 0) continue
        taken.ours.push(mine)
        taken.theirs.push(others)
      }
      outcomes.push({ name, bar, ours: median(taken.ours), theirs: median(taken.theirs) })
    }
    return outcomes
  } finally {
    await Promise.all([mock.stop(), other.stop()])
  }

  async function cpu(server: ServerProcess, request: RawRequest): Promise<number> {
    const before = await server.cpuTime()
    const result = await load.run({ port: server.port, connections: 8, seconds, requests: [[request]] })
    if (result.failure !== undefined) throw new Error(result.failure)
    return ((await server.cpuTime()) - before) / result.requests
  }
}

const bars: Readonly<Record<string, number>> = {
  'token request (client credentials, JWT)': 0.9,
  'introspection of an access token': 0.6,
}

type Requests = Readonly<Record<string, RawRequest>>

async function ourRequests(server: ServerProcess): Promise<Requests> {
  const registered = await fetch(`http://127.0.0.1:${server.port}/oauth2/v1/clients`, {
    method: 'POST',
    headers: { authorization: `SSWS ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Bench',
      application_type: 'service',
      grant_types: ['client_credentials'],
      response_types: ['token'],
    }),
  })
  const { client_id: id, client_secret: secret } = (await registered.json()) as Record<string, string>
  return requests(server, '/oauth2/v1/token', '/oauth2/v1/introspect', `${id}:${secret}`, {
    jwt: 'scope=svc.users.read',
    inspected: 'scope=svc.users.read',
  })
}

/** oidc-provider introspects opaque tokens only. */
function theirRequests(server: ServerProcess): Promise<Requests> {
  return requests(server, '/token', '/token/introspection', 'bench:bench-secret', {
    jwt: `scope=api:read&resource=${encodeURIComponent('https://api.example.com')}`,
    inspected: '',
  })
}

async function requests(
  server: ServerProcess,
  tokenPath: string,
  introspectPath: string,
  credentials: string,
  { jwt, inspected }: { readonly jwt: string; readonly inspected: string },
): Promise<Requests> {
  const token = `Basic ${btoa(credentials)}`
  const ask = (what: string): string => `grant_type=client_credentials&${what}`
  const issued = await fetch(`http://127.0.0.1:${server.port}${tokenPath}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': formType },
    body: ask(inspected),
  })
  const { access_token: value } = (await issued.json()) as Record<string, string>
  const [first = '', second = ''] = Object.keys(bars)
  return {
    [first]: { method: 'POST', path: tokenPath, token, body: ask(jwt), type: formType },
    [second]: { method: 'POST', path: introspectPath, token, body: `token=${value}`, type: formType },
  }
}
