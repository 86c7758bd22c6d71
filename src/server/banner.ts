import type { RunningServer } from './http.ts'
import { counted } from './counted.ts'

/** What is told of a server once it listens. */
export interface Announcement {
  readonly url: string
  readonly baseUrl: string
  readonly apiToken: string
  readonly world: string
  /** The configuration file, where there is one. */
  readonly config?: string
  readonly users: number
  readonly groups: number
  readonly clients: number
  /** Null where it is closed. */
  readonly control: string | null
}

/** Counts who is on board. */
export function announcementOf(
  { url, org, control }: RunningServer,
  { seed: world, config }: { readonly seed: string; readonly config?: string | undefined },
): Announcement {
  const { users, groups, clients } = org.model
  return {
    url,
    baseUrl: org.baseUrl,
    apiToken: org.apiToken,
    world,
    users: users.collection.size,
    groups: groups.collection.size,
    clients: clients.collection.size,
    control: control === 'closed' ? null : `${url}/_control`,
    ...(config === undefined ? {} : { config }),
  }
}

/** The lines that a person reads: where it is, who is on board, and two calls to paste. */
export function banner({ url, baseUrl, apiToken, world, ...rest }: Announcement): string {
  const { users, groups, clients, control, config } = rest
  const authorization = `-H ${shellQuoted(`Authorization: SSWS ${apiToken}`)}`
  const newUser = {
    profile: {
      login: 'grace.hopper@example.com',
      email: 'grace.hopper@example.com',
      firstName: 'Grace',
      lastName: 'Hopper',
    },
  }
  const lines = [
    `Base URL    ${baseUrl}`,
    ...(baseUrl === url ? [] : [`Listens at  ${url}`]),
    `API token   ${apiToken}`,
    `Data        ${counted(users, 'user')}, ${counted(groups, 'group')}, ${counted(clients, 'client')} (${world})`,
    ...(config === undefined ? [] : [`Set up by   ${config}`]),
    ...(control === null
      ? []
      : [`Console     ${url}/_console  (open it in a browser: see and steer all of this)`]),
    `Control     ${control ?? 'closed, since other machines can reach this server; --control-token opens it'}`,
    'Help        identikit help serve',
    '',
    `curl ${authorization} ${shellQuoted(`${url}/api/v1/users?limit=5`)}`,
    `curl ${authorization} -H 'Content-Type: application/json' -d ${shellQuoted(JSON.stringify(newUser))} ${shellQuoted(`${url}/api/v1/users`)}`,
  ]
  return lines.join('\n')
}

/** How clients come to trust a certificate that was made and signed here. */
export function trustText(url: string): string {
  const { hostname, port } = new URL(url)
  return [
    'The certificate was made and signed here, at this start. To trust it:',
    `  openssl s_client -connect ${hostname}:${port || '443'} </dev/null | openssl x509 > identikit.pem`,
    'then NODE_EXTRA_CA_CERTS=identikit.pem for Node, --cacert identikit.pem for curl, --insecure for identikit conform.',
  ].join('\n')
}

/** A text as one word of a POSIX shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
