import type { Define } from '../../tree.ts'
import { guarded } from './guarded.ts'
import { runOptions } from './run.ts'

/** `identikit conform explore` explores for a minute, and runs no checks. */
export const define: Define = (command, shell) => {
  const run = runOptions(command, shell, (values) => ({ explore: 60_000, ...values, exploreOnly: true }))
  command
    .optionsGroup('Instead:')
    .option('--explain', 'list what is compared and what is not, and ask the target nothing')
    .action(({ explain, ...options }) =>
      explain === true
        ? guarded(shell, async () => {
            const { explorationExplained } = await import('../../../../conformance/explore/explained.ts')
            shell.io.out(explorationExplained())
            return 0
          })
        : run(options),
    )
}
