import { permissions, type Permission } from '../../engine/plan/rights.ts'
import { globPattern } from '../../engine/words/text.ts'
import { UsageError } from '../../engine/words/usage-error.ts'
import { catalogue } from '../mutants/catalogue.ts'
import type { Mutant } from '../mutants/mutant.ts'
import fs from 'node:fs'
import path from 'node:path'
import { parseBaseUrl } from '../../engine/plan/conform-options.ts'
import { httpSender } from '../../engine/wire/http-sender.ts'
import { createMockAdapter } from '../../engine/supply/mock-adapter.ts'
import { preflight } from '../../engine/plan/preflight.ts'
import { namesSecret, processSecrets, readSecret } from '../../engine/wire/secret-source.ts'
import { parseTargetProfile } from '../../engine/plan/target-profile.ts'
import { readYaml } from '../../engine/words/yaml-file.ts'
import { tryEmptyServers, type EmptyServerResult } from '../empty-servers.ts'
import { holds, prove, renderSummary } from './proof.ts'
import { operatorMutants } from '../operators/operators.ts'
import { selftest, type DetectionReport, type MutantResult, type SelftestOptions } from './selftest.ts'
import type { CreateTarget } from './run-altered.ts'
import { tryVariants, type VariantResult } from '../variants/try-variants.ts'

/** The output of the command. */
export interface SelftestIo {
  readonly out: (line: string) => void
  readonly error: (line: string) => void
}

/** The options of `identikit conform selftest`, as the command line read them. */
export interface SelftestValues {
  readonly mutants?: true | undefined
  /** Tries each operator in each operation instead of the catalogue. */
  readonly operators?: true | undefined
  readonly empty?: true | undefined
  readonly variants?: true | undefined
  readonly part?: Part | undefined
  readonly thorough?: true | undefined
  readonly concurrency?: number | undefined
  readonly page?: string | undefined
  readonly list?: true | undefined
  readonly through?: string | undefined
  /** `env:NAME`, `file:PATH` or `stdin`. */
  readonly token?: string | undefined
  readonly profile?: string | undefined
  readonly control?: true | undefined
  readonly allow?: readonly (Permission | 'all')[] | undefined
  /** Milliseconds. */
  readonly lag?: number | undefined
}

/** The I-th of N parts, from 1. */
export interface Part {
  readonly index: number
  readonly of: number
}

/** The mutants whose id, or requirement, fits one of the globs; all of them without globs. */
function chosen(globs: readonly string[], mutants: readonly Mutant[] = catalogue): readonly Mutant[] {
  const forms = globs.map((glob) => ({ glob, form: globPattern(glob) }))
  for (const { glob, form } of forms) {
    if (!mutants.some((mutant) => fits(mutant, form))) throw new UsageError(`no broken server fits '${glob}'`)
  }
  return forms.length === 0 ? mutants : mutants.filter((each) => forms.some(({ form }) => fits(each, form)))
}

function fits({ id, breaks }: Mutant, form: RegExp): boolean {
  return form.test(id) || breaks.some((requirement) => form.test(requirement))
}

/** The I-th of N parts. */
function partOf(mutants: readonly Mutant[], part: Part | undefined): readonly Mutant[] {
  return part === undefined ? mutants : mutants.filter((_, at) => at % part.of === part.index - 1)
}

/** Makes `identikit conform selftest` with a way to make servers that fulfil every requirement. */
export function selftestCommand(
  createTarget: CreateTarget,
): (globs: readonly string[], values: SelftestValues, io: SelftestIo) => Promise<number> {
  return async (globs, values, io) => {
    const mutants = partOf(
      chosen(globs, values.operators === true ? operatorMutants : catalogue),
      values.part,
    )
    if (values.list === true) {
      for (const { id, summary } of mutants) io.out(`${id}  ${summary}`)
      return 0
    }
    const isOurs = values.through === undefined
    const options: SelftestOptions = {
      createTarget: values.through === undefined ? createTarget : throughTarget(values.through, values),
      mutants,
      concurrency: values.concurrency ?? (values.through === undefined ? 16 : 2),
      thorough: values.thorough === true,
      onMutant: (result, done, total) => {
        tell(result, isOurs, io)
        if (values.thorough === true && result.collateral.length > 0)
          io.out(`fails too with ${result.id}: ${result.collateral.join(', ')}`)
        if (done % 250 === 0) io.error(`${done} of ${total} mutants`)
      },
    }
    if (!isOurs) {
      const stop = await obstacleOf(options.createTarget)
      if (stop !== undefined) {
        io.error(stop)
        return 3
      }
    }
    if (values.empty === true) return told(await tryEmptyServers(options), io)
    if (values.variants === true) return shown(await tryVariants(options), io)
    const isPart = globs.length > 0 || values.part !== undefined || values.operators === true
    const { page } = values
    if (isPart && page !== undefined)
      throw new UsageError(
        '--page tells of the whole catalogue, so it takes no GLOB, no --part and no --operators',
      )
    if (page === undefined && (isPart || !isOurs || values.mutants === true))
      return summed(await selftest(options), isOurs, io)
    const proof = await prove(options)
    if (page !== undefined) {
      fs.mkdirSync(path.dirname(page), { recursive: true })
      fs.writeFileSync(page, renderSummary(proof))
    }
    const code = summed(proof.mutants, isOurs, io)
    told(proof.emptyServers, io)
    shown(proof.variants, io)
    return holds(proof) ? code : 1
  }
}

/** A server that outlives the run, as the options describe it. */
function throughTarget(
  address: string,
  { token: source, profile, control, allow, lag = 10_000 }: SelftestValues,
): CreateTarget {
  const baseUrl = usage('--through', () => parseBaseUrl(address).href.replace(/\/$/, ''))
  if (source === undefined || !namesSecret(source))
    throw new UsageError('--through needs --token env:NAME, file:PATH or stdin')
  const token = usage('--token', () => readSecret(source, '--token', processSecrets))
  const run = {
    lag,
    allow: permissionsOf(allow),
    ...(profile === undefined
      ? {}
      : { profile: usage('--profile', () => parseTargetProfile(readYaml(profile, '--profile'))) }),
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

/** Why a server that outlives the run cannot be tried; undefined when it answers and accepts the token. */
async function obstacleOf(createTarget: CreateTarget): Promise<string | undefined> {
  const { baseUrl, token } = await createTarget()
  const sender = httpSender()
  try {
    return (await preflight({ baseUrl, token, headers: {}, requestTimeout: 30_000 }, sender)).stop
  } finally {
    sender.close()
  }
}

function permissionsOf(names: SelftestValues['allow'] = []): readonly Permission[] {
  return names.includes('all') ? permissions : permissions.filter((each) => names.includes(each))
}

function usage<T>(option: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new UsageError(message.startsWith(option) ? message : `${option}: ${message}`)
  }
}

function tell({ id, caught, tried, catches }: MutantResult, isOurs: boolean, io: SelftestIo): void {
  if (!caught && (tried || isOurs)) {
    io.out(`SURVIVES  ${id}`)
    for (const { requirement, verdict, why } of catches)
      if (why !== undefined) io.out(`          ${requirement}: ${verdict}: ${why}`)
  }
}

/** Prints how many were caught. Our own server must try all of them. */
function summed(
  { mutants, orphans, milliseconds }: DetectionReport,
  isOurs: boolean,
  io: SelftestIo,
): number {
  const counted = isOurs ? mutants : mutants.filter(({ tried }) => tried)
  const caught = counted.filter((each) => each.caught).length
  io.out(`${caught} of ${counted.length} broken servers are caught (${(milliseconds / 1000).toFixed(1)} s)`)
  if (counted.length < mutants.length)
    io.out(`${mutants.length - counted.length} were not tried: their requirements do not pass on this server`)
  for (const { kind, id, why } of orphans) io.error(`left behind: ${kind} ${id ?? ''}: ${why}`)
  if (caught < counted.length) return 1
  if (counted.length === 0 && mutants.length > 0) return 3
  return orphans.length > 0 ? 5 : 0
}

function told(results: readonly EmptyServerResult[], io: SelftestIo): number {
  for (const { id, passed } of results)
    io.out(`${id}: passes ${passed.length === 0 ? 'nothing' : passed.join(', ')}`)
  return results.some(({ passed }) => passed.length > 0) ? 1 : 0
}

function shown(results: readonly VariantResult[], io: SelftestIo): number {
  for (const { id, failed, unshown } of results) {
    io.out(
      `${id}: fails ${failed.length === 0 ? 'nothing' : ''}${unshown.length > 0 ? `; ${unshown.length} not shown` : ''}`,
    )
    for (const { requirement, check, why } of failed) io.out(`  ${requirement} (${check}): ${why}`)
  }
  return results.some(({ failed }) => failed.length > 0) ? 1 : 0
}
