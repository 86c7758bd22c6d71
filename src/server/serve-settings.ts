import { readTextFile } from '../../conformance/engine/words/text-file.ts'
import type { Endpoint } from '../endpoint.ts'
import type { WebhookOptions } from '../control/webhooks/input.ts'
import type { OrgOptions } from '../../generated/org-options.ts'
import { builtin } from './builtin.ts'
import { configFiles } from './config/files.ts'
import type { ReadConfig } from './config/read-config.ts'
import type { Scenario } from './config/read-scenario.ts'
import type { OrganisationsOptions } from '../../generated/organisations-options.ts'
import type { Certificate } from './tls.ts'
import { fileOfOption } from './file-of-option.ts'
import { UsageError } from './usage-error.ts'
import { defined } from '../model/kernel/defined.ts'

/** The options of `identikit serve`, parsed; `src/cli/commands/server-options.ts` describes each. */
export interface ServeFlags {
  /** A configuration file; false for none, undefined for the one in the folder, if any. */
  readonly config?: string | false | undefined
  readonly port?: number | undefined
  readonly host?: string | undefined
  readonly baseUrl?: string | undefined
  readonly allowedHosts?: readonly string[] | undefined
  readonly trustedOrigins?: readonly string[] | undefined
  readonly client?: OrgOptions['clients'] | undefined
  readonly controlToken?: string | undefined
  readonly extend?: string | undefined
  readonly webhook?: string | undefined
  /** The secret itself, or its place. */
  readonly webhookSecret?: string | undefined
  readonly orgs?: 'by-control' | 'on-demand' | undefined
  readonly orgSeed?: string | undefined
  readonly maxOrgs?: number | undefined
  /** Milliseconds. */
  readonly orgIdle?: number | undefined
  readonly seed?: string | undefined
  readonly scenario?: string | undefined
  readonly idSeed?: string | undefined
  readonly preset?: OrgOptions['preset']
  readonly word?: string | undefined
  readonly token?: string | undefined
  /** Milliseconds. */
  readonly searchLag?: number | undefined
  /** Milliseconds. */
  readonly transitionDelay?: number | undefined
  /** The time at which the clock is frozen; `true` for now. */
  readonly freezeClock?: string | boolean | undefined
  readonly readOnly?: boolean | undefined
  /** The state file. */
  readonly state?: string | undefined
  /** The file for the state at the end. */
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

/** The settings of a server, from the command line and the configuration file; the command line wins. */
export interface ServeSettings {
  /** The configuration file, if any. */
  readonly config?: string | undefined
  readonly port: number
  readonly host: string
  readonly allowedHosts: readonly string[]
  readonly controlToken?: string | undefined
  readonly extend?: readonly Endpoint[] | undefined
  readonly webhook?: WebhookOptions | undefined
  readonly tls: boolean | Certificate
  /** The file of the certificate, if one is named. */
  readonly certificateFile?: string | undefined
  readonly readOnly: boolean
  /** The state file. */
  readonly state?: string | undefined
  /** The file for the state at the end. */
  readonly exportOnExit?: string | undefined
  /** The name of a sample data set, or of a seed file. */
  readonly seed: string
  readonly scenarios: readonly Scenario[]
  readonly options: OrgOptions
  /** The further organisations; their `seed` names a sample data set or a seed file. */
  readonly organisations: Omit<OrganisationsOptions, 'world'> & { readonly seed: string }
  readonly log: 'text' | 'json'
  readonly verbose: boolean
  readonly quiet: boolean
  readonly json: boolean
  /** The source of a wrong option: `--token`, or a place in the file; otherwise the option's name. */
  readonly sourceOf: (name: string) => string
}

/**
 * Reads the settings of a server; loads the code for a configuration file or a scenario on demand.
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
    ...tlsOf(flags, config.tls, source),
    readOnly: flags.readOnly ?? config.readOnly ?? false,
    state: flags.state ?? config.state,
    exportOnExit: flags.exportOnExit ?? config.exportOnExit,
    seed,
    scenarios: await scenariosOf(flags.scenario ?? config.scenario, config.faults, source),
    options: optionsOf(flags, { ...options, ...defined({ baseUrl: config.baseUrl }) }),
    organisations: {
      ...organisationOptions,
      ...defined({
        onDemand: flags.orgs && flags.orgs === 'on-demand',
        max: flags.maxOrgs,
        idle: flags.orgIdle,
      }),
      seed: flags.orgSeed ?? organisationSeed,
    },
    log: flags.log ?? config.log ?? 'text',
    // A person who chooses a log format wants to see the log.
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

/** Each webhook option of the command line overrides that of the file. */
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

/** The options of the organisation: those of the file, overridden by those of the command line. */
function optionsOf(flags: ServeFlags, options: OrgOptions): OrgOptions {
  const { baseUrl, trustedOrigins, idSeed, preset, word, token, searchLag, transitionDelay, freezeClock } =
    flags
  const clients = flags.client && [...(options.clients ?? []), ...flags.client]
  const start = typeof freezeClock === 'string' ? { start: freezeClock } : undefined
  return {
    ...options,
    ...defined({
      baseUrl,
      trustedOrigins,
      clients,
      seed: idSeed,
      preset,
      vocabulary: word === undefined ? undefined : { ...options.vocabulary, word },
      apiToken: token,
      searchLag,
      transitionDelay,
      clock: start || freezeClock === true ? { ...(start ?? options.clock), frozen: true } : undefined,
    }),
  }
}

/** @throws UsageError if only the certificate or only the key is named, or one is unreadable. */
function tlsOf(
  { tls, tlsCert, tlsKey }: ServeFlags,
  config: boolean | Certificate = false,
  source: (name: string) => string,
): Pick<ServeSettings, 'tls' | 'certificateFile'> {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError('--tls-cert and --tls-key go together: a certificate and its private key, in PEM')
  }
  const files =
    tlsCert === undefined || tlsKey === undefined ? (tls ?? config) : { cert: tlsCert, key: tlsKey }
  if (typeof files === 'boolean') return { tls: files }
  const given = {
    cert: pem(source('tls.cert'), files.cert),
    key: pem(source('tls.key'), files.key),
  }
  return { tls: given, certificateFile: builtin('node:path').resolve(files.cert) }
}

function pem(option: string, file: string): string {
  return fileOfOption(option, () => readTextFile(file))
}

/** The flag of each option, and its path in a configuration file. The keys are names in the organisation or server. */
const names: Readonly<Record<string, { readonly flag?: keyof ServeFlags; readonly path?: string }>> = {
  baseUrl: { flag: 'baseUrl', path: 'baseUrl' },
  apiToken: { flag: 'token', path: 'options.apiToken' },
  'vocabulary.word': { flag: 'word', path: 'options.vocabulary.word' },
  'clock.start': { flag: 'freezeClock', path: 'options.clock.start' },
  allowedHosts: { flag: 'allowedHosts', path: 'allowedHosts' },
  trustedOrigins: { flag: 'trustedOrigins' },
  clients: { flag: 'client' },
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
  const { flag, path = `options.${name}` } = names[name.replace(/\.\d.*$/, '')] ?? {}
  if (flag !== undefined && flags[flag] !== undefined)
    return `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const place = read?.placeOf(path.split('.'))
  return place === undefined ? name : `${place}: ${path}`
}
