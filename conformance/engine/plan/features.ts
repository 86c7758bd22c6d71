import type { Api } from '../run/api.ts'
import type { FeatureFinding } from './availability.ts'
import type { Unique } from '../supply/given-types.ts'
import type { Feature } from './need.ts'
import type { Json, Reply } from '../wire/reply.ts'
import { lacksRights } from './rights.ts'

/** Parts of early access, and of the newer engine, that a target may have or lack one by one. */
export const partOf: Readonly<Partial<Record<Feature, readonly Feature[]>>> = {
  'jwks-uri': ['early-access'],
  'saml2-bearer': ['early-access'],
  'frontchannel-logout': ['early-access', 'newer-engine'],
}

/** Features whose probe makes no record, and is asked even if no check needs it. */
export const onlyReads: ReadonlySet<Feature> = new Set(['early-access'])

/** Finds out by reading alone whether the target has early access. */
export async function readEarlyAccess(api: Pick<Api, 'get'>): Promise<FeatureFinding> {
  return judged(await askEarlyAccess({ api }), ({ body }) => Array.isArray(body), true)
}

interface ProbeTools {
  readonly api: Api
  readonly unique: Unique
}

/** How each feature is found out: by a call, and by what its answer says. Each for itself, none from another. */
const probes: Readonly<
  Partial<
    Record<
      Feature,
      {
        readonly ask: (tools: ProbeTools) => Promise<Reply>
        /** Whether the answer shows the feature. */
        readonly shows: (reply: Reply) => boolean
        /** Whether an answer that does not show it says that it is not there; else it stays undecided. */
        readonly tells: boolean
      }
    >
  >
> = {
  'early-access': {
    ask: askEarlyAccess,
    shows: ({ body }) => Array.isArray(body),
    tells: true,
  },
  'newer-engine': {
    ask: (tools) => register(tools, { grant_types: ['authorization_code', 'interaction_code'] }),
    shows: ({ json }) => holds(json.grant_types, 'interaction_code'),
    tells: true,
  },
  'jwks-uri': {
    ask: (tools) => register(tools, { jwks_uri: 'https://client.example.com/keys' }),
    shows: ({ json }) => json.jwks_uri === 'https://client.example.com/keys',
    tells: true,
  },
  'saml2-bearer': {
    ask: (tools) =>
      register(tools, {
        grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:saml2-bearer'],
      }),
    shows: ({ json }) => holds(json.grant_types, 'urn:ietf:params:oauth:grant-type:saml2-bearer'),
    tells: true,
  },
  'frontchannel-logout': {
    ask: (tools) => register(tools, { frontchannel_logout_uri: 'https://client.example.com/signed-out' }),
    shows: ({ json }) => json.frontchannel_logout_uri === 'https://client.example.com/signed-out',
    tells: true,
  },
  federation: {
    ask: (tools) =>
      stage(
        tools,
        { provider: true },
        { credentials: { provider: { type: 'FEDERATION', name: 'FEDERATION' } } },
      ),
    shows: ({ json }) => json.credentials?.provider?.type === 'FEDERATION',
    tells: false,
  },
  'password-hook': {
    ask: (tools) => stage(tools, {}, { credentials: { password: { hook: { type: 'default' } } } }),
    shows: ({ json }) => json.credentials?.password !== undefined,
    tells: false,
  },
}

/** Finds out whether the target has a feature, with records of the run's own. */
export async function probeFeature(name: Feature, tools: ProbeTools): Promise<FeatureFinding> {
  const probe = probes[name]
  if (probe === undefined) return { state: 'undecided', evidence: 'nothing tells' }
  return judged(await probe.ask(tools), probe.shows, probe.tells)
}

function askEarlyAccess({ api }: { readonly api: Pick<Api, 'get'> }): Promise<Reply> {
  return api.get('/api/v1/users/me/grants', { query: { limit: 1 } })
}

function judged(reply: Reply, shows: (reply: Reply) => boolean, tells: boolean): FeatureFinding {
  const { method, path } = reply.request
  const error: unknown = reply.json.errorCode ?? reply.json.error
  const said = typeof error === 'string' ? ` ${error}` : ''
  const evidence = `${method} ${path} was answered with ${reply.status}${said}`
  if (reply.status < 300) {
    const shown = shows(reply)
    const state = shown ? 'yes' : tells ? 'no' : 'undecided'
    return { state, evidence: shown ? evidence : `${evidence}, and does not show it` }
  }
  // A refusal for missing rights shows nothing about the feature.
  const unseen = lacksRights(reply.status) && (said === '' || error === 'E0000006')
  return { state: !tells || unseen || reply.status >= 500 ? 'undecided' : 'no', evidence }
}

function register({ api, unique }: ProbeTools, settings: Readonly<Record<string, Json>>): Promise<Reply> {
  return api.post('/oauth2/v1/clients', {
    client_name: unique('feature'),
    application_type: 'web',
    redirect_uris: ['https://client.example.com/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'client_secret_basic',
    ...settings,
  })
}

function stage(
  { api, unique }: ProbeTools,
  query: Readonly<Record<string, boolean>>,
  more: Readonly<Record<string, Json>>,
): Promise<Reply> {
  const profile = { login: unique.login(), email: unique.email(), ...unique.names() }
  return api.post('/api/v1/users', { profile, ...more }, { query: { activate: false, ...query } })
}

function holds(list: unknown, value: string): boolean {
  return Array.isArray(list) && list.includes(value)
}
