/** Steps that deviants of the lifecycle, sessions and credentials share. */
import type { Json } from '../../engine/wire/reply.ts'
import { asks, on, when } from '../alter/flow.ts'
import type { Where } from './routes.ts'
import { goesTo, recordOf, recordPath } from './routes.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { answerWith, isRefusal, isSuccess, sentWith } from '../alter/wire.ts'
import { query } from '../alter/request.ts'

/** Whether a request asks for a temporary password. */
export const isTemporary = asks('tempPassword', 'true')

/** Uses another value than the default when a query parameter is missing. */
export function otherDefault(where: Where, name: string, value: string): Alteration {
  return on(
    where,
    when((sent) => !sent.query.has(name), query(name, value)),
  )
}

/** After a successful call about a user, a list of that user is empty. */
export function emptiesAfter(cause: Where, list: Where): Alteration {
  const causes = goesTo(cause)
  const lists = goesTo(list)
  return () => {
    const emptied = new Set<string>()
    return async (sent, forward) => {
      const answer = await forward(sent)
      const id = recordOf(sent.path)
      if (id === undefined || !isSuccess(answer)) return answer
      if (causes(sent)) emptied.add(id)
      return lists(sent) && emptied.has(id) ? answerWith(answer, { json: [] }) : answer
    }
  }
}

/** Refuses as it should, but stores these credentials all the same. */
export function refuseButStoreCredentials(credentials: (sent: Sent) => Json): Alteration {
  return () => async (sent, forward) => {
    const answer = await forward(sent)
    const path = recordPath(sent.path)
    if (!isRefusal(answer) || path === undefined) return answer
    const json = { credentials: credentials(sent) }
    await forward(sentWith(sent, { method: 'POST', path, query: new URLSearchParams(), json }))
    return answer
  }
}
