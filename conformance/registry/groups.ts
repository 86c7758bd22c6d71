/** The group: its properties, types, profiles and links (Groups). */
import { limitRows } from '../tables/limits.ts'
import { groupReadOnly, readOnlyRequirements } from '../tables/read-only.ts'
import { requiredRows } from '../tables/required.ts'
import { directoryProperties, groupProperties, shownRequirements } from '../tables/shown.ts'
import { requirementsIn, inOrder, sharing } from './requirement.ts'

const service = requirementsIn(
  { area: 'groups', document: 2, section: 'What the service does' },
  {
    'groups.app-group.managed-elsewhere': {
      statement:
        'Profile and membership of an APP_GROUP come from its application, and only deletion goes through the API.',
      excluded:
        'Its testable parts are the errors of changing an APP_GROUP or its members, each a requirement.',
    },
  },
)

const place = {
  area: 'groups',
  document: 2,
  section: 'Group',
  operations: ['createGroup', 'getGroup'],
} as const

const writtenGroup = requirementsIn(place, {
  'groups.id.unique': ['Two groups have two different ids.', 'createGroup', 'unique:Group.id'],
  'groups.last-updated.moves': ['An update of the profile moves lastUpdated forward.', 'updateGroup'],
  'groups.last-updated.membership': {
    statement: 'A change of membership leaves lastUpdated as it was.',
    operations: ['addUserToGroup', 'removeUserFromGroup'],
  },
  'groups.last-membership-updated.added': {
    statement: 'Adding a member moves lastMembershipUpdated forward.',
    operations: ['addUserToGroup'],
  },
  'groups.last-membership-updated.removed': {
    statement: 'Removing a member moves lastMembershipUpdated forward.',
    operations: ['removeUserFromGroup'],
  },
  'groups.last-membership-updated.profile': {
    statement: 'An update of the profile leaves lastMembershipUpdated as it was.',
    operations: ['updateGroup'],
  },
  'groups.object-class.array': [
    'The objectClass of a group made through the API is an array of at least one string, or null.',
    'property:Group.objectClass',
    'limit:Group.objectClass.min',
  ],
  'groups.object-class.null': {
    statement: 'objectClass is null for some groups.',
    reason: 'The table allows null but not when, and lets the class decide the shape of the profile.',
    covers: ['null:Group.objectClass'],
  },
  'groups.links.present': {
    after: 'groups.profile.present',
    statement: 'The _links of a group, where they are not null, are an object.',
    covers: ['property:Group._links'],
  },
  'groups.links.null': {
    statement: '_links is null for some groups.',
    reason: 'The table allows null but does not say when.',
    covers: ['null:Group._links'],
  },
  'groups.embedded': {
    statement: '_embedded holds what expand asks for, and is null or absent without it.',
    reason: 'Its contents are not shown.',
    covers: ['property:Group._embedded', 'null:Group._embedded'],
  },
  'groups.source.id': {
    statement: 'The source of an APP_GROUP names the id of its application, a string.',
    operations: ['getGroup'],
    needs: ['app-group'],
    covers: ['property:Group.source', 'not-null:Group.source'],
  },
  'groups.source.shape': {
    statement: 'The source of an APP_GROUP is an object with id.',
    operations: ['getGroup'],
    needs: ['app-group'],
    reason: 'The attribute table says array of strings, the replies show an object.',
  },
  'groups.source.absent': 'A group of type SVC_GROUP carries no source.',
  'groups.metadata.after-creation': {
    statement: 'The reply to a create carries id, created, lastUpdated, lastMembershipUpdated and type.',
    operations: ['createGroup'],
  },
})

const group = inOrder(
  shownRequirements(
    place,
    'groups.*.present',
    { record: 'Every group', kind: 'Group', isNeverNull: true },
    groupProperties,
  ),
  writtenGroup,
  readOnlyRequirements(
    place,
    'groups.*.read-only',
    { kind: 'Group', writes: ['createGroup', 'updateGroup'] },
    groupReadOnly,
  ),
)

const types = requirementsIn(
  { area: 'groups', document: 2, section: 'Group type' },
  {
    'groups.type.svc-group': {
      statement: 'Profile and members of an SVC_GROUP are changed through the API.',
      operations: ['updateGroup', 'addUserToGroup', 'removeUserFromGroup'],
      covers: ['enum:Group.type.SVC_GROUP'],
    },
    'groups.type.app-group': {
      statement: 'An imported group has type APP_GROUP.',
      operations: ['getGroup'],
      needs: ['app-group'],
      covers: ['enum:Group.type.APP_GROUP'],
    },
    'groups.type.built-in': {
      statement: 'An update of a BUILT_IN group is refused and changes nothing.',
      operations: ['updateGroup'],
      needs: ['built-in-group'],
      covers: ['enum:Group.type.BUILT_IN'],
    },
  },
)

const profile = requirementsIn(
  {
    area: 'groups',
    document: 2,
    section: 'Profile for objectClass `svc:user_group`',
    operations: ['createGroup', 'getGroup'],
  },
  {
    'groups.name.kept': ['A group carries the name it was given.', 'property:GroupProfile.name'],
    ...requiredRows('groups.name'),
    ...limitRows('groups.name'),
    'groups.name.limits-on-update': {
      statement: 'An update with an empty name or one of 256 characters is refused and keeps the old name.',
      operations: ['updateGroup'],
      alsoIn: ['2 Limits'],
    },
    'groups.description.kept': [
      'A group carries the description it was given.',
      'property:GroupProfile.description',
    ],
    'groups.description.null': [
      'A group may be given a null description, or none.',
      'null:GroupProfile.description',
    ],
    ...limitRows('groups.description'),
    'groups.custom.undeclared': [
      'A profile property outside the schema is never stored: the create is refused or the property left out.',
      'createGroup',
    ],
    ...sharing({ needs: ['group-custom-property'] })({
      'groups.custom.declared': 'A custom property that the schema declares is kept.',
      'groups.custom.html': 'A custom property keeps HTML as it was sent.',
    }),
    'groups.custom.escape': {
      level: 'caller',
      statement: 'A caller escapes custom properties before showing them.',
      reason: 'It binds the caller.',
    },
  },
)

const directoryPlace = {
  area: 'groups',
  document: 2,
  section: 'Profile for objectClass `svc:directory_security_principal`',
  operations: ['getGroup'],
  needs: ['directory-group'],
} as const

const directory = [
  ...shownRequirements(
    directoryPlace,
    'groups.directory.*',
    { record: 'A directory group', kind: 'DirectoryProfile', isNeverNull: true },
    directoryProperties,
  ),
  ...requirementsIn(directoryPlace, {
    'groups.directory.read-only': {
      statement: 'An update of a directory group is refused and leaves its profile as it was.',
      operations: ['updateGroup'],
      covers: ['read-only:DirectoryProfile'],
    },
    'groups.directory.more': {
      statement: 'A directory group may carry groupType, objectSid and groupScope.',
      excluded: 'It permits either, so nothing can break it.',
    },
  }),
]

const links = requirementsIn(
  { area: 'groups', document: 2, section: 'Group links', operations: ['getGroup'] },
  {
    'groups.links.self': ['The self link of a group leads to that group.', 'link:Group.self'],
    'groups.links.users': ['The users link of a group leads to its members.', 'link:Group.users'],
    'groups.links.apps': ['The apps link of a group leads to its applications.', 'link:Group.apps'],
    'groups.links.logo': [
      'A logo link of a group is an array of objects with name (medium or large), href and type image/png.',
      'link:Group.logo',
    ],
    'groups.links.source': ['An APP_GROUP carries the link source.', 'needs:app-group', 'link:Group.source'],
    'groups.links.no-source': 'An SVC_GROUP carries no link source.',
  },
)

export const groupRequirements = [...service, ...group, ...types, ...profile, ...directory, ...links] as const
