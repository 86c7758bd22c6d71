import type { BeyondName, beyondSpecs } from '../contract/operations/beyond.ts'
import type { OperationInput } from '../contract/operation.ts'
import type { Call } from '../handlers/call.ts'
import type { Reply } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'

/** What runs an endpoint that the API description does not have. */
type BeyondHandler<Name extends BeyondName> = (
  input: OperationInput<(typeof beyondSpecs)[Name]>,
  org: Org,
  call: Call,
) => Reply | Promise<Reply>

/** The handlers of some of them. */
export type BeyondHandlers<Names extends BeyondName = BeyondName> = {
  readonly [Name in Names]: BeyondHandler<Name>
}
