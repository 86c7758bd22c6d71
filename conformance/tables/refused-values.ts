/**
 * Texts in the body of a user that each write refuses (Users, Profile and Credentials). Checks, mutants and calls of the
 * exploration are generated from these rows. Limits of a profile are rows of `profile.ts`.
 */
import { tableOf, type RequirementRow } from '../registry/requirement.ts'
import type { Json } from '../engine/wire/reply.ts'
import { invalidVariants } from './required.ts'
import { rowsFrom, type Status } from './statuses.ts'

/** A text that is refused. */
export interface RefusedValue {
  readonly id: string
  /** Its place in the body. */
  readonly path: 'profile.email' | 'profile.secondEmail' | 'credentials.password.value'
  readonly sent: string
  /** The texts that a wrong server takes, and a name for them. */
  readonly takes: readonly [how: string, texts: RegExp]
}

const password = { path: 'credentials.password.value' } as const
const withoutAt = { sent: 'fern.example.com', takes: ['without-at', /^[^@]{5,}$/] } as const

/** Addresses that are none. */
export const refusedAddresses = tableOf<RefusedValue, 'id'>()([
  { id: 'users.profile.email.form', path: 'profile.email', ...withoutAt },
  {
    id: 'users.profile.email.dots',
    path: 'profile.email',
    sent: 'two..dots@example.com',
    takes: ['two-dots', /\.\./],
  },
  {
    id: 'users.profile.email.dots',
    path: 'profile.email',
    sent: '.fern@example.com',
    takes: ['leading-dot', /^\./],
  },
  { id: 'users.profile.second-email.form', path: 'profile.secondEmail', ...withoutAt },
])

/** Passwords against the default policy, each breaking one rule only. */
export const weakPasswords = tableOf<RefusedValue, 'id'>()([
  { id: 'credentials.policy.length.refused', ...password, sent: 'Abcde12', takes: ['short', /^.{7}$/] },
  { id: 'credentials.policy.upper-case', ...password, sent: 'abcdefg12', takes: ['lower', /^[^A-Z]*$/] },
  { id: 'credentials.policy.lower-case', ...password, sent: 'ABCDEFG12', takes: ['upper', /^[^a-z]*$/] },
  { id: 'credentials.policy.digit', ...password, sent: 'Abcdefghi', takes: ['letters', /^\D*$/] },
])

/** A password of a length, with every kind of character that a policy may require. */
export const passwordOf = (size: number): string => 'Kx-7_Rm+4tZ!9q'.repeat(6).slice(0, size)

/** A password that is too long. */
export const longPassword = tableOf<RefusedValue, 'id'>()([
  {
    id: 'credentials.password.max.refused',
    ...password,
    sent: passwordOf(73),
    takes: ['long', /^.{73,}$/],
  },
])

export const refusedValues = [...refusedAddresses, ...weakPasswords, ...longPassword]

/** The secrets of a user before the call, and a good password that it does not have. */
export interface Secrets {
  readonly password: string | undefined
  /** Its password in capitals: a wrong one that careless servers accept. */
  readonly nearPassword: string | undefined
  readonly answer: string | undefined
  readonly next: string
}

/** Good bodies of the operations on credentials; a call without one has a query instead. */
const bodies = {
  forgotPassword: undefined,
  forgotPasswordWithAnswer: ({ answer, next }: Secrets): Json => ({
    password: { value: next },
    recovery_question: { answer },
  }),
  changePassword: ({ password, next }: Secrets): Json => ({
    oldPassword: { value: password },
    newPassword: { value: next },
  }),
  changeRecoveryQuestion: ({ password }: Secrets): Json => ({
    password: { value: password },
    recovery_question: { question: 'Which moss?', answer: 'peat moss' },
  }),
} as const

/** A refused operation on the credentials of a user. */
export interface RefusedCredential {
  readonly id: string
  /** Given: the status of the user. */
  readonly from: Exclude<Status, 'LOCKED_OUT'>
  /** Given: whether it has a recovery question. Without this, one that it has makes no difference. */
  readonly hasQuestion?: boolean
  readonly on: keyof typeof bodies
  /** The wrong parts of the body, or a function of the secrets that makes them. */
  readonly send?: Json
  /** The part that proves that nothing happened. */
  readonly keeps: 'status' | 'password' | 'question'
  /** Where a wrong server would bring the user to. Without it, a wrong server stores what the body says. */
  readonly wrong?: Status
}

/** A row that has its statement here. */
type Stated = RefusedCredential & Pick<RequirementRow, 'statement' | 'alsoIn'>

/** Statuses in which a password cannot be recovered (Users, Credential operations). */
const notRecoverable = ['STAGED', 'SUSPENDED', 'PASSWORD_EXPIRED', 'DEPROVISIONED'] as const

function ofStatus<const Start extends string, const Row extends object>(
  start: Start,
  says: string,
  row: Row,
) {
  return rowsFrom(start, row, notRecoverable).map((each) => ({
    ...each,
    keeps: 'status' as const,
    statement: `${says} is refused for a ${each.from} user, who stays ${each.from.length < 10 ? each.from : 'so'}.`,
  }))
}

const answered = {
  on: 'forgotPasswordWithAnswer',
  from: 'ACTIVE',
  hasQuestion: true,
  keeps: 'password',
} as const
const changed = { on: 'changePassword', from: 'RECOVERY', keeps: 'password' } as const
const asked = { on: 'changeRecoveryQuestion', from: 'ACTIVE', hasQuestion: true, keeps: 'question' } as const
const noQuestion = { from: 'ACTIVE', hasQuestion: false, keeps: 'password' } as const
const states = { alsoIn: ['3 States and transitions'] } as const

const stated = tableOf<Stated, 'id'>()([
  {
    id: 'credentials.forgot.no-question',
    ...noQuestion,
    on: 'forgotPassword',
    statement: 'forgot_password is refused for a user without a recovery question.',
  },
  ...ofStatus('credentials.forgot', 'forgot_password', { on: 'forgotPassword', wrong: 'RECOVERY' }),
  {
    id: 'credentials.answer.wrong',
    ...answered,
    ...states,
    send: ({ answer }: Secrets) => ({ recovery_question: { answer: `${answer} not` } }),
    statement: 'forgot_password with a wrong answer is refused, and the old password stays.',
  },
  {
    id: 'credentials.answer.no-question',
    ...noQuestion,
    on: 'forgotPasswordWithAnswer',
    statement: 'forgot_password with a body is refused for a user without a recovery question.',
  },
  ...ofStatus('credentials.answer', 'forgot_password with a body', {
    on: 'forgotPasswordWithAnswer',
    wrong: 'ACTIVE',
  }),
  {
    id: 'credentials.change-password.wrong-old',
    ...changed,
    ...states,
    send: ({ nearPassword }: Secrets) => ({ oldPassword: { value: nearPassword } }),
    statement: 'change_password with a wrong old password is refused, the status and the old password stay.',
  },
  {
    id: 'credentials.change-question.wrong-password',
    ...asked,
    ...states,
    send: ({ nearPassword }: Secrets) => ({ password: { value: nearPassword } }),
    statement: 'change_recovery_question with a wrong password is refused, and the old question stays.',
  },
])

const lacking = (start: Parameters<typeof invalidVariants>[0], row: Omit<RefusedCredential, 'id'>) =>
  invalidVariants(start, {}).map(([id, send]) => ({ ...row, id, send }))

/** The rows of this table. Their mutants are made from them, too. */
export const statedRefusals: readonly (RefusedCredential & { readonly id: (typeof stated)[number]['id'] })[] =
  stated

/** All refused operations on credentials: those of this table, and those that lack a member of their body. */
export const refusedCredentials = [
  ...stated,
  ...lacking('credentials.answer', answered),
  ...lacking('credentials.change-password', changed),
  ...lacking('credentials.change-question', asked),
] as const satisfies readonly RefusedCredential[]

/** The body of a refused call. */
export function bodyOf({ on, send }: RefusedCredential, secrets: Secrets): Json {
  const good = bodies[on]?.(secrets)
  return good && { ...good, ...(typeof send === 'function' ? send(secrets) : send) }
}

type IdOf<Start extends string> = Extract<(typeof stated)[number]['id'], `${Start}${string}`>

/** The requirements whose ids begin so, to be spread into those of their section. */
export function refusedRows<const Start extends string>(start: Start) {
  const rows = stated
    .filter(({ id }) => id.startsWith(start))
    .map(({ id, statement, alsoIn }: Stated) => [
      id,
      alsoIn === undefined ? { statement } : { statement, alsoIn },
    ])
  return Object.fromEntries(rows) as Readonly<Record<IdOf<Start>, Omit<RequirementRow, 'id'>>>
}
