import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { readVersion } from '../server/version.ts'
import { docsPage, docsPages } from './docs.ts'
import { type Input, type Session, shown, type Tool } from './tool.ts'

const instructions = `Identikit is a mock of an identity management API (users, groups, OAuth clients), with a control plane and a conformance suite.
Point the application at the URL and API token that the tool organisation shows. Then journal and explain_call say why a call failed; faults, clock, users, sign_in and mails cause what a test needs; look_up says what the API demands; check and vary try it.
Results are short; "whole": true returns all of one.`

/** Fields of every tool. */
const sharedFields = {
  whole: { type: 'boolean', description: 'Whether to return the whole result, however long' },
}

/** The MCP server of a session: the tools, the documentation, and the OpenAPI document. */
export function createMcpServer(session: Session, tools: Readonly<Record<string, Tool>>): Server {
  const info = { name: 'identikit', version: readVersion() }
  const server = new Server(info, { capabilities: { tools: {}, resources: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.entries(tools).map(([name, tool]) => ({
      name,
      description: tool.description,
      inputSchema: {
        type: 'object' as const,
        properties: { ...fieldsOf(tool, session), ...sharedFields },
        ...(tool.required ? { required: [...tool.required] } : {}),
        additionalProperties: false,
      },
      annotations: { readOnlyHint: tool.reads === true },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `unknown tool ${params.name.slice(0, 80)}`)
    return resultOf(tool, session, params.arguments ?? {})
  })
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [
      { uri: openApiUri, name: 'OpenAPI document of the API', mimeType: 'application/json' },
      ...docsPages().map((page) => ({ uri: docsUri + page, name: page, mimeType: 'text/markdown' })),
    ],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    if (uri === openApiUri) return textOf(uri, 'application/json', await session.target.openApi())
    const page = uri.startsWith(docsUri) ? docsPage(uri.slice(docsUri.length)) : undefined
    if (page === undefined)
      throw new McpError(ErrorCode.InvalidParams, `unknown resource ${uri.slice(0, 200)}`)
    return textOf(uri, 'text/markdown', page)
  })
  return server
}

const docsUri = 'identikit://docs/'
const openApiUri = 'identikit://openapi.json'

const textOf = (uri: string, mimeType: string, text: string) => ({ contents: [{ uri, mimeType, text }] })

function fieldsOf({ fields, localFields = {} }: Tool, { isLocal }: Session): Tool['fields'] {
  return isLocal ? { ...fields, ...localFields } : fields
}

/** The result of a call. A mistake in it is a result too, so that the model reads what to change. */
async function resultOf(tool: Tool, session: Session, { whole, ...input }: Input) {
  try {
    const fields = Object.keys(fieldsOf(tool, session))
    const unknown = Object.keys(input).find((name) => !fields.includes(name))
    const missing = tool.required?.find((name) => input[name] === undefined)
    if (missing !== undefined) return failed(`${missing}: expected a value, got none`)
    if (unknown !== undefined)
      return failed(`${unknown.slice(0, 80)}: unknown field; expected ${fields.join(', ')}`)
    const text = shown(await tool.run(session, input), whole === true)
    return { content: [{ type: 'text' as const, text }] }
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

const failed = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true })
