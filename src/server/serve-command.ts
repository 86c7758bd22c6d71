import { parseDuration } from '../model/kernel/duration.ts'
import type { OrgOptions } from '../model/kernel/options.ts'
import type { Org } from '../model/org.ts'
import type { JournalEntry } from '../model/access/traffic.ts'
import { createOrganisation, type Organisation } from '../organisation.ts'
import { announcementOf, banner } from './banner.ts'
import { type CommandIo, exitCodes } from './command-io.ts'
import { type FlagValues, parseFlags } from './flags.ts'
import { serveHelp } from './help.ts'
import { type RunningServer, serve } from './http.ts'
import { UsageError } from './usage-error.ts'

const flagSpecs = {
  port: { type: 'string' },
  host: { type: 'string' },
  'base-url': { type: 'string' },
  seed: { type: 'string' },
  'id-seed': { type: 'string' },
  word: { type: 'string' },
  token: { type: 'string' },
  'search-lag': { type: 'string' },
  'transition-delay': { type: 'string' },
  'freeze-clock': { type: 'optional' },
  verbose: { type: 'boolean' },
  quiet: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Flags = FlagValues<typeof flagSpecs>

/**
 * `identikit serve`: serves until it is told to stop.
 *
 * @throws UsageError when the flags are not understood.
 */
export async function runServe(argv: readonly string[], io: CommandIo): Promise<number> {
  const flags = parseFlags(argv, flagSpecs)
  if (flags.help) {
    io.out(serveHelp)
    return exitCodes.ok
  }
  const port = portOf(flags.port ?? '4010')
  const host = flags.host ?? '127.0.0.1'
  const world = flags.seed ?? 'demo'
  const org = organisationOf(flags)
  let server: RunningServer
  try {
    if (world !== 'empty') await seed(org.model, world)
    server = await serve({ org, port, host })
  } catch (error) {
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

/** Fills an organisation; what that takes is loaded only when it is asked for. */
async function seed(org: Org, world: string): Promise<void> {
  const { seedWorld } = await import('./seed-world.ts')
  await seedWorld(org, world)
}

function announce(server: RunningServer, world: string, flags: Flags, io: CommandIo): void {
  const announcement = announcementOf(server, world)
  if (flags.json) io.out(JSON.stringify(announcement))
  else if (!flags.quiet) io.out(`${banner(announcement)}\n`)
  if (!isLoopback(flags.host) && !flags.quiet) {
    io.error(
      'Warning: other machines can reach this server, and its control plane asks nobody for a password.',
    )
  }
}

/** Logs what a person should see: every request if asked, else those that no operation could take. */
function logRequests({ model }: Organisation, flags: Flags, io: CommandIo): void {
  if (flags.quiet) return
  const log = flags.json ? io.error : io.out
  model.traffic.onEntry((entry) => {
    if (flags.verbose || isMistaken(entry)) log(logLine(entry))
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
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD').slice(0, 400)
}

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new UsageError(`--port: expected a number from 0 to 65535, found "${text}"`)
}

/** What the organisation calls an option, and the flag that sets it. */
const optionFlags: Readonly<Record<string, string>> = {
  baseUrl: '--base-url',
  apiToken: '--token',
  'vocabulary.word': '--word',
  time: '--freeze-clock',
}

function organisationOf(flags: Flags): Organisation {
  const options = orgOptionsOf(flags)
  try {
    return createOrganisation(options)
  } catch (error) {
    const lines = (error as Error).message.replace(/^Bad options\n/, '').split('\n')
    const told = lines.map((line) => line.trim().replace(/^[\w.]+(?=:)/, (name) => optionFlags[name] ?? name))
    throw new UsageError(told.join('\n  '))
  }
}

function orgOptionsOf(flags: Flags): OrgOptions {
  const moment = flags['freeze-clock']
  return {
    ...(flags['base-url'] === undefined ? {} : { baseUrl: flags['base-url'] }),
    ...(flags['id-seed'] === undefined ? {} : { seed: flags['id-seed'] }),
    ...(flags.word === undefined ? {} : { vocabulary: { word: flags.word } }),
    ...(flags.token === undefined ? {} : { apiToken: flags.token }),
    ...(flags['search-lag'] === undefined ? {} : { searchLag: timeOf('search-lag', flags) }),
    ...(flags['transition-delay'] === undefined
      ? {}
      : { transitionDelay: timeOf('transition-delay', flags) }),
    ...(moment === undefined
      ? {}
      : { clock: moment === true ? { frozen: true } : { start: moment, frozen: true } }),
  }
}

function timeOf(name: 'search-lag' | 'transition-delay', flags: Flags): number {
  const text = flags[name] ?? ''
  try {
    return parseDuration(/^\d+(\.\d+)?$/.test(text) ? Number(text) : text)
  } catch {
    throw new UsageError(`--${name}: expected milliseconds, or a time such as 2s or 5m, found "${text}"`)
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

function isLoopback(host = '127.0.0.1'): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/** Resolves once the process is told to stop. Told a second time, it stops at once, as processes do. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
