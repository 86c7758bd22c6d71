import type { CommandIo } from '../../server/command-io.ts'
import { environmentOf } from '../../server/exec-command.ts'
import { runProgram } from '../../server/run-program.ts'
import { serveWhile } from '../../server/serve-command.ts'
import { settingsOf } from '../../server/serve-settings.ts'
import { PactFileError } from '../../exchange/pact/read-pact.ts'
import { mergePacts } from './write-pact.ts'
import { recordPact } from './record-pact.ts'

/** The options of `identikit pact record`. */
interface RecordOptions {
  readonly consumer: string
  readonly provider: string
  readonly out: string
  readonly data: string
  readonly links?: true | undefined
}

/** Runs a consumer's tests against a server that records; answers their exit code. */
export async function runRecord(
  [program, ...words]: readonly string[],
  { consumer, provider, out, data, links }: RecordOptions,
  io: CommandIo,
): Promise<number> {
  let exitCode = 0
  if (program !== undefined) {
    const settings = await settingsOf({ config: false, port: 0, data })
    exitCode = await serveWhile(settings, io, async (server, { certificate, stopped }) => {
      const recording = recordPact(server, { consumer, provider, links: links ?? false })
      try {
        const environment = environmentOf(server, settings, certificate)
        const code = await runProgram([program, ...words], environment, stopped)
        if (recording.exchanges.length > 0) await recording.writePart(out)
        return code
      } finally {
        recording.stop()
      }
    })
  }
  try {
    io.out(`Pact: ${await mergePacts(out, { consumer, provider })}`)
  } catch (error) {
    // Tests that failed before their first call have the exit code of tests that failed.
    if (exitCode === 0 || !(error instanceof PactFileError)) throw error
    io.error(`identikit pact record: ${error.message}`)
  }
  return exitCode
}
