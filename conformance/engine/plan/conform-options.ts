import path from 'node:path'
import { type Requirement, type RequirementLevel, requirementLevels } from '../../registry/requirement.ts'
import type { BaselineEntry } from '../judge/baseline.ts'
import type { CheckDefinition } from '../run/check.ts'
import type { FeatureFinding } from './availability.ts'
import type { Orphan } from '../clean-up/clean-up.ts'
import { type Sender, isLoopback } from '../wire/http-sender.ts'
import type { SecretSources } from '../wire/secret-source.ts'
import type { ControlAdapter } from '../supply/control-adapter.ts'
import { type Feature, type FeatureState, features } from './prerequisite.ts'
import { type Permission, permissions } from './rights.ts'
import { newestSet, requirementChoices, type RequirementChoice } from '../../registry/requirement-names.ts'
import type { Shard } from '../judge/result.ts'
import type { Selection } from './selection.ts'
import { emptyProfile, mistakesOf, tellUnknownNames, type TargetProfile } from './target-profile.ts'
import { newRunId, seedOf } from '../supply/unique.ts'
import { defined } from '../words/text.ts'
import { UsageError, usage } from '../words/usage-error.ts'
import { suiteVersion } from './version.ts'
import { z } from 'zod'

/** How to run the suite. Only `baseUrl` is required. */
export interface ConformOptions {
  /** Address of the target, for example `https://org.example.com`; a path is kept, a query is not allowed. */
  readonly baseUrl: string
  /** API token with the rights to manage users, groups and clients. */
  readonly token?: string
  /** Session cookie of a signed-in user, `name=value`, and the user's id; without it the target is asked. */
  readonly session?: { readonly cookie: string; readonly userId?: string }
  /** Things that the API cannot cause, and the features of the target; see `target.schema.json`. */
  readonly profile?: TargetProfile
  /**
   * The name prefix of the target, instead of `svc`: `acme` for `ACME_GROUP`. Default: that of the profile, or the one
   * that the records of the target show.
   */
  readonly prefix?: string
  /** Does directly, without the API, the things that the API cannot cause. */
  readonly adapter?: ControlAdapter
  /** Module with a control adapter as its default export. */
  readonly adapterModule?: string
  /** The token of the bundled mock's control plane, if the mock was started with a control token. */
  readonly controlToken?: string
  /** The features of the target; they override the profile. */
  readonly features?: Readonly<Partial<Record<Feature, FeatureState>>>
  /**
   * The frozen set of requirements that the verdict is about, such as `2026-11`; `all`: every requirement of this
   * version. Default: the newest set.
   */
  readonly requirementSet?: RequirementChoice
  /** Requirement ids, areas, and globs over ids. Default: all. */
  readonly only?: readonly string[]
  /** Only requirements of these levels: `['must']`. Default: all. */
  readonly level?: readonly RequirementLevel[]
  /** The part of the suite to run, counted from 1: `{ index: 1, of: 4 }`. Default: the whole. */
  readonly shard?: Shard
  /** Tries only what finds most for the requests it takes: about 600 of them. Default false. */
  readonly quick?: boolean
  /** Runs the checks in another order. Default false. */
  readonly shuffle?: boolean
  /** Seed of chance: of the exploration, and of the order of shuffled checks. Default: derived from the id of the run. */
  readonly seed?: number
  /**
   * Milliseconds that the run explores the target in addition to the checks; `false`: not at all. Default 20000, or
   * 5000 for a quick run. With a selection (`only`, `level`, `shard`, `checks`, `requirements`) the default is `false`.
   */
  readonly explore?: number | false
  /** The differences of an earlier report (`exploration.differences`): the run repeats their sequences only. */
  readonly exploreReplay?: readonly { readonly replay: readonly object[] }[]
  /** Permissions beyond the run's own records. Default: none. */
  readonly allow?: readonly Permission[]
  /** Requirements known not to hold. */
  readonly baseline?: readonly BaselineEntry[]
  /** Requests per second. Default: 10, and no bound for a target on this machine. */
  readonly rps?: number
  /** Checks, and requests, at the same time. Default 4. */
  readonly concurrency?: number
  /** Milliseconds that the whole run may wait for rate limits. Default: as long as the target answers. */
  readonly rateLimitBudget?: number
  /** Milliseconds to wait for what may lag. Default 10000. */
  readonly lag?: number
  /** Milliseconds for one check. Default 30000. */
  readonly checkTimeout?: number
  /** Milliseconds for one answer. Default 30000. */
  readonly requestTimeout?: number
  /** Headers for every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Names of `headers` whose values are secrets. */
  readonly secretHeaders?: readonly string[]
  /** Accept any certificate. Default false. */
  readonly insecure?: boolean
  /** Where proxy variables are read from. Default: the process's environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Answers requests in this process, instead of the network. */
  readonly fetch?: (request: Request) => Response | Promise<Response>
  /** Folder for the ledger; `false` keeps it in memory. Default `.identikit/ledgers`. */
  readonly ledger?: string | false
  /**
   * Whether records are removed. Turn it off only for a target that is thrown away; then every check makes its own
   * records. Default true.
   */
  readonly cleanUp?: boolean
  /** Exits with 0 where requirements could not be shown, if nothing else is wrong. Default false. */
  readonly tolerateIncomplete?: boolean
  /** Keeps the exchanges of passed checks too. Default false. */
  readonly keepAllEvidence?: boolean
  /** Checks other than the suite's own. */
  readonly checks?: readonly CheckDefinition[]
  /** Requirements other than the registry's own. */
  readonly requirements?: readonly Requirement[]
  /** Options as a person wrote them, for the report. */
  readonly flags?: readonly string[]
  /** Stops the run; what was created is still removed. */
  readonly signal?: AbortSignal
  /** Called as each check ends. */
  readonly onProgress?: (progress: Progress) => void
}

/** The settings of a run, with the defaults filled in. They can be cloned from thread to thread. */
export type SuiteSetup = Required<
  Pick<
    ConformOptions,
    | 'baseUrl'
    | 'headers'
    | 'secretHeaders'
    | 'allow'
    | 'features'
    | 'profile'
    | 'requirementSet'
    | 'quick'
    | 'insecure'
    | 'environment'
    | 'lag'
    | 'concurrency'
    | 'rps'
    | 'checkTimeout'
    | 'requestTimeout'
    | 'cleanUp'
    | 'keepAllEvidence'
  >
> & {
  /** Without one only anonymous calls are made. */
  readonly token: string | undefined
  readonly selection: Selection
  readonly adapterModule: string | undefined
  readonly controlToken: string | undefined
  /** Whether an adapter of any kind causes things behind the API. */
  readonly controlled: boolean
  readonly runId: string
  /** Undefined: the ledger exists only in memory. */
  readonly ledgerFile: string | undefined
  /** Undefined: as long as the target answers. */
  readonly rateLimitBudget: number | undefined
  readonly version: string
}

/** The settings of a run of checks: a setup, of which all but the address may be left out. */
export interface RunOptions extends Partial<Omit<SuiteSetup, 'baseUrl'>> {
  readonly baseUrl: string
  readonly sender: Sender
  /** All requirements that checks may judge. */
  readonly requirements: readonly Requirement[]
  readonly adapter?: ControlAdapter | undefined
  readonly secrets?: SecretSources
  /**
   * Whether the token is known to have every right, so that each refusal is the target's fault. Default false: if the
   * token can create no record of a kind, refusals of that kind do not count.
   */
  readonly trustToken?: boolean
}

/** The facts at the end of a run, in addition to the results of its checks. */
export interface RunFacts {
  readonly runId: string
  readonly features: Readonly<Partial<Record<Feature, FeatureFinding>>>
  readonly orphans: readonly Orphan[]
  /** Why the run ended before its time, when the target stopped answering. */
  readonly lost?: string
  /** Requests sent, clean-up included. */
  readonly requests: number
  /** How often the target limited the rate, and how long the run waited for that. */
  readonly rateLimited: { readonly times: number; readonly milliseconds: number }
  readonly created: Readonly<Record<string, number>>
  /** The missing rights of the token, a sentence each. */
  readonly denied: readonly string[]
  /** Findings from trials on the target, a sentence each. */
  readonly found: readonly string[]
  readonly ledgerFile?: string | undefined
}

/** How far a run is. */
export interface Progress {
  readonly check: string
  readonly verdicts: readonly { readonly requirement: string; readonly verdict: string }[]
  readonly done: number
  readonly total: number
  readonly milliseconds: number
  /** How far the exploration is: calls made, and differences found. */
  readonly exploration?: { readonly calls: number; readonly found: number }
}

const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']

/** Fills in the defaults, and rejects invalid values. */
export function setUp(options: ConformOptions): SuiteSetup {
  const url = usage(() => parseBaseUrl(options.baseUrl))
  const local = isLoopback(url) || options.fetch !== undefined
  const { profile = emptyProfile, environment = process.env } = options
  const runId = newRunId()
  const folder = options.ledger ?? path.join('.identikit', 'ledgers')
  const { only, level, shard, shuffle, seed } = options
  if (options.quick === true && shard !== undefined)
    throw new UsageError('a quick run has no shards: take --quick or --shard')
  return {
    baseUrl: url.href.replace(/\/+$/, ''),
    token: options.token,
    headers: { 'User-Agent': `identikit-conformance/${suiteVersion}`, ...options.headers },
    secretHeaders: options.secretHeaders ?? [],
    allow: options.allow ?? [],
    features: options.features ?? {},
    profile: options.prefix === undefined ? profile : { ...profile, prefix: options.prefix.toLowerCase() },
    selection: defined({ only, level, shard, shuffleSeed: shuffle ? (seed ?? seedOf(runId)) : undefined }),
    requirementSet: options.requirementSet ?? newestSet,
    quick: options.quick ?? false,
    insecure: options.insecure ?? false,
    environment: Object.fromEntries(
      proxyVariables.flatMap((name) => [name, name.toLowerCase()]).map((name) => [name, environment[name]]),
    ),
    adapterModule: options.adapterModule,
    controlToken: options.controlToken,
    controlled: options.adapterModule !== undefined || options.adapter !== undefined,
    runId,
    ledgerFile: folder === false ? undefined : path.resolve(folder, `${runId}.jsonl`),
    lag: options.lag ?? 10_000,
    concurrency: options.concurrency ?? 4,
    rps: options.rps ?? (local ? 0 : 10),
    rateLimitBudget: options.rateLimitBudget,
    checkTimeout: options.checkTimeout ?? 30_000,
    requestTimeout: options.requestTimeout ?? 30_000,
    cleanUp: options.cleanUp ?? true,
    keepAllEvidence: options.keepAllEvidence ?? false,
    version: suiteVersion,
  }
}

/**
 * Reads the address of a target.
 *
 * @throws Error when it is not an http(s) URL, or holds credentials, a query or a fragment.
 */
export function parseBaseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new Error(`the base URL '${text}' is not a URL`)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error('the base URL must be http or https')
  if (url.username !== '' || url.password !== '') throw new Error('the base URL must not hold credentials')
  if (url.search !== '' || url.hash !== '')
    throw new Error('the base URL must not have a query or a fragment')
  const [, before] = /^(.*?)\/*\/(?:api\/v1|oauth2\/v1)(?:\/.*)?$/.exec(url.href) ?? []
  if (before !== undefined)
    throw new Error(`the base URL ends before /api/v1: expected ${before}, got ${text}`)
  return url
}

const names = z.array(z.string())
const milliseconds = z.number().min(0)
const part = z.int().min(1)
const method = z.custom((value) => typeof value === 'function', 'expected a function')
const object = z.custom((value) => typeof value === 'object' && value !== null, 'expected an object')

const schema = z.strictObject({
  baseUrl: z.string(),
  token: z.string().optional(),
  session: z.strictObject({ cookie: z.string(), userId: z.string().optional() }).optional(),
  profile: object.optional(),
  prefix: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/i, 'expected a letter followed by letters or digits')
    .optional(),
  adapter: object.optional(),
  adapterModule: z.string().optional(),
  controlToken: z.string().optional(),
  features: z
    .strictObject(
      Object.fromEntries(
        [...features, 'defaults'].map((name) => [name, z.enum(['yes', 'no', 'probe']).optional()]),
      ),
    )
    .optional(),
  requirementSet: z.enum(requirementChoices).optional(),
  only: names.optional(),
  level: z.array(z.enum(requirementLevels)).optional(),
  shard: z
    .strictObject({ index: part, of: part })
    .refine(({ index, of }) => index <= of, 'expected an index from 1 to what `of` says')
    .optional(),
  quick: z.boolean().optional(),
  seed: z.int().optional(),
  shuffle: z.boolean().optional(),
  explore: z.union([milliseconds, z.literal(false)], 'expected milliseconds, or false').optional(),
  exploreReplay: z.array(z.object({ replay: z.array(object) })).optional(),
  allow: z.array(z.enum(permissions)).optional(),
  baseline: z.array(object).optional(),
  rps: z.number().min(0).optional(),
  concurrency: z.int().min(1).optional(),
  rateLimitBudget: milliseconds.optional(),
  lag: milliseconds.optional(),
  checkTimeout: milliseconds.optional(),
  requestTimeout: milliseconds.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  secretHeaders: names.optional(),
  insecure: z.boolean().optional(),
  // No plain object: `process.env`.
  environment: object.optional(),
  fetch: method.optional(),
  ledger: z.union([z.string(), z.literal(false)], 'expected a folder, or false').optional(),
  cleanUp: z.boolean().optional(),
  tolerateIncomplete: z.boolean().optional(),
  keepAllEvidence: z.boolean().optional(),
  checks: z.array(object).optional(),
  requirements: z.array(object).optional(),
  flags: names.optional(),
  // A signal of another realm, such as a test environment, is as good.
  signal: object.optional(),
  onProgress: method.optional(),
} satisfies Record<keyof ConformOptions, z.ZodType>)

/**
 * Rejects unknown options, each with the nearest known name, and invalid values.
 *
 * @throws UsageError that lists every mistake with its path.
 */
export function checkOptions(options: unknown): void {
  const parsed = schema.safeParse(options, { error: tellUnknownNames('option') })
  if (parsed.success) return
  const mistakes = parsed.error.issues.flatMap((issue) => mistakesOf(issue, ['options']))
  throw new UsageError(`Bad options\n${mistakes.map((each) => `  ${each}`).join('\n')}`)
}
