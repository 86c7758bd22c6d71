/** Create, read, replace and update users; their app links and groups (Users). */
import { unknownIdClauses, unknownUserIds } from '../tables/unknown-ids.ts'
import { clausesIn, inOrder } from './clause.ts'

const place = { area: 'users', document: 3, section: 'Create, read, list, update' } as const

const endpoints = clausesIn({ area: 'users', document: 3, section: 'Endpoints' }, [
  {
    id: 'users.success-codes',
    level: 'open',
    statement: 'Create, get, list and update of users use some 2xx status.',
    operations: ['createUser', 'getUser', 'listUsers', 'updateUser', 'replaceUser'],
    reason: 'The statuses are not shown, save that bodies are returned.',
  },
])

const create = clausesIn({ ...place, operations: ['createUser'] }, [
  {
    id: 'users.create.ok',
    statement: 'A create with a profile succeeds and answers with the user.',
    covers: ['success:createUser'],
  },
  {
    id: 'users.create.stored',
    statement: 'A created user is found again under the id of the reply.',
    operations: ['createUser', 'getUser'],
  },
  {
    id: 'users.create.profile-required',
    statement: 'A create without a profile is refused.',
    covers: ['input:createUser.profile'],
  },
  {
    id: 'users.create.activate-default',
    statement: 'A create with a password and no activate runs the activation.',
    covers: ['query:createUser.activate', 'default:createUser.activate'],
  },
  {
    id: 'users.create.provider',
    statement: 'A create with provider=true takes the provider from the credentials.',
    needs: ['federation'],
    covers: ['query:createUser.provider', 'input:createUser.credentials.provider'],
  },
  {
    id: 'users.create.provider-default',
    level: 'open',
    statement: 'A create without provider ignores a provider in the credentials.',
    reason: 'The parameter is false by default; what becomes of a provider sent then is not stated.',
    covers: ['default:createUser.provider'],
  },
  {
    id: 'users.create.next-login-other',
    level: 'open',
    statement: 'nextLogin with another value, or with activate=false, or without a password is refused.',
    reason: 'Only changePassword with activate=true is described.',
  },
  {
    id: 'users.create.credentials-password',
    statement: 'A create takes a password value.',
    covers: ['input:createUser.credentials.password'],
  },
  {
    id: 'users.create.credentials-recovery-question',
    statement: 'A create takes a recovery question with its answer.',
    covers: ['input:createUser.credentials.recovery_question'],
  },
  {
    id: 'users.create.group-ids',
    statement: 'A user created with groupIds is a member of those groups.',
    operations: ['createUser', 'listGroupUsers', 'listUserGroups'],
    covers: ['input:createUser.groupIds'],
  },
  {
    id: 'users.create.group-ids.max.accepted',
    statement: 'A create with 20 groupIds is accepted.',
    alsoIn: ['3 Limits'],
    covers: ['limit:createUser.groupIds.max.accepts'],
  },
  {
    id: 'users.create.group-ids.max.refused',
    statement: 'A create with 21 groupIds is refused and creates no user.',
    alsoIn: ['3 Limits'],
    covers: ['limit:createUser.groupIds.max.refuses'],
  },
  {
    id: 'users.create.group-ids.unknown',
    level: 'open',
    statement: 'A create with an unknown group id is refused and creates no user.',
    reason: 'Not stated for ids in a body.',
  },
  {
    id: 'users.create.asynchronous',
    level: 'open',
    statement: 'Groups, applications and downstream accounts of a new user may follow after the reply.',
    reason: 'It permits a delay and promises no order.',
  },
  {
    id: 'users.create.transitioning',
    statement: 'A new user carries transitioningToStatus ACTIVE until the activation is complete.',
    needs: ['slow-transitions'],
    covers: ['enum:User.transitioningToStatus.ACTIVE'],
  },
  {
    id: 'users.create.token-mailed',
    statement: 'A user activated without a password is sent an e-mail with a one-time token.',
    needs: ['mail', 'outbox'],
  },
  {
    id: 'users.create.no-token-with-password',
    statement: 'A user activated with a password is sent no activation token.',
    needs: ['outbox'],
  },
  {
    id: 'users.create.no-token-with-hash',
    statement: 'A user activated with an imported hash is sent no activation token.',
    needs: ['outbox'],
  },
  {
    id: 'users.create.no-token-with-hook',
    statement: 'A user activated with a password hook is sent no activation token.',
    needs: ['outbox', 'password-hook'],
  },
])

const get = clausesIn({ ...place, operations: ['getUser'] }, [
  {
    id: 'users.get.ok',
    statement: 'A user is answered under its id.',
    covers: ['success:getUser'],
  },
  {
    id: 'users.get.reads-own-writes',
    statement: 'A get by id right after an update shows the update.',
    operations: ['updateUser', 'getUser'],
  },
  {
    id: 'users.get.unknown-login',
    statement: 'An unknown login is refused with 404 and E0000007.',
    alsoIn: ['3 Errors'],
  },
  {
    id: 'users.get.expand-block',
    statement: 'expand=block puts the block details of a blocked user into _embedded.',
    needs: ['device-block'],
    covers: ['query:getUser.expand'],
  },
  {
    id: 'users.get.expand-other',
    level: 'open',
    statement: 'expand with another value is refused or ignored.',
    reason: 'block is the only value; the answer to another is not stated.',
  },
  {
    id: 'users.get.me-cookie',
    statement: 'me with a session cookie and no Authorization header is the user of the session.',
    needs: ['session-cookie'],
  },
  {
    id: 'users.get.me-token',
    statement: 'me with an API token is one and the same user on every call: the owner of the token.',
  },
  {
    id: 'users.get.me-token-over-cookie',
    statement: 'me with an API token and a session cookie is the owner of the token.',
    needs: ['session-cookie'],
  },
])

const response = clausesIn({ ...place, operations: ['getUser', 'listUsers'] }, [
  {
    id: 'users.omit.credentials',
    statement: 'omitCredentials in svc-response leaves credentials out of a user read by id.',
    covers: ['header:svc-response.omitCredentials'],
  },
  {
    id: 'users.omit.credentials-list',
    statement: 'omitCredentials in svc-response leaves credentials out of listed users.',
  },
  {
    id: 'users.omit.links',
    statement:
      'omitCredentialsLinks in svc-response leaves out the links changePassword, changeRecoveryQuestion, forgotPassword, resetPassword, resetFactors and unlock.',
    operations: ['getUser'],
    covers: ['header:svc-response.omitCredentialsLinks'],
  },
  {
    id: 'users.omit.links-others-stay',
    statement: 'omitCredentialsLinks in svc-response leaves the self link in place.',
    operations: ['getUser'],
  },
  {
    id: 'users.omit.transitioning',
    statement: 'omitTransitioningToStatus in svc-response leaves transitioningToStatus out.',
    needs: ['slow-transitions'],
    covers: ['header:svc-response.omitTransitioningToStatus'],
  },
  {
    id: 'users.omit.all',
    statement: 'The three omissions of svc-response work together, joined by commas.',
  },
  {
    id: 'users.omit.quoted',
    statement: 'The list of svc-response may be quoted.',
  },
  {
    id: 'users.omit.one-alone',
    statement: 'One omission of svc-response works without the other two.',
  },
  {
    id: 'users.omit.unknown',
    statement: 'An unknown entry of svc-response is ignored, and the known ones next to it still work.',
  },
  {
    id: 'users.omit.performance',
    statement: 'Reading is faster when all three omissions are asked for.',
    excluded: 'How much faster is not stated.',
  },
])

const replace = clausesIn({ ...place, operations: ['replaceUser'] }, [
  {
    id: 'users.replace.ok',
    statement: 'A full replacement of the profile succeeds and answers with the user.',
    covers: ['success:replaceUser', 'input:replaceUser.profile'],
  },
  {
    id: 'users.replace.stored',
    statement: 'The profile of a full replacement is read back afterwards.',
    operations: ['replaceUser', 'getUser'],
  },
  {
    id: 'users.replace.deletes',
    statement: 'A full replacement takes away profile properties that were not sent.',
    operations: ['replaceUser', 'getUser'],
  },
  {
    id: 'users.replace.credentials',
    statement: 'A full replacement with credentials sets the password.',
    operations: ['replaceUser', 'changeRecoveryQuestion'],
    covers: ['input:replaceUser.credentials'],
  },
  {
    id: 'users.replace.credentials-only',
    level: 'open',
    statement: 'A full replacement without a profile leaves the profile as it was.',
    reason: 'Profile and credentials are each optional, and profile properties not sent are deleted.',
  },
  {
    id: 'users.replace.profile-only',
    level: 'open',
    statement: 'A full replacement without credentials leaves the password as it was.',
    reason: 'Credentials are optional; that leaving them out keeps them is only implied.',
  },
  {
    id: 'users.replace.required',
    statement: 'A full replacement of the profile without login is refused and changes nothing.',
  },
  {
    id: 'users.replace.strict',
    statement: 'A full replacement with strict=true and a fresh password for a user who had none succeeds.',
    covers: ['query:replaceUser.strict'],
  },
  {
    id: 'users.replace.strict-enforced',
    level: 'open',
    statement:
      'A full replacement with strict=true refuses a password that is too young to change or was used before.',
    reason: 'The minimum age and history of the policy are not shown.',
  },
])

const update = clausesIn({ ...place, operations: ['updateUser'] }, [
  {
    id: 'users.update.ok',
    statement: 'A partial update succeeds and answers with the user and its new values.',
    covers: ['success:updateUser', 'input:updateUser.profile'],
  },
  {
    id: 'users.update.stored',
    statement: 'The values of a partial update are read back afterwards.',
    operations: ['updateUser', 'getUser'],
  },
  {
    id: 'users.update.keeps',
    statement: 'A partial update keeps profile properties that were not sent.',
    operations: ['updateUser', 'getUser'],
  },
  {
    id: 'users.update.password',
    statement:
      'A partial update sets the password without the old one: the new one counts, the old one does not.',
    operations: ['updateUser', 'changeRecoveryQuestion'],
    covers: ['input:updateUser.credentials.password'],
  },
  {
    id: 'users.update.recovery-question',
    statement: 'A partial update sets the recovery question and answer without the password.',
    operations: ['updateUser', 'forgotPasswordWithAnswer'],
    covers: ['input:updateUser.credentials.recovery_question'],
  },
  {
    id: 'users.update.strict',
    statement: 'A partial update with strict=true and a fresh password for a user who had none succeeds.',
    covers: ['query:updateUser.strict'],
  },
  {
    id: 'users.update.strict-enforced',
    level: 'open',
    statement:
      'A partial update with strict=true refuses a password that is too young to change or was used before.',
    reason: 'The minimum age and history of the policy are not shown.',
  },
])

const current = clausesIn(
  {
    ...place,
    operations: ['updateCurrentUser'],
    needs: ['session-cookie', 'me'],
  },
  [
    {
      id: 'users.update-me.ok',
      statement: 'The user of a session changes a property of the own profile and gets the user back.',
      covers: ['success:updateCurrentUser', 'input:updateCurrentUser.profile'],
    },
    {
      id: 'users.update-me.keeps',
      statement: 'An update of the own profile keeps properties that were not sent.',
    },
    {
      id: 'users.update-me.cors',
      statement: 'An update of the own profile works cross-origin, from a trusted origin.',
      needs: ['session-cookie', 'me', 'trusted-origin'],
    },
    {
      id: 'users.update-me.email-waits',
      statement: 'A new primary e-mail of the own profile is not in force before it is verified.',
      needs: ['session-cookie', 'me', 'mail'],
    },
    {
      id: 'users.update-me.second-email-waits',
      statement: 'A new secondary e-mail of the own profile is not in force before it is verified.',
      needs: ['session-cookie', 'me', 'mail'],
    },
    {
      id: 'users.update-me.email-sent',
      statement: 'A new e-mail of the own profile makes the service send a verification e-mail.',
      needs: ['session-cookie', 'me', 'mail', 'outbox'],
    },
    {
      id: 'users.update-me.credentials',
      level: 'open',
      statement: 'Credentials sent with the own profile are refused or ignored.',
      reason: 'The body is the profile only; the answer to more is not stated.',
    },
    {
      id: 'users.update-me.writable',
      level: 'open',
      statement: 'A property that the user may not write is not accepted.',
      reason: 'Which properties a user may write is a setting of the schema, which no operation shows.',
    },
    {
      id: 'users.update-me.api-token',
      level: 'open',
      statement: 'An update of me with an API token changes the owner of the token.',
      reason: 'The session cookie is said to work; whether an API token does is not stated.',
    },
  ],
)

const related = clausesIn(place, [
  {
    id: 'users.app-links.direct',
    statement: 'The app links of a user are an array that holds an application assigned to the user.',
    operations: ['listUserAppLinks'],
    needs: ['application'],
    covers: ['success:listUserAppLinks'],
  },
  {
    id: 'users.app-links.by-group',
    statement: 'The app links of a user hold an application assigned to one of its groups.',
    operations: ['listUserAppLinks'],
    needs: ['application'],
  },
  {
    id: 'users.app-links.none',
    statement: 'The app links of a user are an array, also for a new user.',
    operations: ['listUserAppLinks'],
  },
  {
    id: 'users.groups.ok',
    statement: 'The groups of a user are an array that holds each group the user was added to.',
    operations: ['listUserGroups'],
    covers: ['success:listUserGroups'],
  },
  {
    id: 'users.groups.imported',
    statement: 'The groups of a user hold an APP_GROUP whose members the user is among.',
    operations: ['listUserGroups'],
    needs: ['app-group'],
  },
  {
    id: 'users.groups.built-in',
    statement: 'The groups of a user hold a BUILT_IN group whose members the user is among.',
    operations: ['listUserGroups'],
    needs: ['built-in-group'],
  },
  {
    id: 'users.groups.others',
    statement: 'The groups of a user do not hold a group that the user was not added to.',
    operations: ['listUserGroups'],
  },
])

export const userOperationClauses = [
  ...endpoints,
  ...create,
  ...inOrder(
    [...get, ...response, ...replace, ...update, ...current, ...related],
    unknownIdClauses(place, unknownUserIds),
  ),
] as const
