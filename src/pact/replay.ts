import type { Answered } from '../exchange/before.ts'
import type { Interaction } from '../exchange/pact/pact-file.ts'
import { sentOf } from '../exchange/pact/sent-of.ts'
import { Replay, type Sent } from '../exchange/replay.ts'
import type { Reply } from '../exchange/exchange.ts'
import type { OrgOptions } from '../model/kernel/org-options.ts'
import { createOrganisation } from '../organisation.ts'
import { admit } from './credentials.ts'
import { setUpState } from './states/set-up.ts'
import type { StateValues } from './states/state.ts'

/** Answers interactions in process, one after another, each by an organisation in its first state. */
export class PactReplay {
  readonly #replay: Replay
  #values: StateValues = {}

  constructor(options: OrgOptions = {}) {
    this.#replay = new Replay(createOrganisation(options))
  }

  /** The last exchange of the interaction that has begun. */
  get exchange(): Answered | undefined {
    return this.#replay.answered
  }

  /** Begins an interaction. */
  begin(): void {
    this.#replay.begin()
    this.#values = setUpState(this.#replay.org, '')
  }

  /**
   * Sets a state up, and returns the values of all states so far.
   *
   * @throws ProviderStateError for a state that is not known or cannot be set up.
   */
  setUp(name: string, params: Readonly<Record<string, unknown>> = {}): StateValues {
    this.#values = { ...this.#values, ...setUpState(this.#replay.org, name, params) }
    return this.#values
  }

  /** Answers a request, with credentials of the states. */
  answer(request: Sent): Promise<Reply> {
    return this.#replay.send(admit(this.#replay.org, request, this.#values))
  }

  /**
   * Sets the states of an interaction up, and answers its request. Returns undefined for a request that the journal does
   * not have, such as a preflight.
   *
   * @throws ProviderStateError for a state that is not known or cannot be set up.
   */
  async run({ states, request }: Interaction): Promise<Answered | undefined> {
    this.begin()
    for (const { name, params } of states) this.setUp(name, params)
    await this.answer(sentOf(request, this.#values))
    return this.exchange
  }
}
