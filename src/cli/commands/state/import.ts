import type { Define } from '../../tree.ts'

export const define: Define = (command, shell) => {
  command
    .argument('<export>', 'file of state export, serve --export-on-exit or org.exportState()')
    .argument('<file>', 'the state file to create, for serve --state')
    .action(async (exported, file) => {
      const { importState } = await import('../../../server/state/commands.ts')
      shell.exitCode = await importState(exported, file, shell.io)
    })
}
