import http from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import type { RawReply } from './reply.ts'

/** One request as it goes on the wire. */
export interface WireRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
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

/** A sender, and how to let go of its connections. */
export interface Sender {
  readonly send: Send
  close(): void
}

/** A sender over node:http and node:https, with kept connections. */
export function httpSender({ insecure = false, environment = {} }: SenderOptions = {}): Sender {
  const agents = new Map<string, http.Agent>()
  const agentFor = (url: URL, proxy: URL | undefined): http.Agent => {
    const key = `${url.protocol} ${proxy?.href ?? ''}`
    let agent = agents.get(key)
    if (agent === undefined) {
      agent =
        url.protocol === 'http:'
          ? new http.Agent({ keepAlive: true })
          : proxy === undefined
            ? new https.Agent({ keepAlive: true, rejectUnauthorized: !insecure })
            : new TunnelAgent(proxy, { keepAlive: true, rejectUnauthorized: !insecure })
      agents.set(key, agent)
    }
    return agent
  }
  return {
    send: (request, signal) => {
      const proxy = proxyFor(request.url, environment)
      return exchange(request, signal, agentFor(request.url, proxy), proxy)
    },
    close: () => {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

function exchange(
  request: WireRequest,
  signal: AbortSignal,
  agent: http.Agent,
  proxy: URL | undefined,
): Promise<RawReply> {
  const { url, body } = request
  const plainProxy = proxy !== undefined && url.protocol === 'http:' ? proxy : undefined
  const headers: Record<string, string> = { ...request.headers }
  if (body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(body))
  else if (request.method === 'POST' || request.method === 'PUT') headers['Content-Length'] = '0'
  if (plainProxy) {
    headers['Host'] = url.host
    Object.assign(headers, proxyCredentials(plainProxy))
  }
  const target = plainProxy ?? url
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).request(
      {
        agent,
        signal,
        method: request.method,
        host: target.hostname.replace(/^\[|\]$/g, ''),
        port: target.port || (target.protocol === 'https:' ? 443 : 80),
        path: plainProxy ? url.href : url.pathname + url.search,
        headers,
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
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
    const [host = '', port = ''] = each.split(':')
    const name = host.replace(/^\*?\./, '')
    return (url.hostname === name || url.hostname.endsWith(`.${name}`)) && (port === '' || port === url.port)
  })
  if (covered) return undefined
  return new URL(proxy.includes('://') ? proxy : `http://${proxy}`)
}

function proxyCredentials(proxy: URL): Record<string, string> {
  if (proxy.username === '') return {}
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  return { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}

/** Reaches https targets through a proxy's CONNECT. */
class TunnelAgent extends https.Agent {
  readonly #proxy: URL
  constructor(proxy: URL, options: https.AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  override createConnection(
    options: https.RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const target = `${options.host}:${options.port}`
    const done = callback as (error: Error | null, stream?: Duplex) => void
    const connect = (this.#proxy.protocol === 'https:' ? https : http).request({
      method: 'CONNECT',
      host: this.#proxy.hostname,
      port: this.#proxy.port || (this.#proxy.protocol === 'https:' ? 443 : 80),
      path: target,
      headers: { Host: target, ...proxyCredentials(this.#proxy) },
    })
    connect.on('connect', (answer, socket) => {
      if (answer.statusCode !== 200) {
        socket.destroy()
        done(new Error(`the proxy answered ${answer.statusCode} to CONNECT ${target}`))
        return
      }
      const secure = tls.connect({
        socket,
        servername: options.servername ?? options.host ?? '',
        rejectUnauthorized: options.rejectUnauthorized ?? true,
      })
      done(null, secure)
    })
    connect.on('error', (error) => done(error))
    connect.end()
    return undefined
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
