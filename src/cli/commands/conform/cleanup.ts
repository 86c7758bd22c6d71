import type { Define } from '../../tree.ts'
import { duration } from '../../values.ts'
import { guarded } from './guarded.ts'
import { targetOptions } from './target-options.ts'

export const define: Define = (command, shell) => {
  targetOptions(command)
    .optionsGroup('Selection:')
    .option('--ledger <file>', 'ledger of a run: its records that still exist')
    .option('--run <id>', 'the six characters of a run: records with them in their name, such as cf-abc123-1')
    .option('--older-than <time>', 'with --run: leave younger records (default: 1h)', duration)
    .option('--yes', 'remove the records; without it, only list them')
    .action((options) =>
      guarded(shell, async () => {
        const { cleanUp } = await import('../../../../conformance/cli/cleanup.ts')
        return cleanUp(options, shell.io)
      }),
    )
}
