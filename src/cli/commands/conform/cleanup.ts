import type { Define } from '../../tree.ts'
import { duration } from '../../values.ts'
import { guarded } from './guarded.ts'
import { targetOptions } from './target-options.ts'

export const define: Define = (command, shell) => {
  targetOptions(command)
    .optionsGroup('What to remove:')
    .option('--ledger <file>', 'the ledger of a run: what it says is still there')
    .option('--run <id>', 'the six characters of a run, as in cf-abc123-1: what carries them in its name')
    .option('--older-than <time>', 'with --run: leave what is younger (default: 1h)', duration)
    .option('--yes', 'remove it; without this it is only listed')
    .action((options) =>
      guarded(shell, async () => {
        const { cleanUp } = await import('../../../../conformance/cli/cleanup.ts')
        return cleanUp(options, shell.io)
      }),
    )
}
