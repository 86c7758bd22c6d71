import type { Define } from '../../tree.ts'
import { guarded } from './guarded.ts'

export const define: Define = (command, shell) => {
  command
    .argument(
      '<requirement>',
      "id of a requirement; an area or a glob ('users.suspend.*') lists its requirements; exploration lists what it compares",
    )
    .action((requirement) =>
      guarded(shell, async () => {
        if (requirement === 'exploration') {
          const { explorationExplained } = await import('../../../../conformance/explore/reach.ts')
          shell.io.out(explorationExplained())
          return 0
        }
        const { explain } = await import('../../../../conformance/cli/explain.ts')
        shell.io.out(await explain(requirement))
        return 0
      }),
    )
}
