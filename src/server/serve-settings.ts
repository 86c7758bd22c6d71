import { readTextFile } from '../../conformance/engine/words/text-file.ts'
import { valueAt } from '../contract/errors/got.ts'
import type { Endpoint } from '../endpoint.ts'
import type { WebhookOptions, WebhookSettings } from '../control/webhooks/input.ts'
import { type Defined, defined } from '../model/kernel/defined.ts'
import { defaultsOf } from '../model/kernel/option.ts'
import type { OrgOptions } from '../model/kernel/org-options.ts'
import { builtin } from './builtin.ts'
import { configFiles } from './config/files.ts'
import type { ReadConfig } from './config/read-config.ts'
import type { Scenario } from './config/read-scenario.ts'
import { fileOfOption } from './file-of-option.ts'
import serveFlags, { type ServeFlag } from './serve-flags.data.ts'
import { type Config, configOptions, type OrganisationsOptions } from './serve-options.ts'
import type { Certificate } from './tls.ts'
import { UsageError } from './usage-error.ts'

/** The flags of `identikit serve`, parsed: those of `serve-flags.data.ts` by their names, and these. */
export interface ServeFlags {
  /** A configuration file; false for none, undefined for the one in the folder, if any. */
  readonly config?: string | false | undefined
  readonly json?: boolean | undefined
  readonly [flag: string]: unknown
}

/** The settings of a server, from the command line and the configuration file; the command line wins. */
export interface ServeSettings {
  /** The configuration file, if any. */
  readonly config?: string | undefined
  readonly port: number
  readonly host: string
  readonly allowedHosts: readonly string[]
  readonly trustProxy: boolean
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
  readonly data: string
  readonly scenarios: readonly Scenario[]
  readonly options: OrgOptions
  /** The further organisations; their `data` names a sample data set or a seed file. */
  readonly organisations: Omit<OrganisationsOptions, 'dataset'> & { readonly data: string }
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
  const source = (name: string): string => sourceOf(name, flags, read)
  const config = await withFlags(read?.config ?? {}, flags)
  const { baseUrl, options, organisations = {}, log, ...others } = { ...byDefault, ...config }
  const { extend, webhook, scenario, faults, ...given } = others
  const { data } = given
  return {
    config: file,
    ...given,
    allowedHosts: given.allowedHosts ?? [],
    extend: await extensionOf(extend, source),
    webhook: webhookOf(webhook),
    ...tlsOf(given.tls, source),
    scenarios: await scenariosOf(scenario, faults, source),
    options: { ...options, ...defined({ baseUrl: baseUrl ?? options?.baseUrl }) },
    organisations: { ...organisations, data: organisations.data ?? data },
    log: log ?? 'text',
    // A person who chooses a log format wants to see the log.
    verbose: config.verbose ?? log !== undefined,
    json: flags.json ?? false,
    sourceOf: source,
  }
}

const { port, host, trustProxy, readOnly, data, quiet } = configOptions
const byDefault = defaultsOf({ port, host, trustProxy, readOnly, data, quiet })

/** The options of the file, overridden by those of the command line. */
async function withFlags(config: Defined<Config>, flags: ServeFlags): Promise<Defined<Config>> {
  let after: object = config
  for (const each of serveFlags) {
    const given = flags[nameOf(each)]
    if (given !== undefined) after = withAt(after, each.path, await valueOf(each, given, after))
  }
  return after
}

/** The value of an option by its flag: a few flags say it in another way. */
async function valueOf({ flag, path }: ServeFlag, given: unknown, config: object): Promise<unknown> {
  const before = valueAt(config, path) as object | undefined
  if (flag.startsWith('--orgs')) return given === 'on-demand'
  if (flag.startsWith('--interpretation ')) return { ...before, ...(given as object) }
  if (flag.startsWith('--client '))
    return [...((before as object[] | undefined) ?? []), ...(given as object[])]
  if (flag.startsWith('--webhook-secret')) return secretOf(given as string)
  if (flag.startsWith('--freeze-clock'))
    return given === false ? before : { ...(given === true ? before : { start: given }), frozen: true }
  return given
}

/** The same object, with a value at a path. */
function withAt(whole: unknown, [name, ...rest]: readonly string[], value: unknown): object {
  const object = typeof whole === 'object' ? (whole as Readonly<Record<string, unknown>>) : {}
  return { ...object, [name!]: rest.length === 0 ? value : withAt(object[name!], rest, value) }
}

/** The name that commander gives to a flag: `--base-url <url>` is `baseUrl`. */
function nameOf({ flag }: ServeFlag): string {
  return longOf(flag).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

function longOf(flag: string): string {
  return /.*--([a-z-]+)/.exec(flag)![1]!
}

async function extensionOf(
  file: string | undefined,
  source: (name: string) => string,
): Promise<readonly Endpoint[] | undefined> {
  if (file === undefined) return undefined
  const { readExtension } = await import('./extend-file.ts')
  return readExtension(file, source('extend'))
}

/** @throws UsageError if only the address or only the secret is named. */
function webhookOf(webhook: Partial<WebhookSettings> | undefined): WebhookOptions | undefined {
  if (webhook === undefined) return undefined
  const { url, secret } = webhook
  if (url === undefined) throw new UsageError('--webhook-secret goes with --webhook, the URL to send to')
  if (secret === undefined)
    throw new UsageError('--webhook goes with --webhook-secret, with which the messages are signed')
  return { ...webhook, url, secret }
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

/** @throws UsageError if only the certificate or only the key is named, or one is unreadable. */
function tlsOf(
  files: boolean | Partial<Certificate> = false,
  source: (name: string) => string,
): Pick<ServeSettings, 'tls' | 'certificateFile'> {
  if (typeof files === 'boolean') return { tls: files }
  const { cert, key } = files
  if (cert === undefined || key === undefined)
    throw new UsageError('--tls-cert and --tls-key go together: a certificate and its private key, in PEM')
  const tls = { cert: pem(source('tls.cert'), cert), key: pem(source('tls.key'), key) }
  return { tls, certificateFile: builtin('node:path').resolve(cert) }
}

function pem(option: string, file: string): string {
  return fileOfOption(option, () => readTextFile(file))
}

/** The place of an option: its flag, or its line in the file. Options of the organisation have their names there. */
function sourceOf(name: string, flags: ServeFlags, read: ReadConfig | undefined): string {
  const [plain = name] = name.split(/\.\d/)
  for (const path of [plain, `options.${plain}`]) {
    const flag = serveFlags.find(
      (each) => flags[nameOf(each)] !== undefined && `${path}.`.startsWith(`${each.path.join('.')}.`),
    )
    // The flag of a group is followed by the name of its member.
    const member = flag?.flag.includes('<id=') ? path.slice(flag.path.join('.').length).replace('.', ' ') : ''
    if (flag) return `--${longOf(flag.flag)}${member}`
  }
  for (const path of [plain, `options.${plain}`]) {
    const place = read?.placeOf(path.split('.'))
    if (place !== undefined) return `${place}: ${path}`
  }
  return name
}
