import type { Define } from '../../tree.ts'
import { guarded } from './guarded.ts'

export const define: Define = (command, shell) => {
  command
    .argument('<before>', 'report.json of a run')
    .argument('<after>', 'report.json of a later run')
    .action((before, after) =>
      guarded(shell, async () => {
        const { diff } = await import('../../../../conformance/cli/report.ts')
        return diff(before, after, shell.io)
      }),
    )
}
