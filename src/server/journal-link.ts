import { requestIdHeader } from '../handlers/cors.ts'
import type { WireReply } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { html } from '../pages/html.ts'

/** Whether a reply is an error page for a person. */
export function isErrorPage({ status, headers }: WireReply): boolean {
  return status >= 400 && String(headers['Content-Type']).startsWith('text/html')
}

/** Adds a link to the request in the console's journal to an error page. */
export function withJournalLink({ baseUrl, vocabulary }: Org, reply: WireReply): WireReply {
  const id = String(reply.headers[requestIdHeader(vocabulary.word)])
  const base = new URL(baseUrl).pathname.replace(/\/$/, '')
  const link = html`<p><a href="${base}/_console#/journal/${id}">This request in the journal</a></p>`.text
  return { ...reply, body: reply.body.replace('</main>', () => `${link}</main>`) }
}
