import type { Endpoint } from '../endpoint.ts'
import type { WebhookOptions } from '../control/webhooks/input.ts'
import type { OrgOptions } from '../model/kernel/options.ts'
import { builtin } from './builtin.ts'
import { configFiles } from './config/files.ts'
import type { ReadConfig } from './config/read-config.ts'
import type { Scenario } from './config/read-scenario.ts'
import type { OrganisationsOptions } from './organisations/options.ts'
import type { Certificate } from './tls.ts'
import { UsageError } from './usage-error.ts'

/** The options of `identikit serve`, read; `src/cli/commands/server-options.ts` says what each is for. */
export interface ServeFlags {
  /** A configuration file; false for none, undefined for the one in the folder, if there is one. */
  readonly config?: string | false | undefined
  readonly port?: number | undefined
  readonly host?: string | undefined
  readonly baseUrl?: string | undefined
  readonly allowedHosts?: readonly string[] | undefined
  readonly controlToken?: string | undefined
  readonly extend?: string | undefined
  readonly webhook?: string | undefined
  /** The secret itself, or where it is. */
  readonly webhookSecret?: string | undefined
  readonly orgs?: 'by-control' | 'on-demand' | undefined
  readonly orgSeed?: string | undefined
  readonly maxOrgs?: number | undefined
  /** Milliseconds. */
  readonly orgIdle?: number | undefined
  readonly seed?: string | undefined
  readonly scenario?: string | undefined
  readonly idSeed?: string | undefined
  readonly word?: string | undefined
  readonly token?: string | undefined
  /** Milliseconds. */
  readonly searchLag?: number | undefined
  /** Milliseconds. */
  readonly transitionDelay?: number | undefined
  /** The moment at which time stands still; `true` for now. */
  readonly freezeClock?: string | boolean | undefined
  readonly readOnly?: boolean | undefined
  /** The file in which everything is kept. */
  readonly state?: string | undefined
  /** The file into which the state is written at the end. */
  readonly exportOnExit?: string | undefined
  readonly tls?: boolean | undefined
  /** Files in PEM. */
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  readonly log?: 'text' | 'json' | undefined
  readonly verbose?: boolean | undefined
  readonly quiet?: boolean | undefined
  readonly json?: boolean | undefined
}

/** What is served and how, by the command line and, where it says nothing, by a configuration file. */
export interface ServeSettings {
  /** The configuration file, if there is one. */
  readonly config?: string | undefined
  readonly port: number
  readonly host: string
  readonly allowedHosts: readonly string[]
  readonly controlToken?: string | undefined
  readonly extend?: readonly Endpoint[] | undefined
  readonly webhook?: WebhookOptions | undefined
  readonly tls: boolean | Certificate
  /** The file of the certificate, where one is named. */
  readonly certificateFile?: string | undefined
  readonly readOnly: boolean
  /** The file in which everything is kept. */
  readonly state?: string | undefined
  /** The file into which the state is written at the end. */
  readonly exportOnExit?: string | undefined
  /** A world, or the file of a seed. */
  readonly seed: string
  readonly scenarios: readonly Scenario[]
  readonly options: OrgOptions
  /** The organisations beside the server's own; what each is filled with is a world or the file of a seed. */
  readonly organisations: Omit<OrganisationsOptions, 'world'> & { readonly seed: string }
  readonly log: 'text' | 'json'
  readonly verbose: boolean
  readonly quiet: boolean
  readonly json: boolean
  /** Who said something that turned out wrong: `--token`, or a place in the file; the name itself where nobody did. */
  readonly sourceOf: (name: string) => string
}

/**
 * Reads what is to be served; what a configuration file or a scenario takes is loaded where there is one.
 *
 * @throws UsageError that lists every mistake.
 */
export async function settingsOf(flags: ServeFlags): Promise<ServeSettings> {
  const file = flags.config === undefined ? foundConfig() : flags.config || undefined
  const read = file === undefined ? undefined : await readConfig(file)
  const { options = {}, organisations = {}, ...config } = read?.config ?? {}
  const seed = flags.seed ?? config.seed ?? 'demo'
  const { seed: organisationSeed = seed, ...organisationOptions } = organisations
  const source = (name: string): string => sourceOf(name, flags, read)
  return {
    config: file,
    port: flags.port ?? config.port ?? 4010,
    host: flags.host ?? config.host ?? 'localhost',
    allowedHosts: flags.allowedHosts ?? config.allowedHosts ?? [],
    controlToken: flags.controlToken ?? config.controlToken,
    extend: await extensionOf(flags.extend ?? config.extend, source),
    webhook: await webhookOf(flags, config.webhook),
    ...(await tlsOf(flags, config.tls, source)),
    readOnly: flags.readOnly ?? config.readOnly ?? false,
    state: flags.state ?? config.state,
    exportOnExit: flags.exportOnExit ?? config.exportOnExit,
    seed,
    scenarios: await scenariosOf(flags.scenario ?? config.scenario, config.faults, source),
    options: optionsOf(flags, {
      ...options,
      ...(config.baseUrl === undefined ? {} : { baseUrl: config.baseUrl }),
    }),
    organisations: {
      ...organisationOptions,
      ...(flags.orgs === undefined ? {} : { onDemand: flags.orgs === 'on-demand' }),
      ...(flags.maxOrgs === undefined ? {} : { max: flags.maxOrgs }),
      ...(flags.orgIdle === undefined ? {} : { idle: flags.orgIdle }),
      seed: flags.orgSeed ?? organisationSeed,
    },
    log: flags.log ?? config.log ?? 'text',
    // Who asks for a form of the log wants to see it.
    verbose: flags.verbose ?? config.verbose ?? (flags.log ?? config.log) !== undefined,
    quiet: flags.quiet ?? config.quiet ?? false,
    json: flags.json ?? false,
    sourceOf: source,
  }
}

async function extensionOf(
  file: string | undefined,
  source: (name: string) => string,
): Promise<readonly Endpoint[] | undefined> {
  if (file === undefined) return undefined
  const { readExtension } = await import('./extend-file.ts')
  return readExtension(file, source('extend'))
}

/** What the command line says of the webhook wins over the file, one by one. */
async function webhookOf(
  { webhook: url, webhookSecret: given }: ServeFlags,
  config: WebhookOptions | undefined,
): Promise<WebhookOptions | undefined> {
  if (url === undefined && given === undefined) return config
  const source = { ...config, ...(url === undefined ? {} : { url }) }
  if (source.url === undefined)
    throw new UsageError('--webhook-secret goes with --webhook, the URL to send to')
  const secret = given === undefined ? config?.secret : await secretOf(given)
  if (secret === undefined)
    throw new UsageError('--webhook goes with --webhook-secret, with which the messages are signed')
  return { ...source, url: source.url, secret }
}

async function secretOf(given: string): Promise<string> {
  const { namesSecret, processSecrets, readSecret } =
    await import('../../conformance/engine/wire/secret-source.ts')
  try {
    return namesSecret(given) ? readSecret(given, '--webhook-secret', processSecrets) : given
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function foundConfig(): string | undefined {
  return configFiles.find((name) => builtin('node:fs').existsSync(name))
}

async function readConfig(file: string): Promise<ReadConfig> {
  const { readConfig: read } = await import('./config/read-config.ts')
  return read(file)
}

type Faults = NonNullable<Scenario['faults']>

async function scenariosOf(
  named: string | undefined,
  faults: Faults | undefined,
  source: (name: string) => string,
): Promise<readonly Scenario[]> {
  const own = faults === undefined ? [] : [{ name: 'configuration', source: source('faults'), faults }]
  if (named === undefined) return own
  const { readScenario } = await import('./config/read-scenario.ts')
  return [readScenario(named, source('scenario')), ...own]
}

/** The options of the organisation: those of the file, and in place of them those of the command line. */
function optionsOf(flags: ServeFlags, options: OrgOptions): OrgOptions {
  const { baseUrl, idSeed, word, token, searchLag, transitionDelay, freezeClock } = flags
  return {
    ...options,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(idSeed === undefined ? {} : { seed: idSeed }),
    ...(word === undefined ? {} : { vocabulary: { ...options.vocabulary, word } }),
    ...(token === undefined ? {} : { apiToken: token }),
    ...(searchLag === undefined ? {} : { searchLag }),
    ...(transitionDelay === undefined ? {} : { transitionDelay }),
    ...(freezeClock === undefined || freezeClock === false
      ? {}
      : {
          clock:
            freezeClock === true ? { ...options.clock, frozen: true } : { start: freezeClock, frozen: true },
        }),
  }
}

/** @throws UsageError where one of certificate and key is named without the other, or cannot be read. */
async function tlsOf(
  { tls, tlsCert, tlsKey }: ServeFlags,
  config: boolean | Certificate = false,
  source: (name: string) => string,
): Promise<Pick<ServeSettings, 'tls' | 'certificateFile'>> {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError('--tls-cert and --tls-key go together: a certificate and its private key, in PEM')
  }
  const files =
    tlsCert === undefined || tlsKey === undefined ? (tls ?? config) : { cert: tlsCert, key: tlsKey }
  if (typeof files === 'boolean') return { tls: files }
  const given = {
    cert: await pem(source('tls.cert'), files.cert),
    key: await pem(source('tls.key'), files.key),
  }
  return { tls: given, certificateFile: builtin('node:path').resolve(files.cert) }
}

async function pem(option: string, file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${option}: cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** What the organisation or the server calls an option, the flag that sets it, and where a file has it. */
const names: Readonly<Record<string, { readonly flag?: keyof ServeFlags; readonly path: string }>> = {
  baseUrl: { flag: 'baseUrl', path: 'baseUrl' },
  apiToken: { flag: 'token', path: 'options.apiToken' },
  'vocabulary.word': { flag: 'word', path: 'options.vocabulary.word' },
  'clock.start': { flag: 'freezeClock', path: 'options.clock.start' },
  allowedHosts: { flag: 'allowedHosts', path: 'allowedHosts' },
  controlToken: { flag: 'controlToken', path: 'controlToken' },
  extend: { flag: 'extend', path: 'extend' },
  'webhook.url': { flag: 'webhook', path: 'webhook.url' },
  'webhook.secret': { flag: 'webhookSecret', path: 'webhook.secret' },
  host: { flag: 'host', path: 'host' },
  seed: { flag: 'seed', path: 'seed' },
  state: { flag: 'state', path: 'state' },
  exportOnExit: { flag: 'exportOnExit', path: 'exportOnExit' },
  'organisations.seed': { flag: 'orgSeed', path: 'organisations.seed' },
  'organisations.idle': { flag: 'orgIdle', path: 'organisations.idle' },
  scenario: { flag: 'scenario', path: 'scenario' },
  faults: { path: 'faults' },
  'tls.cert': { flag: 'tlsCert', path: 'tls.cert' },
  'tls.key': { flag: 'tlsKey', path: 'tls.key' },
}

function sourceOf(name: string, flags: ServeFlags, read: ReadConfig | undefined): string {
  const { flag, path = `options.${name}` } = names[name] ?? {}
  if (flag !== undefined && flags[flag] !== undefined)
    return `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const place = read?.placeOf(path.split('.'))
  return place === undefined ? name : `${place}: ${path}`
}
