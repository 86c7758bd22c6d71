import { newUser, type TestOrg } from './call.ts'
import { registered, webClient } from './clients.ts'

/** A user, a client, and the paths under which their grants and tokens are. */
export interface Parties {
  readonly userId: string
  readonly login: string
  readonly clientId: string
  /** `/api/v1/users/{userId}/grants`. */
  readonly grants: string
  /** `/api/v1/users/{userId}/clients/{clientId}`. */
  readonly ofClient: string
}

/** Creates an active user and registers a client. */
export async function parties(target: TestOrg, clientName = 'Shop'): Promise<Parties> {
  const user = await target.call('POST', '/api/v1/users', {
    ...newUser({ firstName: 'Isaac', lastName: 'Brock' }),
    credentials: { password: { value: 'Sup3rsecret' } },
  })
  const client = await registered(target, webClient({ client_name: clientName }))
  return withClient({ userId: user.json.id, login: user.json.profile.login }, client.client_id)
}

/** The same user with another client. */
export async function anotherClient(target: TestOrg, { userId, login }: Parties): Promise<Parties> {
  const client = await registered(target, webClient({ client_name: 'Other' }))
  return withClient({ userId, login }, client.client_id)
}

function withClient(user: { userId: string; login: string }, clientId: string): Parties {
  const path = `/api/v1/users/${user.userId}`
  return { ...user, clientId, grants: `${path}/grants`, ofClient: `${path}/clients/${clientId}` }
}

/** The ids of the elements of a reply. */
export function ids(list: readonly { readonly id: string }[]): readonly string[] {
  return list.map(({ id }) => id)
}
