import type { Define } from '../../tree.ts'

export const define: Define = (command, shell) => {
  command
    .argument('<file>', 'file of serve --state')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nReads the file only. A server that runs has it locked: ask that at /_control.')
    .action(async (file, options) => {
      const { showState } = await import('../../../server/state/commands.ts')
      shell.exitCode = await showState(file, options, shell.io)
    })
}
