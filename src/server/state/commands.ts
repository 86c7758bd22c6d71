import { textsOfExported } from '../../model/exported-state.ts'
import { RowsError, type StateRow } from '../../model/kernel/state-log.ts'
import { orgOfRows } from '../../model/org-rows.ts'
import { type CommandIo, exitCodes } from '../command-io.ts'
import { counted } from '../counted.ts'
import { UsageError } from '../usage-error.ts'
import { refuseOutFile } from '../write-file.ts'
import { StateFileError, WrongStateFile } from './error.ts'
import { readExport, writeExport } from './exported.ts'
import { ownName, StateFile } from './file.ts'

/** The facts that `identikit state show` prints about one organisation. */
interface Shown {
  readonly name: string
  readonly baseUrl: string
  readonly time: string
  readonly users: number
  readonly groups: number
  readonly clients: number
  readonly mails: number
  readonly snapshots: readonly string[]
}

/** `identikit state show FILE`: prints the content of a state file. */
export function showState(
  path: string,
  { json }: { readonly json?: true | undefined },
  io: CommandIo,
): Promise<number> {
  return reporting(io, async () => {
    const file = new StateFile(path, { readOnly: true })
    try {
      const organisations = file.names().map((name) => shownOf(file, name))
      if (json)
        io.out(JSON.stringify({ file: path, bytes: file.size, closed: !file.isInterrupted, organisations }))
      else io.out(textOf(path, file, organisations))
    } finally {
      file.close()
    }
  })
}

/** `identikit state export FILE`: writes an exact copy of a state file as JSON. */
export function exportState(path: string, { out }: { readonly out: string }, io: CommandIo): Promise<number> {
  return reporting(io, async () => {
    await refuseOutFile(out, '--out')
    const file = new StateFile(path, { readOnly: true })
    try {
      let count = 0
      const own = function* (): Generator<StateRow> {
        for (const row of file.rows()) {
          count += 1
          yield row
        }
      }
      const builtIn = file.names().filter((name) => name !== ownName)
      const texts = textsOfExported(
        own(),
        builtIn.map((name) => [name, file.rows(name)]),
      )
      await writeExport(out, texts)
      io.out(`Wrote ${out}: ${counted(count, 'row')}`)
    } finally {
      file.close()
    }
  })
}

/** `identikit state import EXPORT FILE`: creates a state file from an exact copy. */
export function importState(exported: string, path: string, io: CommandIo): Promise<number> {
  return reporting(io, async () => {
    const { rows, organisations = {} } = await readExport(exported)
    // Checks that the organisations are readable, rather than fail when a server starts with them.
    for (const each of [rows, ...Object.values(organisations)]) orgOfRows(each).clock.dispose()
    const file = new StateFile(path)
    try {
      if (file.names().length > 0) {
        throw new WrongStateFile(`${path} holds an organisation already; name a file that is not there yet`)
      }
      const named = Object.entries(organisations)
      // In one turn: all are written, or nothing is.
      const written = [file.put(rows), ...named.map(([name, each]) => file.put(each, name))]
      await Promise.all(written)
      io.out(`Made ${path}; serve it with: identikit serve --state ${path}`)
    } finally {
      file.close()
    }
  })
}

function shownOf(file: StateFile, name: string): Shown {
  const org = orgOfRows(file.rows(name))
  const shown = {
    name,
    baseUrl: org.baseUrl,
    time: org.clock.iso(),
    users: org.users.collection.size,
    groups: org.groups.collection.size,
    clients: org.clients.collection.size,
    mails: org.outbox.list().length,
    snapshots: org.snapshots.names(),
  }
  org.clock.dispose()
  return shown
}

function textOf(path: string, { size, isInterrupted }: StateFile, organisations: readonly Shown[]): string {
  const closed = isInterrupted
    ? 'the server that had it last was interrupted; nothing acknowledged is lost'
    : 'closed'
  const lines = organisations.flatMap(({ name, baseUrl, time, users, groups, clients, mails, snapshots }) => [
    '',
    `${name === ownName ? "The server's own organisation" : `Organisation ${name}`} at ${baseUrl}`,
    `  ${counted(users, 'user')}, ${counted(groups, 'group')}, ${counted(clients, 'client')}, ${counted(mails, 'mail')}`,
    `  its time: ${time}`,
    ...(snapshots.length === 0 ? [] : [`  snapshots: ${snapshots.join(', ')}`]),
  ])
  return [`${path}: ${(size / 1024).toFixed(0)} KiB, ${closed}`, ...lines].join('\n')
}

/**
 * Runs a command about state; its errors are one line on standard error.
 *
 * @throws UsageError for a wrong file.
 */
export async function reporting(io: CommandIo, run: () => Promise<void>): Promise<number> {
  try {
    await run()
    return exitCodes.ok
  } catch (error) {
    if (error instanceof WrongStateFile) throw new UsageError(error.message)
    if (!(error instanceof StateFileError) && !(error instanceof RowsError)) throw error
    io.error(`identikit: ${error instanceof RowsError ? error.reason : error.message}`)
    return exitCodes.failed
  }
}
