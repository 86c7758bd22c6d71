import type { Command } from '@commander-js/extra-typings'
import type { ConformIo } from '../../conformance/cli/io.ts'
import { UsageError } from '../server/usage-error.ts'

/** What a command talks to, and how it says what came of it. */
export interface Shell {
  readonly io: ConformIo
  /** What the process exits with. Default 0; 2 is for mistakes in how a command was called. */
  exitCode: number
}

/** Says what a command takes and does: its options, its arguments, its action. */
export type Define = (command: Command, shell: Shell) => void

/** A command as the list of all commands has it; the rest is loaded when the command is called for. */
export interface CommandEntry {
  /** What it is for, for the list of commands. */
  readonly summary: string
  /** The arguments that the list of commands shows, for one that takes any. */
  readonly usage?: string
  /** Whether the list of commands leaves it out. */
  readonly hidden?: boolean
  readonly load: () => Promise<{ readonly define: Define }>
  readonly commands?: CommandEntries
}

/** Commands by name. */
export type CommandEntries = Readonly<Record<string, CommandEntry>>

const defined = new WeakSet<Command>()
const loaders = new WeakMap<Command, () => Promise<void>>()

/** Puts commands below another one; what each takes is loaded when it is called for. */
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

/** Loads what a command takes, if it is not there yet. */
async function defineNow(command: Command): Promise<void> {
  if (defined.has(command)) return
  defined.add(command)
  await loaders.get(command)?.()
}

/** Loads what every command takes, for what tells of all of them. */
export async function defineAll(command: Command): Promise<void> {
  await defineNow(command)
  for (const each of command.commands) await defineAll(each as Command)
}

/** An empty value, or the next option in its place, is no value. */
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
