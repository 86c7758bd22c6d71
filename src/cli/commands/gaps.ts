import { runGaps } from '../../server/gaps-command.ts'
import type { Define } from '../tree.ts'

export const define: Define = (command, shell) => {
  command
    .argument('[url]', 'base URL of the server', 'http://127.0.0.1:4010')
    .option('--control-token <token>', 'token of its control plane')
    .option('--json', 'print the list as JSON')
    .addHelpText(
      'after',
      `
Lists the calls that clients made and the server does not support: how often, and by whom.
The reply to each such call is 404 with the header Identikit-Gap, which names the call. A reset keeps the list.

Exit codes: 0 the list was read; 1 the server did not give it; 2 usage.`,
    )
    .action(async (url, { controlToken, json = false }) => {
      shell.exitCode = await runGaps(url, { controlToken, json }, shell.io)
    })
}
