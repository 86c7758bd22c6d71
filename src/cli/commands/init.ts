import type { Define } from '../tree.ts'

export const define: Define = (command, shell) => {
  command
    .argument('[folder]', 'folder of the project', '.')
    .option('--agent', 'add a skill file and the MCP server for coding agents, too')
    .option('-y, --yes', 'write the files without asking')
    .addHelpText(
      'after',
      `
Looks at a project (Vite, Next.js, Vitest, Jest, Playwright, or plain Node), shows what it would add, asks, and adds it:
the dependency, a set-up file for the application, and one test that passes. It overwrites no file, and edits only
package.json.

Exit codes: 0 done, or nothing to do; 2 usage, no project, or a package.json with uncommitted changes.`,
    )
    .action(async (folder, options) => {
      const { runInit } = await import('../init/init-command.ts')
      shell.exitCode = await runInit(folder, options, shell.io)
    })
}
