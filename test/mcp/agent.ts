import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/** A client, and the number of tools that it called. */
export class Agent {
  readonly client = new Client({ name: 'test', version: '1' })
  calls = 0

  async call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    this.calls++
    const { content, isError } = await this.client.callTool({ name, arguments: args })
    const [{ text }] = content as [{ text: string }]
    return isError ? `ERROR ${text}` : text
  }
}

export async function agentOver(transport: unknown): Promise<Agent> {
  const agent = new Agent()
  await agent.client.connect(transport as Transport)
  return agent
}
