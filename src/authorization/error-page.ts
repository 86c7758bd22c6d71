import type { WireReply } from '../handlers/wire.ts'
import { html } from '../pages/html.ts'
import { pageReply } from '../pages/page.ts'
import { type EndpointCall, noteError } from './endpoint.ts'

/** Tells the person what is wrong where it is not known to which client it may be told. */
export function errorPage({ noted }: Pick<EndpointCall, 'noted'>, message: string, status = 400): WireReply {
  noteError(noted, 'invalid_request', message, status)
  return pageReply({
    status,
    heading: 'This request cannot be answered',
    problem: message,
    content: html`<p>Nothing was changed. Tell the people who make the application.</p>`,
  })
}
