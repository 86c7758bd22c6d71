import { corsHeaders, isTrustedOrigin, untrustedOrigin } from '../handlers/cors.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { controlRefusal, type ControlAccessOptions } from './control-access.ts'
import { failure, json } from './control-reply.ts'
import { readVersion } from './version.ts'

/**
 * `GET /_control/health`: whether the server is ready, and its version. Callers who may use the control plane also get
 * counts. Probes of a supervisor carry no token, so the first part is public.
 */
export function answerHealth(
  org: Org,
  request: WireRequest,
  { control, health }: ControlAccessOptions,
): WireReply {
  const origin = request.header('origin')
  if (origin !== undefined && !isTrustedOrigin(org, origin)) {
    return failure(403, 'untrusted-origin', untrustedOrigin(origin))
  }
  const ready = { status: 'ready', version: readVersion() }
  const isKnown = controlRefusal(control, request) === undefined
  const reply = json(200, isKnown ? { ...ready, ...counts(org), ...health?.() } : ready)
  return { ...reply, headers: { ...reply.headers, ...corsHeaders(org, origin) } }
}

function counts({ users, groups, clients, clock }: Org): Readonly<Record<string, unknown>> {
  return {
    users: users.collection.size,
    groups: groups.collection.size,
    clients: clients.collection.size,
    now: clock.iso(),
  }
}
