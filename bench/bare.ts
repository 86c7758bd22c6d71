import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tellCpuTime } from './cpu-time.ts'

/**
 * The bare server that everything is measured against: node:http, and one reply whatever is asked. It reads
 * the body where there is one. It is told the reply first.
 */
const [{ status, headers, body }] = (await once(process, 'message')) as [
  { status: number; headers: Record<string, string | string[]>; body: string },
]
const bytes = Buffer.from(body)

const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
  if (incoming.method === 'GET') {
    response.writeHead(status, headers)
    response.end(bytes)
    return
  }
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    Buffer.concat(chunks).toString()
    response.writeHead(status, headers)
    response.end(bytes)
  })
})
server.listen(0, '127.0.0.1', () => {
  tellCpuTime()
  process.send!({ port: (server.address() as AddressInfo).port })
})
