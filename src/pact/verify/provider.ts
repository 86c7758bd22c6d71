import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WireReply, WireRequest } from '../../handlers/wire.ts'
import type { OrgOptions } from '../../model/kernel/org-options.ts'
import type { Answered } from '../../exchange/before.ts'
import { createHttpServer } from '../../server/node-http.ts'
import type { ServerReply } from '../../server/wire.ts'
import { PactReplay } from '../replay.ts'
import { ProviderStateError } from '../states/set-up.ts'

/** The run of one interaction. */
export interface Run {
  readonly stateErrors: string[]
  /** The exchange that the verifier judged; the last one, if it asked more than once. */
  exchange: Answered | undefined
}

/** Where provider states are set up. */
export const statePath = '/_pact/state'

/** A prefix of a state or interaction: the number of its interaction. */
export const marker = /^#(\d+) ?/

/** A provider for the verifier. Its organisation begins each interaction in its first state. */
export class PactProvider {
  /** The runs by the numbers of their interactions. */
  readonly runs = new Map<number, Run>()
  readonly #replay: PactReplay
  readonly #server: Server
  #run: Run | undefined

  constructor(options: OrgOptions = {}) {
    this.#replay = new PactReplay(options)
    this.#server = createHttpServer((request) => this.#answer(request))
  }

  /** Begins to listen, at a free port of this machine; resolves to the address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(0, '127.0.0.1', () => resolve())
    })
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Stops listening. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  async #answer(request: WireRequest): Promise<ServerReply> {
    try {
      if (request.path === statePath) return this.#changeState(request.body)
      const run = this.#run ?? this.#begin(0)
      const { method, path, query, body: requestBody } = request
      const requestHeaders = Object.fromEntries(request.headers?.() ?? [])
      const reply = await this.#replay.answer({ method, path, query, requestHeaders, requestBody })
      run.exchange = this.#replay.exchange
      return reply
    } catch {
      return { status: 500, headers: {}, body: '', broken: { kind: 'connection-reset' } }
    }
  }

  /** Sets a state up; the first one of an interaction begins it. Reports errors to the verifier, and keeps them. */
  #changeState(body: string): WireReply {
    const {
      state = '',
      params,
      action,
    } = JSON.parse(body) as {
      state?: string
      params?: Readonly<Record<string, unknown>>
      action?: string
    }
    if (action === 'teardown') return json(200, {})
    const [mark, number] = marker.exec(state) ?? []
    const run = number === undefined && this.#run ? this.#run : this.#begin(Number(number ?? 0))
    try {
      return json(200, this.#replay.setUp(state.slice(mark?.length ?? 0), params))
    } catch (error) {
      if (!(error instanceof ProviderStateError)) throw error
      run.stateErrors.push(error.message)
      return json(404, { error: error.message })
    }
  }

  #begin(number: number): Run {
    const known = this.runs.get(number)
    if (known && this.#run === known) return known
    this.#run = known ?? { stateErrors: [], exchange: undefined }
    this.runs.set(number, this.#run)
    this.#replay.begin()
    return this.#run
  }
}

function json(status: number, body: unknown): WireReply {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}
