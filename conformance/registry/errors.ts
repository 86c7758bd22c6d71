/** The two error bodies, and the rows of the error tables that belong to no single operation. */
import { requirementsIn, sharing } from './requirement.ts'

const formats = requirementsIn(
  { area: 'errors', document: 1, section: 'Errors' },
  {
    'errors.oauth.error': {
      statement: 'An error of a client endpoint other than newSecret carries a string error.',
      operations: ['getClient', 'updateClient', 'deleteClient'],
      covers: ['property:OAuthError.error'],
    },
    'errors.oauth.description': {
      statement: 'An error of a client endpoint other than newSecret carries a string error_description.',
      operations: ['getClient', 'updateClient', 'deleteClient'],
      covers: ['property:OAuthError.error_description'],
    },
    ...sharing({ operations: ['getUser', 'getGroup', 'suspendUser'] })({
      'errors.platform.code': [
        'An error of any other endpoint carries a string errorCode.',
        'property:PlatformError.errorCode',
      ],
      'errors.platform.summary': [
        'An error of any other endpoint carries a string errorSummary.',
        'property:PlatformError.errorSummary',
      ],
      'errors.platform.link-is-code': [
        'The errorLink of an error is the same string as its errorCode.',
        'property:PlatformError.errorLink',
      ],
      'errors.platform.id': [
        'An error of any other endpoint carries a string errorId.',
        'property:PlatformError.errorId',
      ],
      'errors.platform.causes': [
        'An error of any other endpoint carries an array errorCauses, which may be empty.',
        'property:PlatformError.errorCauses',
      ],
    }),
    'errors.platform.new-secret': {
      statement: 'newSecret is the one client endpoint whose errors are in the platform style.',
      operations: ['newClientSecret'],
    },
    'errors.unknown-resource': {
      statement:
        'An unknown id of a user, group or rule is refused with 404 and E0000007, whatever the operation.',
      alsoIn: ['2 Errors', '3 Errors'],
      operations: ['getUser', 'getGroup', 'getGroupRule'],
      covers: ['error:unknown-resource'],
    },
    'errors.page-time-out': {
      statement: 'A list that takes too long with a large page is answered with 500.',
      alsoIn: ['2 Errors', '3 Errors'],
      excluded:
        'A run cannot make a server time out. It repeats a list that answers 500 with a smaller limit.',
      covers: ['error:page-time-out'],
    },
    'errors.page-time-out.retry': {
      level: 'caller',
      statement: 'A caller who gets 500 on a large page retries with a smaller limit, and pages.',
      alsoIn: ['2 Errors', '3 Errors'],
      reason: 'It binds the caller.',
    },
    'errors.catalogue': {
      statement: 'Errors that no table lists use some status and some code.',
      reason:
        'The complete catalogue of codes, and the statuses of other validation failures, are not shown.',
    },
  },
)

const groups = requirementsIn(
  { area: 'errors', document: 2, section: 'Errors' },
  {
    'errors.groups.specific': {
      statement: 'Errors of group and rule operations, other than unknown ids, use some status and code.',
      operations: ['createGroup', 'updateGroup', 'deleteGroup', 'createGroupRule', 'updateGroupRule'],
      reason: 'Not shown.',
    },
  },
)

const users = requirementsIn(
  { area: 'errors', document: 3, section: 'Errors' },
  {
    'errors.users.validation': {
      statement:
        'A bad profile, a password against the policy and a login already taken use some error code.',
      operations: ['createUser', 'updateUser', 'replaceUser'],
      reason: 'The codes of such errors are not shown.',
    },
  },
)

export const errorRequirements = [...formats, ...groups, ...users] as const
