import type { WireReply } from '../handlers/wire.ts'
import { html } from '../pages/html.ts'
import { pageReply } from '../pages/page.ts'
import { type EndpointCall, noteError } from './endpoint.ts'

/** What is wrong with a request that a person's browser makes, as a sentence, and what would have been accepted. */
export interface PageProblem {
  readonly problem: string
  readonly accepted: string
  /** What came instead, where a value is wrong. */
  readonly received?: string
  /** Default 400. */
  readonly status?: number
}

/** Tells the person what is wrong where it is not known to which client it may be told. */
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
