import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, inject, test } from 'vitest'
import { serve } from '../../src/server.ts'
import { agentOver } from '../mcp/agent.ts'

test('runs as a command over standard input and output, and attaches to another server', async () => {
  const server = await serve({ port: 0 })
  const transport = new StdioClientTransport({
    command: join(inject('packed').folder, 'node_modules/.bin/identikit'),
    args: ['mcp', '--data', 'demo'],
    stderr: 'pipe',
  })
  const local = await agentOver(transport)
  try {
    const { tools } = await local.client.listTools()
    expect(tools).toHaveLength(15)
    const own = await local.call('organisation')
    expect(own).not.toContain(server.url)
    expect(own).toMatch(/users: \d{2}/)
    const other = await local.call('organisation', { url: server.url })
    expect(other).toContain(server.url)
    expect(await local.call('organisation', { url: 'localhost' })).toContain('expected an address')
    expect(await local.call('organisation', { url: 'http://127.0.0.1:1' })).toContain('no server answers at')
    expect(await local.call('organisation')).toContain(server.url)
    expect(await local.call('organisation', { url: 'own' })).toContain(own.split('\n')[0])
    const varied = await local.call('vary', {
      command: [
        process.execPath,
        '-e',
        'fetch(process.env.IDENTIKIT_URL+"/api/v1/users/admin@example.com",{headers:{Authorization:"SSWS "+process.env.IDENTIKIT_TOKEN}}).then((r)=>process.exit(r.ok?0:1))',
      ],
      only: ['other-order'],
    })
    expect(varied).toContain('No test relies on what the API description leaves open')
  } finally {
    await local.client.close()
    await server.close()
  }
})
