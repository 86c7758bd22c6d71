/** Servers that break clauses of the area `errors`. */
import type { ClauseId } from '../../registry/clauses.ts'
import { drop, edit } from '../alter/answer.ts'
import { on, when, whenRefused, whenStatus } from '../alter/flow.ts'
import { acceptInstead, wrongDialect, wrongStatus } from '../alter/refusal.ts'
import type { Deviant } from './deviant.ts'
import { deviant, mistakes, mistakesIn, mistakesOf } from './deviant.ts'
import { speaksOAuth } from './routes.ts'
import type { Where } from './routes.ts'
import type { Sent } from '../alter/wire.ts'

const speaksPlatform = ({ path }: Sent): boolean => !speaksOAuth(path)

/** The parts of a platform-style body, with a value of another type. */
const platformParts = [
  ['errors.platform.code', 'errorCode', 7],
  ['errors.platform.summary', 'errorSummary', null],
  ['errors.platform.link-is-code', 'errorLink', 'https://svc.example.com/errors/E0000007'],
  ['errors.platform.id', 'errorId', 12],
  ['errors.platform.causes', 'errorCauses', null],
] as const satisfies readonly (readonly [ClauseId, string, unknown])[]

const oauthParts = [
  ['errors.oauth.error', 'error', { code: 'invalid_client' }],
  ['errors.oauth.description', 'error_description', null],
] as const satisfies readonly (readonly [ClauseId, string, unknown])[]

/** Operations that refuse for different reasons: a body may be right for one reason and wrong for another. */
const refusing = [
  ['getUser', 'users.get.unknown-id'],
  ['getGroup', 'groups.get.unknown'],
  ['getGroupRule', 'rules.get.unknown'],
  ['suspendUser', 'users.suspend.unknown'],
  ['reactivateUser', 'users.reactivate.unknown'],
  ['addUserToGroup', 'membership.add.unknown-group'],
] as const satisfies readonly (readonly [Where, ClauseId])[]

/** Operations, each with the clause that repeats for it what another clause says about all. */
const unknown = [
  ['getUser', 'users.get.unknown-id'],
  ['updateUser', 'users.update.unknown'],
  ['deleteUser', 'users.delete.unknown'],
  ['listUserGroups', 'users.groups.unknown'],
  ['deactivateUser', 'users.deactivate.unknown'],
  ['suspendUser', 'users.suspend.unknown'],
  ['clearUserSessions', 'sessions.clear.unknown'],
  ['getGroup', 'groups.get.unknown'],
  ['updateGroup', 'groups.update.unknown'],
  ['deleteGroup', 'groups.delete.unknown'],
  ['listGroupUsers', 'membership.list.unknown-group'],
  ['addUserToGroup', 'membership.add.unknown-group'],
  ['getGroupRule', 'rules.get.unknown'],
  ['deleteGroupRule', 'rules.delete.unknown'],
  ['activateGroupRule', 'rules.activate.unknown'],
] as const satisfies readonly (readonly [Where, ClauseId])[]

export const errorsDeviants: readonly Deviant[] = [
  ...platformParts.flatMap(([clause, part, wrong]) =>
    mistakesOf(clause, {
      'left-out': [`refuses without ${part}`, when(speaksPlatform, whenRefused(drop(part)))],
      'of-another-kind': [
        `refuses with ${JSON.stringify(wrong)} for ${part}`,
        when(speaksPlatform, whenRefused(edit(part, wrong))),
      ],
    }),
  ),
  ...refusing.map(([operation, same]) =>
    deviant(`errors.platform.code/oauth-style-from-${operation}`, {
      breaks: same,
      summary: `refuses ${operation} with an OAuth-style body`,
      alter: on(operation, wrongDialect()),
    }),
  ),
  ...oauthParts.flatMap(([clause, part, wrong]) =>
    mistakesOf(clause, {
      'left-out': on('* /oauth2/**', whenRefused(drop(part))),
      'of-another-kind': [
        `refuses with ${JSON.stringify(wrong)} for ${part}`,
        on('* /oauth2/**', whenRefused(edit(part, wrong))),
      ],
    }),
  ),
  ...(
    [
      ['getClient', 'clients.get.unknown'],
      ['deleteClient', 'clients.delete.unknown'],
      ['updateClient', 'clients.update.missing-name'],
    ] as const
  ).flatMap(([operation, same]) =>
    mistakesOf('errors.oauth.error', {
      [`platform-style-from-${operation}`]: [
        `refuses ${operation} with a platform-style body`,
        on(operation, wrongDialect()),
        'errors.oauth.description',
        same,
      ],
    }),
  ),
  ...mistakesIn('newClientSecret', {
    'errors.platform.new-secret/oauth-style': wrongDialect(),
    'errors.platform.new-secret/other-status': wrongStatus(401),
    'errors.platform.new-secret/link-is-url': whenRefused(
      edit('errorLink', 'https://svc.example.com/errors'),
    ),
  }),
  ...unknown.flatMap(([operation, same]) => [
    deviant(`errors.unknown-resource/other-status-from-${operation}`, {
      breaks: same,
      summary: `refuses an unknown id of ${operation} with 400`,
      alter: on(operation, whenStatus(404, wrongStatus(400))),
    }),
    deviant(`errors.unknown-resource/accepted-by-${operation}`, {
      breaks: same,
      summary: `answers success to an unknown id of ${operation}`,
      alter: on(operation, whenStatus(404, acceptInstead())),
    }),
  ]),
  ...mistakes({
    'errors.unknown-resource/oauth-style': [
      'refuses unknown ids with an OAuth-style body',
      when(speaksPlatform, whenStatus(404, wrongDialect())),
    ],
  }),
]
