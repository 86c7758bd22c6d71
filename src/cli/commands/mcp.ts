import type { Define } from '../tree.ts'
import { withServerOptions } from './server-options.ts'

export const define: Define = (command, shell) => {
  withServerOptions(command)
    .argument('[url]', 'base URL of a running server to act on, instead of starting one')
    .addHelpText(
      'after',
      `
An MCP server over standard input and output, for coding agents: they start it themselves. Its tools read the journal
with reasons, create people and clients, sign in, read mails, move the clock, add faults, check requirements, run vary,
and look up requirements. Without a URL it serves an organisation at a free port while the agent runs.
Over HTTP, every server of identikit serve answers MCP clients at /_control/mcp, with its control token if it has one.

Exit codes: 0 the client has gone; 1 it could not start; 2 usage.`,
    )
    .action(async (url, options) => {
      const { runMcp } = await import('../../mcp/mcp-command.ts')
      shell.exitCode = await runMcp(url, options, shell.io)
    })
}
