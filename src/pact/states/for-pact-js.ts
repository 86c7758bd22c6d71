import type { Organisation } from '../../organisation.ts'
import { setUpState } from './set-up.ts'
import { providerStateNames } from './catalogue.ts'

/** The part of the options of pact-js's `Verifier` that provider states are about. */
export interface ProviderStateOptions {
  /** One handler for each state of the catalogue; any other state is an error that names the nearest. */
  readonly stateHandlers: Readonly<Record<string, StateHandler>>
  /** Resets the organisation, once for each interaction. */
  readonly beforeEach: () => Promise<void>
  /** Throws what went wrong while states were set up: pact-js alone would let the interaction pass. */
  readonly afterEach: () => Promise<void>
}

/** Sets a state up and returns values of its records, for `fromProviderState`. */
type StateHandler = (params?: unknown) => Promise<Record<string, string | number | boolean>>

/**
 * Provider states for the `Verifier` of pact-js, set up in an organisation or in a server's.
 *
 * ```ts
 * const server = await serve({ port: 0 })
 * await new Verifier({
 *   provider: 'identity-service',
 *   providerBaseUrl: server.url,
 *   pactUrls: ['pacts/web-identity-service.json'],
 *   ...providerStates(server),
 * }).verifyProvider()
 * ```
 *
 * A state that is not in the catalogue, wrong parameters and whatever a state throws make the verification fail.
 */
export function providerStates(target: Organisation | { readonly org: Organisation }): ProviderStateOptions {
  const org = target && 'org' in target ? target.org : target
  if (typeof org?.reset !== 'function')
    throw new TypeError('providerStates: expected an organisation, or a server of serve()')
  const { model, reset } = org
  let errors: Error[] = []
  const handlerOf =
    (name: string): StateHandler =>
    async (params) => {
      try {
        return { ...setUpState(model, name, asParams(params)) }
      } catch (error) {
        errors.push(error as Error)
        throw error
      }
    }
  return {
    stateHandlers: handlersByName(handlerOf),
    beforeEach() {
      errors = []
      reset()
      return Promise.resolve()
    },
    afterEach() {
      if (errors.length === 0) return Promise.resolve()
      const messages = [...new Set(errors.map(({ message }) => message))]
      errors = []
      return Promise.reject(new Error(messages.join('\n')))
    },
  }
}

/** Handlers for any name: pact-js ignores a name without a handler. */
function handlersByName(handlerOf: (name: string) => StateHandler): Readonly<Record<string, StateHandler>> {
  const known: Record<string, StateHandler> = { '': handlerOf('') }
  for (const name of providerStateNames) known[name] = handlerOf(name)
  return new Proxy(known, {
    get(handlers, name) {
      if (typeof name !== 'string' || Object.hasOwn(handlers, name) || name in Object.prototype) {
        return Reflect.get(handlers, name) as unknown
      }
      // Serialisation and `await` read these names.
      return name === 'toJSON' || name === 'then' ? undefined : handlerOf(name)
    },
  })
}

function asParams(params: unknown): Readonly<Record<string, unknown>> {
  return typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : {}
}
