import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RequirementLevel } from '../registry/requirement.ts'
import type { RequirementChoice } from '../registry/requirement-names.ts'
import { parseBaseline, type BaselineEntry } from '../engine/judge/baseline.ts'
import type { ConformOptions } from '../engine/plan/conform-options.ts'
import { defined } from '../engine/words/text.ts'
import { mockAdapterModule } from '../engine/supply/control-adapter.ts'
import { UsageError, usage } from '../engine/words/usage-error.ts'
import { readYaml } from '../engine/words/yaml-file.ts'
import type { Feature, FeatureState } from '../engine/plan/prerequisite.ts'
import type { ConformanceResult, Shard } from '../engine/judge/result.ts'
import { permissions, type Permission } from '../engine/plan/rights.ts'
import { asToken, inHeader, readHeader, readSecret } from '../engine/wire/secret-source.ts'
import { parseTargetProfile } from '../engine/plan/target-profile.ts'
import { reportForms, type ReportForm } from '../report/words.ts'

/** Streams, environment and files of the command line. */
export interface ConformIo {
  /** Writes a line of output. */
  readonly out: (line: string) => void
  /** Writes a line about what went wrong. */
  readonly error: (line: string) => void
  /** Where progress goes; none by default. */
  readonly progress?: {
    readonly write: (text: string) => void
    readonly interactive: boolean
    readonly columns: number
  }
  readonly colour?: boolean
  /** Default: the process's. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Reads all of the standard input. */
  readonly readStdin?: () => string
  /** Asks a person and answers what was typed; absent where nobody is at a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
  /** Stops a run; without it, Ctrl-C does. */
  readonly signal?: AbortSignal
  /** Folder that relative paths start from. Default: the process's. */
  readonly cwd?: string
}

/** The deployment to test, how to reach it and how fast; times in milliseconds. */
export interface TargetValues {
  readonly baseUrl?: string | undefined
  /** `env:NAME`, `file:PATH` or `stdin`. */
  readonly token?: string | undefined
  /** `env:NAME`, `file:PATH` or `stdin`. */
  readonly sessionCookie?: string | undefined
  /** `Name: value`, or `Name: env:NAME` for a secret. */
  readonly header?: readonly string[] | undefined
  /** The name prefix of the deployment, instead of `svc`. */
  readonly prefix?: string | undefined
  readonly insecure?: true | undefined
  readonly rps?: number | undefined
  readonly concurrency?: number | undefined
  readonly rateLimitBudget?: number | undefined
  readonly lag?: number | undefined
}

/** The report files to write, and the known failures. */
export interface ReportValues {
  readonly baseline?: string | undefined
  readonly writeBaseline?: string | undefined
  readonly report?: readonly (ReportForm | 'github' | 'all' | 'none')[] | undefined
  readonly out?: string | undefined
}

/** The options of a run, as the command line read them. */
export interface RunValues extends TargetValues, ReportValues {
  readonly profile?: string | undefined
  readonly control?: true | undefined
  /** `env:NAME`, `file:PATH` or `stdin`. Default: `IDENTIKIT_CONTROL_TOKEN`, if it is set. */
  readonly controlToken?: string | undefined
  readonly adapter?: string | undefined
  readonly features?: Readonly<Partial<Record<Feature, FeatureState>>> | undefined
  readonly requirementSet?: RequirementChoice | undefined
  readonly only?: readonly string[] | undefined
  readonly level?: readonly RequirementLevel[] | undefined
  readonly shard?: Shard | undefined
  readonly quick?: true | undefined
  readonly seed?: number | undefined
  readonly shuffle?: true | undefined
  /** Milliseconds, or `off`. */
  readonly explore?: number | 'off' | undefined
  /** Whether the run only explores and runs no checks. */
  readonly exploreOnly?: true | undefined
  /** A report.json, whose differences are tried again. */
  readonly exploreReplay?: string | undefined
  readonly allow?: readonly (Permission | 'all')[] | undefined
  readonly plan?: true | undefined
  readonly timeout?: number | undefined
  readonly keepEvidence?: true | undefined
  readonly tolerateIncomplete?: true | undefined
}

/** Where reports go, and what is known not to hold. */
export interface ReportCommand {
  readonly reports: readonly ReportForm[]
  /** Whether to write for GitHub Actions: annotations, and the summary of the job. */
  readonly github: boolean
  readonly out: string
  readonly writeBaseline: string | undefined
  readonly baseline: readonly BaselineEntry[]
}

/** Streams, secrets and files: what options are read with. */
type Sources = Pick<ConformIo, 'cwd' | 'environment' | 'readStdin'>

/**
 * Makes the options that say which deployment is meant.
 *
 * @throws UsageError that names the option.
 */
export function targetOptions(values: TargetValues, sources: Sources): ConformOptions {
  const { environment = process.env, readStdin = () => '', cwd = process.cwd() } = sources
  const { baseUrl, rps, concurrency, rateLimitBudget, lag } = values
  if (baseUrl === undefined) throw new UsageError('--base-url is missing: the address of the deployment')
  const secret = (source: string | undefined, option: string): string | undefined =>
    source === undefined ? undefined : usage(() => readSecret(source, option, { environment, readStdin }))
  const cookie = secret(values.sessionCookie, '--session-cookie')
  const token = secret(values.token, '--token')
  const headers = (values.header ?? []).map((line) =>
    usage(() => readHeader(line, { environment, readStdin })),
  )
  return defined({
    baseUrl,
    environment,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    secretHeaders: headers.filter(({ isSecret }) => isSecret).map(({ name }) => name),
    ledger: path.resolve(cwd, '.identikit', 'ledgers'),
    token: token === undefined ? undefined : usage(() => asToken('--token', token)),
    session: cookie === undefined ? undefined : { cookie: usage(() => inHeader('--session-cookie', cookie)) },
    rps,
    concurrency,
    rateLimitBudget,
    lag,
    prefix: values.prefix,
    insecure: values.insecure,
  })
}

/**
 * Makes the options of a run.
 *
 * @throws UsageError that names the option.
 */
export function runOptions(
  values: RunValues,
  sources: Sources & { readonly flags?: readonly string[] },
): ConformOptions {
  if (values.controlToken !== undefined && values.control !== true)
    throw new UsageError('--control-token is for --control')
  const { profile, adapter, features, only, level, shard, seed, shuffle, timeout } = values
  const { exploreOnly, explore = exploreOnly && 60_000, exploreReplay } = values
  const { cwd = process.cwd(), flags = [] } = sources
  const inFile = <T>(file: string | undefined, read: (file: string) => T): T | undefined =>
    file === undefined ? undefined : read(path.resolve(cwd, file))
  const given = values.plan === true && values.baseUrl === undefined ? { baseUrl: 'http://127.0.0.1' } : {}
  return defined({
    ...targetOptions({ ...values, ...given }, sources),
    flags,
    allow: values.allow?.includes('all') === true ? permissions : (values.allow ?? []).filter(isPermission),
    features,
    profile: inFile(profile, (file) => usage(() => parseTargetProfile(readYaml(file, '--profile')))),
    adapterModule:
      values.control === true ? mockAdapterModule : inFile(adapter, (file) => pathToFileURL(file).href),
    controlToken: values.control === true ? controlToken(values, sources) : undefined,
    requirementSet: values.requirementSet,
    only,
    level,
    shard,
    quick: values.quick,
    seed,
    shuffle,
    explore: explore === 'off' ? (false as const) : explore,
    exploreReplay: inFile(exploreReplay, readSequences),
    checks: exploreOnly && [],
    checkTimeout: timeout,
    keepAllEvidence: values.keepEvidence,
    tolerateIncomplete: values.tolerateIncomplete,
  })
}

/**
 * Reads the sequences of a report.
 *
 * @throws UsageError that names the option and the file.
 */
function readSequences(file: string): NonNullable<ConformOptions['exploreReplay']> {
  const content = usage(() => readYaml(file, '--explore-replay')) as Partial<ConformanceResult> | null
  const differences = content?.exploration?.differences
  if (!Array.isArray(differences) || differences.length === 0)
    throw new UsageError(
      `--explore-replay: expected a report.json with differences of an exploration, got ${file}`,
    )
  return differences
}

function controlToken(
  { controlToken: named }: RunValues,
  { environment = process.env, readStdin = () => '' }: Sources,
): string | undefined {
  const source = named ?? (environment[controlVariable] ? `env:${controlVariable}` : undefined)
  if (source === undefined) return undefined
  return usage(() => readSecret(source, '--control-token', { environment, readStdin }))
}

/** Where a control token is looked for that no option names. */
const controlVariable = 'IDENTIKIT_CONTROL_TOKEN'

function isPermission(name: Permission | 'all'): name is Permission {
  return name !== 'all'
}

/**
 * Makes out what is to be reported, and where.
 *
 * @throws UsageError that names the option.
 */
export function reportCommand(
  { report = ['html', 'json'], out = 'conform-report', baseline, writeBaseline }: ReportValues,
  { cwd = process.cwd() }: Sources,
): ReportCommand {
  return {
    reports: report.includes('none')
      ? []
      : report.includes('all')
        ? reportForms
        : reportForms.filter((form) => report.includes(form)),
    github: report.includes('github') && !report.includes('none'),
    out: path.resolve(cwd, out),
    writeBaseline: writeBaseline === undefined ? undefined : path.resolve(cwd, writeBaseline),
    baseline:
      baseline === undefined
        ? []
        : usage(() => parseBaseline(readYaml(path.resolve(cwd, baseline), '--baseline'))),
  }
}
