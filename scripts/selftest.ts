/**
 * `identikit conform selftest` with the options that only contributors need.
 *
 *   npm run selftest -- 'users.suspend.*'
 *   npm run selftest -- --operators --part 1/8
 *   npm run selftest -- --page docs/contributing/kill-table.md --table build/kill-table.md
 */
import { Command } from '@commander-js/extra-typings'
import { blamed } from '../conformance/proof/blame/blame-command.ts'
import { matrix } from '../conformance/proof/operators/matrix-command.ts'
import { selftestCommand } from '../conformance/proof/selftest/selftest-command.ts'
import { selftestOptions } from '../src/cli/commands/conform/selftest.ts'
import { processIo } from '../src/cli/process-io.ts'
import { createConformTarget } from '../src/server/conform-target.ts'

await selftestOptions(new Command('selftest'))
  .optionsGroup('For contributors:')
  .option('--operators', 'ways of being wrong on each operation: globs are `<operator> <operation>`')
  .option('--blame', 'whom the report of the whole suite blames first for each deviant')
  .option('--page <file>', 'write there, as Markdown, what is caught by area, or the matrix')
  .option('--table <file>', 'write every deviant there, with the requirement that catches it')
  .action(async (globs, { operators, blame, ...values }) => {
    const io = processIo()
    const tried = operators ? matrix : blame ? blamed : undefined
    process.exitCode = tried
      ? await tried(createConformTarget, globs, values, io)
      : await selftestCommand(createConformTarget)(globs, values, io)
  })
  .parseAsync()
