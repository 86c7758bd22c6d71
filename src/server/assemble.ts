import { readWebhook } from '../control/webhooks/input.ts'
import { startWebhook } from '../control/webhooks/of-org.ts'
import { checkExtension } from '../handlers/own-endpoints.ts'
import type { WireRequest } from '../handlers/wire.ts'
import { type OrgOptions, seedParts, seedsOf } from '../model/kernel/org-options.ts'
import { extendOrganisation, type Organisation } from '../organisation.ts'
import type { ControlAccess, ControlAccessOptions } from './control-access.ts'
import { Handler } from './handler.ts'
import { HostCheck } from './host-check.ts'
import { hostname } from './hosts.ts'
import { Organisations } from './organisations/registry.ts'
import type { OrganisationStore } from './organisations/organisation-context.ts'
import type { Handle } from './wire.ts'
import type { ServeOptions } from './serve-options.ts'

/** The options that the server and the fetch handler share. */
interface AssembleOptions extends Pick<
  ServeOptions,
  | 'allowedHosts'
  | 'webhook'
  | 'extend'
  | 'organisations'
  | 'onOrganisation'
  | 'onOrganisationLoaded'
  | 'readOnly'
  | 'trustProxy'
  | 'onHostRefused'
> {
  readonly control: ControlAccess
  /** Whether links lead to the address by which a request came. */
  readonly follows: boolean
  /** Whether its own address is known before the first request. */
  readonly isPlaced: boolean
  readonly onError: NonNullable<ControlAccessOptions['onError']>
  /** The address at which it listens. */
  readonly host?: string
  /** Where it listens, if that is not its base URL. */
  readonly listensAt?: () => string | undefined
  readonly mcp?: ControlAccessOptions['mcp']
  /** Where organisations are kept. */
  readonly store?: OrganisationStore | undefined
}

/** The parts that answer for an organisation and for the further organisations. */
interface Assembly {
  readonly handle: Handle
  readonly organisations: Organisations
}

/** Assembles an organisation's service, control plane and console, and the further organisations. */
export function assemble(org: Organisation, options: AssembleOptions): Assembly {
  const { control, onError, readOnly = false, host, allowedHosts = [], webhook, extend } = options
  const { follows, isPlaced, trustProxy = false, onHostRefused } = options
  if (extend) {
    checkExtension(extend)
    extendOrganisation(org, extend)
  }
  if (webhook) void startWebhook(org.model, readWebhook(webhook))
  const startedAt = Date.now()
  const face: ControlAccessOptions = {
    control,
    onError,
    readOnly,
    mcp: options.mcp,
    health: () => ({
      organisations: organisations.size,
      organisationsInMemory: organisations.loaded,
      readOnly,
      uptimeSeconds: Math.floor((Date.now() - startedAt) / 1000),
    }),
  }
  const organisations = new Organisations(options.organisations ?? {}, {
    own: org,
    serverUrl: () => org.model.homeUrl,
    listensAt: options.listensAt,
    secretSeed: String(seedsOf(org.model.options).secrets),
    onMade: options.onOrganisation,
    onLoaded(name, organisation) {
      if (extend) extendOrganisation(organisation, extend)
      options.onOrganisationLoaded?.(name, organisation)
    },
    store: options.store,
  })
  const hosts = new HostCheck({
    allowed: allowedHosts,
    isOwn: (name) =>
      (host !== undefined && name === hostname(host)) ||
      name === hostname(new URL(org.baseUrl).host) ||
      organisations.isHost(name),
    onRefused: onHostRefused,
  })
  const { handle } = new Handler(organisations, org, { ...face, follows, isPlaced, trustProxy, hosts })
  return { handle, organisations }
}

/** Writes an error that is a fault of Identikit to standard error. */
export function logError(error: unknown, { method, path }: Pick<WireRequest, 'method' | 'path'>): void {
  console.error(`identikit: ${method} ${path} failed, which is a fault of identikit's\n`, error)
}

/** Adds secrets that nobody can guess, also for sample data, unless the options name the seed of the secrets. */
export function withOwnSecrets(options: OrgOptions): OrgOptions {
  const parts = seedParts(options.seed)
  const { secrets = crypto.getRandomValues(new Uint8Array(24)).join(' ') } = parts
  return { ...options, seed: { samples: secrets, ...parts, secrets } }
}
