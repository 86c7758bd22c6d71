/** Puts alterations before a server. */
import { parsed } from '../../engine/words/text.ts'
import { type Send, type Sender, fetchSender } from '../../engine/wire/http-sender.ts'
import type { RawReply } from '../../engine/wire/reply.ts'
import type { Alteration, Answer, Forward, Sent } from './wire.ts'

/** Puts an alteration before a sender; close the sender itself. */
export function alteredSender(sender: Sender, baseUrl: string, alteration: Alteration): Sender {
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/$/, '')
  const alter = alteration()
  const send: Send = async (request, signal) => {
    const sent: Sent = {
      method: request.method,
      path: request.url.pathname.slice(basePath.length),
      query: request.url.searchParams,
      headers: lowerCased(request.headers),
      json: parsed(request.body),
      text: request.body,
    }
    const forward: Forward = async ({ method, path, query, headers, text }) => {
      const url = new URL(`${base.origin}${basePath}${path}`)
      url.search = query.toString().replaceAll('+', '%20')
      return answerFrom(await sender.send({ method, url, headers, body: text }, signal))
    }
    const { status, headers, text } = await alter(sent, forward)
    return { status, headers, text }
  }
  return { send, close: () => {} }
}

/** Puts an alteration before a `fetch` function. */
export function alteredFetch(
  fetch: (request: Request) => Promise<Response>,
  baseUrl: string,
  alteration: Alteration,
): (request: Request) => Promise<Response> {
  const sender = alteredSender(fetchSender(fetch), baseUrl, alteration)
  return async (request) => {
    const body = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text()
    const { status, headers, text } = await sender.send(
      {
        method: request.method,
        url: new URL(request.url),
        headers: Object.fromEntries(request.headers),
        body: body === '' ? undefined : body,
      },
      request.signal,
    )
    return new Response(text === '' ? null : text, { status, headers })
  }
}

function answerFrom({ status, headers, text }: RawReply): Answer {
  return { status, headers, text, json: parsed(text) }
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
