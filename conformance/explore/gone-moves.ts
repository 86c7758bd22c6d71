import type { ClauseId } from '../registry/clauses.ts'
import type { OperationName } from '../../src/contract/operation-names.ts'
import type { Move } from './moves.ts'
import { stating } from './moves.ts'
import type { World } from './world.ts'

/** Calls that name a rule or a client alone: each is refused where nothing has the id. */
const calls = {
  rules: [
    ['getGroupRule', 'GET', '', 'rules.get.unknown'],
    ['deleteGroupRule', 'DELETE', '', 'rules.delete.unknown'],
    ['activateGroupRule', 'POST', '/lifecycle/activate', 'rules.activate.unknown'],
    ['deactivateGroupRule', 'POST', '/lifecycle/deactivate', 'rules.deactivate.unknown'],
  ],
  clients: [
    ['getClient', 'GET', '', 'clients.get.unknown'],
    ['newClientSecret', 'POST', '/lifecycle/newSecret', 'clients.new-secret.unknown'],
    ['deleteClient', 'DELETE', '', 'clients.delete.unknown'],
  ],
} as const satisfies Record<string, readonly (readonly [OperationName, string, string, ClauseId])[]>

const places = { rules: '/api/v1/groups/rules', clients: '/oauth2/v1/clients' } as const

/** A call on a rule or a client that is gone, or never was. */
export function onGone(world: World, kind: keyof typeof calls): Move {
  const gone = world[kind].filter((each) => world.gone.has(each))
  const id = kind === 'rules' ? 'id' : 'client_id'
  const [operation, method, suffix, states] = world.seldom<(typeof calls)[typeof kind][number]>(
    calls[kind],
    ([, , , name]) => `gone ${name} ${gone.length > 0}`,
  )
  const segment = gone.length > 0 ? `«${world.dice.pick(gone)}.${id}»` : '«none1»'
  return {
    call: stating(states, {
      operation,
      method,
      path: `${places[kind]}/${segment}${suffix}`,
      dimension: 'names-in-paths',
    }),
  }
}
