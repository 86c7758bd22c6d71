/** Servers that refuse an operation on credentials, but store its values all the same. */
import type { Json } from '../../engine/wire/reply.ts'
import { both, of, on, sends, when } from '../alter/flow.ts'
import type { Deviant } from './deviant.ts'
import { mistakesOf } from './deviant.ts'
import { refuseButStoreCredentials } from './lifecycle-steps.ts'
import type { Sent } from '../alter/wire.ts'

const answered = 'forgotPasswordWithAnswer'
const change = 'changePassword'
const ask = 'changeRecoveryQuestion'
const another = 'Entirely0therOne'

const lacks =
  (path: string) =>
  (sent: Sent): boolean =>
    !sends(path)(sent)
const isShort = (path: string): ((sent: Sent) => boolean) =>
  sends(`${path}.value`, (value: string) => value.length < 8)
const given = both(sends('password.value'), sends('recovery_question.answer'))
const hasQuestion = (user: Json): boolean => user.credentials?.recovery_question !== undefined
const anybody = (): boolean => true

/** For each refusal of these operations: refused, but stored all the same. */
export const storing: readonly Deviant[] = [
  ...(
    [
      ['credentials.answer.wrong', answered, given, hasQuestion],
      ['credentials.answer.required', answered, (sent: Sent) => !given(sent), anybody],
      ['credentials.answer.no-question', answered, given, (user: Json) => !hasQuestion(user)],
      ['credentials.change-password.wrong-old', change, sends('oldPassword.value'), anybody],
      ['credentials.change-password.old-required', change, lacks('oldPassword'), anybody],
    ] as const
  ).flatMap(([clause, where, fits, whose]) =>
    mistakesOf(clause, {
      'refused-but-set': [
        'refuses, and sets the new password all the same',
        on(
          where,
          when(
            fits,
            of(
              whose,
              refuseButStoreCredentials(({ json }) => ({ password: json?.newPassword ?? json?.password })),
            ),
          ),
        ),
      ],
    }),
  ),
  ...(
    [
      ['credentials.answer.password-required', answered, lacks('password')],
      ['credentials.answer.policy', answered, isShort('password')],
      ['credentials.change-password.new-required', change, lacks('newPassword')],
      ['credentials.change-password.policy', change, isShort('newPassword')],
    ] as const
  ).flatMap(([clause, where, fits]) =>
    mistakesOf(clause, {
      'refused-but-changed': [
        'refuses, and changes the password all the same',
        on(
          where,
          when(
            fits,
            refuseButStoreCredentials(() => ({ password: { value: another } })),
          ),
        ),
      ],
    }),
  ),
  ...(
    [
      ['credentials.change-question.wrong-password', both(sends('password'), sends('recovery_question'))],
      ['credentials.change-question.password-required', lacks('password')],
      ['credentials.change-question.question-required', lacks('recovery_question')],
    ] as const
  ).flatMap(([clause, fits]) =>
    mistakesOf(clause, {
      'refused-but-set': [
        'refuses, and sets a recovery question all the same',
        on(
          ask,
          when(
            fits,
            refuseButStoreCredentials(({ json }) => ({
              recovery_question: json?.recovery_question ?? {
                question: 'Which deviant?',
                answer: 'this one',
              },
            })),
          ),
        ),
      ],
    }),
  ),
]
