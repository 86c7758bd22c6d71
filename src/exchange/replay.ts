import type { WireRequest } from '../handlers/wire.ts'
import type { Dispatcher } from '../handlers/dispatcher.ts'
import type { Org } from '../model/org.ts'
import { type Answered, answeredOf } from './before.ts'
import { type Exchange, type Reply, replyOf } from './exchange.ts'

/** The part of an exchange that is sent. */
export type Sent = Pick<Exchange, 'method' | 'path' | 'query' | 'requestHeaders' | 'requestBody'>

/** Sends requests of recordings and pacts to an organisation in process. */
export class Replay {
  readonly org: Org
  readonly #service: Dispatcher

  /** @param organisation One that only replays use; it is reset first. */
  constructor({ model, dispatcher }: { readonly model: Org; readonly dispatcher: Dispatcher }) {
    this.org = model
    this.#service = dispatcher
    this.begin()
  }

  /** Begins again, with the organisation in its first state and an empty journal. */
  begin(): void {
    this.org.reset()
  }

  /** The reply to a request. */
  async send({ method, path, query, requestHeaders, requestBody }: Sent): Promise<Reply> {
    const request: WireRequest = {
      method,
      path,
      query,
      header: (name) => requestHeaders[name],
      headers: () => Object.entries(requestHeaders),
      body: requestBody,
    }
    return replyOf(await this.#service.dispatch(request))
  }

  /** The last exchange. Undefined for a request that the journal does not have, such as a preflight. */
  get answered(): Answered | undefined {
    const kept = this.org.traffic.entries.find().at(-1)
    return kept && answeredOf(kept, this.org)
  }
}
