import { z } from 'zod'
import { once } from '../contract/once.ts'
import type { Gap } from '../model/access/gaps.ts'
import type { Org } from '../model/org.ts'
import { viewsOf } from '../views/index.ts'
import { defineAction } from './action.ts'
import { claimView, deviceView } from './authorization.ts'
import { reference } from './input.ts'
import { serverView } from './oauth.ts'
import { tokensOf } from './principals.ts'

/** Lists of an organisation, by kind. */
const lists = {
  authorizationServers: (org: Org) =>
    org.authorizationServers.collection.values().map((server) => serverView(org, server)),
  claims: (org: Org) => org.customClaims.collection.values().map(claimView),
  devices: (org: Org) => org.deviceCodes.waiting().map((code) => deviceView(org, code)),
  faults: (org: Org) => org.traffic.faults.list(),
  gaps: (org: Org): readonly Gap[] => org.traffic.gaps?.list() ?? [],
  tokens: tokensOf,
}

function sessionsOf(org: Org, user: string | undefined) {
  const userId = user === undefined ? undefined : org.users.resolve(user).id
  return org.sessions.of(userId).map((one) => viewsOf(org).sessions.of(one))
}

/** The answer of `list` for each kind. */
export interface Lists extends ListsByKind {
  readonly sessions: ReturnType<typeof sessionsOf>
}

type ListsByKind = { readonly [Kind in keyof typeof lists]: ReturnType<(typeof lists)[Kind]> }

const input = once(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(Object.keys(lists) as (keyof typeof lists)[]) }),
    z.strictObject({ kind: z.literal('sessions'), user: reference().optional() }),
  ]),
)

export const listActions = {
  list: defineAction({
    reads: true,
    input,
    run: (org, given): Lists[keyof Lists] =>
      given.kind === 'sessions' ? sessionsOf(org, given.user) : lists[given.kind](org),
  }),
}
