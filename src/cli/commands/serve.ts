import type { Define } from '../tree.ts'
import { withServerOptions } from './server-options.ts'

export const define: Define = (command, shell) => {
  withServerOptions(command)
    .option('--json', 'Prints its addresses as one line of JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 stopped; 1 it could not start or write (a port in use, a full disk); 2 usage, or a file with a mistake.',
    )
    .action(async (options) => {
      const { runServe } = await import('../../server/serve-command.ts')
      shell.exitCode = await runServe(options, shell.io)
    })
}
