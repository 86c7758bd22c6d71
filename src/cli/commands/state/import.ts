import type { Define } from '../../tree.ts'

export const define: Define = (command, shell) => {
  command
    .argument('<export>', 'what state export, serve --export-on-exit or org.exportState() wrote')
    .argument('<file>', 'the file of state to make, for serve --state')
    .action(async (exported, file) => {
      const { importState } = await import('../../../server/state/commands.ts')
      shell.exitCode = await importState(exported, file, shell.io)
    })
}
