import { runCommandLine } from './command-line.ts'
import { processIo } from './process-io.ts'

/** How long the end of a command waits for whoever reads its output, and of a server, in milliseconds. */
const patience = { command: 30_000, server: 300 }

/** How much of a server's log is kept for who does not read it, in UTF-16 units; a command's output is not endless. */
const mostLogWaiting = 1024 * 1024

/**
 * Runs the command line as this process, and ends it: timers and connections that are left over do not keep it, nor
 * does a reader of its output who does not read.
 */
export async function runProcess(argv: readonly string[]): Promise<never> {
  const isServer = argv[0] === 'serve'
  const io = processIo(isServer ? mostLogWaiting : undefined)
  const exitCode = await runCommandLine(argv, io)
  await io.settled(isServer ? patience.server : patience.command)
  process.exit(exitCode)
}
