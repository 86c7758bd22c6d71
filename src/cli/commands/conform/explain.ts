import type { Define } from '../../tree.ts'
import { guarded } from './guarded.ts'

export const define: Define = (command, shell) => {
  command
    .argument(
      '<requirement>',
      "id of a requirement; an area or a glob ('users.suspend.*') lists what its requirements say",
    )
    .action((clause) =>
      guarded(shell, async () => {
        const { explain } = await import('../../../../conformance/cli/explain.ts')
        shell.io.out(await explain(clause))
        return 0
      }),
    )
}
