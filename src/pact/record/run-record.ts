import type { CommandIo } from '../../server/command-io.ts'
import { serve } from '../../server/http.ts'
import { runProgram } from '../../server/run-program.ts'
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
  const path = await mergePacts(out, { consumer, provider })
  io.out(`Pact: ${path}`)
  return exitCode
}
