import type { ProviderStateName, ProviderStateParams } from './catalogue.ts'
import { readState } from './set-up.ts'

/** Parameters of a state as pact-js takes them: JSON. */
export interface GivenParams {
  [name: string]: boolean | number | string | null | GivenParams | (boolean | number | string | null)[]
}

/**
 * A provider state for the `given` of a consumer's test, typed: a misspelt name or parameter does not compile.
 *
 * ```ts
 * pact.addInteraction().given(...providerState('user {id} is {status}', { id: '00u1', status: 'ACTIVE' }))
 * ```
 *
 * @throws ProviderStateError for an unknown state, and wrong parameters.
 */
export function providerState<Name extends ProviderStateName>(
  name: Name,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- asks whether giving nothing is enough
  ...[params]: Record<never, never> extends ProviderStateParams<Name>
    ? [params?: ProviderStateParams<Name>]
    : [params: ProviderStateParams<Name>]
): [name: Name, params: GivenParams] {
  readState(name, params ?? {})
  return [name, (params ?? {}) as GivenParams]
}
