import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { controlPath } from '../contract/paths.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { answerControl, controlChanges } from '../server/control.ts'
import type { ControlAccessOptions } from '../server/control-access.ts'
import { answerOpenApi } from '../server/openapi.ts'
import { createMcpServer } from './server.ts'
import { type Target, ToolError } from './target.ts'
import { tools } from './tools.ts'

/**
 * Answers a message of an MCP client that the control plane let in. Each message has its own
 * session: the address selects the organisation. A client from elsewhere gets no tool that reaches beyond it.
 */
export async function answerMcp(
  org: Org,
  request: WireRequest,
  options: ControlAccessOptions,
): Promise<WireReply> {
  const session = { target: targetOf(org, options), own: undefined, isLocal: false }
  const server = createMcpServer(session, tools)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const { method, body } = request
    const headers = [...(request.headers?.() ?? [])].map(([name, value]): [string, string] => [name, value])
    const url = `${org.baseUrl}${controlPath}/mcp`
    const reply = await transport.handleRequest(new Request(url, { method, headers, body }))
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
  } finally {
    await server.close()
  }
}

/** The organisation itself, whose caller the control plane let in already. */
function targetOf(org: Org, { control, readOnly = false, onError }: ControlAccessOptions): Target {
  return {
    url: org.baseUrl,
    controlToken: typeof control === 'string' ? undefined : control.token,
    openApi: () => Promise.resolve(String(answerOpenApi(org, 'json').body)),
    async send(path, input) {
      if (readOnly && controlChanges(path))
        throw new ToolError('The server was started read-only: tools that change something do not work')
      const header = (name: string): string | undefined =>
        name === 'content-type' ? 'application/json' : undefined
      const message = { method: 'POST', path: `${controlPath}/${path}`, query: '', header, body: input }
      const { status, body, parts } = await answerControl(org, message, path, { control: 'open', onError })
      if (!parts) return { status, text: body }
      let text = ''
      for await (const part of parts) text += part
      return { status, text }
    },
  }
}
