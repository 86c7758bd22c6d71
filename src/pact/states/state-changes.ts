import type { Org } from '../../model/org.ts'
import { setUpState } from './set-up.ts'
import type { StateValues } from './state.ts'

/** Sets states up for verifiers in any language. It recognises interactions by the order of the calls. */
export class StateChanges {
  readonly #org: Org
  /** Whether the next state begins an interaction. */
  #isOver = true
  #values: StateValues = {}

  constructor(org: Org) {
    this.#org = org
    org.traffic.entries.onEntry(() => {
      this.#isOver = true
    })
  }

  /**
   * Sets a state up, or ends one. The first set-up after a request of the service, or after a teardown, resets the
   * organisation.
   *
   * @throws ProviderStateError for an unknown state, wrong parameters, and an error of the organisation.
   */
  change(
    state: string,
    params: Readonly<Record<string, unknown>>,
    action: 'setup' | 'teardown',
  ): StateValues {
    if (action === 'teardown') {
      this.#isOver = true
      return {}
    }
    if (this.#isOver) {
      this.#org.reset()
      this.#values = {}
      this.#isOver = false
    }
    this.#values = { ...this.#values, ...setUpState(this.#org, state, params) }
    return this.#values
  }
}
