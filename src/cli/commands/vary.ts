import { UsageError } from '../../server/usage-error.ts'
import { varyReportForms } from '../../vary/run/forms.ts'
import type { Define } from '../tree.ts'
import { duration, someOf, wholeNumber, wordList } from '../values.ts'
import { withServerOptions } from './server-options.ts'

export const define: Define = (command, shell) => {
  withServerOptions(command)
    .argument('[command...]', 'the tests to run, after --')
    .usage('[options] -- command...')
    .passThroughOptions()
    .optionsGroup('Variants:')
    .option('--broken', 'also try mistakes of a broken service: do the tests notice them?')
    .option('--thorough', 'try side effects and subtle mistakes too; takes several times as long')
    .option('--quick', 'try only what happens in every deployment, and the ordinary mistakes')
    .option('--only <variants>', 'try these variants only (docs/reference/variants.md)', wordList)
    .option('--budget <time>', 'start no further run after this time, such as 5m', duration)
    .option('--jobs <number>', 'runs at the same time (default: one for each core)', wholeNumber(1, 64))
    .option('--junit <file>', 'a JUnit file that the command writes, which says which tests failed')
    .option('--no-cache', 'try variants again that passed before')
    .optionsGroup('Result:')
    .option('--known <file>', 'file of known findings, which do not count')
    .option('--write-known <file>', 'write the findings into such a file')
    .option('--report <forms>', `${varyReportForms.join(', ')}; several with commas`, someOf(varyReportForms))
    .option('--out <folder>', 'folder of the reports (default: vary-report)')
    .addHelpText(
      'after',
      `
Runs your tests against the mock: plainly, then under every freedom that the API description leaves to the service and
that touches the calls of your client. A test that fails then relies on something that the API does not promise.
The command finds the server as with exec: IDENTIKIT_URL, IDENTIKIT_TOKEN. Organisations that it creates itself vary too.

Exit codes: 0 no finding, or known ones only; 1 findings, or a known one that is gone; 2 usage;
3 no verdict: the command fails without variants, or calls nothing; 130 interrupted.`,
    )
    .action(async (words, options) => {
      if (words.length === 0)
        throw new UsageError('expected a command after --, such as: identikit vary -- npm test')
      const { runVary } = await import('../../vary/run/vary-command.ts')
      shell.exitCode = await runVary(words, options, shell.io)
    })
}
