/** Servers that break requirements of the operations on credentials. */
import type { RequirementId } from '../../registry/requirements.ts'
import { bodyOf, statedRefusals, type RefusedCredential } from '../../tables/refused-values.ts'
import { requiredMembers } from '../../tables/required.ts'
import { drop } from '../alter/answer.ts'
import { asks, both, not, of, sends, when, whenSuccess } from '../alter/flow.ts'
import { after } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { input, request } from '../alter/request.ts'
import { mistakesAt, mistakesIn, mistakesOf, type Mutant } from './mutant.ts'
import { moves, refusals, statusRefusals } from './families.ts'
import type { Where } from './routes.ts'
import { below, like } from '../alter/path.ts'
import { sentWith, type Alteration, type Test } from '../alter/wire.ts'
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

/** Accepts the password before the last change, too, as the old one. */
function acceptFormer(): Alteration {
  return () => {
    const changes = new Map<string, { readonly former: string; readonly now: string }>()
    return async (sent, forward) => {
      const [old, next] = [sent.json?.oldPassword?.value, sent.json?.newPassword?.value] as [string, string]
      const change = changes.get(sent.path)
      const isFormer = change !== undefined && old === change.former
      const json = isFormer ? { ...sent.json, oldPassword: { value: change.now } } : sent.json
      const answer = await forward(sentWith(sent, { json }))
      if (answer.status < 300) changes.set(sent.path, { former: old, now: next })
      return answer
    }
  }
}

export const credentialOperationMutants: readonly Mutant[] = [
  ...statusRefusals(
    statedRefusals.flatMap(({ id, on, from, wrong }) =>
      wrong === undefined ? [] : [{ requirement: id, on, from, to: wrong }],
    ),
  ),
  ...moves([
    { requirement: 'credentials.change-question.from-staged', on: ask, from: 'STAGED' },
    { requirement: 'credentials.change-question.from-active', on: ask, from: 'ACTIVE' },
    { requirement: 'credentials.change-question.from-recovery', on: ask, from: 'RECOVERY' },
  ]),
  // Users whose status is wrong after an operation.
  ...(
    [
      ['credentials.forgot.status', forgot, 'RECOVERY'],
      ['credentials.answer.status', answered, 'RECOVERY'],
      ['credentials.change-password.from-recovery', change, 'PASSWORD_EXPIRED'],
      ['credentials.change-question.from-active', ask, 'RECOVERY'],
    ] as const
  ).flatMap(([requirement, where, wrong]) =>
    mistakesOf(requirement, {
      [`ends-in-${wrong.toLowerCase().replaceAll('_', '-')}`]: after(
        where,
        { outcome: 'success' },
        { status: wrong },
      ),
    }),
  ),
  ...left.flatMap(([requirement, where, key]) =>
    mistakesAt(where, requirement, {
      [`no-${key.toLowerCase().replaceAll('_', '-')}`]: whenSuccess(drop(key)),
    }),
  ),
  // Refused, but stored all the same.
  ...storing.flatMap((row) =>
    mistakesAt(row.on, row.id, {
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
    mistakesAt(where, requirement, {
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
  ...mistakesIn(answered, {
    'credentials.forgot.two-forms/one': request((sent) =>
      sentWith(sent, { json: undefined, query: new URLSearchParams({ sendEmail: 'false' }) }),
    ),
    'credentials.answer.password-set/another': input('password.value', another),
    'credentials.answer.case/exact': when(sends('recovery_question.answer', like(/^[^a-z]*$/)), refuse(403)),
  }),
  ...mistakesIn(change, {
    'credentials.change-password.set/another': input('newPassword.value', another),
    'credentials.change-password.set/former-accepted': acceptFormer(),
    'credentials.change-password.strict-default/strict': when(not(asks('strict')), refuse(403)),
    'credentials.change-password.revoke-sessions/refused': when(sends('revokeSessions'), refuse()),
    'credentials.change-password.sessions-default/ended': when(
      not(sends('revokeSessions')),
      input('revokeSessions', true),
    ),
  }),
  ...mistakesIn(ask, {
    'credentials.change-question.set/another-answer': input('recovery_question.answer', 'nothing like it'),
  }),
]
