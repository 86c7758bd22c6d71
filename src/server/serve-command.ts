import type { Org } from '../model/org.ts'
import { sampleSecretsIn } from '../fixtures/datasets/sample-secrets.ts'
import { textsOfExported } from '../model/exported-state.ts'
import { OptionError } from '../model/kernel/check-options.ts'
import type { StateRow } from '../model/kernel/state-log.ts'
import { ValueError } from '../model/kernel/value-error.ts'
import { createOrganisation, type Organisation } from '../organisation.ts'
import { isSeedFile } from './seed-file-name.ts'
import { announcementOf, banner, trustText } from './banner.ts'
import { type CommandIo, exitCodes } from './command-io.ts'
import { isLoopback } from './hosts.ts'
import { type RunningServer, serveKept, servedOptions, type ServeOptions } from './http.ts'
import type { ServedOrganisation } from './organisations/registry.ts'
import type { OrganisationsOptions } from './serve-options.ts'
import { type ServeFlags, type ServeSettings, settingsOf } from './serve-settings.ts'
import type { KeptState } from './state/keep.ts'
import { stopSignal } from './stop-signal.ts'
import { jsonLine, listenAtTerminal, logRequests, printable } from './request-log.ts'
import { UsageError } from './usage-error.ts'
import { defined } from '../model/kernel/defined.ts'

/**
 * `identikit serve`: serves until the process gets a signal to stop. Answers the exit code.
 *
 * @throws UsageError for invalid options of an organisation.
 */
export async function runServe(flags: ServeFlags, io: CommandIo): Promise<number> {
  const settings = await settingsOf(flags)
  return serveWhile(settings, io, async (server, { dataset, certificate, stopped }) => {
    announce(server, { ...settings, data: dataset }, certificate, io)
    logRequests(server.org, settings, io, '', () => server)
    const release = listenAtTerminal(server, settings, io)
    await stopped
    release?.()
    return exitCodes.ok
  })
}

/** Facts about a listening server. */
interface Served {
  readonly dataset: string
  /** The file of the TLS certificate. */
  readonly certificate: string | undefined
  /** Resolves once the process gets a signal to stop. */
  readonly stopped: Promise<NodeJS.Signals>
}

/**
 * Serves as the settings say while `goesOn` runs, then writes the export and stops. Answers the exit code of `goesOn`,
 * unless the server did not start or could not write its state.
 *
 * @param signal Resolves with the signal to stop, if the caller listens to signals itself.
 * @throws UsageError for invalid options of an organisation.
 */
export async function serveWhile(
  settings: ServeSettings,
  io: CommandIo,
  goesOn: (server: RunningServer, served: Served) => Promise<number>,
  signal?: Promise<NodeJS.Signals>,
): Promise<number> {
  const { port, host, tls, readOnly } = settings
  await refuseUnwritable(settings)
  let { data: dataset } = settings
  const onOrganisationLoaded = (name: string, organisation: Organisation): void =>
    logRequests(organisation, settings, io, `/orgs/${name}`, () => server)
  const onOrganisation = ({ organisation }: ServedOrganisation): void => {
    for (const scenario of settings.scenarios) start?.(organisation.model, scenario)
  }
  let start: StartScenario | undefined
  let server: RunningServer | undefined
  let kept: KeptState | undefined
  try {
    start = await scenarioStarter(settings)
    kept = await keptState(settings)
    const known = kept?.own(settings.options, host)
    const org = known ?? organisationOf(settings)
    org.model.onTrouble = (message) =>
      io.error(settings.log === 'json' ? jsonLine('warn', 'trouble', { message }) : `identikit: ${message}`)
    if (!known && dataset !== 'empty') await seed(org.model, settings)
    for (const scenario of settings.scenarios) start?.(org.model, scenario)
    const organisations = await organisationsOf(settings)
    server = await serveKept(
      {
        org,
        port,
        host,
        tls,
        readOnly,
        organisations,
        onOrganisation,
        onOrganisationLoaded,
        ...accessOf(settings, io),
      },
      kept,
    )
    if (known) dataset = `going on from ${settings.state}`
  } catch (error) {
    await kept?.close()
    if (error instanceof UsageError) throw error
    if (error instanceof OptionError) throw usageErrorOf(error, settings)
    const mistake = mistakeOf(error, settings)
    if (mistake !== undefined) throw new UsageError(mistake)
    io.error(`identikit: ${startFailure(error, settings)}`)
    return exitCodes.failed
  }
  // A caller that sees it listen may send a signal at once.
  const over = new AbortController()
  const stopped = signal ?? stopSignal(over.signal)
  const certificate = await certificateFile(server, settings)
  let exitCode: number = exitCodes.failed
  try {
    exitCode = await goesOn(server, { dataset, certificate, stopped })
    if (!(await exported(server, settings, kept, io))) exitCode ||= exitCodes.failed
  } finally {
    if (!(await closed(server, io))) exitCode ||= exitCodes.failed
    if (settings.tls === true) await removeFile(certificate)
    over.abort()
  }
  return exitCode
}

/** Stops the server. Returns whether its state is stored. */
async function closed(server: RunningServer, io: CommandIo): Promise<boolean> {
  try {
    await server.close()
    return true
  } catch (error) {
    if ((error as Error).name !== 'StateFileError') throw error
    io.error(`identikit: ${(error as Error).message}`)
    return false
  }
}

/** Opens the state file, if one is named; loads the code for it on demand. */
async function keptState({ state, readOnly }: ServeSettings): Promise<KeptState | undefined> {
  if (state === undefined) return undefined
  const { KeptState: Kept } = await import('./state/keep.ts')
  return new Kept(state, { readOnly })
}

/** Checks that the export can be written, before the server starts rather than at its end. */
async function refuseUnwritable({ exportOnExit: file, sourceOf }: ServeSettings): Promise<void> {
  if (file === undefined) return
  const { refuseOutFile } = await import('./write-file.ts')
  await refuseOutFile(file, sourceOf('exportOnExit'))
}

/** Exports the state to a file if the settings name one. Returns whether it succeeded. */
async function exported(
  { org, organisations }: RunningServer,
  { exportOnExit: file }: ServeSettings,
  kept: KeptState | undefined,
  io: CommandIo,
): Promise<boolean> {
  if (file === undefined) return true
  const { writeExport } = await import('./state/exported.ts')
  const rowsOf = (served: ServedOrganisation): Iterable<StateRow> =>
    // One that is only in the file need not come into memory.
    served.isLoaded || !kept ? served.organisation.rows.all() : kept.file.rows(served.name)
  const builtIn = organisations.list()
  try {
    await writeExport(
      file,
      textsOfExported(
        org.rows.all(),
        builtIn.map((served) => [served.name, rowsOf(served)]),
      ),
    )
    return true
  } catch (error) {
    io.error(`identikit: --export-on-exit: ${(error as Error).message}`)
    return false
  }
}

type StartScenario = typeof import('./config/read-scenario.ts').startScenario

/** Loads the function that starts scenarios, if the settings name any. */
async function scenarioStarter({ scenarios }: ServeSettings): Promise<StartScenario | undefined> {
  return scenarios.length === 0 ? undefined : (await import('./config/read-scenario.ts')).startScenario
}

/** Options of the further organisations; they get the sample data set of the server's own unless they name another. */
async function organisationsOf({
  organisations,
  data: own,
  sourceOf,
}: ServeSettings): Promise<OrganisationsOptions> {
  const { data: dataset, ...options } = organisations
  // The name is already checked: the server's own organisation has it.
  if (dataset === 'empty' || (dataset === own && !isSeedFile(dataset))) return { ...options, dataset }
  const { readDataset } = await import('./seed-dataset.ts')
  return { ...options, dataset: await readDataset(dataset, sourceOf('organisations.data')) }
}

/** Fills an organisation; loads the code for it on demand. */
async function seed(org: Org, { data: dataset, sourceOf }: ServeSettings): Promise<void> {
  const { seedDataset } = await import('./seed-dataset.ts')
  await seedDataset(org, dataset, sourceOf('data'))
}

/** The file of the TLS certificate. Writes one that Identikit made, and ignores an error. */
async function certificateFile(
  { certificate }: RunningServer,
  { tls, certificateFile: given, quiet, json }: ServeSettings,
): Promise<string | undefined> {
  if (tls !== true || certificate === undefined || (quiet && !json)) return given
  const { writeCertificate } = await import('./tls.ts')
  return writeCertificate(certificate).catch(() => undefined)
}

async function removeFile(file: string | undefined): Promise<void> {
  if (file === undefined) return
  const { removeCertificate } = await import('./tls.ts')
  await removeCertificate(file)
}

function announce(
  server: RunningServer,
  flags: ServeSettings,
  certificate: string | undefined,
  io: CommandIo,
): void {
  const announcement = announcementOf(server, { ...flags, certificate })
  if (flags.json) io.out(JSON.stringify(announcement))
  else if (!flags.quiet) {
    io.out(`${banner(announcement)}\n`)
    if (flags.tls === true && certificate !== undefined) io.out(`${trustText(certificate)}\n`)
  }
  if (isLoopback(flags.host)) return
  const control = flags.controlToken === undefined ? 'is closed' : 'takes the control token only'
  const { password, tokens = [] } = sampleSecretsIn(server.org.model, (known) => known) ?? {}
  const known = [password ?? [], tokens].flat()
  const warnings = [
    `other machines can reach this server; its control plane ${control}.`,
    ...(known.length === 0
      ? []
      : [`the data has secrets that everybody knows: ${known.join(', ')}; choose others`]),
  ]
  for (const message of warnings)
    io.error(flags.log === 'json' ? jsonLine('warn', 'reachable', { message }) : `Warning: ${message}`)
}

/** Options for access, host names and the log of rejected or failed requests. */
function accessOf(flags: ServeSettings, io: CommandIo): Partial<ServeOptions> {
  const { controlToken, webhook, extend } = flags
  return {
    ...defined({ extend, webhook, controlToken }),
    allowedHosts: flags.allowedHosts,
    trustProxy: flags.trustProxy,
    onHostRefused: hostLog(flags, io),
    onError: (error, { method, path }) =>
      io.error(
        flags.log === 'json'
          ? jsonLine('error', 'fault', { method, path, stack: stackOf(error) })
          : `identikit: ${method} ${printable(path)} failed: ${stackOf(error)}`,
      ),
  }
}

/** Logs each host name once, and limits the number of names that a page can invent. */
function hostLog(flags: ServeSettings, io: CommandIo): (host: string) => void {
  const told = new Set<string>()
  return (host) => {
    if (flags.quiet || told.has(host) || told.size >= maxHostsTold) return
    told.add(host)
    io.error(
      flags.log === 'json'
        ? jsonLine('warn', 'host-refused', { host })
        : `Refused a request for the host ${printable(host)}; if it is yours: --allowed-hosts`,
    )
  }
}

const maxHostsTold = 20

function stackOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return text
    .split('\n')
    .slice(0, 30)
    .map((line) => printable(line))
    .join('\n')
}

function organisationOf(settings: ServeSettings): Organisation {
  try {
    return createOrganisation(servedOptions(settings.options, settings.host))
  } catch (error) {
    if (error instanceof OptionError) throw usageErrorOf(error, settings)
    if (!(error instanceof ValueError)) throw new UsageError((error as Error).message)
    throw new UsageError(`${settings.sourceOf(error.place)}: ${error.reason}`)
  }
}

/** The error about options, each with its source: a flag, or a line of the configuration file. */
function usageErrorOf(error: OptionError, { sourceOf }: ServeSettings): UsageError {
  return new UsageError(error.lines(sourceOf).join('\n  '))
}

/** The message about a wrong host or state file that keeps a server from starting; undefined for other errors. */
function mistakeOf(error: unknown, { host, sourceOf }: ServeSettings): string | undefined {
  const { code, message, isWronglyNamed } = error as NodeJS.ErrnoException & {
    readonly isWronglyNamed?: boolean
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `${sourceOf('host')}: ${host} is no address of this machine`
  }
  return isWronglyNamed ? `${sourceOf('state')}: ${message}` : undefined
}

/** The message about an error that keeps a server from starting. */
function startFailure(error: unknown, { port, host }: ServeSettings): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return `port ${port} at ${host} is in use; choose another with --port, or 0 for any that is free`
  }
  if (code === 'EACCES')
    return `port ${port} at ${host} is not yours to listen at; choose another with --port`
  return message
}
