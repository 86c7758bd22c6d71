import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { parse as parseYaml } from 'yaml'
import type { ClauseLevel } from '../registry/clause.ts'
import type { BaselineEntry } from '../engine/baseline.ts'
import { parseBaseline } from '../engine/baseline.ts'
import type { ConformOptions } from '../engine/conform-options.ts'
import { UsageError, usage } from '../engine/usage-error.ts'
import type { Feature, FeatureState } from '../engine/need.ts'
import { features as featureNames } from '../engine/need.ts'
import type { Permission } from '../engine/permission.ts'
import { permissions } from '../engine/permission.ts'
import { namesSecret, readSecret } from '../engine/secret-source.ts'
import type { Shard } from '../engine/selection.ts'
import { parseTargetProfile } from '../engine/target-profile.ts'
import type { ReportForm } from '../report/write-reports.ts'
import { reportForms } from '../report/write-reports.ts'
import type { ConformIo } from './io.ts'

/** Every option of the command line; the help is written by hand. */
const definitions = {
  'base-url': { type: 'string' },
  token: { type: 'string' },
  'session-cookie': { type: 'string' },
  profile: { type: 'string' },
  control: { type: 'boolean' },
  adapter: { type: 'string' },
  features: { type: 'string', multiple: true },
  only: { type: 'string', multiple: true },
  level: { type: 'string', multiple: true },
  allow: { type: 'string', multiple: true },
  plan: { type: 'boolean' },
  baseline: { type: 'string' },
  'write-baseline': { type: 'string' },
  report: { type: 'string', multiple: true },
  out: { type: 'string' },
  rps: { type: 'string' },
  concurrency: { type: 'string' },
  'rate-limit-budget': { type: 'string' },
  lag: { type: 'string' },
  timeout: { type: 'string' },
  shard: { type: 'string' },
  seed: { type: 'string' },
  header: { type: 'string', multiple: true },
  insecure: { type: 'boolean' },
  engine: { type: 'string' },
  'keep-evidence': { type: 'boolean' },
  ledger: { type: 'string' },
  run: { type: 'string' },
  'older-than': { type: 'string' },
  yes: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** What was written on the command line. */
export interface CommandLine {
  readonly values: Readonly<Partial<Record<keyof typeof definitions, string | boolean | string[]>>>
  readonly words: readonly string[]
}

/**
 * Reads the command line.
 *
 * @throws UsageError for an option that does not exist, or lacks its value.
 */
export function readCommandLine(argv: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: definitions,
      allowPositionals: true,
    })
    return { values, words: positionals }
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    throw new UsageError(message)
  }
}

/** What the command line of a run means. */
export interface RunCommand {
  readonly options: ConformOptions
  readonly reports: readonly ReportForm[]
  readonly out: string
  readonly plan: boolean
  readonly writeBaseline: string | undefined
  readonly baseline: readonly BaselineEntry[]
}

/**
 * Makes the options of a run.
 *
 * @throws UsageError that names the option.
 */
export function runCommand({ values, words }: CommandLine, io: ConformIo): RunCommand {
  if (words.length > 0) throw new UsageError(`unexpected '${words[0]}'; see identikit conform --help`)
  const plan = values.plan === true
  const baseUrl = text(values['base-url'])
  if (baseUrl === undefined && !plan) throw new UsageError('--base-url is missing')
  const cwd = io.cwd ?? process.cwd()
  const { environment = process.env, readStdin = () => '' } = io
  const secret = (option: 'token' | 'session-cookie'): string | undefined => {
    const source = text(values[option])
    return source === undefined
      ? undefined
      : usage(() => readSecret(source, `--${option}`, { environment, readStdin }))
  }
  const token = secret('token')
  const cookie = secret('session-cookie')
  const profile = text(values.profile)
  const baselineFile = text(values.baseline)
  const baseline =
    baselineFile === undefined
      ? []
      : usage(() => parseBaseline(readYaml(path.resolve(cwd, baselineFile), '--baseline')))
  const { headers, secretHeaders } = readHeaders(list(values.header, false), { environment, readStdin })
  const engine = text(values.engine)
  if (engine !== undefined && engine !== 'vitest' && engine !== 'in-process')
    throw new UsageError('--engine is vitest or in-process')
  const adapter = text(values.adapter)
  const optional = <Key extends keyof ConformOptions>(
    key: Key,
    value: ConformOptions[Key] | undefined,
  ): Partial<ConformOptions> => (value === undefined ? {} : { [key]: value })
  const options: ConformOptions = {
    baseUrl: baseUrl ?? 'http://127.0.0.1',
    environment,
    headers,
    secretHeaders,
    baseline,
    flags: flagsOf(values),
    ledger: path.resolve(cwd, '.identikit', 'ledgers'),
    allow: readAllow(list(values.allow)),
    features: readFeatures(list(values.features)),
    ...optional('token', token),
    ...optional('session', cookie === undefined ? undefined : { cookie }),
    ...optional(
      'profile',
      profile === undefined
        ? undefined
        : usage(() => parseTargetProfile(readYaml(path.resolve(cwd, profile), '--profile'))),
    ),
    ...optional(
      'adapterModule',
      values.control === true
        ? new URL(`../engine/mock-adapter.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)
            .href
        : adapter === undefined
          ? undefined
          : pathToFileURL(path.resolve(cwd, adapter)).href,
    ),
    ...optional('only', orNone(list(values.only))),
    ...optional('level', readLevels(list(values.level))),
    ...optional('shard', readShard(text(values.shard))),
    ...optional('seed', number(values.seed, '--seed', 0)),
    ...optional('rps', number(values.rps, '--rps', 0)),
    ...optional('concurrency', number(values.concurrency, '--concurrency', 1)),
    ...optional('rateLimitBudget', duration(values['rate-limit-budget'], '--rate-limit-budget')),
    ...optional('lag', duration(values.lag, '--lag')),
    ...optional('checkTimeout', duration(values.timeout, '--timeout')),
    ...optional('insecure', values.insecure === true ? true : undefined),
    ...optional('engine', engine),
    ...optional('keepAllEvidence', values['keep-evidence'] === true ? true : undefined),
  }
  const writeBaseline = text(values['write-baseline'])
  return {
    options,
    baseline,
    plan,
    reports: readReports(list(values.report)),
    out: path.resolve(cwd, text(values.out) ?? 'conform-report'),
    writeBaseline: writeBaseline === undefined ? undefined : path.resolve(cwd, writeBaseline),
  }
}

/** A value given at most once. */
export function text(value: CommandLine['values'][keyof CommandLine['values']]): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Values given several times, or as one list with commas. */
function list(value: CommandLine['values'][keyof CommandLine['values']], split = true): string[] {
  const all = Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
  return split
    ? all
        .flatMap((each) => each.split(','))
        .map((each) => each.trim())
        .filter(Boolean)
    : all
}

function orNone(all: string[]): string[] | undefined {
  return all.length === 0 ? undefined : all
}

/**
 * Reads a YAML or JSON file.
 *
 * @throws Error that names the option and the file.
 */
function readYaml(file: string, option: string): unknown {
  let content: string
  try {
    content = fs.readFileSync(file, 'utf8')
  } catch {
    throw new Error(`${option}: the file ${file} cannot be read`)
  }
  try {
    return parseYaml(content)
  } catch (error) {
    throw new Error(
      `${option}: ${file} is not YAML: ${error instanceof Error ? error.message.split('\n')[0] : ''}`,
      { cause: error },
    )
  }
}

function readAllow(names: readonly string[]): Permission[] {
  if (names.includes('all')) return [...permissions]
  return names.map((name) => {
    const permission = permissions.find((each) => each === name)
    if (permission === undefined)
      throw new UsageError(`--allow ${name}: one of ${permissions.join(', ')}, all`)
    return permission
  })
}

function readFeatures(signed: readonly string[]): Partial<Record<Feature, FeatureState>> {
  const known: readonly Feature[] = [...featureNames, 'defaults']
  const states = { '+': 'yes', '-': 'no', '?': 'probe' } as const
  return Object.fromEntries(
    signed.map((each) => {
      const state = states[each.charAt(0) as keyof typeof states]
      const name = known.find((feature) => feature === each.slice(1))
      if (state === undefined || name === undefined) {
        throw new UsageError(
          `--features ${each}: + (has it), - (has it not) or ? (find out), then one of ${known.join(', ')}`,
        )
      }
      return [name, state]
    }),
  )
}

const levels: readonly ClauseLevel[] = ['must', 'default', 'edition', 'may-change', 'open', 'caller']

function readLevels(names: readonly string[]): ClauseLevel[] | undefined {
  if (names.length === 0) return undefined
  return names.map((name) => {
    const level = levels.find((each) => each === name)
    if (level === undefined) throw new UsageError(`--level ${name}: one of ${levels.join(', ')}`)
    return level
  })
}

function readShard(value: string | undefined): Shard | undefined {
  if (value === undefined) return undefined
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(value) ?? []
  const shard = { index: Number(index), of: Number(of) }
  if (!(shard.index >= 1 && shard.index <= shard.of))
    throw new UsageError(`--shard ${value}: i/n, with i from 1 to n`)
  return shard
}

function number(
  value: CommandLine['values'][keyof CommandLine['values']],
  option: string,
  least: number,
): number | undefined {
  if (value === undefined) return undefined
  const read = Number(value)
  if (value === '' || !Number.isFinite(read) || read < least)
    throw new UsageError(`${option} ${String(value)}: a number from ${least}`)
  return read
}

/** Reads `500ms`, `10s`, `2m`, `3h` or `1d` into milliseconds. */
export function duration(
  value: CommandLine['values'][keyof CommandLine['values']],
  option: string,
): number | undefined {
  if (value === undefined) return undefined
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(String(value)) ?? []
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
  const factor = units[unit]
  if (amount === undefined || factor === undefined)
    throw new UsageError(`${option} ${String(value)}: a time like 500ms, 10s or 2m`)
  return Number(amount) * factor
}

function readHeaders(
  lines: readonly string[],
  sources: { environment: Readonly<Record<string, string | undefined>>; readStdin: () => string },
): { headers: Record<string, string>; secretHeaders: string[] } {
  const headers: Record<string, string> = {}
  const secretHeaders: string[] = []
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(line) ?? []
    if (name === '') throw new UsageError(`--header '${line}': Name: value, or Name: env:NAME for a secret`)
    if (namesSecret(value)) secretHeaders.push(name)
    headers[name] = namesSecret(value) ? usage(() => readSecret(value, `--header ${name}`, sources)) : value
  }
  return { headers, secretHeaders }
}

function readReports(names: readonly string[]): ReportForm[] {
  if (names.length === 0) return ['html', 'json']
  if (names.includes('none')) return []
  if (names.includes('all')) return [...reportForms]
  return names.map((name) => {
    const form = reportForms.find((each) => each === name)
    if (form === undefined)
      throw new UsageError(`--report ${name}: one of ${reportForms.join(', ')}, all, none`)
    return form
  })
}

/** The options as they were written, for the report; header values may be private and are left out. */
function flagsOf(values: CommandLine['values']): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const all = Array.isArray(value) ? value : [value]
    return all.map((each) =>
      each === true
        ? `--${name}`
        : `--${name} ${name === 'header' ? String(each).split(':')[0] : String(each)}`,
    )
  })
}
