import type { Define } from '../../tree.ts'
import { guarded } from './guarded.ts'
import { targetOptions } from './target-options.ts'

export const define: Define = (command, shell) => {
  targetOptions(command)
    .optionsGroup('The profile:')
    .option('--out <file>', 'the file to write', 'target.yaml')
    .option('--name <text>', 'what reports call the deployment (default: its host)')
    .option('--force', 'overwrite an existing file')
    .option('--yes', 'ask nothing, and take every resource that is found')
    .addHelpText(
      'after',
      `
It sends nothing but GET. It looks for groups that were imported, users who are locked out, consents and tokens that
may be revoked, applications, properties and types of your own, and features; it asks before it names what a run
would change, and writes the rest as comments that say how to fill them in.

Exit codes: 0 written; 2 usage, or the file exists; 4 our own error; 6 the target could not be examined.`,
    )
    .action((options) =>
      guarded(shell, async () => {
        const { init } = await import('../../../../conformance/cli/init.ts')
        return init(options, shell.io)
      }),
    )
}
