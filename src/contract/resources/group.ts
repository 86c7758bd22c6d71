import { z } from 'zod'
import { once } from '../once.ts'
import { found, foundIn, Link, Links, named, nullByDocuments, readOnly, Timestamp } from './common.ts'
import { foundInProfiles, GroupProfile, GroupProfileInput } from './profiles.ts'

/** The group types, but the directly managed one, whose name is in the vocabulary (Groups, Group type). */
export const otherGroupTypes = ['APP_GROUP', 'BUILT_IN'] as const

/** An application assigned to a group (Groups, Applications of a group). */
export const GroupApplication = named('GroupApplication', () => ({
  id: z.string(),
  name: z.string(),
  label: z.string(),
  status: z.string(),
  lastUpdated: Timestamp(),
  created: Timestamp(),
  accessibility: z.looseObject({ selfService: z.boolean(), errorRedirectUrl: z.string().nullable() }),
  visibility: z.looseObject({
    autoSubmitToolbar: z.boolean(),
    hide: z.looseObject({ iOS: z.boolean(), web: z.boolean() }),
    appLinks: z.record(z.string(), z.boolean()),
  }),
  features: z.array(z.string()),
  signOnMode: z.string(),
  credentials: z.record(z.string(), z.unknown()),
  settings: z.record(z.string(), z.unknown()),
  _links: Links(),
}))

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
    .meta({ id: 'GroupLinks', readOnly: true }),
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
    .meta({ id: 'GroupEmbedded', readOnly: true, mayHoldMore: true }),
)

const changed = { search: 'timestamp', filter: ['eq', 'gt', 'lt'] } as const

/** A group (Groups, Group). */
export const Group = named('Group', () => ({
  id: found(readOnly(z.string()), { search: 'string', filter: ['eq'] }),
  created: found(readOnly(Timestamp()), { search: 'timestamp' }),
  lastUpdated: found(readOnly(Timestamp()), changed),
  lastMembershipUpdated: found(readOnly(Timestamp()), changed),
  objectClass: readOnly(z.array(z.string()).min(1).nullable()),
  type: found(readOnly(z.string().meta({ vocabulary: 'groupType', values: otherGroupTypes })), {
    search: 'string',
    filter: ['eq'],
  }),
  profile: GroupProfile(),
  source: readOnly(z.looseObject({ id: found(z.string(), { search: 'string' }) }).optional()),
  _links: nullByDocuments(GroupLinks()),
  _embedded: nullByDocuments(GroupEmbedded()).optional(),
}))

/** The fields by which lists of groups are searched and filtered (Groups, Search and filter expressions). */
export const groupQueries = once(() => [...foundIn(Group()), ...foundInProfiles('group')])

/** The body that creates or replaces a group (Groups, Group operations). */
export const GroupInput = named('GroupInput', () => ({ profile: GroupProfileInput() }))
