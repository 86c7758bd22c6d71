import { commandName } from '../../conformance/engine/words/text.ts'
import { Command, CommanderError } from '@commander-js/extra-typings'
import type { ConformIo } from '../../conformance/cli/options.ts'
import { didYouMean } from '../query/suggestion.ts'
import { exitCodes } from '../server/command-io.ts'
import { namesData } from '../server/seed-file-name.ts'
import { UsageError } from '../server/usage-error.ts'
import { readVersion } from '../server/version.ts'
import { commands } from './commands.ts'
import { printableIo } from './printable-io.ts'
import { folded, helpOf, isAllWanted } from './help.ts'
import { addCommands, type CommandEntries, entryOf, noCommand, pathOf, type Shell } from './tree.ts'

/**
 * Runs the command line, and answers the exit code of the command; 2 for a usage mistake. Never rejects for such a
 * mistake.
 */
export async function runCommandLine(argv: readonly string[], streams: ConformIo): Promise<number> {
  const io = printableIo(streams)
  const shell: Shell = { io, exitCode: exitCodes.ok }
  const program = createProgram(shell, isAllWanted(argv))
  try {
    refuseUnknownTopic(argv)
    await program.parseAsync(helpLast(argv), { from: 'user' })
    return shell.exitCode
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok
    // Called without arguments: the help was printed already.
    if (error instanceof CommanderError && error.code === 'commander.help') return exitCodes.usage
    if (!isUsageError(error)) throw error
    const called = calledOf(program)
    io.error(`${pathOf(called)}: ${mistake(error, called)}`)
    return exitCodes.usage
  }
}

/** The whole tree of commands. The definition of each is loaded when the command is called. */
function createProgram(shell: Shell, isAll: boolean): Command {
  const { io } = shell
  const program = new Command('identikit')
    .description('Mock server, test kit and conformance suite for an identity-management service.')
    .version(readVersion(), '-v, --version', 'version of this package')
    .helpOption('-h, --help', 'help for a command')
    .exitOverride()
    .configureHelp(helpOf(entryOf, isAll))
    .configureOutput({
      writeOut: (text) => io.out(folded(text.trimEnd(), helpWidth(io))),
      writeErr: (text) => io.error(folded(text.trimEnd(), helpWidth(io))),
      outputError: () => {},
      getOutHelpWidth: () => helpWidth(io),
      getErrHelpWidth: () => helpWidth(io),
    })

  program.addHelpText('after', beginning())
  addCommands(program, commands, shell)
  return program
}

/** The start of the help for people who do not know the commands. */
const beginning = (): string => `
To begin:
  ${commandName()} serve            start the mock, with a console at http://localhost:4010/_console
  ${commandName()} conform --help   check a deployment against the API description
  ${commandName()} help COMMAND     how to use a command; --all for every option`

function helpWidth({ progress }: ConformIo): number {
  return Math.min(progress?.columns ?? 100, 120)
}

/** `identikit help conform diff` is `identikit conform diff --help`. */
function helpLast(argv: readonly string[]): string[] {
  return argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv]
}

/** A usage mistake that this package or the library found. */
function isUsageError(error: unknown): error is Error {
  return error instanceof CommanderError || (error instanceof Error && error.name === 'UsageError')
}

/** The mistake in one line. The library's suggestion on the second line joins it. */
function mistake(error: Error, called: Command): string {
  const { options } = called
  if (!(error instanceof CommanderError)) return error.message
  const text = error.message.replace(/^error: /, '').replaceAll('\n', ' ')
  const [, name] = /^unknown command '([^']*)'/.exec(text) ?? []
  if (name !== undefined) {
    return `unknown command '${name}'; ${pathTo(name, commands) ?? nearest(name, Object.keys(commands))}`
  }
  const [, flag, value] = /^unknown option '(--[\w-]+)(=)?/.exec(text) ?? []
  if (flag === undefined) return withHint(text, called)
  const flags = options.flatMap(({ long }) => (typeof long === 'string' ? [long] : []))
  if (value !== undefined && flags.includes(flag)) return `option '${flag}' takes no value`
  return `unknown option '${flag}'; ${didYouMean(flag, flags) ?? 'see --help'}`
}

/** A message of the library about a value or an argument, with a suggestion if a known name is near. */
function withHint(text: string, { commands: below, options }: Command): string {
  const [, value, choices] = /'([^']*)' is invalid.*\. Allowed choices are (.*)\.$/.exec(text) ?? []
  if (value !== undefined && choices !== undefined) {
    const hint = didYouMean(value, choices.split(', '))
    return hint === undefined ? text : `${text.slice(0, -1)}; ${hint}`
  }
  const [, extra] = /^too many arguments for .*: ([^,]*).*\.$/.exec(text) ?? []
  if (extra === undefined) return text
  if (namesData(extra) && options.some(({ long }) => long === '--data'))
    return `${text} (Did you mean --data ${extra}?)`
  if (below.length === 0) return text
  return noCommand(extra, below).message
}

/**
 * Rejects help for an unknown command: the library would show the help of the parent command.
 *
 * @throws UsageError that names the nearest command.
 */
function refuseUnknownTopic(argv: readonly string[]): void {
  const isHelp = argv[0] === 'help' || argv.some((word) => word === '--help' || word === '-h')
  if (!isHelp) return
  const words = argv[0] === 'help' ? argv.slice(1) : argv
  let entries: CommandEntries | undefined = commands
  for (const word of words) {
    if (entries === undefined || word.startsWith('-')) return
    if (!Object.hasOwn(entries, word)) {
      const names = Object.keys(entries)
      throw new UsageError(`unknown command '${word}'; ${nearest(word, names)}`)
    }
    entries = entries[word]?.commands
  }
}

function nearest(name: string, known: readonly string[]): string {
  return didYouMean(name, known) ?? `see ${commandName()} help`
}

/** A command of that name further down in the tree, as a question. */
function pathTo(name: string, entries: CommandEntries): string | undefined {
  for (const [parent, { commands: below = {} }] of Object.entries(entries)) {
    if (Object.hasOwn(below, name)) return `did you mean ${parent} ${name}?`
  }
  return undefined
}

/** The command that was called when a mistake occurred. */
function calledOf(program: Command): Command {
  let called = program
  for (;;) {
    const name = called.args[0]
    const next = called.commands.find((each) => each.name() === name)
    if (next === undefined) return called
    called = next as Command
  }
}
