/** Servers that break requirements of the areas `auth` and `sessions`. */
import { body, dropHeader, edit, header, set, status, text } from '../alter/answer.ts'
import {
  asks,
  both,
  carries,
  not,
  on,
  sends,
  sendsValue,
  when,
  whenRefused,
  whenStatus,
  whenSuccess,
} from '../alter/flow.ts'
import {
  acceptInstead,
  refuse,
  refuseButDo,
  refuseButWith,
  wrongDialect,
  wrongStatus,
} from '../alter/refusal.ts'
import { mutants, mutantsAt, mutantsIn, mutantsOf, type Mutant } from './mutant.ts'
import { ignoreWrite } from '../alter/memory.ts'
import { byDefault, input } from '../alter/request.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { speaksOAuth } from '../../engine/wire/routes.ts'
import type { Where, Sent } from '../alter/wire.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { neededProperties } from '../../tables/profile.ts'
import { requiredMembers, type RequiredMember } from '../../tables/required.ts'
import { partsOf, unknownIds } from '../../tables/unknown-ids.ts'
import { at, isObject } from '../alter/path.ts'
import { otherCode, otherStatus, refusals } from './families.ts'
import { refuseButStoreCredentials, somebody } from './users-steps.ts'

const hasCookie = carries('cookie')

export const authMutants: readonly Mutant[] = [
  ...mutants({
    'auth.api-token/somebody-else': on(['getUser', 'getGroup'], whenSuccess(set('id', 'somebodyelse'))),
    'auth.cookie.me/nobody': when(hasCookie, acceptInstead(), whenSuccess(text(() => '{}'))),
    'auth.cookie.cors/any-origin': header('Access-Control-Allow-Origin', () => '*'),
    'auth.cookie.cors/reads-only-refused': when(
      both(({ method }) => method === 'GET', carries('origin')),
      refuse(403, 'E0000006'),
    ),
  }),
]

const own = 'deleteCurrentUserSessions'
const clear = 'clearUserSessions'
const keeps = (value: boolean) => sendsValue('keepCurrent', value)

export const sessionsMutants: readonly Mutant[] = [
  ...mutantsIn(own, {
    'sessions.delete-own.ok/not-empty': whenSuccess(body(() => ({ ended: 1 }))),
    'sessions.delete-own.keep-default/ended': when(not(sends('keepCurrent')), input('keepCurrent', false)),
    'sessions.delete-own.keep/ended': when(keeps(true), input('keepCurrent', false)),
    'sessions.delete-own.not-keep/kept': when(keeps(false), input('keepCurrent', true)),
    'sessions.delete-own.others/ignored': ignoreWrite(200, {}),
    'sessions.delete-own.api-token/accepted': when(not(hasCookie), acceptInstead()),
    'sessions.delete-own.invalid/not-authenticated': when(hasCookie, whenStatus(403, status(401))),
    'sessions.delete-own.origin/no-origin': dropHeader('access-control-allow-origin'),
  }),
  ...mutantsIn(clear, {
    'sessions.clear.ended/done-but-refused': [
      refuseButDo(),
      'sessions.clear.no-content',
      'sessions.clear.others-kept',
    ],
    'sessions.clear.tokens/refused': [when(asks('oauthTokens'), refuse()), 'sessions.clear.access-tokens'],
  }),
  ...mutants({
    'sessions.clear.tokens-default/revoked': on(clear, byDefault('oauthTokens', 'true')),
  }),
]

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
    mutantsOf(requirement, {
      'of-another-kind': when(speaksPlatform, whenRefused(edit(part, wrong))),
    }),
  ),
  ...refusing.flatMap(([operation, same]) =>
    mutantsAt(operation, 'errors.platform.code', {
      [`oauth-style-from-${operation}`]: [wrongDialect(), same],
    }),
  ),
  ...oauthParts.flatMap(([requirement, part, wrong]) =>
    mutantsAt('* /oauth2/**', requirement, {
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
    mutantsAt(operation, 'errors.oauth.error', {
      [`platform-style-from-${operation}`]: [wrongDialect(), 'errors.oauth.description', same],
    }),
  ),
  ...mutantsIn('newClientSecret', {
    'errors.platform.new-secret/link-is-url': [
      whenRefused(edit('errorLink', 'https://svc.example.com/errors')),
      'errors.platform.link-is-code',
    ],
  }),
  ...unknown.flatMap(([operation, same]) =>
    mutantsAt(operation, 'errors.unknown-resource', {
      [`other-status-from-${operation}`]: [whenStatus(404, wrongStatus(400)), same],
    }),
  ),
]

/** The row of getUser depends on the form of the path, and has its broken servers in another file. */
const rows = unknownIds.filter(({ of }) => of !== 'getUser.id')

export const unknownIdMutants: readonly Mutant[] = refusals(
  rows.map((row) => {
    const [on] = partsOf(row)
    return { requirement: row.id, on, status: 404, code: 'E0000007' }
  }),
)

/** Stores the credentials of a body without its proof. */
const storing = refuseButStoreCredentials(({ json }) => ({
  password: json.password ?? json.newPassword,
  recovery_question: json.recovery_question,
}))

/** The properties of a profile that are needed, by other tables. */
const ofProfiles = neededProperties.flatMap(({ slug, name }) =>
  (['required', 'null'] as const).map((how): Omit<RequiredMember<RequirementId>, 'subject' | 'says'> => ({
    id: `users.profile.${slug}.${how}`,
    on: 'createUser',
    paths: [`profile.${name}`],
    sent: [how === 'null' ? null : undefined],
    instead: somebody,
  })),
)

export const requiredMutants: readonly Mutant[] = [...requiredMembers, ...ofProfiles].flatMap((row) => {
  const { id, on, paths, sent, instead, isProof, stated } = row
  const [path = ''] = paths
  const isMeant = ({ json }: Sent) => paths.some((each) => isSpoilt(json, each, sent))
  const isDone = isProof === true || instead !== undefined
  return mutantsAt(on, id, {
    ...(isDone
      ? { 'refused-but-done': when(isMeant, isProof ? storing : refuseButWith(path, instead)) }
      : { accepted: when(isMeant, acceptInstead()) }),
    ...(stated !== undefined && {
      'wrong-status': when(isMeant, otherStatus(stated[0])),
      'wrong-code': when(isMeant, otherCode(stated[1])),
    }),
  })
})

/** Whether a body has one of these values at a path, or nothing, in an object that it does have. */
function isSpoilt(body: Json, path: string, values: readonly Json[]): boolean {
  const parent = path.includes('.') ? at(body, path.slice(0, path.lastIndexOf('.'))) : body
  return isObject(parent) && values.some((each) => JSON.stringify(each) === JSON.stringify(at(body, path)))
}
