import { Option } from '@commander-js/extra-typings'
import { type CompareReportForm, compareReportForms } from '../../recordings/report/forms.ts'
import type { Define } from '../tree.ts'
import { someOf } from '../values.ts'
import { flagOf } from './server-options.ts'

export const define: Define = (command, shell) => {
  command
    .argument('<recordings...>', 'files of recorded calls, or folders of them')
    .optionsGroup('The mock:')
    .addOption(flagOf('--preset'))
    .option('--prefix <prefix>', 'the name prefix inside identifiers (default: as each recording has it)')
    .option(
      '--data <data>',
      'data before the first call: demo, empty, examples, large:N, or a .yaml, .json, .ts or .js file (default: empty)',
    )
    .option('--config <file>', 'YAML or JSON file with options of the organisation, as serve takes it')
    .option('--no-config', 'take no configuration file')
    .option('--suggest', 'find the options under which the recordings differ least, and compare with them')
    .optionsGroup('Output:')
    .option('--show-values', 'show an example of each difference, which may have names, mails and secrets')
    .addOption(
      new Option('--report <list>', 'reports to write in addition to the text: json, html')
        .choices(compareReportForms)
        .argParser(someOf(compareReportForms))
        .default([] as CompareReportForm[], 'none'),
    )
    .option('--out <dir>', 'folder of the reports (default: compare-report)')
    .option('--json', 'print the report as JSON')
    .optionsGroup('Known differences:')
    .option('--baseline <file>', 'known differences, which do not change the exit code')
    .option('--write-baseline <file>', 'write the differences of this run as known ones, and exit with 0')
    .addHelpText(
      'after',
      `
Replays recorded calls on a fresh organisation and compares every reply: does the mock answer as your deployment did?
Nothing leaves this machine. Names, mails and secrets are not in the report. It skips calls outside the 57 operations.

Reads HAR 1.2 (browsers, proxies, the journal of Identikit), cassettes of go-vcr, vcrpy, vcr for Ruby and Polly,
fixtures of nock, and Postman collections with examples. The content decides, not the name.

Exit codes: 0 nothing differs but what is beyond the API description or in the baseline; 1 something differs;
2 usage, or a file is no recording; 3 nothing could be compared.`,
    )
    .action(async (files, options) => {
      const { runCompare } = await import('../../recordings/compare-command.ts')
      shell.exitCode = await runCompare(files, options, shell.io)
    })
}
