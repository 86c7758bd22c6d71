import type { Define } from '../../tree.ts'
import { guarded } from './guarded.ts'
import { targetOptions } from './target-options.ts'

export const define: Define = (command, shell) => {
  targetOptions(command)
    .optionsGroup('The profile:')
    .option('--out <file>', 'where it goes', 'target.yaml')
    .option('--name <text>', 'what reports call the deployment (default: its host)')
    .option('--force', 'overwrite a file that is there')
    .option('--yes', 'ask nothing, and take all that is found, what a run would change included')
    .addHelpText(
      'after',
      `
It sends nothing but GET. It looks for groups that were imported, users who are locked out, consents and tokens that
may be revoked, applications, properties and types of your own, and features; it asks before it names what a run
would change, and writes the rest as comments that say how to fill them in.

Exit codes: 0 written; 2 usage, or the file is there already; 4 our own error; 6 the target could not be examined.`,
    )
    .action((options) =>
      guarded(shell, async () => {
        const { init } = await import('../../../../conformance/cli/init.ts')
        return init(options, shell.io)
      }),
    )
}
