import { z } from 'zod'
import { refuse } from '../contract/errors/refusal.ts'
import { once } from '../contract/once.ts'
import { removeProperty, schemaKinds } from '../model/custom-properties.ts'
import type { Org } from '../model/org.ts'
import { defineAction } from './action.ts'
import { ofOneTarget, targetOf } from './apps.ts'
import { authorizationServer, reference } from './input.ts'
import { scopeOf } from './oauth.ts'
import { snapshotName } from './snapshots.ts'
import { stopWebhook } from './webhooks/of-org.ts'

/** The kinds of things to remove, each with the fields that name one. */
const input = once(() =>
  z.discriminatedUnion('kind', [
    ofOneTarget({ kind: z.literal('assignment') }),
    z.strictObject({ kind: z.literal('authorizationServer'), authorizationServer: reference() }),
    z.strictObject({ kind: z.literal('claim'), claim: reference() }),
    z.strictObject({ kind: z.literal('pushMapping'), id: reference() }),
    z.strictObject({ kind: z.literal('schemaProperty'), schema: z.enum(schemaKinds), name: reference() }),
    z.strictObject({
      kind: z.literal('scope'),
      scope: reference(),
      authorizationServer: authorizationServer(),
    }),
    z.strictObject({ kind: z.literal('snapshot'), name: snapshotName() }),
    z.strictObject({ kind: z.literal('webhook') }),
  ]),
)

export const removeActions = {
  remove: defineAction({
    input,
    run: (org, given) => ({ removed: isRemoved(org, given) }),
  }),
}

function isRemoved(org: Org, given: z.output<ReturnType<typeof input>>): boolean {
  switch (given.kind) {
    case 'assignment':
      return org.apps.unassign(org.apps.resolveNamed(given.application).id, targetOf(org, given))
    case 'authorizationServer':
      org.authorizationServers.remove(given.authorizationServer)
      return true
    case 'claim':
      if (org.customClaims.collection.remove(given.claim)) return true
      return refuse('form', { at: 'claim', expected: 'an existing claim' })
    case 'pushMapping':
      return org.tables.pushMappings.remove(given.id) !== undefined
    case 'schemaProperty':
      return removeProperty(org, given.schema, given.name)
    case 'scope':
      org.authorizationServers.scopes.remove(scopeOf(org, given).id)
      return true
    case 'snapshot':
      return org.snapshots.delete(given.name)
    case 'webhook':
      return stopWebhook(org)
  }
}
