import type { AsyncLocalStorage } from 'node:async_hooks'
import { type Reached, underWay } from '../model/kernel/base-url.ts'
import type { ServerRequest } from './wire.ts'

let storage: AsyncLocalStorage<Reached> | undefined

/** Answers a request whose links lead to the address by which it came. */
export function follow<Answer>(home: string, asked: string | undefined, answer: () => Answer): Answer {
  if (asked === undefined || asked === home) return answer()
  if (!storage) {
    // Other runtimes than Node may not have it: there, links lead to the server's own address.
    const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks')
    if (!hooks) return answer()
    const opened = (storage = new hooks.AsyncLocalStorage<Reached>())
    underWay.reached = () => opened.getStore()
  }
  return storage.run({ home, asked }, answer)
}

/** How a client reached a server. */
export interface Asked {
  readonly host: string | undefined
  /** Undefined without a host, or for one that cannot be part of a URL. */
  readonly address: string | undefined
}

/**
 * Reads how the client reached the server: by `Host`, or by the headers of a trusted proxy in front. Of several proxies,
 * the client reached the first.
 */
export function askedBy(request: ServerRequest, trustProxy: boolean): Asked {
  if (!trustProxy) {
    const host = request.header('host')
    return { host, address: host === undefined ? undefined : originOf(request.protocol, host) }
  }
  const said = (name: string, form: RegExp): string | undefined => {
    const value = request.header(`x-forwarded-${name}`)?.split(',', 1)[0]!.trim()
    return value !== undefined && form.test(value) ? value : undefined
  }
  const forwarded = said('host', hostForm)
  const protocol = said('proto', /^https?$/)?.concat(':') ?? request.protocol
  const port = said('port', /^\d+$/)
  const named = forwarded ?? request.header('host')
  const host = named !== undefined && port !== undefined && !/:\d+$/.test(named) ? `${named}:${port}` : named
  if (host === undefined) return { host, address: undefined }
  const prefix = new URL(said('prefix', /^(?:\/[\w.~-]+)+\/?$/) ?? '/', 'http://localhost').pathname.replace(
    /\/$/,
    '',
  )
  const origin = originOf(protocol, host)
  return { host, address: origin && origin + prefix }
}

/** The last origin: most requests come by the same one. */
let last = { protocol: '', host: '', origin: undefined as string | undefined }

function originOf(protocol: string, host: string): string | undefined {
  if (last.host !== host || last.protocol !== protocol) {
    const origin = hostForm.test(host) ? URL.parse(`${protocol}//${host}`)?.origin : undefined
    last = { protocol, host, origin }
  }
  return last.origin
}

/** A host: an address in brackets or a name, and a port. */
const hostForm = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i
