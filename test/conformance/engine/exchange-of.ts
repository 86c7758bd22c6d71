import type { Exchange } from '../../../conformance/engine/wire/exchange.ts'

/** A call that was answered 200 with nothing in it, but for what is said of it. */
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
