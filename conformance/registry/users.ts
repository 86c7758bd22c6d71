/** The user: its properties, block details, links and app links (Users). */
import { readOnlyRequirements, userReadOnly } from '../tables/read-only.ts'
import { appLinkProperties, shownRequirements, userProperties } from '../tables/shown.ts'
import { offeredLinks, type UserLink, userLinks, withheldLinks } from '../tables/user-links.ts'
import { type RequirementRow, requirementsForEach, requirementsIn, inOrder, sharing } from './requirement.ts'

const addressing = requirementsIn(
  { area: 'users', document: 3, section: 'What the service does' },
  {
    'users.path.login': ['A path takes the login of a user instead of the id.', 'getUser', 'suspendUser'],
    ...sharing({ operations: ['getUser'] })({
      'users.path.short-name':
        'A path takes the part of a login before the @ instead of the id when one user has it.',
      'users.path.short-name-ambiguous':
        'A path with the part before the @ that two logins share finds neither of them.',
      'users.path.me': 'A path takes me instead of the id of the current user.',
    }),
    ...sharing({ operations: ['createUser', 'getUser'] })({
      'users.path.slash': 'A user whose login contains / is reached by id.',
      'users.path.question-mark': 'A user whose login contains ? is read by id.',
    }),
  },
)

const place = { area: 'users', document: 3, section: 'User', operations: ['createUser', 'getUser'] } as const

const writtenUser = requirementsIn(place, {
  'users.id.unique': ['Two users have two different ids.', 'createUser', 'unique:User.id'],
  'users.activated.present': {
    after: 'users.created.present',
    statement: 'A user who became ACTIVE carries activated, the time of it.',
    operations: ['createUser', 'activateUser'],
    covers: ['property:User.activated'],
  },
  'users.activated.never': {
    statement: 'A user who was never activated carries activated null, or not at all.',
    reason: 'The table rules null out, and there is no time to tell before the first activation.',
    covers: ['not-null:User.activated'],
  },
  'users.status-changed.present': {
    statement: 'A user whose status changed carries statusChanged.',
    operations: ['suspendUser', 'getUser'],
    covers: ['property:User.statusChanged'],
  },
  'users.status-changed.moves': {
    statement: 'A change of status moves statusChanged forward.',
    operations: ['suspendUser', 'unsuspendUser', 'getUser'],
  },
  'users.status-changed.null': {
    statement:
      'A user whose status never changed carries statusChanged null, the time of creation, or not at all.',
    reason: 'The table allows null but not when.',
    covers: ['null:User.statusChanged'],
  },
  'users.last-login.present': {
    statement: 'A user who signed in carries lastLogin.',
    needs: ['sign-in'],
    covers: ['property:User.lastLogin'],
  },
  'users.last-login.null': [
    'A user who never signed in carries no time as lastLogin.',
    'null:User.lastLogin',
  ],
  'users.before-2013': {
    statement: 'Users from before 2013-06-30 may lack activated, statusChanged and lastLogin.',
    excluded: 'It is about users that no run can make.',
  },
  'users.last-updated.moves': {
    statement: 'An update of the profile moves lastUpdated forward.',
    operations: ['updateUser'],
    reason: 'Which changes move it is not stated for users.',
  },
  'users.password-changed.present': {
    statement: 'A user with a password carries passwordChanged.',
    reason: 'The table allows null and does not say when the time is set.',
    covers: ['property:User.passwordChanged'],
  },
  'users.password-changed.null': [
    'A user who never had a password carries no time as passwordChanged.',
    'null:User.passwordChanged',
  ],
  ...sharing({ needs: ['user-type'] })({
    'users.type.on-create': ['A user created with a type carries it.', 'input:createUser.type'],
    'users.type.on-replace': {
      statement: 'A full replacement by an administrator changes the type.',
      alsoIn: ['3 Create, read, list, update'],
      operations: ['replaceUser'],
    },
  }),
  'users.type.on-update': {
    statement: 'A partial update with another type than the current one is refused, and the type stays.',
    alsoIn: ['3 Create, read, list, update'],
    operations: ['updateUser'],
  },
  'users.type.on-update-same': {
    statement: 'A partial update with the current type is accepted.',
    alsoIn: ['3 Create, read, list, update'],
    operations: ['updateUser'],
  },
  'users.type.read-only': {
    statement: 'type is read-only.',
    reason: 'The table marks it so, and lets a create and a full replacement set it.',
    covers: ['read-only:User.type'],
  },
  'users.type.administrators-only': {
    statement: 'Nobody but an administrator changes the type of a user.',
    alsoIn: ['3 Create, read, list, update'],
    operations: ['replaceUser'],
    excluded: 'A caller who is no administrator is only given an update of the own profile, without a type.',
  },
  'users.type.schema': {
    statement: 'The user type resource has its own schema.',
    reason: 'Not shown.',
  },
  'users.transitioning.values': [
    'transitioningToStatus is null, absent, PROVISIONED, ACTIVE or DEPROVISIONED.',
    'property:User.transitioningToStatus',
    'enum:User.transitioningToStatus.PROVISIONED',
  ],
  'users.transitioning.done': [
    'A user whose transition is complete carries no transitioningToStatus.',
    'null:User.transitioningToStatus',
  ],
  'users.transitioning.to-provisioned': {
    statement: 'transitioningToStatus is PROVISIONED during some transition.',
    reason: 'The value is listed; the transition table names no case of it.',
  },
  'users.links.present': {
    after: 'users.credentials.present',
    statement: 'The _links of a user, where they are not null, are an object.',
    covers: ['property:User._links'],
  },
  ...sharing({ reason: 'The table allows null but does not say when.' })({
    'users.links.null': ['_links is null for some users.', 'null:User._links'],
    'users.embedded': {
      after: 'users.links.null',
      statement: '_embedded is null or absent when there are no block details to hold.',
      covers: ['property:User._embedded', 'null:User._embedded'],
    },
  }),
  'users.metadata.after-creation': {
    statement: 'The reply to a create carries id, status, created and lastUpdated.',
    operations: ['createUser'],
  },
})

const user = inOrder(
  shownRequirements(
    place,
    'users.*.present',
    { record: 'Every user', kind: 'User', isNeverNull: true },
    userProperties,
  ),
  writtenUser,
  readOnlyRequirements(
    place,
    'users.*.read-only',
    { kind: 'User', writes: ['createUser', 'updateUser', 'replaceUser'] },
    userReadOnly,
  ),
)

const block = requirementsIn(
  { area: 'users', document: 3, section: 'User Block', operations: ['getUser'], needs: ['device-block'] },
  {
    'users.block.type': [
      'The block details of a blocked user carry type DEVICE_BASED.',
      'property:UserBlock.type',
      'enum:UserBlock.type.DEVICE_BASED',
    ],
    'users.block.applies-to': [
      'The block details of a blocked user carry appliesTo, ANY_DEVICES or UNKNOWN_DEVICES.',
      'property:UserBlock.appliesTo',
      'enum:UserBlock.appliesTo.ANY_DEVICES',
    ],
    'users.block.unknown-devices': [
      'The block details of a user blocked from unknown devices only carry UNKNOWN_DEVICES.',
      'enum:UserBlock.appliesTo.UNKNOWN_DEVICES',
    ],
  },
)

const listed = new Intl.ListFormat('en', { type: 'disjunction' })

const linksPlace = {
  area: 'users',
  document: 3,
  section: 'User links',
  operations: ['getUser'],
} as const

const openLinks = {
  ...linksPlace,
  level: 'open',
  reason: 'A user has the relations that the policies of the org allow.',
} as const

const offers = [
  ...requirementsForEach(openLinks, offeredLinks, {
    'users.links.offered.*': ({ relation, offered }) => ({
      statement: `Where the links of users hold actions, a user who is ${listed.format(offered)} carries the link ${relation}.`,
      ...(relation === 'unlock' ? { needs: ['locked-out-user'] } : {}),
    }),
  }),
  ...requirementsForEach(openLinks, withheldLinks, {
    'users.links.not-offered.*': ({ relation, never }) => ({
      statement: `A user who is ${listed.format(never)} carries no link ${relation}.`,
      alsoIn: ['3 States and transitions'],
    }),
  }),
]

/** Whether a link leads below the credentials of a user, not to its lifecycle. */
const isOfCredentials = (slug: string): boolean => slug.startsWith('forgot') || slug.startsWith('change')

/** The requirements of the links that lead to an action on a user. */
function leadingLinks(fits: (link: UserLink) => boolean) {
  const rows = userLinks.filter(fits).map(({ slug, relation, path }) => [
    `users.links.${slug}`,
    {
      statement: `${/^[aeiou]/.test(relation) ? 'An' : 'A'} ${relation} link of a user, where present, leads to its ${path.split('/').at(-1)} operation.`,
      ...(relation === 'unlock' ? { needs: ['locked-out-user'] } : {}),
      covers: [`link:User.${relation}`],
    },
  ])
  return Object.fromEntries(rows) as Record<`users.links.${UserLink['slug']}`, Omit<RequirementRow, 'id'>>
}

const links = requirementsIn(linksPlace, {
  'users.links.list-self-only': ['The _links of a listed user hold self and nothing else.', 'listUsers'],
  'users.links.self': ['The self link of a user leads to that user.', 'link:User.self'],
  'users.links.by-status': {
    statement: 'The relations of a user are those that its status and the policies allow.',
    reason: 'Which relations go with which status is not listed, and policies decide too.',
  },
  ...leadingLinks(({ slug }) => !isOfCredentials(slug)),
  'users.links.reset-factors-absent': [
    'A user who is enrolled in no second factor carries no resetFactors link.',
    'link:User.resetFactors',
  ],
  'users.links.reset-factors': [
    'A resetFactors link of an enrolled user, where present, leads to its reset_factors operation.',
    'needs:factor',
  ],
  ...leadingLinks(({ slug }) => isOfCredentials(slug)),
  'users.links.schema': [
    'A schema link of a user, where present, has an absolute address.',
    'link:User.schema',
  ],
  'users.links.type': ['A type link of a user, where present, has an absolute address.', 'link:User.type'],
})

const appLink = shownRequirements(
  {
    area: 'users',
    document: 3,
    section: 'App link',
    operations: ['listUserAppLinks'],
    needs: ['application'],
  },
  'users.app-links.*',
  { record: 'An app link', kind: 'AppLink' },
  appLinkProperties,
)

export const userRequirements = [...addressing, ...user, ...block, ...links, ...offers, ...appLink] as const
