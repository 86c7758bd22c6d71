import type { Server } from 'node:http'
import { stopWebhook } from '../control/webhooks/of-org.ts'
import { checkOptions, isEmpty } from '../model/kernel/check-options.ts'
import type { OrgOptions } from '../model/kernel/org-options.ts'
import { createOrganisation, type Organisation } from '../organisation.ts'
import { assemble, logError, withOwnSecrets } from './assemble.ts'
import { isLoopback } from './hosts.ts'
import type { Organisations } from './organisations/registry.ts'
import type { KeptState } from './state/keep.ts'
import type { Certificate } from './tls.ts'
import { listenAt } from './listen.ts'
import { createHttpServer } from './node-http.ts'
import { serveOptions, type ServeOptions, serveOptionsSchema } from './serve-options.ts'

export type { ServeOptions } from './serve-options.ts'

/** Only this machine reaches it, by 127.0.0.1 and ::1. */
const defaultPort = serveOptions.port.default
const defaultHost = serveOptions.host.default

/** A running server. */
export interface RunningServer {
  /** Its address, without a trailing slash: `http://localhost:4010`. */
  readonly url: string
  /** The port that it listens on: with `port: 0`, the free port that it found. */
  readonly port: number
  /** Its own organisation, as `createOrg()` gives one. */
  readonly org: Organisation
  /** Its further organisations. */
  readonly organisations: Organisations
  /** Who may use the control plane: everybody, callers with the control token, or nobody. */
  readonly control: 'open' | 'token' | 'closed'
  /** The certificate in PEM, if it serves over TLS. Clients must trust it if Identikit made it. */
  readonly certificate?: string
  /** Stops it: no new connections; requests under way get their replies. Resolves once every connection is closed. */
  readonly close: () => Promise<void>
}

/**
 * Serves an organisation over HTTP.
 *
 * @throws TypeError that lists every mistake in the options, or names the invalid host, base URL or token.
 * @throws StateFileError for an unusable state file, or one that contains another organisation than the given one.
 * @throws Error with the code `EADDRINUSE` when the port is taken, as from node:net.
 */
export async function serve(served: ServeOptions = {}): Promise<RunningServer> {
  if (!isEmpty(served)) checkOptions(serveOptionsSchema(), served)
  const kept = await stateOf(served)
  try {
    return await serveSound(served, kept)
  } catch (error) {
    await kept?.close()
    throw error
  }
}

/**
 * As `serve`, for the command line, which has opened the state file, and closes it if this function throws. It has
 * checked its flags and files; this function checks the options that it passes on.
 */
export async function serveKept(served: ServeOptions, kept: KeptState | undefined): Promise<RunningServer> {
  const { host, controlToken, organisations } = served
  const isRead = host === defaultHost && controlToken === undefined && organisations?.idle === undefined
  // The schema takes some milliseconds of startup at its first use.
  if (!isRead) checkOptions(serveOptionsSchema(), served)
  return serveSound(served, kept)
}

async function serveSound(served: ServeOptions, kept: KeptState | undefined): Promise<RunningServer> {
  const { port = defaultPort, host = defaultHost, controlToken, tls = false } = served
  const org = organisationOf(served, kept, host)
  const { onError = logError } = served
  const { baseUrl = org.model.options.baseUrl } = served
  if (baseUrl !== undefined) org.model.baseUrl = baseUrl
  const isOpen = isLoopback(host)
  const control = controlToken === undefined ? (isOpen ? 'open' : 'closed') : { token: controlToken }
  const certificate = await certificateOf(tls, host, baseUrl)
  let listening: string | undefined
  const { handle, organisations } = assemble(org, {
    ...served,
    follows: baseUrl === undefined,
    isPlaced: true,
    control,
    onError,
    host,
    listensAt: () => listening,
    store: kept,
    async mcp(...message) {
      const { answerMcp } = await import('../mcp/http.ts')
      return answerMcp(...message)
    },
  })
  const makeServer = (): Server => createHttpServer(handle, certificate)
  const { port: actualPort, close: closeServers } = await listenAt(makeServer, port, host)
  const close = async (): Promise<void> => {
    await closeServers()
    stopWebhook(org.model)
    organisations.close()
    await kept?.close()
  }
  const url = `${certificate ? 'https' : 'http'}://${hostInUrl(host)}:${actualPort}`
  listening = url
  if (baseUrl === undefined) org.model.baseUrl = url
  try {
    kept?.keepOwn(org)
    organisations.goOn()
    // Clients that see it listen may rely on its data: a killed process then loses nothing.
    await kept?.settled()
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
  const access = typeof control === 'string' ? control : 'token'
  return {
    url,
    port: actualPort,
    org,
    organisations,
    control: access,
    ...(certificate ? { certificate: certificate.cert } : {}),
    close,
  }
}

async function stateOf({ state, readOnly }: ServeOptions): Promise<KeptState | undefined> {
  if (state === undefined) return undefined
  const { KeptState } = await import('./state/keep.ts')
  return new KeptState(state, { readOnly })
}

function organisationOf(
  { org, options = {}, state }: ServeOptions,
  kept: KeptState | undefined,
  host: string,
): Organisation {
  if (org && kept?.has(org)) return org
  // Before the file is read, which takes it: a rejected file must stay unwritten.
  if (org && kept?.hasOwn) {
    throw new TypeError(`state: ${state} holds an organisation already; give that file, or org, but not both`)
  }
  return kept?.own(options, host) ?? org ?? createOrganisation(servedOptions(options, host))
}

async function certificateOf(
  tls: boolean | Certificate,
  host: string,
  baseUrl: string | undefined,
): Promise<Certificate | undefined> {
  if (tls === false) return undefined
  const { checkCertificate, selfSigned } = await import('./tls.ts')
  if (tls === true) {
    const own = baseUrl === undefined ? [] : [new URL(baseUrl).host]
    return selfSigned(/^(0\.0\.0\.0|::)$/.test(host) ? own : [host, ...own])
  }
  checkCertificate(tls)
  return tls
}

/**
 * The options of an organisation. If other machines can reach it, its secrets are random, because otherwise they would
 * follow from the known seed.
 */
export function servedOptions(options: OrgOptions, host: string): OrgOptions {
  return isLoopback(host) ? options : withOwnSecrets(options)
}

/** A listening host as part of a URL. Addresses that mean "every address" become this machine. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
