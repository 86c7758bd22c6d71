import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { controlRefusal, type ControlAccessOptions } from './control-access.ts'
import { guarded, json } from './control-reply.ts'
import { readVersion } from './version.ts'

/**
 * `GET /_control/health`: whether the server is ready, and its version. Callers who may use the control plane also get
 * counts. Probes of a supervisor carry no token, so the first part is public.
 */
export function answerHealth(
  org: Org,
  request: WireRequest,
  { control, health }: ControlAccessOptions,
): Promise<WireReply> {
  return guarded(org, request, { control: 'open' }, async () => {
    const ready = { status: 'ready', version: readVersion() }
    const isKnown = controlRefusal(control, request) === undefined
    return json(200, isKnown ? { ...ready, ...counts(org), ...health?.() } : ready)
  })
}

function counts({ users, groups, clients, clock }: Org): Readonly<Record<string, unknown>> {
  return {
    users: users.collection.size,
    groups: groups.collection.size,
    clients: clients.collection.size,
    now: clock.iso(),
  }
}
