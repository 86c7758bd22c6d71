import { expect, test } from 'vitest'
import { serve } from '../../src/server.ts'

/** Reads `count` events of a stream. */
async function read(
  response: Response,
  count: number,
): Promise<{ id: string; event: string; data: string }[]> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const events: { id: string; event: string; data: string }[] = []
  let text = ''
  while (events.length < count) {
    const { value, done } = await reader.read()
    if (done) break
    text += value
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const [, id, event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? []
      if (id !== undefined) events.push({ id, event: event!, data: data! })
    }
  }
  await reader.cancel()
  return events
}

test('sends events as server-sent events, and goes on after the last one that arrived', async () => {
  const server = await serve({ port: 0, options: { apiToken: 'token' } })
  const group = (name: string): Promise<unknown> =>
    fetch(`${server.url}/api/v1/groups`, {
      method: 'POST',
      headers: { authorization: 'SSWS token', 'content-type': 'application/json' },
      body: JSON.stringify({ profile: { name } }),
    })
  try {
    const response = await fetch(`${server.url}/_control/events`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    await group('First')
    const [first] = await read(response, 1)
    expect(first?.event).toBe('group.created')
    expect(JSON.parse(first!.data)).toMatchObject({
      id: first!.id,
      record: { kind: 'group', label: 'First' },
    })

    await group('Second')
    const resumed = await fetch(`${server.url}/_control/events?type=group.*`, {
      headers: { 'last-event-id': first!.id },
    })
    const [second] = await read(resumed, 1)
    expect(JSON.parse(second!.data).record.label).toBe('Second')

    // Requests come along for those who ask, and have no id to continue after.
    const both = await fetch(`${server.url}/_control/events?requests&type=user.*`)
    await group('Third')
    const reader = both.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('request.answered')) text += (await reader.read()).value
    await reader.cancel()
    expect(text).toMatch(/\n\nevent: request\.answered\ndata: \{"type":"request\.answered","number":3\}\n\n$/)

    const unknown = await fetch(`${server.url}/_control/events?type=user.suspend`)
    expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining('user.suspended')])
    const foreign = await fetch(`${server.url}/_control/events`, {
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
  } finally {
    await server.close()
  }
})

test('a server with a listener closes', async () => {
  const server = await serve({ port: 0 })
  const response = await fetch(`${server.url}/_control/events`)
  expect(response.status).toBe(200)
  const ended = response.text().catch(() => 'broken off')
  await server.close()
  await ended
})

test('the stream ends with its organisation', async () => {
  const server = await serve({ port: 0 })
  try {
    await fetch(`${server.url}/_orgs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"acme"}',
    })
    const response = await fetch(`${server.url}/orgs/acme/_control/events`)
    expect((await fetch(`${server.url}/_orgs/acme`, { method: 'DELETE' })).status).toBe(204)
    expect(await response.text()).toBe(': the events of the organisation\n\n: the organisation is gone\n\n')
    expect((await fetch(`${server.url}/orgs/acme/_control/events`)).status).toBe(404)
  } finally {
    await server.close()
  }
})
