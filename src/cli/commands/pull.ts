import type { Define } from '../tree.ts'
import { formatOption } from '../values.ts'
import { transferExitCodesHelp, transferOptions } from './transfer-options.ts'

export const define: Define = (command, shell) => {
  transferOptions(command)
    .optionsGroup('Result:')
    .option('--out <file>', 'write the seed there instead of printing it')
    .option('--force', 'write over a file that is there')
    .addOption(formatOption())
    .option('--fake-names [seed]', 'made-up people in the places of real ones, the same from the same seed')
    .addHelpText(
      'after',
      `
Reads a deployment into a seed for serve --seed, loadWorld and push: users, groups, memberships, rules, clients.
It changes nothing there, and no secret is in the seed.
${transferExitCodesHelp}`,
    )
    .action(async (options) => {
      const { runPull } = await import('../../transfer/pull/pull-command.ts')
      shell.exitCode = await runPull(options, shell.io)
    })
}
