import { UsageError } from '../../server/usage-error.ts'
import type { Define } from '../tree.ts'
import { withServerOptions } from './server-options.ts'

export const define: Define = (command, shell) => {
  withServerOptions(command)
    .argument('[command...]', 'the program to run, after --')
    .usage('[options] -- command...')
    .passThroughOptions()
    .addHelpText(
      'after',
      `
Starts a server on a free port, runs the program, and stops the server when the program ends. The program finds the
server by these environment variables:

  IDENTIKIT_URL            base URL
  IDENTIKIT_TOKEN          API token, for "Authorization: SSWS <token>"
  IDENTIKIT_CONTROL        URL of the control plane
  IDENTIKIT_CONTROL_TOKEN  token of the control plane, with --control-token
  IDENTIKIT_CERTIFICATE    file with the certificate, with --tls

Exit codes: that of the program; 1 the server could not start; 2 usage.`,
    )
    .action(async (words, options) => {
      if (words.length === 0)
        throw new UsageError('expected a program after --, such as: identikit exec -- npm test')
      const { runExec } = await import('../../server/exec-command.ts')
      shell.exitCode = await runExec(words, options, shell.io)
    })
}
