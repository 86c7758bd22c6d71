import http from 'node:http'
import https from 'node:https'
import type { RawReply } from './reply.ts'

/** One request as it goes on the wire. */
export interface WireRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Whether it goes over a new connection: those that are kept may be as dead as the one before. Default false. */
  readonly isFresh?: boolean
}

/** Sends one request and returns the whole answer; follows no redirect. Rejects when there is no answer. */
export type Send = (request: WireRequest, signal: AbortSignal) => Promise<RawReply>

/** How the sender reaches the target. */
export interface SenderOptions {
  /** Accept any certificate. Default false. */
  readonly insecure?: boolean
  /** Where `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` (or lower case) are read from. Default none. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** A sender, and a way to close its connections. */
export interface Sender {
  readonly send: Send
  close(): void
}

/** A sender over node:http and node:https, with kept connections. */
export function httpSender({ insecure = false, environment = {} }: SenderOptions = {}): Sender {
  const agents = new Map<string, Promise<http.Agent>>()
  const agentFor = (url: URL): Promise<http.Agent> => {
    const proxy = proxyFor(url, environment)
    const key = `${url.protocol} ${proxy?.href ?? ''}`
    const agent = agents.get(key) ?? makeAgent(url.protocol === 'https:', proxy)
    agents.set(key, agent)
    return agent
  }
  return {
    send: async (request, signal) => {
      const agent = await agentFor(request.url)
      if (request.isFresh === true)
        for (const socket of Object.values(agent.freeSockets).flatMap((kept) => kept ?? [])) socket.destroy()
      return exchange(request, signal, { agent, rejectUnauthorized: !insecure })
    },
    close: () => {
      for (const agent of agents.values()) void agent.then((made) => made.destroy())
    },
  }
}

/** An agent for one kind of target; what goes through a proxy is loaded only where there is one. */
async function makeAgent(isSecure: boolean, proxy: URL | undefined): Promise<http.Agent> {
  const options = { keepAlive: true }
  if (proxy === undefined) return isSecure ? new https.Agent(options) : new http.Agent(options)
  if (isSecure) return new (await import('https-proxy-agent')).HttpsProxyAgent(proxy, options)
  return new (await import('http-proxy-agent')).HttpProxyAgent(proxy, options)
}

/** The longest body that is read, in bytes: a page of users takes a fraction of it. */
const maxBytes = 32 * 2 ** 20

function exchange(
  request: WireRequest,
  signal: AbortSignal,
  options: https.RequestOptions,
): Promise<RawReply> {
  const { url, body } = request
  const headers: Record<string, string> = { ...request.headers }
  if (body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(body))
  else if (request.method === 'POST' || request.method === 'PUT') headers['Content-Length'] = '0'
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).request(
      url,
      { ...options, signal, method: request.method, headers },
      (answer) => {
        const chunks: Buffer[] = []
        let length = 0
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length
          chunks.push(chunk)
          if (length > maxBytes) sent.destroy(new Error(`the answer is longer than ${maxBytes >> 20} MB`))
        })
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: joined(answer.rawHeaders),
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      },
    )
    sent.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error))
    // The agent would hand a proxy's refusal of the tunnel on as if the target had answered.
    sent.on('proxyConnect', ({ statusCode }: { statusCode?: number }) => {
      if (url.protocol === 'http:' || statusCode === 200) return
      const target = `${url.hostname}:${url.port || '443'}`
      reject(new Error(`the proxy answered ${statusCode} to CONNECT ${target}`))
    })
    sent.end(body)
  })
}

function joined(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const value = rawHeaders[at + 1] ?? ''
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return headers
}

/** The proxy that the environment names for a URL; none when `NO_PROXY` covers its host. */
export function proxyFor(
  url: URL,
  environment: Readonly<Record<string, string | undefined>>,
): URL | undefined {
  const read = (name: string): string => environment[name.toLowerCase()] ?? environment[name] ?? ''
  const proxy = read(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY')
  if (proxy === '') return undefined
  const without = read('NO_PROXY')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean)
  const covered = without.some((each) => {
    if (each === '*') return true
    const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(each) ?? ['', `[${each}]`]
    const name = host.replace(/^\*?\./, '')
    return (url.hostname === name || url.hostname.endsWith(`.${name}`)) && (port === '' || port === url.port)
  })
  if (covered) return undefined
  return new URL(proxy.includes('://') ? proxy : `http://${proxy}`)
}

/** A `fetch` that goes the way of a sender: through its proxies, and with what it trusts. */
export function fetchBy({ send }: Pick<Sender, 'send'>): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = await request.text()
    const { status, headers, text } = await send(
      {
        method: request.method,
        url: new URL(request.url),
        headers: Object.fromEntries(request.headers),
        body: body === '' ? undefined : body,
      },
      request.signal,
    )
    return new Response([204, 205, 304].includes(status) ? null : text, { status, headers })
  }
}

/** A sender over a `fetch` function, for targets that live in the same process. */
export function fetchSender(fetch: (request: Request) => Response | Promise<Response>): Sender {
  return {
    send: async ({ method, url, headers, body }, signal) => {
      const answer = await fetch(
        new Request(url, {
          method,
          headers,
          redirect: 'manual',
          signal,
          ...(body === undefined ? {} : { body }),
        }),
      )
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
    },
    close: () => {},
  }
}

/** Whether a URL names this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
