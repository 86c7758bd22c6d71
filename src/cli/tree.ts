import type { Command } from '@commander-js/extra-typings'
import type { ConformIo } from '../../conformance/cli/options.ts'
import { didYouMean } from '../query/suggestion.ts'
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
  /** Command lines that its help begins with. */
  readonly examples?: readonly string[]
  /** The long flags that its help shows without `--all`. Default: each. */
  readonly usual?: string
  /** Whether the list of commands omits it. */
  readonly hidden?: boolean
  readonly load: () => Promise<{ readonly define: Define }>
  readonly commands?: CommandEntries
}

export type CommandEntries = Readonly<Record<string, CommandEntry>>

const defined = new WeakSet<Command>()
const loaders = new WeakMap<Command, () => Promise<void>>()
const rows = new WeakMap<Command, CommandEntry>()

/** The row of a command in the list of commands; that of the program has nothing. */
export function entryOf(command: Command): Pick<CommandEntry, 'examples' | 'usual'> {
  return rows.get(command) ?? {}
}

/** Adds commands below another one; the definition of each is loaded when it is called. */
export function addCommands(parent: Command, entries: CommandEntries, shell: Shell): void {
  for (const [name, entry] of Object.entries(entries)) {
    const { summary, hidden = false, load, commands } = entry
    const command = parent.command(name, { hidden }).description(summary).allowExcessArguments(false)
    rows.set(command, entry)
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

/** The error for an unknown name of a command below another one. */
export function noCommand(name: string, below: readonly { name(): string }[]): UsageError {
  const names = below.map((each) => each.name())
  return new UsageError(
    `unknown command '${name}'; ${didYouMean(name, names) ?? `its commands are ${names.join(', ')}`}`,
  )
}
