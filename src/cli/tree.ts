import type { Command } from '@commander-js/extra-typings'
import type { ConformIo } from '../../conformance/cli/io.ts'
import { UsageError } from '../server/usage-error.ts'

/** The streams of a command, and its exit code. */
export interface Shell {
  readonly io: ConformIo
  /** The exit code of the process. Default 0; 2 is for usage mistakes. */
  exitCode: number
}

/** Defines a command: its options, its arguments, its action. */
export type Define = (command: Command, shell: Shell) => void

/** A command in the list of all commands; its definition is loaded when it is called. */
export interface CommandEntry {
  /** Its purpose, for the list of commands. */
  readonly summary: string
  /** Its arguments in the list of commands, if it takes any. */
  readonly usage?: string
  /** Whether the list of commands omits it. */
  readonly hidden?: boolean
  readonly load: () => Promise<{ readonly define: Define }>
  readonly commands?: CommandEntries
}

export type CommandEntries = Readonly<Record<string, CommandEntry>>

const defined = new WeakSet<Command>()
const loaders = new WeakMap<Command, () => Promise<void>>()

/** Adds commands below another one; the definition of each is loaded when it is called. */
export function addCommands(parent: Command, entries: CommandEntries, shell: Shell): void {
  for (const [name, { summary, hidden = false, load, commands }] of Object.entries(entries)) {
    const command = parent.command(name, { hidden }).description(summary).allowExcessArguments(false)
    loaders.set(command, async () => {
      const { define } = await load()
      define(command, shell)
      if (commands) addCommands(command, commands, shell)
      for (const option of command.options) demandValue(option)
    })
  }
  parent.enablePositionalOptions().helpCommand(false)
  parent.hook('preSubcommand', (_, command) => defineNow(command as Command))
}

/** Loads the definition of a command, unless it is loaded. */
async function defineNow(command: Command): Promise<void> {
  if (defined.has(command)) return
  defined.add(command)
  await loaders.get(command)?.()
}

/** Loads the definitions of all commands. */
export async function defineAll(command: Command): Promise<void> {
  await defineNow(command)
  for (const each of command.commands) await defineAll(each as Command)
}

/** Rejects an empty value, and the next option instead of a value. */
function demandValue(option: Command['options'][number]): void {
  if (!option.required) return
  const { parseArg } = option
  const checked = (value: string, previous: never): unknown => {
    if (value === '' || /^--\w/.test(value)) throw new UsageError(`option '${option.flags}' argument missing`)
    return parseArg ? parseArg(value, previous) : value
  }
  option.parseArg = checked as NonNullable<typeof parseArg>
}

/** The words that lead to a command, such as `identikit conform diff`. */
export function pathOf(command: Pick<Command, 'name' | 'parent'>): string {
  return command.parent === null || command.parent === undefined
    ? command.name()
    : `${pathOf(command.parent as Command)} ${command.name()}`
}
