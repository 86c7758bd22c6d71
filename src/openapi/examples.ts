import type { OperationName } from '../contract/operation-names.ts'
import type { Example } from './types.ts'

export const examples: Readonly<Partial<Record<OperationName, Example>>> = {}
