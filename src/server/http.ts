import type { Server } from 'node:http'
import { stopWebhook } from '../control/webhooks/of-org.ts'
import { checkOptions, isEmpty } from '../model/kernel/check-options.ts'
import type { OrgOptions } from '../model/kernel/options.ts'
import { createOrganisation, type Organisation } from '../organisation.ts'
import { assemble, logError, withOwnSecrets } from './assemble.ts'
import { isLoopback } from './hosts.ts'
import type { Organisations } from './organisations/registry.ts'
import type { KeptState } from './state/keep.ts'
import type { Certificate } from './tls.ts'
import { createHttpServer, listenAt } from './http-server.ts'
import type { ServeOptions } from './serve-options.ts'
import { serveOptionsSchema } from './serve-options-schema.ts'

export type { ServeOptions } from './serve-options.ts'

/** Only this machine reaches it, by 127.0.0.1 and ::1. */
const defaultHost = 'localhost'

/** A server that runs. */
export interface RunningServer {
  /** Where it is reached, without a trailing slash: `http://localhost:4010`. */
  readonly url: string
  /** The port that it listens on: with `port: 0`, the one that was free. */
  readonly port: number
  /** Its own organisation, as `createOrg()` gives one. */
  readonly org: Organisation
  /** The organisations that it has beside that. */
  readonly organisations: Organisations
  /** Who may use the control plane: everybody, who has the control token, or nobody. */
  readonly control: 'open' | 'token' | 'closed'
  /** The certificate in PEM, where it serves over TLS: clients are to trust it if it was made here. */
  readonly certificate?: string
  /** Stops it: no new connections; requests under way are answered. Resolves once every connection is closed. */
  readonly close: () => Promise<void>
}

/**
 * Serves an organisation over HTTP.
 *
 * @throws TypeError that lists every mistake in the options, or names the host, base URL or token that is none.
 * @throws StateFileError for a file of state that cannot be used, or that holds another organisation than is given.
 * @throws Error with the code `EADDRINUSE` when the port is taken, as node:net gives it.
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
 * As `serve`, for the command line, which has opened the file of state, and closes it where this throws. It has read
 * what it was told by flags and files; what it hands on as it is, is checked here.
 */
export async function serveKept(served: ServeOptions, kept: KeptState | undefined): Promise<RunningServer> {
  const { host, controlToken, organisations } = served
  const isRead = host === defaultHost && controlToken === undefined && organisations?.idle === undefined
  // The schema takes some milliseconds of a start when it is first used.
  if (!isRead) checkOptions(serveOptionsSchema(), served)
  return serveSound(served, kept)
}

async function serveSound(served: ServeOptions, kept: KeptState | undefined): Promise<RunningServer> {
  const { port = 4010, host = defaultHost, controlToken, tls = false } = served
  const org = organisationOf(served, kept, host)
  const { onError = logError, onHostRefused } = served
  const { baseUrl = org.model.options.baseUrl } = served
  if (baseUrl !== undefined) org.model.baseUrl = baseUrl
  const isOpen = isLoopback(host)
  const control = controlToken === undefined ? (isOpen ? 'open' : 'closed') : { token: controlToken }
  const certificate = await certificateOf(tls, host, baseUrl)
  let listening: string | undefined
  const { front, organisations, hosts } = assemble(org, {
    ...served,
    control,
    onError,
    host,
    listensAt: () => listening,
    store: kept,
  })
  const makeServer = (): Server => createHttpServer(front, hosts, onHostRefused, certificate)
  const { port: actualPort, close: closeServers } = await listenAt(makeServer, port, host)
  const close = async (): Promise<void> => {
    await closeServers()
    await stopWebhook(org.model)
    organisations.close()
    await kept?.close()
  }
  const url = `${certificate ? 'https' : 'http'}://${hostInUrl(host)}:${actualPort}`
  listening = url
  if (baseUrl === undefined) org.model.baseUrl = url
  try {
    kept?.keepOwn(org)
    organisations.goOn()
    // Whoever hears that it listens may rely on what it has: a process that is killed then loses nothing.
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
  // Before it is read, which takes the file: one that is refused is not written to.
  if (org && kept?.hasOwn) {
    throw new TypeError(`state: ${state} holds an organisation already; give that file, or org, but not both`)
  }
  return kept?.own(options) ?? org ?? createOrganisation(servedOptions(options, host))
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
 * The options of an organisation, with secrets that nobody can guess where other machines can reach it: they would
 * follow from the seed, which is known.
 */
export function servedOptions(options: OrgOptions, host: string): OrgOptions {
  return isLoopback(host) ? options : withOwnSecrets(options)
}

/** How a host to listen at is written in a URL: every address is reached as this machine. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
