import { reaches, type Call } from '../../conformance/proof/alter/reaches.ts'
import type { OperationName } from '../contract/operation-names.ts'
import type { VariantName } from './variant-names.ts'
import { variantOf } from './variants.ts'

/** Whether a variant would change one of these calls or its reply. */
export async function isTouched(
  name: VariantName,
  calls: readonly (Call & { readonly operation: OperationName })[],
): Promise<boolean> {
  const { touches, alter } = variantOf(name)
  if (touches) return calls.some(({ operation, sent }) => touches(operation, sent))
  return alter !== undefined && reaches(alter, calls)
}
