import { UsageError } from '../../../server/usage-error.ts'
import type { Define } from '../../tree.ts'

export const define: Define = (command, shell) => {
  command
    .argument('[command...]', "the consumer's tests, after --; without it, the recorded parts are joined")
    .usage('--consumer NAME [options] [-- command...]')
    .passThroughOptions()
    .addHelpText(
      'after',
      `
Serves an organisation, runs the consumer's tests against it, and writes what they asked and were answered as a
pact. The tests find the server by the variables IDENTIKIT_URL and IDENTIKIT_TOKEN.

Parts that workers have written with recordPact(…).writePart(dir) are joined into the same pact.

Exit codes: that of the tests; 2 usage, or nothing was recorded; 4 our own error.`,
    )
    .requiredOption('--consumer <name>', 'name of the consumer')
    .option('--provider <name>', 'name of the provider', 'identity-service')
    .option('--out <dir>', 'folder of the pact', 'pacts')
    .option('--data <data>', 'data at the start: demo, empty or a .yaml, .json, .ts or .js file', 'empty')
    .option('--links', 'keep _links and _embedded of replies')
    .action(async (words, options) => {
      const { runRecord } = await import('../../../pact/record/run-record.ts')
      try {
        shell.exitCode = await runRecord(words, options, shell.io)
      } catch (error) {
        const { name, message } = error as Error
        if (name === 'UsageError') throw error
        if (name === 'PactFileError') throw new UsageError(message)
        shell.io.error(`identikit pact record: ${message}`)
        shell.exitCode = 4
      }
    })
}
