/** Servers that break requirements of the area `errors`. */
import type { RequirementId } from '../../registry/requirements.ts'
import { drop, edit } from '../alter/answer.ts'
import { when, whenRefused, whenStatus } from '../alter/flow.ts'
import { acceptInstead, wrongDialect, wrongStatus } from '../alter/refusal.ts'
import type { Mutant } from './mutant.ts'
import { mistakesAt, mistakesIn, mistakesOf } from './mutant.ts'
import { speaksOAuth } from '../../engine/wire/routes.ts'
import type { Where } from './routes.ts'
import type { Sent } from '../alter/wire.ts'

const speaksPlatform = ({ path }: Sent) => !speaksOAuth(path)

/** The parts of a platform-style body, with a value of another type. */
const platformParts = [
  ['errors.platform.code', 'errorCode', 7],
  ['errors.platform.summary', 'errorSummary', null],
  ['errors.platform.link-is-code', 'errorLink', 'https://svc.example.com/errors/E0000007'],
  ['errors.platform.id', 'errorId', 12],
  ['errors.platform.causes', 'errorCauses', null],
] as const satisfies readonly (readonly [RequirementId, string, unknown])[]

const oauthParts = [
  ['errors.oauth.error', 'error', { code: 'invalid_client' }],
  ['errors.oauth.description', 'error_description', null],
] as const satisfies readonly (readonly [RequirementId, string, unknown])[]

/** Operations that refuse for different reasons: a body may be right for one reason and wrong for another. */
const refusing = [
  ['getUser', 'users.get.unknown-id'],
  ['getGroup', 'groups.get.unknown'],
  ['getGroupRule', 'rules.get.unknown'],
  ['suspendUser', 'users.suspend.unknown'],
  ['reactivateUser', 'users.reactivate.unknown'],
  ['addUserToGroup', 'membership.add.unknown-group'],
] as const satisfies readonly (readonly [Where, RequirementId])[]

/** Operations, each with the requirement that repeats for it what another requirement says about all. */
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
] as const satisfies readonly (readonly [Where, RequirementId])[]

export const errorsMutants: readonly Mutant[] = [
  ...platformParts.flatMap(([requirement, part, wrong]) =>
    mistakesOf(requirement, {
      'left-out': when(speaksPlatform, whenRefused(drop(part))),
      'of-another-kind': when(speaksPlatform, whenRefused(edit(part, wrong))),
    }),
  ),
  ...refusing.flatMap(([operation, same]) =>
    mistakesAt(operation, 'errors.platform.code', {
      [`oauth-style-from-${operation}`]: [wrongDialect(), same],
    }),
  ),
  ...oauthParts.flatMap(([requirement, part, wrong]) =>
    mistakesAt('* /oauth2/**', requirement, {
      'left-out': whenRefused(drop(part)),
      'of-another-kind': whenRefused(edit(part, wrong)),
    }),
  ),
  ...(
    [
      ['getClient', 'clients.get.unknown'],
      ['deleteClient', 'clients.delete.unknown'],
      ['updateClient', 'clients.update.missing-name'],
    ] as const
  ).flatMap(([operation, same]) =>
    mistakesAt(operation, 'errors.oauth.error', {
      [`platform-style-from-${operation}`]: [wrongDialect(), 'errors.oauth.description', same],
    }),
  ),
  ...mistakesIn('newClientSecret', {
    'errors.platform.new-secret/link-is-url': [
      whenRefused(edit('errorLink', 'https://svc.example.com/errors')),
      'errors.platform.link-is-code',
    ],
  }),
  ...unknown.flatMap(([operation, same]) =>
    mistakesAt(operation, 'errors.unknown-resource', {
      [`other-status-from-${operation}`]: [whenStatus(404, wrongStatus(400)), same],
      [`accepted-by-${operation}`]: [whenStatus(404, acceptInstead()), same],
    }),
  ),
]
