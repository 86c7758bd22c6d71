import type { WireReply } from '../handlers/wire.ts'
import { html } from '../pages/html.ts'
import { pageReply } from '../pages/page.ts'
import { type EndpointCall, noteError } from './endpoint.ts'

/** An error in the request of a person's browser, as a sentence, and the accepted value. */
export interface PageProblem {
  readonly problem: string
  readonly accepted: string
  /** The value that came, where a value is wrong. */
  readonly received?: string
  /** Default 400. */
  readonly status?: number
}

/** Shows an error to the person, where it is unknown which client may learn of it. */
export function errorPage(
  { noted }: Pick<EndpointCall, 'noted'>,
  { problem, accepted, received, status = 400 }: PageProblem,
): WireReply {
  noteError(noted, { code: 'invalid_request', description: problem, status, accepted })
  return pageReply({
    status,
    heading: 'This request cannot be answered',
    problem,
    content: html`<dl>
        ${
          received !== undefined &&
          html`<dt>Received</dt>
            <dd>${received}</dd>`
        }
        <dt>Expected</dt>
        <dd>${accepted}</dd>
      </dl>
      <p>Nothing was changed. Tell the people who make the application.</p>`,
  })
}
