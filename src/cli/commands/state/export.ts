import type { Define } from '../../tree.ts'

export const define: Define = (command, shell) => {
  command
    .argument('<file>', 'file of serve --state')
    .requiredOption('--out <export>', 'the JSON file to write')
    .addHelpText(
      'after',
      `
Writes an exact copy: JSON with a row a line, which createOrg({ rows }), state import and POST /_control/import-state
take. Hashes of passwords, tokens and keys are in it: it is for its owner alone. For people: identikit seed --from state.`,
    )
    .action(async (file, options) => {
      const { exportState } = await import('../../../server/state/commands.ts')
      shell.exitCode = await exportState(file, options, shell.io)
    })
}
