import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { parseBaseUrl } from '../engine/conform-options.ts'
import { httpSender } from '../engine/http-sender.ts'
import { createMockAdapter } from '../engine/mock-adapter.ts'
import { permissions } from '../engine/permission.ts'
import type { Permission } from '../engine/permission.ts'
import { preflight } from '../engine/preflight.ts'
import { namesSecret, processSecrets, readSecret } from '../engine/secret-source.ts'
import { parseTargetProfile } from '../engine/target-profile.ts'
import { UsageError } from '../engine/usage-error.ts'
import { catalogue } from './catalogue.ts'
import type { Deviant } from './deviant.ts'
import type { HollowResult } from './hollow.ts'
import { tryHollowServers } from './hollow.ts'
import { renderKillTable } from './kill-table.ts'
import { holds, prove } from './proof.ts'
import type { DeviantResult, KillTable, SelftestOptions } from './selftest.ts'
import { selftest } from './selftest.ts'
import type { CreateTarget } from './target.ts'
import type { VariantResult } from './variants.ts'
import { tryVariants } from './variants.ts'

/** What the command writes to. */
export interface SelftestIo {
  readonly out: (line: string) => void
  readonly error: (line: string) => void
}

/** What `identikit conform selftest --help` prints. */
const selftestHelp = `identikit conform selftest: prove that the suite catches servers that break a clause

  identikit conform selftest [GLOB...] [options]

Without GLOB and options it tries all of it: deviants, each of which breaks a clause and must fail at it, hollow
servers, which must pass nothing, and variants that conform but differ, which must fail nothing.

  GLOB...                   only deviants whose id, or clause, fits: 'users.suspend.*'
  --deviants                only the deviants
  --hollow                  only the hollow servers, which must pass nothing
  --variants                only the conforming variants, which must fail nothing
  --through URL             put the deviants before this server in place of the bundled mock
  --token SOURCE            its API token: env:NAME, file:PATH or stdin
  --profile FILE            its target.yaml: features, and things the API cannot cause
  --control                 use the control plane of the bundled mock at the same address
  --allow LIST              mail, me, end-sessions; nothing by default
  --lag MILLISECONDS        how long to wait for what may lag there (10000)
  --part I/N                the I-th of N parts of the deviants
  --thorough                run every check that judges a broken clause, to see all that fails beside it
  --concurrency N           deviants at the same time (16; 2 with --through)
  --page FILE               write the kill table there, as Markdown; with no GLOB and no --part
  --list                    list the deviants and do nothing

Deviants of clauses that do not pass on that server are counted apart, and not tried.

Exit codes: 0 all caught; 1 a deviant survived, a hollow server passed or a variant failed; 2 usage; 3 nothing
could be tried; 4 our own error; 5 records were left behind.`

const definitions = {
  deviants: { type: 'boolean' },
  hollow: { type: 'boolean' },
  variants: { type: 'boolean' },
  through: { type: 'string' },
  token: { type: 'string' },
  profile: { type: 'string' },
  control: { type: 'boolean' },
  allow: { type: 'string' },
  lag: { type: 'string' },
  part: { type: 'string' },
  thorough: { type: 'boolean' },
  concurrency: { type: 'string' },
  page: { type: 'string' },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Makes `identikit conform selftest` over a way to make servers that keep every clause. */
export function selftestCommand(
  createTarget: CreateTarget,
): (argv: readonly string[], io: SelftestIo) => Promise<number> {
  return async (argv, io) => {
    const { values, positionals } = parsed(argv)
    if (values.help === true) return say(selftestHelp, io)
    const deviants = partOf(chosen(positionals), values.part)
    if (values.list === true) {
      for (const { id, summary } of deviants) io.out(`${id}  ${summary}`)
      return 0
    }
    const isOurs = values.through === undefined
    const options: SelftestOptions = {
      createTarget: values.through === undefined ? createTarget : throughTarget(values.through, values),
      deviants,
      concurrency: count(values.concurrency) ?? (values.through === undefined ? 16 : 2),
      thorough: values.thorough === true,
      onDeviant: (result, done, total) => tell(result, done, total, isOurs, io),
    }
    if (!isOurs) {
      const stop = await obstacleOf(options.createTarget)
      if (stop !== undefined) {
        io.error(stop)
        return 3
      }
    }
    if (values.hollow === true) return hollow(options, io)
    if (values.variants === true) return conforming(options, io)
    const isPart = positionals.length > 0 || values.part !== undefined
    if (isPart && values.page !== undefined)
      throw new UsageError('--page tells of the whole catalogue, so it takes no GLOB and no --part')
    if (values.page === undefined && (isPart || !isOurs || values.deviants === true))
      return summed(await selftest(options), isOurs, io)
    const proof = await prove(options)
    if (values.page !== undefined) {
      fs.mkdirSync(path.dirname(values.page), { recursive: true })
      fs.writeFileSync(values.page, renderKillTable(proof))
    }
    const code = summed(proof.deviants, isOurs, io)
    told(proof.hollow, io)
    shown(proof.variants, io)
    return holds(proof) ? code : 1
  }
}

function parsed(
  argv: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof definitions; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...argv], options: definitions, allowPositionals: true })
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    throw new UsageError(message)
  }
}

function chosen(globs: readonly string[]): readonly Deviant[] {
  const forms = globs.map((glob) => ({ glob, form: formOf(glob) }))
  for (const { glob, form } of forms) {
    if (!catalogue.some((deviant) => fits(deviant, form))) throw new UsageError(`no deviant fits '${glob}'`)
  }
  return forms.length === 0
    ? catalogue
    : catalogue.filter((each) => forms.some(({ form }) => fits(each, form)))
}

function fits({ id, breaks }: Deviant, form: RegExp): boolean {
  return form.test(id) || breaks.some((clause) => form.test(clause))
}

function formOf(glob: string): RegExp {
  const escaped = glob.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${escaped.join('.*')}$`)
}

function partOf(deviants: readonly Deviant[], part: string | undefined): readonly Deviant[] {
  if (part === undefined) return deviants
  const [, index = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(part) ?? []).map(Number)
  if (!(index >= 1 && index <= of)) throw new UsageError(`--part: expected I/N such as 2/4, found '${part}'`)
  return deviants.filter((_, at) => at % of === index - 1)
}

function count(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new UsageError(`--concurrency: expected a number from 1, found '${text}'`)
}

/** A server that lives on, as the options describe it. */
function throughTarget(
  address: string,
  { token: source, profile, control, allow, lag = '10000' }: ReturnType<typeof parsed>['values'],
): CreateTarget {
  const baseUrl = usage('--through', () => parseBaseUrl(address).href.replace(/\/$/, ''))
  if (source === undefined || !namesSecret(source))
    throw new UsageError('--through needs --token env:NAME, file:PATH or stdin')
  const token = usage('--token', () => readSecret(source, '--token', processSecrets))
  if (!/^\d{1,6}$/.test(lag)) throw new UsageError(`--lag: expected milliseconds, found '${lag}'`)
  const run = {
    lag: Number(lag),
    allow: permissionsOf(allow),
    ...(profile === undefined
      ? {}
      : { profile: usage('--profile', () => parseTargetProfile(parse(fs.readFileSync(profile, 'utf8')))) }),
  }
  return async () => ({
    baseUrl,
    token,
    shared: true,
    run,
    ...(control === true ? { control: await createMockAdapter({ baseUrl }) } : {}),
    close: () => {},
  })
}

/** Why nothing can be tried on a server that lives on; undefined when it answers and takes the token. */
async function obstacleOf(createTarget: CreateTarget): Promise<string | undefined> {
  const { baseUrl, token } = await createTarget()
  const sender = httpSender()
  try {
    return (await preflight({ baseUrl, token, headers: {}, requestTimeout: 30_000 }, sender)).stop
  } finally {
    sender.close()
  }
}

function permissionsOf(list: string | undefined): Permission[] {
  return (list ?? '')
    .split(',')
    .filter(Boolean)
    .map((name) => {
      const known = permissions.find((each) => each === name)
      if (known !== undefined) return known
      throw new UsageError(`--allow: there is no permission '${name}'`)
    })
}

function usage<T>(option: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new UsageError(message.startsWith(option) ? message : `${option}: ${message}`)
  }
}

function tell(result: DeviantResult, done: number, total: number, isOurs: boolean, io: SelftestIo): void {
  const { id, caught, tried, catches, collateral } = result
  if (!caught && (tried || isOurs)) {
    io.out(`SURVIVES  ${id}`)
    for (const { clause, verdict, why } of catches)
      if (why !== undefined) io.out(`          ${clause}: ${verdict}: ${why}`)
  }
  if (collateral.length > 0) io.out(`fails too, undeclared, with ${id}: ${collateral.join(', ')}`)
  if (done % 250 === 0) io.error(`${done} of ${total} deviants`)
}

/** Says how many were caught. Before our own server all have to be tried. */
function summed({ deviants, leftovers, milliseconds }: KillTable, isOurs: boolean, io: SelftestIo): number {
  const counted = isOurs ? deviants : deviants.filter(({ tried }) => tried)
  const caught = counted.filter((each) => each.caught).length
  io.out(`${caught} of ${counted.length} deviants are caught (${(milliseconds / 1000).toFixed(1)} s)`)
  if (counted.length < deviants.length)
    io.out(`${deviants.length - counted.length} were not tried: their clauses do not pass on this server`)
  for (const { kind, id, why } of leftovers) io.error(`left behind: ${kind} ${id ?? ''}: ${why}`)
  if (caught < counted.length) return 1
  if (counted.length === 0 && deviants.length > 0) return 3
  return leftovers.length > 0 ? 5 : 0
}

async function hollow(options: SelftestOptions, io: SelftestIo): Promise<number> {
  return told(await tryHollowServers(options), io)
}

function told(results: readonly HollowResult[], io: SelftestIo): number {
  for (const { id, passed } of results)
    io.out(`${id}: passes ${passed.length === 0 ? 'nothing' : passed.join(', ')}`)
  return results.some(({ passed }) => passed.length > 0) ? 1 : 0
}

async function conforming(options: SelftestOptions, io: SelftestIo): Promise<number> {
  return shown(await tryVariants(options), io)
}

function shown(results: readonly VariantResult[], io: SelftestIo): number {
  for (const { id, failed, unshown } of results) {
    io.out(
      `${id}: fails ${failed.length === 0 ? 'nothing' : ''}${unshown.length > 0 ? `; ${unshown.length} not shown` : ''}`,
    )
    for (const { clause, check, why } of failed) io.out(`  ${clause} (${check}): ${why}`)
  }
  return results.some(({ failed }) => failed.length > 0) ? 1 : 0
}

function say(text: string, io: SelftestIo): number {
  io.out(text)
  return 0
}
