/** Servers that break requirements of the operations on credentials. */
import type { RequirementId } from '../../registry/requirements.ts'
import { bodyOf, statedRefusals, type RefusedCredential } from '../../tables/refused-values.ts'
import { requiredMembers } from '../../tables/required.ts'
import { drop } from '../alter/answer.ts'
import { asks, both, not, of, sends, when, whenSuccess } from '../alter/flow.ts'
import { after } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { input, request } from '../alter/request.ts'
import { mutantsAt, mutantsIn, mutantsOf, type Mutant } from './mutant.ts'
import { moved, refusals } from './families.ts'
import { type Where, sentWith, type Test } from '../alter/wire.ts'
import { below, like } from '../alter/path.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { refuseButStoreCredentials } from './users-steps.ts'

const forgot = 'forgotPassword'
const answered = 'forgotPasswordWithAnswer'
const change = 'changePassword'
const ask = 'changeRecoveryQuestion'
const another = 'Entirely0therOne'

/** Answers without a part of the credentials. */
const left: readonly (readonly [RequirementId, Where, string])[] = [
  ['credentials.answer.ok', answered, 'password'],
  ['credentials.answer.ok', answered, 'recovery_question'],
  ['credentials.answer.ok', answered, 'provider'],
  ['credentials.change-password.ok', change, 'password'],
  ['credentials.change-password.ok', change, 'provider'],
  ['credentials.change-question.ok', ask, 'recovery_question'],
  ['credentials.change-question.ok', ask, 'provider'],
]

const required = requiredMembers.map(({ id, on }) => ({ requirement: id, on }))

const isShort = (path: string): Test => sends(`${path}.value`, below(8))
const hasQuestionNow = (user: Json): boolean => user.credentials?.recovery_question !== undefined

/** The refused calls whose body a wrong server could store. */
const storing = statedRefusals.filter(({ on, wrong }) => wrong === undefined && on !== forgot)
const noSecrets = { password: '', nearPassword: '', answer: '', next: '' }
const isWhole = (row: RefusedCredential): Test =>
  both(...Object.keys(bodyOf(row, noSecrets)).map((member) => sends(member)))

export const credentialOperationMutants: readonly Mutant[] = [
  ...refusals(
    statedRefusals.flatMap(({ id, on, from, wrong }) =>
      wrong === undefined ? [] : [{ requirement: id, on, of: { status: from }, shows: { status: wrong } }],
    ),
  ),
  ...(['STAGED', 'ACTIVE', 'RECOVERY'] as const).flatMap((from) =>
    mutantsAt(
      ask,
      `credentials.change-question.from-${from.toLowerCase() as Lowercase<typeof from>}`,
      moved(from),
    ),
  ),
  // Users whose status is wrong after an operation.
  ...(
    [
      ['credentials.forgot.status', forgot, 'RECOVERY'],
      ['credentials.answer.status', answered, 'RECOVERY'],
      ['credentials.change-password.from-recovery', change, 'PASSWORD_EXPIRED'],
      ['credentials.change-question.from-active', ask, 'RECOVERY'],
    ] as const
  ).flatMap(([requirement, where, wrong]) =>
    mutantsOf(requirement, {
      [`ends-in-${wrong.toLowerCase().replaceAll('_', '-')}`]: after(
        where,
        { outcome: 'success' },
        { status: wrong },
      ),
    }),
  ),
  ...left.flatMap(([requirement, where, key]) =>
    mutantsAt(where, requirement, {
      [`no-${key.toLowerCase().replaceAll('_', '-')}`]: whenSuccess(drop(key)),
    }),
  ),
  // Refused, but stored all the same.
  ...storing.flatMap((row) =>
    mutantsAt(row.on, row.id, {
      'refused-but-set': when(
        isWhole(row),
        of(
          (user: Json) => row.on === change || hasQuestionNow(user) === row.hasQuestion,
          refuseButStoreCredentials(({ json }) =>
            row.keeps === 'question'
              ? { recovery_question: json.recovery_question }
              : { password: json.newPassword ?? json.password },
          ),
        ),
      ),
    }),
  ),
  ...(
    [
      ['credentials.answer.policy', answered, isShort('password')],
      ['credentials.change-password.policy', change, isShort('newPassword')],
    ] as const
  ).flatMap(([requirement, where, fits]) =>
    mutantsAt(where, requirement, {
      'refused-but-changed': when(
        fits,
        refuseButStoreCredentials(() => ({ password: { value: another } })),
      ),
    }),
  ),
  // Wrong bodies are accepted, and incomplete ones with them.
  ...refusals([
    { requirement: 'credentials.answer.policy', on: answered },
    { requirement: 'credentials.change-password.policy', on: change },
    ...statedRefusals.flatMap(({ id, on, wrong }) => (wrong === undefined ? [{ requirement: id, on }] : [])),
    ...required,
  ]).filter(({ breaks: [requirement] }) => required.every((row) => row.requirement !== requirement)),
  ...mutantsIn(answered, {
    'credentials.forgot.two-forms/one': request((sent) =>
      sentWith(sent, { json: undefined, query: new URLSearchParams({ sendEmail: 'false' }) }),
    ),
    'credentials.answer.password-set/another': input('password.value', another),
    'credentials.answer.case/exact': when(sends('recovery_question.answer', like(/^[^a-z]*$/)), refuse(403)),
  }),
  ...mutantsIn(change, {
    'credentials.change-password.set/another': input('newPassword.value', another),
    'credentials.change-password.strict-default/strict': when(not(asks('strict')), refuse(403)),
    'credentials.change-password.revoke-sessions/refused': when(sends('revokeSessions'), refuse()),
    'credentials.change-password.sessions-default/ended': when(
      not(sends('revokeSessions')),
      input('revokeSessions', true),
    ),
  }),
  ...mutantsIn(ask, {
    'credentials.change-question.set/another-answer': input('recovery_question.answer', 'nothing like it'),
  }),
]
