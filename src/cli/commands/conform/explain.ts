import type { Define } from '../../tree.ts'
import { guarded } from './guarded.ts'

export const define: Define = (command, shell) => {
  command
    .argument('<clause>', "id of a clause; an area or a glob ('users.suspend.*') lists what its clauses say")
    .action((clause) =>
      guarded(shell, async () => {
        const { explain } = await import('../../../../conformance/cli/explain.ts')
        shell.io.out(await explain(clause))
        return 0
      }),
    )
}
