import type { Exchange } from '../../../conformance/engine/wire/reply.ts'

/** A call with an empty 200 answer, except for the given parts. */
export function exchangeOf(more: Partial<Exchange> & Pick<Exchange, 'path'>): Exchange {
  return {
    number: 1,
    method: 'GET',
    requestHeaders: {},
    status: 200,
    responseHeaders: {},
    responseBody: '',
    truncated: false,
    milliseconds: 1,
    attempts: 1,
    ...more,
  }
}
