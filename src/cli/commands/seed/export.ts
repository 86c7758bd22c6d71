import type { Define } from '../../tree.ts'

export const define: Define = (command, shell) => {
  command
    .argument('<file>', 'a file that serve --state keeps, or the .json of state export')
    .option('--out <seed>', 'the .yaml or .json file to write (default: printed as YAML)')
    .option(
      '--secrets',
      'with values of tokens, secrets of clients and headers of the password hook, which are left out otherwise',
    )
    .addHelpText(
      'after',
      `
The seed makes the organisation again: serve --seed, loadWorld. Ids, statuses, times and hashes of passwords are in it;
what it does not carry is listed on standard error, and at the top of the YAML. For an exact copy: identikit state export.`,
    )
    .action(async (file, options) => {
      const { exportSeed } = await import('../../../server/state/seed-command.ts')
      shell.exitCode = await exportSeed(file, options, shell.io)
    })
}
