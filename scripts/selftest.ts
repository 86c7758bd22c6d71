/**
 * `identikit conform selftest` with the options that only contributors need.
 *
 *   npm run selftest -- 'users.suspend.*'
 *   npm run selftest -- --operators --part 1/8
 *   npm run selftest -- --page docs/contributing/detection-report.md
 */
import { Command } from '@commander-js/extra-typings'
import { found } from '../conformance/proof/interactions/interactions-command.ts'
import { selftestCommand } from '../conformance/proof/selftest/selftest-command.ts'
import { selftestOptions } from '../src/cli/commands/conform/selftest.ts'
import { wholeNumber } from '../src/cli/values.ts'
import { processIo } from '../src/cli/process-io.ts'
import { createConformTarget } from '../src/server/conform-target.ts'

await selftestOptions(new Command('selftest'))
  .optionsGroup('For contributors:')
  .option('--operators', 'ways of being wrong on each operation: globs are `<operator> <operation>`')
  .option(
    '--interactions <count>',
    'draw COUNT mistakes that show only where calls meet',
    wholeNumber(1, 9999),
  )
  .option('--seed <number>', 'the seed of the draw (default: 1)', wholeNumber(0, 2 ** 31))
  .option('--calls <number>', 'calls of the exploration for each (default: 3000)', wholeNumber(1, 99_999))
  .option('--quick', 'look for each by exploration alone, without the fixed checks')
  .option('--page <file>', 'write there, as Markdown, what is caught by area')
  .action(async (globs, { interactions, seed, calls, quick, ...values }) => {
    const io = processIo()
    if (interactions !== undefined) {
      process.exitCode = await found(
        createConformTarget,
        globs,
        { count: interactions, seed, calls, quick },
        io,
      )
      return
    }
    process.exitCode = await selftestCommand(createConformTarget)(globs, values, io)
  })
  .parseAsync()
