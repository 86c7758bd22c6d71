import type { OrgOptions } from '../model/kernel/options.ts'
import type { Seed } from '../fixtures/seed/format.ts'
import type { Org } from '../model/org.ts'
import type { JournalEntry } from '../model/access/traffic.ts'
import { createOrganisation, type Organisation } from '../organisation.ts'
import { announcementOf, banner } from './banner.ts'
import { type CommandIo, exitCodes } from './command-io.ts'
import { isLoopback } from './hosts.ts'
import { type RunningServer, serve, servedOptions, type ServeOptions } from './http.ts'
import type { ServedOrganisation } from './organisations/registry.ts'
import type { OrganisationsOptions } from './organisations/options.ts'
import type { Certificate } from './tls.ts'
import { stopSignal } from './stop-signal.ts'
import { UsageError } from './usage-error.ts'

/** The options of `identikit serve`, read; `src/cli/commands/serve.ts` says what each is for. */
export interface ServeFlags {
  readonly port: number
  readonly host: string
  readonly baseUrl?: string | undefined
  readonly allowedHosts?: readonly string[] | undefined
  readonly controlToken?: string | undefined
  readonly orgs?: 'by-control' | 'on-demand' | undefined
  readonly orgSeed?: string | undefined
  readonly maxOrgs?: number | undefined
  /** Milliseconds. */
  readonly orgIdle?: number | undefined
  readonly seed: string
  readonly idSeed?: string | undefined
  readonly word?: string | undefined
  readonly token?: string | undefined
  /** Milliseconds. */
  readonly searchLag?: number | undefined
  /** Milliseconds. */
  readonly transitionDelay?: number | undefined
  /** The moment at which time stands still; `true` for now. */
  readonly freezeClock?: string | true | undefined
  readonly readOnly?: true | undefined
  readonly tls?: true | undefined
  /** Files in PEM. */
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  readonly log?: 'text' | 'json' | undefined
  readonly verbose?: true | undefined
  readonly quiet?: true | undefined
  readonly json?: true | undefined
}

/**
 * `identikit serve`: serves until it is told to stop. Answers the exit code.
 *
 * @throws UsageError for options that an organisation cannot have.
 */
export async function runServe(flags: ServeFlags, io: CommandIo): Promise<number> {
  const { port, host, seed: world } = flags
  const org = organisationOf(flags)
  const onOrganisation = ({ name, organisation }: ServedOrganisation): void =>
    logRequests(organisation, flags, io, `/orgs/${name}`)
  let server: RunningServer
  try {
    if (world !== 'empty') await seed(org.model, world)
    const organisations = await organisationsOf(flags)
    const tls = await tlsOf(flags)
    const readOnly = flags.readOnly === true
    server = await serve({
      org,
      port,
      host,
      tls,
      readOnly,
      organisations,
      onOrganisation,
      ...accessOf(flags, io),
    })
  } catch (error) {
    if (error instanceof UsageError) throw error
    if (
      error instanceof TypeError &&
      /^(Bad options\n|(allowedHosts|controlToken|tls\.cert|tls\.key): )/.test(error.message)
    ) {
      throw usageErrorOf(error)
    }
    io.error(`identikit: ${startFailure(error, port, host)}`)
    return exitCodes.failed
  }
  // Whoever reads that it listens may tell it to stop at once.
  const stopped = stopSignal()
  announce(server, world, flags, io)
  logRequests(server.org, flags, io)
  await stopped
  await server.close()
  return exitCodes.ok
}

/** @throws UsageError where one of certificate and key is named without the other, or cannot be read. */
async function tlsOf({ tls, tlsCert, tlsKey }: ServeFlags): Promise<boolean | Certificate> {
  if (tlsCert === undefined && tlsKey === undefined) return tls === true
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new UsageError('--tls-cert and --tls-key go together: a certificate and its private key, in PEM')
  }
  const { readFile } = await import('node:fs/promises')
  const read = async (flag: string, file: string): Promise<string> => {
    try {
      return await readFile(file, 'utf8')
    } catch (error) {
      throw new UsageError(`${flag}: cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`)
    }
  }
  return { cert: await read('--tls-cert', tlsCert), key: await read('--tls-key', tlsKey) }
}

/** How the organisations beside the server's own are made: of the same world, unless one of their own is named. */
async function organisationsOf(flags: ServeFlags): Promise<OrganisationsOptions> {
  const { orgs, seed: world, orgSeed = world, maxOrgs, orgIdle } = flags
  return {
    onDemand: orgs === 'on-demand',
    world: /\.(ya?ml|json)$/i.test(orgSeed) ? await readSeedFile(orgSeed) : orgSeed,
    ...(maxOrgs === undefined ? {} : { max: maxOrgs }),
    ...(orgIdle === undefined ? {} : { idle: orgIdle }),
  }
}

async function readSeedFile(file: string): Promise<Seed> {
  const { readSeedFile: read } = await import('./seed-world.ts')
  return read(file)
}

/** Fills an organisation; what that takes is loaded only when it is asked for. */
async function seed(org: Org, world: string): Promise<void> {
  const { seedWorld } = await import('./seed-world.ts')
  await seedWorld(org, world)
}

function announce(server: RunningServer, world: string, flags: ServeFlags, io: CommandIo): void {
  const announcement = announcementOf(server, world)
  if (flags.json) io.out(JSON.stringify(announcement))
  else if (!flags.quiet) io.out(`${banner(announcement)}\n`)
  if (!isLoopback(flags.host)) {
    const control = flags.controlToken === undefined ? 'is closed' : 'takes the control token only'
    const warning = `other machines can reach this server; its control plane ${control}.`
    io.error(
      flags.log === 'json' ? jsonLine('warn', 'reachable', { message: warning }) : `Warning: ${warning}`,
    )
  }
}

/** Who may call, under which names, and who is told of what was refused or failed. */
function accessOf(flags: ServeFlags, io: CommandIo): Partial<ServeOptions> {
  const token = flags.controlToken
  return {
    ...(token === undefined ? {} : { controlToken: token }),
    allowedHosts: flags.allowedHosts ?? [],
    onHostRefused: hostLog(flags, io),
    onError: (error, { method, path }) =>
      io.error(
        flags.log === 'json'
          ? jsonLine('error', 'fault', { method, path, stack: stackOf(error) })
          : `identikit: ${method} ${printable(path)} failed: ${stackOf(error)}`,
      ),
  }
}

/** One line of a log for programs: the moment, how grave it is, what happened, and what belongs to it. */
function jsonLine(level: 'info' | 'warn' | 'error', event: string, rest: object): string {
  return JSON.stringify({ time: new Date().toISOString(), level, event, ...rest })
}

/** Tells of each name once, and not of more than a page may make up. */
function hostLog(flags: ServeFlags, io: CommandIo): (host: string) => void {
  const told = new Set<string>()
  return (host) => {
    if (flags.quiet || told.has(host) || told.size >= mostHostsTold) return
    told.add(host)
    io.error(
      flags.log === 'json'
        ? jsonLine('warn', 'host-refused', { host })
        : `Refused a request for the host ${printable(host)}; if it is yours: --allowed-hosts`,
    )
  }
}

const mostHostsTold = 20

function stackOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return text
    .split('\n')
    .slice(0, 30)
    .map((line) => printable(line))
    .join('\n')
}

/** Logs what a person should see: every request if asked, else those that no operation could take. */
function logRequests({ model }: Organisation, flags: ServeFlags, io: CommandIo, prefix = ''): void {
  if (flags.quiet) return
  const log = flags.json ? io.error : io.out
  if (flags.log === 'json') {
    model.traffic.onEntry((entry) =>
      io.error(
        jsonLine(entry.status >= 500 ? 'error' : 'info', 'request', { ...entry, path: prefix + entry.path }),
      ),
    )
    return
  }
  model.traffic.onEntry((entry) => {
    if (flags.verbose || isMistaken(entry)) log(logLine({ ...entry, path: prefix + entry.path }))
  })
}

function isMistaken({ status, refusal }: JournalEntry): boolean {
  return status >= 500 || refusal === 'unknown-path' || refusal === 'method-not-supported'
}

function logLine({ time, method, path, query, status, operation, hint }: JournalEntry): string {
  const target = printable(query === undefined ? path : `${path}?${query}`)
  const note = hint === undefined ? (operation ?? '') : printable(hint)
  return `${time.slice(11, 23)}  ${status}  ${method} ${target}${note === '' ? '' : `  ${note}`}`
}

/** A text without the control characters that a terminal would act on. */
function printable(text: string, most = 400): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD').slice(0, most)
}

/** What the organisation calls an option, and the flag that sets it. */
const optionFlags: Readonly<Record<string, string>> = {
  baseUrl: '--base-url',
  apiToken: '--token',
  'vocabulary.word': '--word',
  time: '--freeze-clock',
  allowedHosts: '--allowed-hosts',
  controlToken: '--control-token',
  'tls.cert': '--tls-cert',
  'tls.key': '--tls-key',
}

function organisationOf(flags: ServeFlags): Organisation {
  try {
    return createOrganisation(servedOptions(orgOptionsOf(flags), flags.host))
  } catch (error) {
    throw usageErrorOf(error as Error)
  }
}

/** What was wrong with an option, by the name of the flag that sets it. */
function usageErrorOf({ message }: Error): UsageError {
  const lines = message.replace(/^Bad options\n/, '').split('\n')
  const told = lines.map((line) => line.trim().replace(/^[\w.]+(?=:)/, (name) => optionFlags[name] ?? name))
  return new UsageError(told.join('\n  '))
}

function orgOptionsOf(flags: ServeFlags): OrgOptions {
  const { baseUrl, idSeed, word, token, searchLag, transitionDelay, freezeClock } = flags
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(idSeed === undefined ? {} : { seed: idSeed }),
    ...(word === undefined ? {} : { vocabulary: { word } }),
    ...(token === undefined ? {} : { apiToken: token }),
    ...(searchLag === undefined ? {} : { searchLag }),
    ...(transitionDelay === undefined ? {} : { transitionDelay }),
    ...(freezeClock === undefined
      ? {}
      : { clock: freezeClock === true ? { frozen: true } : { start: freezeClock, frozen: true } }),
  }
}

/** What stopped a server from starting, in one line where it is one thing. */
function startFailure(error: unknown, port: number, host: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return `port ${port} at ${host} is in use; choose another with --port, or 0 for any that is free`
  }
  if (code === 'EACCES')
    return `port ${port} at ${host} is not yours to listen at; choose another with --port`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `--host: ${host} is no address of this machine`
  return message.replace(/^world: expected (?=empty)/, '--seed: expected a .yaml or .json file, or a world: ')
}
