import type { Define } from '../../tree.ts'
import { guarded } from './guarded.ts'
import { reportOptions } from './report-options.ts'

export const define: Define = (command, shell) => {
  command
    .argument('<reports...>', 'the report.json of each shard')
    .addOption(reportOptions.baseline)
    .addOption(reportOptions.writeBaseline)
    .addOption(reportOptions.report)
    .addOption(reportOptions.out)
    .action((files, options) =>
      guarded(shell, async () => {
        const { merge } = await import('../../../../conformance/cli/report.ts')
        return merge(files, options, shell.io)
      }),
    )
}
