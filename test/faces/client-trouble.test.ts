import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import { expect, test } from 'vitest'
import { createClient, ServiceError } from '../../src/client.ts'

const baseUrl = 'https://svc.example.com'

/** A client that gets these answers one after another, and the number of its requests. */
function answering(...replies: readonly (() => Response)[]) {
  const asked: string[] = []
  const client = createClient({
    baseUrl,
    fetch({ url }) {
      asked.push(url)
      return Promise.resolve(replies[Math.min(asked.length, replies.length) - 1]!())
    },
  })
  return { client, asked }
}

async function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => expect.unreachable('it did not fail'),
    (error: unknown) => error as Error,
  )
}

test('a web page instead of the service is an error, also with status 200', async () => {
  const { client } = answering(() => new Response('<!doctype html><title>Sign in</title>'))
  const refused = await failureOf(client.listUsers())
  expect(refused).toBeInstanceOf(ServiceError)
  expect(refused).toMatchObject({
    status: 200,
    code: undefined,
    body: '<!doctype html><title>Sign in</title>',
  })
  expect(refused.message).toBe('listUsers: 200: no JSON, but <!doctype html><title>Sign in</title>')
  await expect(client.each('listUsers').next()).rejects.toThrow(ServiceError)
})

test('each() rejects a reply that is not a list', async () => {
  const { client } = answering(() => Response.json({ users: [] }))
  await expect(client.each('listUsers').next()).rejects.toThrow('listUsers: no list came')
})

test('an empty reply has no body', async () => {
  const { client } = answering(() => new Response(null, { status: 204 }))
  const reply = await client.call('deleteUser', { params: { userId: 'ada' } })
  expect([reply.status, reply.body, reply.next]).toEqual([204, undefined, undefined])
})

const page = (next: string) => () =>
  Response.json([{ id: 'a' }, { id: 'b' }], {
    headers: { link: `<${baseUrl}/api/v1/users?after=${next}>; rel="next"` },
  })

test('a list that is left in the middle asks for no further page', async () => {
  const { client, asked } = answering(page('1'), page('2'), page('3'))
  for await (const { id } of client.each('listUsers')) if (asked.length === 2 && id === 'a') break
  expect(asked).toHaveLength(2)
})

test('a next link that leads to itself comes to an end', async () => {
  const { client, asked } = answering(page('1'))
  const seen = async (): Promise<void> => {
    for await (const each of client.each('listUsers')) expect(each.id).toMatch(/a|b/)
  }
  await expect(seen()).rejects.toThrow('listUsers: the next link of a page leads to itself')
  expect(asked).toHaveLength(2)
})

test('an id that a URL would take for a folder calls nothing', async () => {
  const { client, asked } = answering(() => Response.json({}))
  for (const userId of ['.', '..']) await failureOf(client.deleteUser({ params: { userId } }))
  await expect(client.getUser({ params: { userId: '...' } })).resolves.toEqual({})
  expect(asked).toEqual([`${baseUrl}/api/v1/users/...`])
})

test('the error for a token that no header can carry does not show the token', () => {
  for (const name of ['token', 'accessToken']) {
    for (const secret of ['se\ncret', 'sécret', 'se cret']) {
      const make = (): unknown => createClient({ baseUrl, [name]: secret })
      expect(make).toThrow(`${name}: expected visible ASCII characters, and no blanks`)
      expect(make).not.toThrow(secret)
    }
  }
  // As `cat token.txt` gives it.
  expect(() => createClient({ baseUrl, token: 'secret\n' })).not.toThrow()
})

test('where nobody answers, the error names operation, address and reason', async () => {
  const taken = createSocket().listen(0, '127.0.0.1')
  await new Promise((listening) => taken.once('listening', listening))
  const { port } = taken.address() as AddressInfo
  await new Promise((closed) => taken.close(closed))
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/id/` })
  const failure = await failureOf(client.listUsers())
  expect(failure).toBeInstanceOf(TypeError)
  expect(failure.message).toBe(
    `listUsers: no reply from http://127.0.0.1:${port}/id: connect ECONNREFUSED 127.0.0.1:${port}`,
  )
  expect((failure.cause as Error).message).toBe('fetch failed')
})

test('a read whose connection breaks is made again, and a write is not', async () => {
  const asked: string[] = []
  const server = createServer(({ method, socket }, reply) => {
    asked.push(method!)
    // The first breaks before the reply, and the second in the middle of it.
    if (asked.length === 1) socket.destroy()
    else if (asked.length === 2) {
      reply.writeHead(200, { 'content-length': 100 }).write('[')
      setTimeout(() => socket.destroy(), 20)
    } else reply.setHeader('content-type', 'application/json').end('[]')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const waited: number[] = []
  const wait = (time: number): Promise<void> => Promise.resolve(void waited.push(time))
  const { port } = server.address() as AddressInfo
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, retry: { wait } })
  expect(await client.listUsers()).toEqual([])
  expect([asked, waited]).toEqual([
    ['GET', 'GET', 'GET'],
    [500, 1000],
  ])
  asked.length = 0
  const failure = await failureOf(client.createGroup({ body: { profile: { name: 'x' } } }))
  expect(failure.message).toMatch(/^createGroup: no reply from http:\/\/127\.0\.0\.1:\d+: /)
  expect([asked, waited.length]).toEqual([['POST'], 2])
  server.closeAllConnections()
  server.close()
})

test('a signal stops a call that is under way, with its own reason', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await new Promise((listening) => silent.once('listening', listening))
  const client = createClient({ baseUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` })
  const stop = new AbortController()
  silent.once('request', () => stop.abort(new Error('enough')))
  await expect(client.listUsers({ signal: stop.signal })).rejects.toThrow('enough')
  const plain = new AbortController()
  silent.once('request', () => plain.abort())
  expect(await failureOf(client.listUsers({ signal: plain.signal }))).toMatchObject({ name: 'AbortError' })
  silent.closeAllConnections()
  silent.close()
})
