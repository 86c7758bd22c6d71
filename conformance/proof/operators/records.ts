import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { body } from '../alter/answer.ts'
import { on, whenSuccess } from '../alter/flow.ts'
import { isObject } from '../alter/path.ts'
import type { Alteration } from '../alter/wire.ts'

/** Changes every record in an answer. */
export const records =
  (change: (record: Readonly<Record<string, Json>>) => Json) =>
  (operation: OperationName): Alteration =>
    on(
      operation,
      whenSuccess(
        body((json) => {
          const one = (record: Json): Json => (isObject(record) ? change(record) : record)
          return Array.isArray(json) ? json.map(one) : one(json)
        }),
      ),
    )
