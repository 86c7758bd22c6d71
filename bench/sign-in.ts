import { type LoadProcess, startIdentikit, startOidcProvider, type ServerProcess } from './processes.ts'
import { post, type RawRequest, send, type Turns } from './protocol.ts'
import { ratioRow, rounded, type Row } from './report.ts'
import { mediansInTurn } from './rounds.ts'
import { measureServer, type Thoroughness } from './side-by-side.ts'

const formType = 'application/x-www-form-urlencoded'

/** Measures token requests and introspection, side by side with oidc-provider. */
export async function signInRows(
  load: LoadProcess,
  { rounds, seconds }: Thoroughness,
): Promise<readonly Row[]> {
  await using mock = await startIdentikit('empty')
  await using other = await startOidcProvider()
  const cpu = (server: ServerProcess, request: RawRequest) => {
    const turns: Turns = [[request]]
    return async () => (await measureServer(server, load, { turns, connections: 8, seconds })).cpu
  }
  const [own, others] = [await ourRequests(mock), await theirRequests(other)]
  const rows: Row[] = []
  for (const [name, bar] of Object.entries(bars)) {
    const { ours, theirs } = await mediansInTurn(rounds, {
      ours: cpu(mock, own[name]!),
      theirs: cpu(other, others[name]!),
    })
    const figures = [`${rounded(ours)} µs`, `oidc-provider: ${rounded(theirs)} µs`] as const
    rows.push(ratioRow(`sign-in: ${name}, processor time`, figures, ours / theirs, '≤', bar))
  }
  return rows
}

/** The most that ours may take, as a multiple of theirs. */
const bars: Readonly<Record<string, number>> = {
  'token request (client credentials, JWT)': 0.9,
  'introspection of an access token': 0.6,
}

type Requests = Readonly<Record<string, RawRequest>>

async function ourRequests(server: ServerProcess): Promise<Requests> {
  const client = {
    client_name: 'Bench',
    application_type: 'service',
    grant_types: ['client_credentials'],
    response_types: ['token'],
  }
  const registered = await send(server, post('/oauth2/v1/clients', client))
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
  const form = (path: string, body: string): RawRequest => ({
    method: 'POST',
    path,
    token,
    body,
    type: formType,
  })
  const asked = (what: string): RawRequest => form(tokenPath, `grant_type=client_credentials&${what}`)
  const issued = await send(server, asked(inspected))
  const { access_token: value } = (await issued.json()) as Record<string, string>
  const [first = '', second = ''] = Object.keys(bars)
  return { [first]: asked(jwt), [second]: form(introspectPath, `token=${value}`) }
}
