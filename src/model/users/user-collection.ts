import { z } from 'zod'
import { foldLogin, shortName } from '../../contract/formats/index.ts'
import { fold } from '../../query/index.ts'
import { userStatuses } from '../../contract/user-lifecycle.ts'
import { IndexedCollection } from '../store/indexed-collection.ts'
import type { UserRecord } from './records.ts'

/** The shape of a stored user, for the collection's own @msw/data methods. */
const userRecordSchema = z.looseObject({
  id: z.string(),
  status: z.enum(userStatuses),
  profile: z.record(z.string(), z.unknown()),
}) as unknown as z.ZodType<UserRecord>

/** The users, by id, login and what else they are looked up by. */
export function createUserCollection() {
  return new IndexedCollection({
    name: 'users',
    schema: userRecordSchema,
    unique: { login: (user: UserRecord) => foldLogin(String(user.profile.login)) },
    indexes: {
      status: (user: UserRecord) => user.status,
      shortName: (user: UserRecord) => foldLogin(shortName(String(user.profile.login))),
      email: (user: UserRecord) => fold(String(user.profile.email)),
    },
  })
}

/** What {@link createUserCollection} makes. */
export type UserCollection = ReturnType<typeof createUserCollection>
