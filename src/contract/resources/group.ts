import { z } from 'zod'
import { once } from '../once.ts'
import { GroupApplication } from './app.ts'
import {
  type FieldRows,
  foundIn,
  Link,
  Links,
  madeNow,
  newId,
  nullByDocuments,
  resource,
  Timestamp,
} from './common.ts'
import { foundInProfiles, GroupProfile, GroupProfileInput } from './profiles.ts'

/** The group types, but the directly managed one, whose name is in the vocabulary (Groups, Group type). */
export const otherGroupTypes = ['APP_GROUP', 'BUILT_IN'] as const

/** Where a group, its members and its applications are (Groups, Group links). */
const GroupLinks = once(() =>
  z
    .object({
      // A preset may leave it out (interpretation: group-self-link).
      self: Link().optional(),
      users: Link(),
      apps: Link(),
      logo: z.array(Link()),
      source: Link().optional(),
    })
    .catchall(z.union([Link(), z.array(Link())]))
    .meta({
      id: 'GroupLinks',
      description: 'Where a group, its members and its applications are.',
      readOnly: true,
    }),
)

/** The parts that `expand` adds to a group (Groups, Group operations; interpretation: group-expand). */
const GroupEmbedded = once(() =>
  z
    .looseObject({
      stats: z
        .looseObject({
          usersCount: z.int(),
          appsCount: z.int(),
          groupPushMappingsCount: z.int(),
          hasAdminPrivilege: z.boolean(),
          _links: Links(),
        })
        .meta({ mayHoldMore: true })
        .optional(),
      app: GroupApplication().optional(),
    })
    .meta({
      id: 'GroupEmbedded',
      description: 'The parts that `expand` adds to a group.',
      readOnly: true,
      mayHoldMore: true,
    }),
)

const writer = 'service'
const changed = {
  schema: Timestamp,
  writer,
  queries: { search: 'timestamp', filter: ['eq', 'gt', 'lt'] },
} as const

export const groupRows = {
  id: { schema: z.string, writer, seed: newId, queries: { search: 'string', filter: ['eq'] } },
  created: { schema: Timestamp, writer, seed: madeNow, queries: { search: 'timestamp' } },
  lastUpdated: {
    ...changed,
    says: 'When the profile last changed.',
    seed: 'Time of the last change of the profile. Default: `created`',
  },
  lastMembershipUpdated: {
    ...changed,
    says: 'When the members last changed.',
    seed: 'Time of the last change of its members. Default: when the last one joined',
  },
  objectClass: {
    schema: () => z.array(z.string()).min(1).nullable(),
    says: 'Decides what the profile has.',
    writer,
  },
  type: {
    schema: () => z.string().meta({ vocabulary: 'groupType', values: otherGroupTypes }),
    says: 'Decides where profile and members are managed.',
    writer,
    queries: { search: 'string', filter: ['eq'] },
  },
  profile: GroupProfile,
  source: {
    schema: () => z.looseObject({ id: z.string() }).optional(),
    says: 'The application that an imported group comes from.',
    writer,
    queries: { id: { search: 'string' } },
  },
  _links: () => nullByDocuments(GroupLinks()),
  _embedded: () => nullByDocuments(GroupEmbedded()).optional(),
} as const satisfies FieldRows

/** A group (Groups, Group). */
export const Group = resource('Group', 'A group of users.', groupRows)

/** The fields by which lists of groups are searched and filtered (Groups, Search and filter expressions). */
export const groupQueries = once(() => [...foundIn(groupRows), ...foundInProfiles('group')])

/** The body that creates or replaces a group (Groups, Group operations). */
export const GroupInput = resource('GroupInput', 'The profile of a group, whole.', {
  profile: GroupProfileInput,
})
