import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WireReply, WireRequest } from '../../handlers/wire.ts'
import type { OrgOptions } from '../../model/kernel/org-options.ts'
import { createOrganisation, type Organisation } from '../../organisation.ts'
import { type Exchange, Watch } from '../../exchange/watch.ts'
import { createHttpServer } from '../../server/node-http.ts'
import type { ServerReply } from '../../server/wire.ts'
import { admit } from '../credentials.ts'
import { ProviderStateError, setUpState } from '../states/set-up.ts'
import type { StateValues } from '../states/state.ts'

/** The run of one interaction. */
export interface Run {
  readonly stateErrors: string[]
  /** The exchange that the verifier judged; the last one, if it asked more than once. */
  exchange: Exchange | undefined
}

/** Where provider states are set up. */
export const statePath = '/_pact/state'

/** A prefix of a state or interaction: the number of its interaction. */
export const marker = /^#(\d+) ?/

/** A provider for the verifier, with a separate organisation for each interaction. */
export class PactProvider {
  /** The runs by the numbers of their interactions. */
  readonly runs = new Map<number, Run>()
  readonly #options: OrgOptions
  readonly #server: Server
  #current: Scene | undefined

  constructor(options: OrgOptions = {}) {
    this.#options = options
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
    this.#current?.watch.stop()
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  async #answer(request: WireRequest): Promise<ServerReply> {
    try {
      return await (request.path === statePath
        ? this.#changeState(request.body)
        : this.#scene().answer(request))
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
    if (number !== undefined) this.#begin(Number(number))
    const scene = this.#scene()
    try {
      return json(200, scene.setUp(state.slice(mark?.length ?? 0), params))
    } catch (error) {
      if (!(error instanceof ProviderStateError)) throw error
      scene.run.stateErrors.push(error.message)
      return json(404, { error: error.message })
    }
  }

  #begin(number: number): void {
    const known = this.runs.get(number)
    if (known && this.#current?.run === known) return
    this.#current?.watch.stop()
    const run: Run = known ?? { stateErrors: [], exchange: undefined }
    this.runs.set(number, run)
    this.#current = new Scene(createOrganisation(this.#options), run)
  }

  #scene(): Scene {
    if (!this.#current) this.#begin(0)
    return this.#current!
  }
}

/** The organisation of one interaction. */
class Scene {
  readonly run: Run
  readonly watch: Watch
  readonly #organisation: Organisation
  #values: StateValues = {}

  constructor(organisation: Organisation, run: Run) {
    this.run = run
    this.#organisation = organisation
    this.watch = new Watch(organisation.model, (exchange) => (run.exchange = exchange))
  }

  setUp(name: string, params: Readonly<Record<string, unknown>> = {}): StateValues {
    this.#values = { ...this.#values, ...setUpState(this.#organisation.model, name, params) }
    return this.#values
  }

  answer(request: WireRequest): Promise<WireReply> {
    const { dispatcher, model } = this.#organisation
    const admitted = admit(model, request, this.#values)
    return this.watch.around(admitted, () => dispatcher.dispatch(admitted))
  }
}

function json(status: number, body: unknown): WireReply {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}
