import type { Api } from '../run/api.ts'
import type { FeatureFinding } from './availability.ts'
import type { Unique } from '../supply/given-types.ts'
import { newProfile, webClient } from './forms.ts'
import type { Feature } from './prerequisite.ts'
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
  const grants = await api.get('/api/v1/users/me/grants', { query: { limit: 1 } })
  return judged(grants, ({ body }) => Array.isArray(body), true)
}

interface ProbeTools {
  readonly api: Api
  readonly unique: Unique
}

/** How a feature is found out: by a call, and by what its answer says. Each for itself, none from another. */
interface Probe {
  readonly ask: (tools: ProbeTools) => Promise<Reply>
  /** Whether the answer shows the feature. */
  readonly shows: (reply: Reply) => boolean
  /** Whether an answer that does not show it says that it is not there; else it stays undecided. */
  readonly tells: boolean
}

const probes: Readonly<Partial<Record<Feature, Probe>>> = {
  'newer-engine': grantType('interaction_code'),
  'jwks-uri': address('jwks_uri'),
  'saml2-bearer': grantType('urn:ietf:params:oauth:grant-type:saml2-bearer'),
  'frontchannel-logout': address('frontchannel_logout_uri'),
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
  if (name === 'early-access') return readEarlyAccess(tools.api)
  const probe = probes[name]
  if (probe === undefined) return { state: 'undecided', evidence: 'nothing tells' }
  return judged(await probe.ask(tools), probe.shows, probe.tells)
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

/** Whether a client may have a grant type in addition to the usual one. */
function grantType(name: string): Probe {
  return {
    ask: (tools) => register(tools, { grant_types: ['authorization_code', name] }),
    shows: ({ json }) => Array.isArray(json.grant_types) && json.grant_types.includes(name),
    tells: true,
  }
}

/** Whether a client carries an address of this name. */
function address(name: string): Probe {
  const value = `https://client.example.com/${name}`
  return {
    ask: (tools) => register(tools, { [name]: value }),
    shows: ({ json }) => json[name] === value,
    tells: true,
  }
}

function register({ api, unique }: ProbeTools, settings: Readonly<Record<string, Json>>): Promise<Reply> {
  return api.post('/oauth2/v1/clients', { client_name: unique('feature'), ...webClient, ...settings })
}

function stage(
  { api, unique }: ProbeTools,
  query: Readonly<Record<string, boolean>>,
  more: Readonly<Record<string, Json>>,
): Promise<Reply> {
  const profile = newProfile(unique)
  return api.post('/api/v1/users', { profile, ...more }, { query: { activate: false, ...query } })
}
