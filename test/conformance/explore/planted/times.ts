import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import {
  clientList,
  done,
  groupPut,
  groupShown,
  later,
  records,
  since,
  to,
  userShown,
  userWrite,
} from './plant.ts'
import type { Planted } from './plant.ts'

export const times: Planted = {
  'shows that users are created three seconds after they were updated': [
    records(userShown, (user: Json) => ({ ...user, created: later(user.created, 3000) })),
    /^users\./,
  ],
  'shows local times of groups as UTC': [
    records(groupShown, (group: Json) => ({ ...group, lastUpdated: later(group.lastUpdated, 7_200_000) })),
    /^groups\./,
  ],
  'moves lastMembershipUpdated with the profile of a group': [
    since(
      done(groupPut),
      (group: Json) => ({ ...group, lastMembershipUpdated: group.lastUpdated }),
      groupShown,
    ),
    /^groups\./,
  ],
  'moves created when a user is replaced': [
    since(
      done(userWrite, ({ method }) => method === 'PUT'),
      (user: Json) => ({ ...user, created: user.lastUpdated }),
      userShown,
    ),
    /^users\./,
  ],
  'does not move statusChanged when a user is suspended': [
    since(
      done(to('lifecycle/suspend')),
      (user: Json, { before }) => ({ ...user, statusChanged: before.statusChanged }),
      userShown,
    ),
    /^users\./,
  ],
  'lists clients with times in milliseconds': [
    records(clientList, (client: Json) => ({
      ...client,
      client_id_issued_at: client.client_id_issued_at * 1000,
    })),
    /^clients\.issued-at/,
  ],
}
