import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import net from 'node:net'
import { generate } from 'selfsigned'
import { afterEach, expect, test } from 'vitest'
import { fetchSender, httpSender, proxyFor } from '../../../conformance/engine/wire/http-sender.ts'
import { type Toy, startToy } from './toy-server.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

/** Lets a server listen until the test ends; returns its address. */
async function listening(server: net.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => server.close() })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function toy(answer: Parameters<typeof startToy>[0]): Promise<Toy> {
  const started = await startToy(answer)
  open.push(started)
  return started
}

function sender(options: Parameters<typeof httpSender>[0] = {}) {
  const made = httpSender(options)
  open.push(made)
  return made
}

const never = new AbortController().signal
const get = (url: string) => ({ method: 'GET', url: new URL(url), headers: {}, body: undefined })

test('several header lines of one name are joined', async () => {
  const target = await toy(() => ({
    status: 200,
    headers: { Link: ['<a>; rel="self"', '<b>; rel="next"'] },
    body: [],
  }))
  expect((await sender().send(get(target.baseUrl), never)).headers['link']).toBe(
    '<a>; rel="self", <b>; rel="next"',
  )
})

test('redirects are not followed', async () => {
  const target = await toy(() => ({ status: 302, headers: { Location: 'http://127.0.0.1:9/' } }))
  expect((await sender().send(get(target.baseUrl), never)).status).toBe(302)
})

test('a request that must be fresh reuses no kept connection', async () => {
  const ports: (number | undefined)[] = []
  const server = http.createServer(({ socket }, response) => {
    ports.push(socket.remotePort)
    // Both are under way at once, so that two connections are kept.
    setTimeout(() => response.end(), 20)
  })
  const url = `http://${await listening(server)}`
  const { send } = sender()
  await Promise.all([send(get(url), never), send(get(url), never)])
  const kept = new Set(ports)
  await send(get(url), never)
  await send({ ...get(url), isFresh: true }, never)
  expect(kept.size).toBe(2)
  expect(ports.slice(2).map((port) => kept.has(port))).toEqual([true, false])
})

test('a request that is aborted rejects with the reason', async () => {
  const target = await toy(() => undefined)
  const stop = new AbortController()
  const waiting = sender().send(get(target.baseUrl), stop.signal)
  setTimeout(() => stop.abort(new Error('time is up')), 20)
  await expect(waiting).rejects.toThrow('time is up')
})

test.each([
  ['http://org.test/', { HTTP_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
  ['http://org.test/', { http_proxy: 'proxy:3128' }, 'http://proxy:3128/'],
  ['https://org.test/', { HTTP_PROXY: 'http://proxy:3128' }, undefined],
  ['https://org.test/', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'other.test' }, 'http://proxy:3128/'],
  ['https://org.test/', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'a, org.test' }, undefined],
  ['https://a.org.test/', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '.org.test' }, undefined],
  ['https://notorg.test/', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'org.test' }, 'http://proxy:3128/'],
  ['http://org.test:81/', { HTTP_PROXY: 'http://proxy:3128', NO_PROXY: 'org.test:80' }, 'http://proxy:3128/'],
  ['http://org.test/', { HTTP_PROXY: 'http://proxy:3128', NO_PROXY: '*' }, undefined],
  ['https://org.test/', { HTTPS_PROXY: 'http://a:1', https_proxy: 'http://b:2' }, 'http://b:2/'],
  ['http://[::1]/', { HTTP_PROXY: 'http://a:1', NO_PROXY: '[::1]' }, undefined],
  ['http://[::1]/', { HTTP_PROXY: 'http://a:1', NO_PROXY: '::1' }, undefined],
  ['http://[::1]:81/', { HTTP_PROXY: 'http://a:1', NO_PROXY: '[::1]:81' }, undefined],
  ['http://org.test:81/', { HTTP_PROXY: 'http://a:1', NO_PROXY: 'org.test:81' }, undefined],
  ['http://a.org.test/', { HTTP_PROXY: 'http://a:1', NO_PROXY: '*.org.test' }, undefined],
  ['http://a.org.test/', { HTTP_PROXY: 'http://a:1', NO_PROXY: 'ORG.TEST ,' }, undefined],
  ['http://org.test/', { HTTP_PROXY: 'http://a:1', NO_PROXY: 'a.org.test' }, 'http://a:1/'],
  ['http://org.test/', { HTTP_PROXY: '' }, undefined],
])('%s with %j goes through %s', (url, environment, proxy) => {
  expect(proxyFor(new URL(url), environment)?.href).toBe(proxy)
})

test('a plain request goes to the proxy whole, with its credentials', async () => {
  const proxy = http.createServer((request, response) =>
    response.end(
      JSON.stringify({
        url: request.url,
        host: request.headers.host,
        credentials: request.headers['proxy-authorization'],
      }),
    ),
  )
  const { send } = sender({ environment: { HTTP_PROXY: `http://user:p%40ss@${await listening(proxy)}` } })
  const { text } = await send(get('http://org.test/api?x=1'), never)
  expect(JSON.parse(text)).toEqual({
    url: 'http://org.test/api?x=1',
    host: 'org.test',
    credentials: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
  })
})

test('a secure request asks the proxy for a tunnel, and says when it gets none', async () => {
  const asked: string[] = []
  const proxy = net.createServer((socket) => {
    socket.once('data', (chunk) => {
      asked.push(chunk.toString().split('\r\n')[0] ?? '')
      socket.end('HTTP/1.1 407 No\r\n\r\n')
    })
  })
  const { send } = sender({ environment: { HTTPS_PROXY: `http://${await listening(proxy)}` } })
  await expect(send(get('https://org.test/api'), never)).rejects.toThrow(
    'the proxy answered 407 to CONNECT org.test:443',
  )
  expect(asked).toEqual(['CONNECT org.test:443 HTTP/1.1'])
})

test('a secure request goes through the tunnel of a proxy, and its certificate is looked at', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'org.test' }])
  const target = https.createServer({ cert, key }, (request, response) =>
    response.end(`came to ${request.url}`),
  )
  const proxy = http.createServer()
  proxy.on('connect', (_request, socket) => {
    const onward = net.connect(Number(onwardTo.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  const onwardTo = await listening(target)
  const environment = { HTTPS_PROXY: `http://${await listening(proxy)}` }
  const request = get('https://org.test/api?x=1')
  const trusting = sender({ environment, insecure: true })
  expect((await trusting.send(request, never)).text).toBe('came to /api?x=1')
  await expect(sender({ environment }).send(request, never)).rejects.toThrow('self-signed certificate')
})

test('a fetch function takes the place of the network', async () => {
  const { send } = fetchSender(
    async (request) =>
      new Response(
        `${request.method} ${request.url} ${request.headers.get('x-one')} ${await request.text()}`,
        { status: 201, headers: { 'X-Two': '2' } },
      ),
  )
  const reply = await send(
    { method: 'POST', url: new URL('http://org.test/api'), headers: { 'X-One': '1' }, body: 'text' },
    never,
  )
  expect(reply).toMatchObject({
    status: 201,
    text: 'POST http://org.test/api 1 text',
    headers: { 'x-two': '2' },
  })
})

test.each([
  ['POST', undefined, '0'],
  ['PUT', undefined, '0'],
  ['DELETE', undefined, undefined],
  ['GET', undefined, undefined],
  ['POST', 'é', '2'],
  ['DELETE', '', '0'],
])('%s with the body %j says that it is %s bytes long', async (method, body, length) => {
  const target = await toy(() => ({ status: 200 }))
  await sender().send({ ...get(target.baseUrl), method, body }, never)
  expect(target.seen[0]?.headers['content-length']).toBe(length)
  expect(target.seen[0]?.body).toBe(body ?? '')
})

test('keeps connections from call to call, and closes them at the end', async () => {
  const ports = new Set<number | undefined>()
  const server = http.createServer((request, response) => {
    ports.add(request.socket.remotePort)
    response.end('x')
  })
  const url = `http://${await listening(server)}`
  const kept = httpSender()
  await kept.send(get(url), never)
  await kept.send(get(url), never)
  expect(ports.size).toBe(1)
  const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
  expect(await connections()).toBe(1)
  kept.close()
  await expect.poll(connections, { timeout: 60_000 }).toBe(0)
})

test('a fetch function follows no redirect, and gets no body where there is none', async () => {
  const seen: unknown[] = []
  const local = fetchSender(async (request) => {
    seen.push([request.redirect, request.body, request.signal.aborted])
    return new Response('')
  })
  const stop = new AbortController()
  expect((await local.send(get('http://org.test/'), stop.signal)).text).toBe('')
  expect(seen).toEqual([['manual', null, false]])
  expect(() => local.close()).not.toThrow()
})
