import { commandName } from '../../conformance/engine/words/text.ts'
import type { RunningServer } from './http.ts'
import { isTooOld } from '../model/users/password/index.ts'
import { demoPassword, ownSample, type SampleSecrets } from '../fixtures/datasets/sample-secrets.ts'
import { counted } from './counted.ts'

/** The facts that a server announces once it listens. */
export interface Announcement {
  readonly url: string
  readonly baseUrl: string
  readonly apiToken: string
  readonly dataset: string
  /** The configuration file, if any. */
  readonly config?: string
  readonly users: number
  readonly groups: number
  readonly clients: number
  /** The ids of the clients of the options. */
  readonly ownClients?: readonly string[]
  /** How many users have a password older than `passwordPolicy.maxAge`; absent where nobody has. */
  readonly oldPasswords?: number
  /** The secrets of sample data, unless they are the well-known ones. */
  readonly sample?: SampleSecrets
  /** Null where it is closed. */
  readonly control: string | null
  /** Over TLS, the file with the certificate, for clients to trust it. */
  readonly certificate?: string
}

/** Counts the users and groups. */
export function announcementOf(
  { url, org, control }: RunningServer,
  {
    data: dataset,
    config,
    certificate,
  }: {
    readonly data: string
    readonly config?: string | undefined
    readonly certificate?: string | undefined
  },
): Announcement {
  const { users, groups, clients, clock, passwordPolicy, options } = org.model
  const now = clock.now()
  const oldPasswords =
    passwordPolicy.maxAge === 0
      ? 0
      : users.collection
          .values()
          .filter(
            ({ passwordChanged, status }) =>
              status === 'ACTIVE' && isTooOld(passwordChanged, now, passwordPolicy),
          ).length
  return {
    url,
    baseUrl: org.baseUrl,
    apiToken: org.apiToken,
    dataset,
    users: users.collection.size,
    groups: groups.collection.size,
    clients: clients.collection.size,
    ...(options.clients ? { ownClients: options.clients.map(({ client_id: id }) => id) } : {}),
    ...(oldPasswords === 0 ? {} : { oldPasswords }),
    ...ownSample(org.model),
    control: control === 'closed' ? null : `${url}/_control`,
    ...(config === undefined ? {} : { config }),
    ...(certificate === undefined ? {} : { certificate }),
  }
}

/** The lines for people: the address, the number of users and groups, and two calls to paste. */
export function banner({ url, baseUrl, apiToken, dataset, ...rest }: Announcement): string {
  const { users, groups, clients, ownClients = [], oldPasswords, sample, control, config, certificate } = rest
  const password = sample?.password ?? demoPassword
  const curl = certificate === undefined ? 'curl -g' : `curl -g --cacert ${shellQuoted(certificate)}`
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
    `Data        ${counted(users, 'user')}, ${counted(groups, 'group')}, ${counted(clients, 'client')} (${dataset})`,
    ...ownClients.map((id) => `Client      ${id}  (issuer ${baseUrl}/oauth2/default)`),
    ...(oldPasswords === undefined
      ? []
      : [
          `Passwords   ${counted(oldPasswords, 'user')} must change the password at the next sign-in: it is older than passwordPolicy.maxAge`,
        ]),
    ...(config === undefined ? [] : [`Set up by   ${config}`]),
    ...(control === null
      ? []
      : [`Console     ${url}/_console  (open it in a browser: see and steer all of this)`]),
    `Sign in     ${url}/signin${dataset === 'demo' ? `  (hope.medhurst@example.com, password ${password})` : ''}`,
    ...(sample?.password === undefined || dataset === 'demo'
      ? []
      : [`Password    ${sample.password}  (every user of the sample data who has one)`]),
    ...(sample?.tokens ?? []).map((token) => `Token       ${token}`),
    `Control     ${control ?? 'closed, since other machines can reach this server; --control-token opens it'}`,
    `Help        ${commandName()} help serve`,
    '',
    `${curl} ${authorization} ${shellQuoted(`${url}/api/v1/users?limit=5`)}`,
    `${curl} ${authorization} -H 'Content-Type: application/json' --data-raw ${shellQuoted(JSON.stringify(newUser))} ${shellQuoted(`${url}/api/v1/users`)}`,
  ]
  return lines.join('\n')
}

/** Explains how clients trust a certificate that Identikit made and signed. */
export function trustText(file: string): string {
  return [
    `The certificate was made and signed here, at this start: ${file}`,
    `To trust it: NODE_EXTRA_CA_CERTS=${shellQuoted(file)} for Node, --cacert for curl, --insecure for ${commandName()} conform.`,
  ].join('\n')
}

/** A text as one word of a POSIX shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
