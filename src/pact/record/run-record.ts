import type { CommandIo } from '../../server/command-io.ts'
import { serve } from '../../server/http.ts'
import { runProgram } from '../../server/run-program.ts'
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
    const server = await serve({ port: 0 })
    if (data !== 'empty') {
      const { seedDataset } = await import('../../server/seed-dataset.ts')
      await seedDataset(server.org.model, data, '--data')
    }
    const recording = recordPact(server, { consumer, provider, links: links ?? false })
    const environment = { IDENTIKIT_URL: server.url, IDENTIKIT_TOKEN: server.org.apiToken }
    try {
      exitCode = await runProgram([program, ...words], environment)
      if (recording.exchanges.length > 0) await recording.writePart(out)
    } finally {
      recording.stop()
      await server.close()
    }
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
