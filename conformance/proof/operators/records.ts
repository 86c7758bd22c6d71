import type { Json } from '../../engine/wire/reply.ts'
import { body } from '../alter/answer.ts'
import { whenSuccess } from '../alter/flow.ts'
import { isObject } from '../alter/path.ts'
import type { Operator } from './operator.ts'
import { inCalls } from './operator.ts'

/** Changes every record in an answer. */
export function records(change: (record: Readonly<Record<string, Json>>) => Json): Operator['alter'] {
  const one = (record: Json): Json => (isObject(record) ? change(record) : record)
  return inCalls(whenSuccess(body((json) => (Array.isArray(json) ? json.map(one) : one(json)))))
}
