import type { Json } from '../../engine/wire/reply.ts'
import { eachRecord } from '../alter/answer.ts'
import { whenSuccess } from '../alter/flow.ts'
import type { Operator } from './operator.ts'
import { inCalls } from './operator.ts'

/** Changes every record in an answer. */
export function records(change: (record: Readonly<Record<string, Json>>) => Json): Operator['alter'] {
  return inCalls(whenSuccess(eachRecord(change)))
}
