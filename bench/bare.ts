import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tellCpuTime } from './protocol.ts'

/**
 * The bare server for comparison: node:http that always sends the same reply. It gets the reply in its first message,
 * and reads the body of each request. The argument `keep` adds work that a server with a memory must do. It parses and
 * freezes the body, and stores it in a map with two indexes and in a list.
 */
const [{ status, headers, body }] = (await once(process, 'message')) as [
  { status: number; headers: Record<string, string | string[]>; body: string },
]
const bytes = Buffer.from(body)

const isKeeping = process.argv[2] === 'keep'
const records = new Map<string, unknown>()
const byName = new Map<string, string>()
const byTime = new Map<number, string>()
const order: string[] = []

function keep(text: string): void {
  if (text === '') return
  const id = `id${order.length}`
  const record = frozen({ id, ...(JSON.parse(text) as object) })
  records.set(id, record)
  byName.set(text, id)
  byTime.set(order.push(id), id)
}

function frozen<Value extends object>(value: Value): Value {
  for (const each of Object.values(value))
    if (typeof each === 'object' && each !== null) frozen(each as object)
  return Object.freeze(value)
}

const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
  if (incoming.method === 'GET') {
    response.writeHead(status, headers)
    response.end(bytes)
    return
  }
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    const text = Buffer.concat(chunks).toString()
    if (isKeeping) keep(text)
    response.writeHead(status, headers)
    response.end(bytes)
  })
})
server.listen(0, '127.0.0.1', () => {
  tellCpuTime()
  process.send!({ port: (server.address() as AddressInfo).port })
})
