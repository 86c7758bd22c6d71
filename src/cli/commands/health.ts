import { runHealth } from '../../server/health-command.ts'
import type { Define } from '../tree.ts'

export const define: Define = (command, shell) => {
  command
    .argument('[url]', 'base URL of the server', 'http://127.0.0.1:4010')
    .option('--insecure', 'accept any certificate')
    .addHelpText(
      'after',
      `
Asks a server of Identikit whether it is ready: for health checks of containers that have no curl.

Exit codes: 0 it is ready; 1 it is not, or does not answer within 3 seconds; 2 usage.`,
    )
    .action(async (url, { insecure = false }) => {
      shell.exitCode = await runHealth(url, insecure, shell.io)
    })
}
