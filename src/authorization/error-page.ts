import type { Refusal } from '../contract/errors/refusal.ts'
import type { WireReply } from '../handlers/wire.ts'
import { html } from '../pages/html.ts'
import { pageReply } from '../pages/page.ts'

/** Shows an error to the person, where it is unknown which client may learn of it. */
export function errorPage({ status, summary, accepted, details }: Refusal): WireReply {
  const { values: { received } = {}, headers } = details
  const page = pageReply({
    status,
    heading: 'This request cannot be answered',
    problem: `${summary}.`,
    content: html`<dl>
        ${
          received !== undefined &&
          html`<dt>Received</dt>
            <dd>${String(received)}</dd>`
        }
        <dt>Expected</dt>
        <dd>${accepted}</dd>
      </dl>
      <p>Nothing was changed. Tell the people who make the application.</p>`,
  })
  return { ...page, headers: { ...page.headers, ...headers } }
}
