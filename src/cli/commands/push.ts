import { Option } from '@commander-js/extra-typings'
import type { Define } from '../tree.ts'
import { transferExitCodesHelp, transferOptions } from './transfer-options.ts'

export const define: Define = (command, shell) => {
  transferOptions(command)
    .argument('[dataset]', 'demo, empty, examples, large:N (N users), or a .yaml, .json, .ts or .js file')
    .optionsGroup('Content:')
    .option('--password <source>', 'password of users instead of those in the seed: env:NAME, file:PATH')
    .option('--inactive-rules', 'leave every rule inactive')
    .option('--skip-existing', 'leave existing records unchanged, and write the rest')
    .option('--prefix <prefix>', 'the name prefix inside identifiers (default: svc)')
    .optionsGroup('Safety:')
    .option('--yes', 'write; without it, a dry run')
    .addOption(new Option('--dry-run', 'only show what it would write, as without --yes').conflicts('yes'))
    .option('--ledger <file>', 'file that notes each created record (default: identikit-push-HOST.jsonl)')
    .option('--undo', 'remove the records of the ledger, and nothing else')
    .addHelpText(
      'after',
      `
Writes a sample data set or a seed into a deployment through its API: groups, users, memberships, rules, clients. No mail is
sent. Run again with the same ledger, it goes on where it stopped.
${transferExitCodesHelp}`,
    )
    .action(async (dataset, options) => {
      const { runPush } = await import('../../transfer/push/push-command.ts')
      shell.exitCode = await runPush(dataset, options, shell.io)
    })
}
