import { didYouMean } from '../query/suggestion.ts'
import { builtin } from './builtin.ts'
import { type CommandIo, exitCodes } from './command-io.ts'
import { generalHelp } from './help.ts'
import { runServe } from './serve-command.ts'
import { UsageError } from './usage-error.ts'

/** Runs a command with its arguments, and answers its exit code. */
type Command = (argv: readonly string[], io: CommandIo) => Promise<number>

/** The commands; the suite is loaded when it is called for. */
const commands: Readonly<Record<string, Command>> = {
  serve: runServe,
  conform: async (argv) => (await import('./conform-command.ts')).runConformCommand(argv),
}

/** Runs the command line, and answers the exit code: 0, 1 for what failed, 2 for what was not understood. */
export async function runCommandLine(argv: readonly string[], io: CommandIo): Promise<number> {
  const [first, ...rest] = argv
  try {
    if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
      io.out(generalHelp)
      return first === undefined ? exitCodes.usage : exitCodes.ok
    }
    if (first === '--version' || first === '-v') {
      io.out(readVersion())
      return exitCodes.ok
    }
    return await commandNamed(first)(rest, io)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    io.error(`identikit: ${error.message}`)
    return exitCodes.usage
  }
}

function commandNamed(name: string): Command {
  const command = commands[name]
  if (command) return command
  const hint = didYouMean(name, Object.keys(commands)) ?? 'see identikit --help'
  throw new UsageError(`there is no command "${name}"; ${hint}`)
}

/** The version of the package that this file is in, compiled or not. */
function readVersion(): string {
  const { readFileSync } = builtin('node:fs')
  for (const up of ['../..', '../../..']) {
    try {
      const text = readFileSync(new URL(`${up}/package.json`, import.meta.url), 'utf8')
      return (JSON.parse(text) as { version: string }).version
    } catch {
      // One level further up, then: the compiled file lies one folder deeper.
    }
  }
  return 'unknown'
}
