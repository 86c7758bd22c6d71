import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startLoad } from '../bench/processes.ts'
import { get, post } from '../bench/protocol.ts'

test('a load asks for another thing each time and repeats a tenth, and the next load goes on', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await using load = startLoad()
  const turns = Array.from({ length: 20_000 }, (_, number) => [get(`/${number}`), post(`/${number}/after`)])
  const one = await load.run({ port, connections: 2, seconds: 0.3, turns })
  const first = asked.splice(0)
  const two = await load.run({ port, connections: 2, seconds: 0.3, turns })
  server.close()
  expect([one.requests, two.requests]).toEqual([first.length, asked.length])
  const repeated = first.length - new Set(first).size
  // Of each ten turns of a connection one, of two requests.
  expect(repeated).toBeGreaterThan(first.length / 10 - 4)
  expect(repeated).toBeLessThanOrEqual(first.length / 10)
  const before = new Set(first.slice(0, -40))
  expect(asked.filter((each) => before.has(each))).toEqual([])
  // A connection sends the requests of a turn in their order, to the end.
  for (const each of [first, asked]) {
    const gets = each.filter((line) => line.startsWith('GET'))
    const posts = each.filter((line) => line.startsWith('POST'))
    expect(posts.map((line) => line.slice(5, -'/after'.length)).toSorted()).toEqual(
      gets.map((line) => line.slice(4)).toSorted(),
    )
  }
})
