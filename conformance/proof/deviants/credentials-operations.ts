/** Servers that break clauses of the operations on credentials (Users, Credential operations). */
import type { ClauseId } from '../../registry/clauses.ts'
import { drop, edit, reply, set } from '../alter/answer.ts'
import { asks, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after } from '../alter/memory.ts'
import { acceptInstead, refuse, refuseButDo } from '../alter/refusal.ts'
import { ignoreInput, input, query, request } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant, deviantOf } from './deviant.ts'
import { refusals } from './families/refusals.ts'
import { moves, statusRefusals } from './families/statuses.ts'
import { otherDefault } from './lifecycle-steps.ts'
import { storing } from './credentials-refused.ts'
import type { Where } from './routes.ts'
import type { Sent } from '../alter/wire.ts'
import { sentWith } from '../alter/wire.ts'

const forgot = 'forgotPassword'
const answered = 'forgotPasswordWithAnswer'
const change = 'changePassword'
const ask = 'changeRecoveryQuestion'
const noMail = (sent: Sent): boolean => !sent.query.has('sendEmail')
const another = 'Entirely0therOne'

/** Statuses in which a password cannot be recovered. */
const notRecoverable = [
  ['STAGED', 'staged'],
  ['SUSPENDED', 'suspended'],
  ['PASSWORD_EXPIRED', 'password-expired'],
  ['DEPROVISIONED', 'deprovisioned'],
] as const

const statusDeviants = [
  ...statusRefusals(
    notRecoverable.flatMap(([from, name]) => [
      { clause: `credentials.forgot.from-${name}` as ClauseId, on: forgot, from, to: 'RECOVERY' } as const,
      { clause: `credentials.answer.from-${name}` as ClauseId, on: answered, from, to: 'ACTIVE' } as const,
    ]),
  ),
  ...moves([
    { clause: 'credentials.change-question.from-staged', on: ask, from: 'STAGED' },
    { clause: 'credentials.change-question.from-active', on: ask, from: 'ACTIVE' },
    { clause: 'credentials.change-question.from-recovery', on: ask, from: 'RECOVERY' },
  ]),
]

/** Users whose status is wrong after an operation. */
const movers = (
  [
    ['credentials.forgot.status', forgot, 'RECOVERY'],
    ['credentials.answer.status', answered, 'RECOVERY'],
    ['credentials.change-password.from-recovery', change, 'PASSWORD_EXPIRED'],
    ['credentials.change-question.from-active', ask, 'RECOVERY'],
  ] as const
).map(([clause, where, wrong]) =>
  deviantOf(clause, `ends-in-${wrong.toLowerCase().replaceAll('_', '-')}`, {
    summary: `brings the user to ${wrong}`,
    alter: after(where, { outcome: 'success' }, { status: wrong }),
  }),
)

/** Answers without a part of the credentials. */
const left: readonly (readonly [ClauseId, Where, string])[] = [
  ['credentials.forgot.url', forgot, 'resetPasswordUrl'],
  ['credentials.answer.ok', answered, 'password'],
  ['credentials.answer.ok', answered, 'recovery_question'],
  ['credentials.answer.ok', answered, 'provider'],
  ['credentials.change-password.ok', change, 'password'],
  ['credentials.change-password.ok', change, 'provider'],
  ['credentials.change-question.ok', ask, 'recovery_question'],
  ['credentials.change-question.ok', ask, 'provider'],
]

const leftOut = left.flatMap(([clause, where, key]) => [
  deviantOf(clause, `no-${key.toLowerCase().replaceAll('_', '-')}`, {
    summary: `leaves ${key} out of its answer`,
    alter: on(where, whenSuccess(drop(key))),
  }),
  deviantOf(clause, `${key.toLowerCase().replaceAll('_', '-')}-a-number`, {
    summary: `shows ${key} as a number`,
    alter: on(where, whenSuccess(set(key, 7))),
  }),
])

/** Wrong or incomplete bodies: accepted, or refused but stored. */
const refusedBodies: readonly (readonly [ClauseId, Where])[] = [
  ['credentials.answer.wrong', answered],
  ['credentials.answer.required', answered],
  ['credentials.answer.no-question', answered],
  ['credentials.change-password.wrong-old', change],
  ['credentials.change-password.old-required', change],
]

const accepting = refusals([
  ...refusedBodies.map(([clause, where]) => ({ clause, on: where })),
  { clause: 'credentials.forgot.no-question', on: forgot },
  { clause: 'credentials.answer.password-required', on: answered },
  { clause: 'credentials.answer.policy', on: answered },
  { clause: 'credentials.change-password.new-required', on: change },
  { clause: 'credentials.change-password.policy', on: change },
  { clause: 'credentials.change-question.wrong-password', on: ask },
  { clause: 'credentials.change-question.password-required', on: ask },
  { clause: 'credentials.change-question.question-required', on: ask },
])

const forgotDeviants = [
  deviant('credentials.forgot.url/mailed', {
    summary: 'takes sendEmail for true',
    alter: on(forgot, query('sendEmail', 'true')),
  }),
  deviant('credentials.forgot.status/refused', {
    summary: 'refuses forgot_password without a body',
    breaks: ['credentials.forgot.url', 'credentials.forgot.two-forms'],
    alter: on(forgot, refuse()),
  }),
  deviant('credentials.forgot.mail/as-without', {
    summary: 'answers as if sendEmail were false',
    alter: on(forgot, when(asks('sendEmail', 'true'), query('sendEmail', 'false'))),
  }),
  deviant('credentials.forgot.mail/refused', {
    summary: 'refuses sendEmail=true',
    alter: on(forgot, when(asks('sendEmail', 'true'), refuse())),
  }),
  deviant('credentials.forgot.mail-default/as-without', {
    summary: 'takes sendEmail for false where it is not sent',
    alter: otherDefault(forgot, 'sendEmail', 'false'),
  }),
  deviant('credentials.forgot.mail-default/refused', {
    summary: 'refuses forgot_password without sendEmail',
    alter: on(forgot, when(noMail, refuse())),
  }),
  deviant('credentials.forgot.mail-sent/never', {
    summary: 'never sends the mail',
    alter: on(forgot, query('sendEmail', 'false')),
  }),
  deviant('credentials.forgot.mail-sent/always', {
    summary: 'sends the mail whatever sendEmail says',
    alter: on(forgot, query('sendEmail', 'true')),
  }),
  deviant('credentials.forgot.two-forms/one', {
    summary: 'ignores the body of forgot_password',
    alter: on(
      answered,
      request((sent) =>
        sentWith(sent, { json: undefined, query: new URLSearchParams({ sendEmail: 'false' }) }),
      ),
    ),
  }),
  deviant('credentials.answer.ok/refused', {
    summary: 'refuses the right answer',
    breaks: ['credentials.answer.password-set', 'credentials.answer.status', 'credentials.answer.case'],
    alter: on(answered, refuse(403)),
  }),
  deviant('credentials.answer.ok/done-but-refused', {
    summary: 'sets the password, and answers with a refusal',
    breaks: ['credentials.answer.password-set', 'credentials.answer.status'],
    alter: on(answered, refuseButDo(403)),
  }),
  deviant('credentials.answer.password-set/ignored', {
    summary: 'takes the answer and keeps the old password',
    alter: on(
      answered,
      reply(200, {
        password: {},
        recovery_question: { question: 'Which answer?' },
        provider: { type: 'SVC' },
      }),
    ),
  }),
  deviant('credentials.answer.password-set/another', {
    summary: 'sets another password than the one that was sent',
    alter: on(answered, input('password.value', another)),
  }),
  deviant('credentials.answer.case/exact', {
    summary: 'compares answers letter by letter',
    alter: on(answered, when(sends('recovery_question.answer', isChangedCase), refuse(403))),
  }),
  deviant('credentials.answer.case/upper-only', {
    summary: 'does not recognize an answer in lower case',
    alter: on(
      answered,
      when(
        sends('recovery_question.answer', (answer) => answer === 'royal fern'),
        refuse(403),
      ),
    ),
  }),
  deviant('credentials.answer.case/any', {
    summary: 'takes any answer',
    alter: on(answered, acceptInstead()),
  }),
]

/** Whether an answer consists of capital letters only. */
function isChangedCase(answer: string): boolean {
  return answer === answer.toUpperCase()
}

const changeDeviants = [
  deviant('credentials.change-password.ok/refused', {
    summary: 'refuses a change of password',
    breaks: [
      'credentials.change-password.from-recovery',
      'credentials.change-password.set',
      'credentials.change-password.strict-default',
    ],
    alter: on(change, refuse(403)),
  }),
  deviant('credentials.change-password.set/ignored', {
    summary: 'answers as if it had changed the password, and does not',
    breaks: ['credentials.change-password.from-recovery', 'credentials.change-password.strict-default'],
    alter: on(change, reply(200, { password: {}, provider: { type: 'SVC' } })),
  }),
  deviant('credentials.change-password.set/another', {
    summary: 'sets another password than the new one',
    alter: on(change, input('newPassword.value', another)),
  }),
  deviant('credentials.change-password.strict-default/strict', {
    summary: 'holds a new password to the minimum age unasked',
    alter: on(
      change,
      when((sent) => !sent.query.has('strict'), refuse(403)),
    ),
  }),
  deviant('credentials.change-password.revoke-sessions/ignored', {
    summary: 'ignores revokeSessions',
    alter: on(change, ignoreInput('revokeSessions')),
  }),
  deviant('credentials.change-password.revoke-sessions/refused', {
    summary: 'refuses revokeSessions',
    alter: on(change, when(sends('revokeSessions'), refuse())),
  }),
  deviant('credentials.change-password.sessions-default/ended', {
    summary: 'ends the sessions unasked',
    alter: on(
      change,
      when((sent) => !sends('revokeSessions')(sent), input('revokeSessions', true)),
    ),
  }),
  deviant('credentials.change-question.ok/refused', {
    summary: 'refuses a new recovery question',
    breaks: 'credentials.change-question.set',
    alter: on(ask, refuse(403)),
  }),
  deviant('credentials.change-question.ok/another-shown', {
    summary: 'answers with another question',
    alter: on(
      ask,
      edit('recovery_question.question', (question) => `${question}?`),
    ),
  }),
  deviant('credentials.change-question.set/ignored', {
    summary: 'answers as if it had set the question, and keeps the old one',
    alter: on(ask, () => async (sent) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      json: undefined,
      text: JSON.stringify({
        password: {},
        provider: { type: 'SVC' },
        recovery_question: { question: sent.json?.recovery_question?.question },
      }),
    })),
  }),
  deviant('credentials.change-question.set/another-answer', {
    summary: 'stores another answer than the one that was sent',
    alter: on(ask, input('recovery_question.answer', 'nothing like it')),
  }),
]

export const credentialOperationDeviants: readonly Deviant[] = [
  ...statusDeviants,
  ...movers,
  ...leftOut,
  ...storing,
  ...accepting,
  ...forgotDeviants,
  ...changeDeviants,
]
