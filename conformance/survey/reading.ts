import type { Api } from '../engine/run/api.ts'
import { emptyScope } from '../engine/run/call-scope.ts'
import { Deadline } from '../engine/wire/deadline.ts'
import type { Sender } from '../engine/wire/http-sender.ts'
import { Inconclusive } from '../engine/run/interruption.ts'
import { Ledger } from '../engine/clean-up/ledger.ts'
import { RateLimiter } from '../engine/wire/rate-limiter.ts'
import { Redactor } from '../engine/wire/redaction.ts'
import type { SuiteSetup } from '../engine/plan/conform-options.ts'
import { Transport } from '../engine/run/transport.ts'

/** Calls that change nothing. */
export type ReadingApi = Pick<Api, 'get' | 'as' | 'withCookie' | 'withHeaders'>

/** Reads a target at the pace of a run; whatever is not a GET is not sent. */
export class Reading {
  readonly api: ReadingApi
  readonly #transport: Transport
  readonly #deadline: Deadline

  constructor(setup: SuiteSetup, sender: Sender, milliseconds: number) {
    this.#deadline = new Deadline(
      milliseconds,
      () => new Inconclusive(`reading took longer than ${milliseconds / 1000} s`),
    )
    this.#transport = new Transport({
      send: (request, signal) => {
        if (request.method !== 'GET') throw new Error(`${request.method} is not reading`)
        return sender.send(request, signal)
      },
      baseUrl: new URL(setup.baseUrl),
      token: setup.token,
      headers: setup.headers,
      allowed: new Set(),
      ledger: new Ledger({ run: setup.runId, baseUrl: setup.baseUrl, startedAt: '', version: '' }),
      redactor: new Redactor(),
      rateLimiter: new RateLimiter(setup),
      marker: setup.runId,
      requestTimeout: setup.requestTimeout,
      onLost: (why) => this.#deadline.abort(new Inconclusive(why)),
    })
    this.api = this.#transport.api(emptyScope(this.#deadline))
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#transport.requests
  }

  close(): void {
    this.#deadline.stop()
  }
}
