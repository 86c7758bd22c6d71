import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { CommandIo } from '../server/command-io.ts'
import { exitCodes } from '../server/command-io.ts'
import { logRequests } from '../server/request-log.ts'
import { serveWhile } from '../server/serve-command.ts'
import { type ServeFlags, settingsOf } from '../server/serve-settings.ts'
import { stopSignal } from '../server/stop-signal.ts'
import { UsageError } from '../server/usage-error.ts'
import { createMcpServer } from './server.ts'
import { targetAt, type Target } from './target.ts'
import { tools } from './tools.ts'
import { varyTool } from './vary.ts'

/**
 * `identikit mcp`: an MCP server over standard input and output, for one client. It serves an organisation while the
 * client runs, unless the client is for a server that runs already. Answers the exit code.
 *
 * @param url The server that runs already.
 * @throws UsageError for invalid options of an organisation.
 */
export async function runMcp(url: string | undefined, flags: ServeFlags, io: CommandIo): Promise<number> {
  const { controlToken } = flags as { readonly controlToken?: string }
  if (url !== undefined) {
    if (!/^https?:/.test(url) || !URL.canParse(url))
      throw new UsageError(`expected the base URL of a server such as http://localhost:4010, got '${url}'`)
    await served(targetAt(url, controlToken), undefined, stopSignal())
    return exitCodes.ok
  }
  const settings = await settingsOf({ ...flags, port: flags.port ?? 0 })
  return serveWhile(settings, io, async (server, { stopped }) => {
    // Standard output belongs to the protocol.
    if (settings.verbose) logRequests(server.org, settings, { ...io, out: io.error })
    const own = targetAt(server.url, settings.controlToken)
    await served(own, own, stopped)
    return exitCodes.ok
  })
}

/** Serves the client until it closes its end, or the process gets a signal to stop. */
async function served(target: Target, own: Target | undefined, stopped: Promise<unknown>): Promise<void> {
  const server = createMcpServer({ target, own, isLocal: true }, { ...tools, vary: varyTool })
  const left = new Promise<void>((resolve) => {
    // The SDK calls this property.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    server.onclose = resolve
    process.stdin.once('end', resolve)
  })
  await server.connect(new StdioServerTransport())
  await Promise.race([left, stopped])
  await server.close()
}
