/** Create, read, replace and update users; their app links and groups (Users). */
import { requiredRows } from '../tables/required.ts'
import { unknownIdRequirements, unknownUserIds } from '../tables/unknown-ids.ts'
import { requirementsIn, inOrder, sharing } from './requirement.ts'

const place = { area: 'users', document: 3, section: 'Create, read, list, update' } as const

const endpoints = requirementsIn(
  { area: 'users', document: 3, section: 'Endpoints' },
  {
    'users.success-codes': {
      statement: 'Create, get, list and update of users use some 2xx status.',
      operations: ['createUser', 'getUser', 'listUsers', 'updateUser', 'replaceUser'],
      reason: 'The statuses are not shown, save that bodies are returned.',
    },
  },
)

const create = requirementsIn(
  { ...place, operations: ['createUser'] },
  {
    'users.create.ok': ['A create with a profile succeeds and answers with the user.', 'success:createUser'],
    'users.create.stored': {
      statement: 'A created user is found again under the id of the reply.',
      operations: ['createUser', 'getUser'],
    },
    ...requiredRows('users.create'),
    'users.create.activate-default': [
      'A create with a password and no activate runs the activation.',
      'query:createUser.activate',
      'default:createUser.activate',
    ],
    'users.create.provider': {
      statement: 'A create with provider=true takes the provider from the credentials.',
      needs: ['federation'],
      covers: ['query:createUser.provider', 'input:createUser.credentials.provider'],
    },
    'users.create.provider-default': {
      statement: 'A create without provider ignores a provider in the credentials.',
      reason: 'The parameter is false by default; what becomes of a provider sent then is not stated.',
      covers: ['default:createUser.provider'],
    },
    'users.create.next-login-other': {
      statement: 'nextLogin with another value, or with activate=false, or without a password is refused.',
      reason: 'Only changePassword with activate=true is described.',
    },
    'users.create.credentials-password': [
      'A create takes a password value.',
      'input:createUser.credentials.password',
    ],
    'users.create.credentials-recovery-question': [
      'A create takes a recovery question with its answer.',
      'input:createUser.credentials.recovery_question',
    ],
    'users.create.group-ids': {
      statement: 'A user created with groupIds is a member of those groups.',
      operations: ['createUser', 'listGroupUsers', 'listUserGroups'],
      covers: ['input:createUser.groupIds'],
    },
    'users.create.group-ids.max.accepted': {
      statement: 'A create with 20 groupIds is accepted.',
      alsoIn: ['3 Limits'],
      covers: ['limit:createUser.groupIds.max.accepts'],
    },
    'users.create.group-ids.max.refused': {
      statement: 'A create with 21 groupIds is refused and creates no user.',
      alsoIn: ['3 Limits'],
      covers: ['limit:createUser.groupIds.max.refuses'],
    },
    'users.create.group-ids.unknown': {
      statement: 'A create with an unknown group id is refused and creates no user.',
      reason: 'Not stated for ids in a body.',
    },
    'users.create.asynchronous': {
      statement: 'Groups, applications and downstream accounts of a new user may follow after the reply.',
      reason: 'It permits a delay and promises no order.',
    },
    'users.create.transitioning': {
      statement: 'A new user carries transitioningToStatus ACTIVE until the activation is complete.',
      needs: ['slow-transitions'],
      covers: ['enum:User.transitioningToStatus.ACTIVE'],
    },
    'users.create.token-mailed': {
      statement: 'A user activated without a password is sent an e-mail with a one-time token.',
      needs: ['mail', 'outbox'],
    },
    ...sharing({ needs: ['outbox'] })({
      'users.create.no-token-with-password': 'A user activated with a password is sent no activation token.',
      'users.create.no-token-with-hash':
        'A user activated with an imported hash is sent no activation token.',
    }),
    'users.create.no-token-with-hook': {
      statement: 'A user activated with a password hook is sent no activation token.',
      needs: ['outbox', 'password-hook'],
    },
  },
)

const get = requirementsIn(
  { ...place, operations: ['getUser'] },
  {
    'users.get.ok': ['A user is answered under its id.', 'success:getUser'],
    'users.get.reads-own-writes': {
      statement: 'A get by id right after an update shows the update.',
      operations: ['updateUser', 'getUser'],
    },
    'users.get.unknown-login': {
      statement: 'An unknown login is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
    },
    'users.get.expand-block': {
      statement: 'expand=block puts the block details of a blocked user into _embedded.',
      needs: ['device-block'],
      covers: ['query:getUser.expand'],
    },
    'users.get.expand-other': {
      statement: 'expand with another value is refused or ignored.',
      reason: 'block is the only value; the answer to another is not stated.',
    },
    'users.get.me-cookie': {
      statement: 'me with a session cookie and no Authorization header is the user of the session.',
      needs: ['session-cookie'],
    },
    'users.get.me-token':
      'me with an API token is one and the same user on every call: the owner of the token.',
    'users.get.me-token-over-cookie': {
      statement: 'me with an API token and a session cookie is the owner of the token.',
      needs: ['session-cookie'],
    },
  },
)

const response = requirementsIn(
  { ...place, operations: ['getUser', 'listUsers'] },
  {
    'users.omit.credentials': [
      'omitCredentials in svc-response leaves credentials out of a user read by id.',
      'header:svc-response.omitCredentials',
    ],
    'users.omit.credentials-list': 'omitCredentials in svc-response leaves credentials out of listed users.',
    ...sharing({ operations: ['getUser'] })({
      'users.omit.links': [
        'omitCredentialsLinks in svc-response leaves out the links changePassword, changeRecoveryQuestion, forgotPassword, resetPassword, resetFactors and unlock.',
        'header:svc-response.omitCredentialsLinks',
      ],
      'users.omit.links-others-stay': 'omitCredentialsLinks in svc-response leaves the self link in place.',
    }),
    'users.omit.transitioning': {
      statement: 'omitTransitioningToStatus in svc-response leaves transitioningToStatus out.',
      needs: ['slow-transitions'],
      covers: ['header:svc-response.omitTransitioningToStatus'],
    },
    'users.omit.all': 'The three omissions of svc-response work together, joined by commas.',
    'users.omit.quoted': 'The list of svc-response may be quoted.',
    'users.omit.one-alone': 'One omission of svc-response works without the other two.',
    'users.omit.unknown':
      'An unknown entry of svc-response is ignored, and the known ones next to it still work.',
    'users.omit.performance': {
      statement: 'Reading is faster when all three omissions are asked for.',
      excluded: 'How much faster is not stated.',
    },
  },
)

const replace = requirementsIn(
  { ...place, operations: ['replaceUser'] },
  {
    'users.replace.ok': [
      'A full replacement of the profile succeeds and answers with the user.',
      'success:replaceUser',
      'input:replaceUser.profile',
    ],
    ...sharing({ operations: ['replaceUser', 'getUser'] })({
      'users.replace.stored': 'The profile of a full replacement is read back afterwards.',
      'users.replace.deletes': 'A full replacement takes away profile properties that were not sent.',
    }),
    'users.replace.credentials': {
      statement: 'A full replacement with credentials sets the password.',
      operations: ['replaceUser', 'changeRecoveryQuestion'],
      covers: ['input:replaceUser.credentials'],
    },
    'users.replace.credentials-only': {
      statement: 'A full replacement without a profile leaves the profile as it was.',
      reason: 'Profile and credentials are each optional, and profile properties not sent are deleted.',
    },
    'users.replace.profile-only': {
      statement: 'A full replacement without credentials leaves the password as it was.',
      reason: 'Credentials are optional; that leaving them out keeps them is only implied.',
    },
    ...requiredRows('users.replace'),
    'users.replace.strict': [
      'A full replacement with strict=true and a fresh password for a user who had none succeeds.',
      'query:replaceUser.strict',
    ],
    'users.replace.strict-enforced': {
      statement:
        'A full replacement with strict=true refuses a password that is too young to change or was used before.',
      reason: 'The minimum age and history of the policy are not shown.',
    },
  },
)

const update = requirementsIn(
  { ...place, operations: ['updateUser'] },
  {
    'users.update.ok': [
      'A partial update succeeds and answers with the user and its new values.',
      'success:updateUser',
      'input:updateUser.profile',
    ],
    ...sharing({ operations: ['updateUser', 'getUser'] })({
      'users.update.stored': 'The values of a partial update are read back afterwards.',
      'users.update.keeps': 'A partial update keeps profile properties that were not sent.',
    }),
    'users.update.password': {
      statement:
        'A partial update sets the password without the old one: the new one counts, the old one does not.',
      operations: ['updateUser', 'changeRecoveryQuestion'],
      covers: ['input:updateUser.credentials.password'],
    },
    'users.update.recovery-question': {
      statement: 'A partial update sets the recovery question and answer without the password.',
      operations: ['updateUser', 'forgotPasswordWithAnswer'],
      covers: ['input:updateUser.credentials.recovery_question'],
    },
    'users.update.strict': [
      'A partial update with strict=true and a fresh password for a user who had none succeeds.',
      'query:updateUser.strict',
    ],
    'users.update.strict-enforced': {
      statement:
        'A partial update with strict=true refuses a password that is too young to change or was used before.',
      reason: 'The minimum age and history of the policy are not shown.',
    },
  },
)

const current = requirementsIn(
  {
    ...place,
    operations: ['updateCurrentUser'],
    needs: ['session-cookie', 'me'],
  },
  {
    'users.update-me.ok': [
      'The user of a session changes a property of the own profile and gets the user back.',
      'success:updateCurrentUser',
      'input:updateCurrentUser.profile',
    ],
    'users.update-me.keeps': 'An update of the own profile keeps properties that were not sent.',
    'users.update-me.cors': {
      statement: 'An update of the own profile works cross-origin, from a trusted origin.',
      needs: ['session-cookie', 'me', 'trusted-origin'],
    },
    'users.update-me.email-waits': {
      statement: 'A new primary e-mail of the own profile is not in force before it is verified.',
      needs: ['session-cookie', 'me', 'mail'],
    },
    'users.update-me.second-email-waits': {
      statement: 'A new secondary e-mail of the own profile is not in force before it is verified.',
      needs: ['session-cookie', 'me', 'mail'],
    },
    'users.update-me.email-sent': {
      statement: 'A new e-mail of the own profile makes the service send a verification e-mail.',
      needs: ['session-cookie', 'me', 'mail', 'outbox'],
    },
    'users.update-me.credentials': {
      statement: 'Credentials sent with the own profile are refused or ignored.',
      reason: 'The body is the profile only; the answer to more is not stated.',
    },
    'users.update-me.writable': {
      statement: 'A property that the user may not write is not accepted.',
      reason: 'Which properties a user may write is a setting of the schema, which no operation shows.',
    },
    'users.update-me.api-token': {
      statement: 'An update of me with an API token changes the owner of the token.',
      reason: 'The session cookie is said to work; whether an API token does is not stated.',
    },
  },
)

const related = requirementsIn(place, {
  'users.app-links.direct': {
    statement: 'The app links of a user are an array that holds an application assigned to the user.',
    needs: ['application'],
    covers: ['success:listUserAppLinks'],
  },
  'users.app-links.by-group': {
    statement: 'The app links of a user hold an application assigned to one of its groups.',
    operations: ['listUserAppLinks'],
    needs: ['application'],
  },
  'users.app-links.none': ['The app links of a user are an array, also for a new user.', 'listUserAppLinks'],
  'users.groups.ok': [
    'The groups of a user are an array that holds each group the user was added to.',
    'success:listUserGroups',
  ],
  ...sharing({ operations: ['listUserGroups'] })({
    'users.groups.imported': {
      statement: 'The groups of a user hold an APP_GROUP whose members the user is among.',
      needs: ['app-group'],
    },
    'users.groups.built-in': {
      statement: 'The groups of a user hold a BUILT_IN group whose members the user is among.',
      needs: ['built-in-group'],
    },
    'users.groups.others': 'The groups of a user do not hold a group that the user was not added to.',
  }),
})

export const userOperationRequirements = [
  ...endpoints,
  ...create,
  ...inOrder(
    [...get, ...response, ...replace, ...update, ...current, ...related],
    unknownIdRequirements(place, unknownUserIds),
  ),
] as const
