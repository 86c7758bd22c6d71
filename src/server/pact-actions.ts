import { z } from 'zod'
import { defineAction } from '../control/action.ts'
import { ControlInputError } from '../control/index.ts'
import type { Org } from '../model/org.ts'
import type { StateChanges } from '../pact/states/state-changes.ts'

const changes = new WeakMap<Org, StateChanges>()

/**
 * Pact verifiers in any language call these to set up provider states. The states are loaded on demand, since few
 * servers need them.
 */
export const pactActions = {
  pactState: defineAction({
    path: 'pact/state',
    // Verifiers also send the consumer, and all states of the interaction.
    input: () =>
      z.looseObject({
        state: z.string().default(''),
        params: z.record(z.string(), z.unknown()).nullish(),
        action: z.enum(['setup', 'teardown']).default('setup'),
      }),
    async run(org, { state, params, action }) {
      const { StateChanges: Changes } = await import('../pact/states/state-changes.ts')
      const { ProviderStateError } = await import('../pact/states/set-up.ts')
      const known = changes.get(org) ?? new Changes(org)
      changes.set(org, known)
      try {
        return known.change(state, params ?? {}, action)
      } catch (error) {
        throw error instanceof ProviderStateError
          ? new ControlInputError('pactState', [error.message])
          : error
      }
    },
  }),
}
