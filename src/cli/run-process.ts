import { runCommandLine } from './command-line.ts'
import { processIo } from './process-io.ts'

/** How long a command, or a server, waits at its end for a reader of its output, in milliseconds. */
const patience = { command: 30_000, server: 300 }

/** How much unread log of a server is kept, in UTF-16 units. A command's output has no limit, because it ends. */
const maxLogWaiting = 1024 * 1024

/**
 * Runs the command line as this process, and ends it. Timers, connections and a reader that does not read cannot keep
 * it alive.
 */
export async function runProcess(argv: readonly string[]): Promise<never> {
  const isServer = argv[0] === 'serve'
  const io = processIo(isServer ? maxLogWaiting : undefined)
  const exitCode = await runCommandLine(argv, io)
  await io.settled(isServer ? patience.server : patience.command)
  process.exit(exitCode)
}
