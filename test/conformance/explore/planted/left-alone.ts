import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import {
  clientPut,
  clientShown,
  done,
  groupPut,
  groupShown,
  profiled,
  since,
  to,
  userShown,
  userUpdate,
  withoutQuestion,
} from './plant.ts'
import type { Planted } from './plant.ts'

/** Writes that should leave something alone. */
export const leftAlone: Planted = {
  'loses the second e-mail when only credentials are updated': [
    since(
      done(userUpdate, ({ json }) => json?.credentials !== undefined && json?.profile === undefined),
      (user: Json) => profiled(user, { secondEmail: null }),
      userShown,
    ),
    /^users\./,
  ],
  'empties the title when the department is updated': [
    since(
      done(
        userUpdate,
        ({ json }) => json?.profile?.department !== undefined && json.profile.title === undefined,
      ),
      (user: Json) => {
        if (user.profile === undefined) return user
        const { title: _, ...profile } = user.profile
        return { ...user, profile }
      },
      userShown,
    ),
    /^users\./,
  ],
  'moves lastMembershipUpdated when the description of a group becomes null': [
    since(
      done(groupPut, ({ json }) => json?.profile?.description === null),
      (group: Json) => ({ ...group, lastMembershipUpdated: group.lastUpdated }),
      groupShown,
    ),
    /^groups\./,
  ],
  'keeps one of several redirect URIs when a client is updated': [
    since(
      done(clientPut),
      (client: Json) => ({ ...client, redirect_uris: client.redirect_uris?.slice(0, 1) }),
      clientShown,
    ),
    /^clients\./,
  ],
  'loses the recovery question when the password expires': [
    since(
      done(to('expire_password')),
      (user: Json) => (user.credentials ? withoutQuestion(user) : user),
      userShown,
    ),
    /^users\./,
  ],
}
