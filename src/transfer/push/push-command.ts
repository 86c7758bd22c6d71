import { counted } from '../../../conformance/engine/words/text.ts'
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { ConformIo } from '../../../conformance/cli/options.ts'
import { createVocabulary, isPrefix, prefixProblem } from '../../contract/vocabulary.ts'
import { demoPassword } from '../../fixtures/datasets/sample-secrets.ts'
import { isLoopback } from '../../server/hosts.ts'
import { UsageError } from '../../server/usage-error.ts'
import { secretFrom, type TransferTargetValues, withTarget } from '../commands.ts'
import { Progress } from '../progress.ts'
import { ownerOf, reading, type Target } from '../target.ts'
import { TransferError, transferExitCodes } from '../transfer-error.ts'
import { builtInGroups, type Existing, findExisting } from './existing.ts'
import { Ledger, readHeader } from './ledger.ts'
import { type Plan, planOf } from './plan.ts'
import { push } from './push.ts'
import { seedNamed } from './seed-named.ts'
import { settleUnclear } from './unclear.ts'
import { undo, undoable } from './undo.ts'

/** The options of `identikit push`, read; `src/cli/commands/push.ts` says what each is for. */
export interface PushFlags extends TransferTargetValues {
  readonly yes?: true | undefined
  readonly undo?: true | undefined
  readonly ledger?: string | undefined
  readonly skipExisting?: true | undefined
  readonly inactiveRules?: true | undefined
  readonly password?: string | undefined
  readonly prefix?: string | undefined
}

/**
 * `identikit push`: writes a sample data set or a seed into a deployment, or removes it again. Without `--yes` it only
 * reads, and shows the planned writes. Returns the exit code.
 *
 * @throws UsageError for a wrong argument.
 */
export async function runPush(dataset: string | undefined, flags: PushFlags, io: ConformIo): Promise<number> {
  if (flags.undo) {
    if (dataset !== undefined)
      throw new UsageError('--undo takes no data set: the ledger lists what to remove')
    return withTarget('push', flags, io, (target) => runUndo(target, flags, io))
  }
  if (dataset === undefined)
    throw new UsageError('expected a data set such as demo, or a .yaml, .json, .ts or .js file')
  const vocabulary = vocabularyOf(flags.prefix)
  const seed = await seedNamed(dataset)
  const password = flags.password === undefined ? undefined : secretFrom(flags.password, '--password', io)
  const plan = planOf(seed, { password, inactiveRules: flags.inactiveRules })
  if (flags.yes) refuseKnownPassword(plan, flags)
  return withTarget('push', flags, io, async (target) => {
    for (const secret of plan.secrets) target.hide('password', secret)
    const ledger = new Ledger(ledgerFile(target, flags, io), {
      baseUrl: target.baseUrl,
      source: dataset,
      fingerprint: createHash('sha256').update(JSON.stringify(seed)).digest('base64url'),
    })
    try {
      return await write(target, plan, ledger, vocabulary.expressionType, flags, io)
    } finally {
      ledger.close()
    }
  })
}

/** @throws UsageError if the sample data's password, which everybody knows, would come to where others can sign in. */
function refuseKnownPassword({ users }: Plan, { baseUrl = '' }: PushFlags): void {
  if (!URL.canParse(baseUrl) || isLoopback(new URL(baseUrl).host)) return
  if (users.every(({ credentials }) => credentials?.password?.value !== demoPassword)) return
  throw new UsageError(
    `--password is missing: everybody knows the password of the sample data, and others reach ${baseUrl}. Give users another one with --password env:NAME or file:PATH`,
  )
}

function vocabularyOf(prefix: string | undefined): ReturnType<typeof createVocabulary> {
  if (prefix !== undefined && !isPrefix(prefix)) throw new UsageError(`--prefix: ${prefixProblem(prefix)}`)
  return createVocabulary(prefix === undefined ? {} : { prefix })
}

function ledgerFile({ baseUrl }: Target, { ledger }: PushFlags, { cwd = process.cwd() }: ConformIo): string {
  const { host, pathname } = new URL(baseUrl)
  const place = (host + pathname).replaceAll(/[^\w.-]+/g, '-').replace(/-$/, '')
  return resolve(cwd, ledger ?? `identikit-push-${place}.jsonl`)
}

async function write(
  target: Target,
  plan: Plan,
  ledger: Ledger,
  expressionType: string,
  flags: PushFlags,
  io: ConformIo,
): Promise<number> {
  if (ledger.isHalfUndone) {
    throw new TransferError(
      `an undo of ${ledger.file} was begun and not ended: end it with --undo --yes first`,
    )
  }
  const progress = new Progress(io.progress)
  const { owner, existing, builtIn } = await reading(target, async () => ({
    owner: await ownerOf(target),
    existing: await findExisting(target, plan, ledger, progress),
    builtIn: flags.yes ? await builtInGroups(target) : new Set<string>(),
  }))
  tellPlan(plan, { target, ledger, existing, owner }, io)
  const conflicts = Object.values(existing).reduce((sum, { size }) => sum + size, 0)
  if (conflicts > 0 && !flags.skipExisting) {
    io.error(
      `identikit push: ${conflicts} of these ${conflicts === 1 ? 'is' : 'are'} there already, and not by this push: --skip-existing leaves them as they are. Nothing was written.`,
    )
    return transferExitCodes.refused
  }
  if (!flags.yes) {
    io.out('Nothing was written: say --yes to write it.')
    return transferExitCodes.ok
  }
  const before = ledger.made.length
  try {
    const { refused, leftOut, unmade } = await reading(target, () =>
      push(plan, { target, ledger, existing, builtIn, expressionType, progress }),
    )
    tellDone({ target, ledger, before, leftOut, unmade, refused }, io)
    return refused.length === 0 ? transferExitCodes.ok : transferExitCodes.refused
  } catch (error) {
    progress.clear()
    io.error(
      `Made: ${counted(ledger.made.length, 'record')}. The same command goes on where it stopped; --undo --yes removes them. Ledger: ${ledger.file}`,
    )
    throw error
  }
}

interface Told {
  readonly target: Target
  readonly ledger: Ledger
  readonly existing: Existing
  readonly owner: string
}

function tellPlan(plan: Plan, { target, ledger, existing, owner }: Told, { out }: ConformIo): void {
  out(`To ${target.baseUrl}, as ${owner}:`)
  const rows = [
    ['groups', 'group', plan.groups.map(({ name }) => name)],
    ['users', 'user', plan.users.map(({ login }) => login)],
    ['rules', 'rule', plan.rules.map(({ name }) => name)],
    ['clients', 'client', plan.clients.map(({ name }) => name)],
  ] as const
  for (const [what, kind, names] of rows) {
    if (names.length === 0) continue
    const there = names.filter((name) => existing[kind].has(name))
    const made = names.filter((name) => ledger.idOf(kind, name) !== undefined).length
    const notes = [
      ...(made > 0 ? [`${made} made already`] : []),
      ...(there.length > 0 ? [`${there.length} there already: ${shortList(there)}`] : []),
    ]
    out(
      `  ${String(names.length).padStart(6)} ${names.length === 1 ? kind : what}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`,
    )
  }
  const active = plan.rules.filter(({ isActive }) => isActive).length
  const withPassword = plan.users.filter(({ credentials }) => credentials?.['password'] !== undefined).length
  if (active > 0) {
    out(
      `${counted(active, 'rule')} will be active, and add everyone who matches, others' users too (--inactive-rules).`,
    )
  }
  if (withPassword > 0)
    out(`${counted(withPassword, 'user')} with a password that stands in the seed (--password).`)
  if (plan.notCarried.length > 0) {
    out('Data that no operation can write:')
    for (const line of plan.notCarried) out(`  ${line}`)
  }
  out(`Ledger: ${ledger.file}${ledger.isResumed ? ' (goes on)' : ''}`)
}

function tellDone(
  {
    target,
    ledger,
    before,
    leftOut,
    unmade,
    refused,
  }: Pick<Told, 'target' | 'ledger'> & {
    /** How many the ledger had. */
    readonly before: number
    readonly leftOut: readonly string[]
    readonly unmade: readonly string[]
    readonly refused: readonly string[]
  },
  { out, error }: ConformIo,
): void {
  const waited = Math.round(target.waited() / 1000)
  out(
    `Made: ${counted(ledger.made.length - before, 'record')}${before > 0 ? `, in addition to ${before} from before` : ''}.${waited > 0 ? ` ${waited} s went by in waiting for rate limits.` : ''}`,
  )
  if (leftOut.length > 0) {
    out(`Left out, since the deployment has no such properties: ${leftOut.join(', ')}`)
  }
  if (unmade.length > 0) {
    out(`Left out, since this push did not make what they name: ${shortList(unmade)}`)
  }
  const clients = ledger.made.filter(({ kind }) => kind === 'client').length
  if (clients > 0)
    out('Secrets of clients are not kept: POST /oauth2/v1/clients/{id}/lifecycle/newSecret gives new ones.')
  if (refused.length === 0) return
  error(`identikit push: ${refused.length} were refused:`)
  for (const line of refused.slice(0, refusalsShown)) error(`  ${line}`)
  if (refused.length > refusalsShown) error(`  and ${refused.length - refusalsShown} more`)
}

const refusalsShown = 30

function shortList(names: readonly string[]): string {
  return names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
}

async function runUndo(target: Target, flags: PushFlags, io: ConformIo): Promise<number> {
  const file = ledgerFile(target, flags, io)
  const { source, fingerprint } = readHeader(file)
  const ledger = new Ledger(file, { baseUrl: target.baseUrl, source, fingerprint })
  try {
    await ownerOf(target)
    if (flags.yes) await settleUnclear(target, ledger)
    const records = undoable(ledger)
    if (records.length === 0) {
      io.out('Nothing is left to remove.')
      return transferExitCodes.ok
    }
    if (!flags.yes) {
      for (const { kind, name, id } of records) io.out(`${kind}  ${name}  ${id}`)
      io.out(`${counted(records.length, 'record')}. Nothing was removed: say --yes to remove them.`)
      return transferExitCodes.ok
    }
    const refused = await undo(target, ledger, new Progress(io.progress))
    io.out(`Gone: ${records.length - refused.length} of ${counted(records.length, 'record')}.`)
    for (const line of refused) io.error(`identikit push: ${line}`)
    return refused.length === 0 ? transferExitCodes.ok : transferExitCodes.refused
  } finally {
    ledger.close()
  }
}
