/** Ending the sessions of a user (Users, Lifecycle operations). */
import { unknownIdRequirements, unknownSessionIds } from '../tables/unknown-ids.ts'
import { requirementsIn, sharing } from './requirement.ts'

const own = requirementsIn(
  {
    area: 'sessions',
    document: 3,
    section: 'Lifecycle operations',
    operations: ['deleteCurrentUserSessions'],
    needs: ['session-cookie', 'end-sessions'],
  },
  {
    'sessions.delete-own.ok': [
      'delete_sessions with a session cookie answers with 200 and an empty object.',
      'success:deleteCurrentUserSessions',
      'header:Cookie.delete-sessions',
    ],
    'sessions.delete-own.keep-default': [
      'delete_sessions without keepCurrent leaves the session of the caller in force.',
      'default:deleteCurrentUserSessions.keepCurrent',
    ],
    'sessions.delete-own.keep': [
      'delete_sessions with keepCurrent=true leaves the session of the caller in force.',
      'input:deleteCurrentUserSessions.keepCurrent',
    ],
    'sessions.delete-own.not-keep':
      'delete_sessions with keepCurrent=false ends the session of the caller too.',
    'sessions.delete-own.others': {
      statement: 'delete_sessions ends the other sessions of the user.',
      needs: ['sign-in', 'end-sessions'],
    },
    'sessions.delete-own.api-token': {
      statement: 'delete_sessions with an API token and no session cookie is refused.',
      alsoIn: ['1 Authentication'],
      needs: ['end-sessions'],
    },
    'sessions.delete-own.invalid': {
      statement: 'delete_sessions with a cookie of no valid session is refused with 403.',
      alsoIn: ['1 Errors', '3 Errors'],
      needs: ['session-cookie'],
      covers: ['error:session-invalid'],
    },
    'sessions.delete-own.origin': {
      statement: 'delete_sessions works cross-origin, with the Origin of a trusted site.',
      needs: ['session-cookie', 'end-sessions', 'trusted-origin'],
      covers: ['header:Origin.delete-sessions'],
    },
  },
)

const place = {
  area: 'sessions',
  document: 3,
  section: 'Lifecycle operations',
  operations: ['clearUserSessions'],
} as const

const clear = requirementsIn(place, {
  'sessions.clear.no-content': ['The sessions of a user are cleared with 204.', 'success:clearUserSessions'],
  ...sharing({ needs: ['sign-in'] })({
    'sessions.clear.ended':
      'A session of a user is no longer valid after the sessions of that user are cleared.',
    'sessions.clear.others-kept': 'A session of another user is still valid.',
  }),
  'sessions.clear.tokens': {
    statement: 'With oauthTokens=true the refresh tokens of the user are revoked.',
    needs: ['refresh-tokens'],
    covers: ['query:clearUserSessions.oauthTokens'],
  },
  'sessions.clear.access-tokens': {
    statement: 'With oauthTokens=true the access tokens of the user are revoked.',
    needs: ['refresh-tokens', 'access-tokens'],
  },
  'sessions.clear.tokens-default': {
    statement: 'Without oauthTokens the refresh tokens of the user stay.',
    needs: ['refresh-tokens'],
    covers: ['default:clearUserSessions.oauthTokens'],
  },
  'sessions.clear.app-sessions': {
    statement: 'Sessions that web sign-in or native applications keep themselves are not cleared.',
    excluded: 'They live in the applications, outside the service.',
  },
})

export const sessionRequirements = [
  ...own,
  ...clear,
  ...unknownIdRequirements(place, unknownSessionIds),
] as const
