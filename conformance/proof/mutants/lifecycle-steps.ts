/** Steps that mutants of the lifecycle, sessions and credentials share. */
import type { Json } from '../../engine/wire/reply.ts'
import { asks } from '../alter/flow.ts'
import { recordPath } from './routes.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { isRefusal, sentWith } from '../alter/wire.ts'

/** Whether a request asks for a temporary password. */
export const isTemporary = asks('tempPassword', 'true')

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
