/** Servers that break clauses of creating users, and of the status of a new one. */
import type { Json } from '../../engine/wire/reply.ts'
import { drop, edit, noBody } from '../alter/answer.ts'
import { all, asks, sends, when, whenSuccess, both, on } from '../alter/flow.ts'
import { after, andAlso } from '../alter/memory.ts'
import { has } from '../alter/path.ts'
import { acceptInstead, acceptWith, refuse } from '../alter/refusal.ts'
import { ignoreInput, ignoreQuery, input, query } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesAt, mistakesIn, mistakesOf } from './deviant.ts'
import { refuseButStore } from './users-steps.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import type { ClauseId } from '../../registry/clauses.ts'

const password = 'credentials.password.value'
const question = 'credentials.recovery_question'
const isOfSize =
  (size: number) =>
  (list: unknown): boolean =>
    Array.isArray(list) && list.length === size

export const userCreateDeviants: readonly Deviant[] = [
  ...mistakesIn('createUser', {
    'users.create.ok/refused': ['refuses every create', refuse(), 'users.create.stored'],
    'users.create.ok/no-body': whenSuccess(noBody()),
    'users.create.ok/profile-left-out': whenSuccess(drop('profile')),
    'users.create.activate-default/staged': [
      'takes activate for false where it is not sent',
      query('activate', (old) => old ?? 'false'),
    ],
    'users.create.activate-default/always': ignoreQuery('activate'),
    'users.create.credentials-password/another': when(sends(password), input(password, 'Entirely0therOne')),
    'users.create.credentials-recovery-question/ignored': ignoreInput(question),
    'users.create.credentials-recovery-question/other-answer': when(
      sends(question),
      input(`${question}.answer`, 'nothing like it'),
    ),
    'users.create.credentials-recovery-question/refused': when(sends(question), refuse()),
    'users.create.group-ids/first-only': [
      'adds a new user to the first group only',
      when(
        sends('groupIds'),
        input('groupIds', (ids: Json) => ids.slice(0, 1)),
      ),
      'users.create.group-ids.max.accepted',
    ],
    'users.create.group-ids/refused': [
      'refuses two groupIds',
      when(sends('groupIds', isOfSize(2)), refuse()),
    ],
    'users.create.group-ids.max.accepted/refused': [
      'refuses 20 groupIds',
      when(sends('groupIds', isOfSize(20)), refuse()),
    ],
    'users.create.group-ids.max.refused/accepted': [
      'accepts 21 groupIds',
      when(sends('groupIds', isOfSize(21)), acceptWith('groupIds', firstTwenty)),
    ],
    'users.create.group-ids.max.refused/refused-but-created': [
      'refuses 21 groupIds, and creates the user',
      when(sends('groupIds', isOfSize(21)), refuseButStore('groupIds', firstTwenty)),
    ],
    'users.create.provider/ignored': ignoreQuery('provider'),
    'users.create.provider/refused': when(asks('provider'), refuse()),
    'users.create.token-mailed/not-sent': query('activate', 'false'),
    'users.create.token-mailed/refused': [
      'refuses to activate a user without a password',
      when((sent) => !has(sent.json, 'credentials'), refuse()),
    ],
  }),
  ...mistakes({
    'users.create.stored/title-lost': [
      'stores a new user without its title',
      after('createUser', { outcome: 'success' }, (user) => ({
        ...user,
        profile: { ...user.profile, title: null },
      })),
    ],
  }),
  ...mistakesIn('forgotPasswordWithAnswer', {
    'users.create.credentials-recovery-question/any-answer': acceptInstead(200, {}),
  }),
  ...mistakesIn('getUser', {
    'users.create.credentials-password/hidden': whenSuccess(drop('credentials.password')),
    'users.create.transitioning/to-provisioned': whenSuccess(edit('transitioningToStatus', 'PROVISIONED')),
  }),
  ...(
    [
      ['users.create.no-token-with-password', password],
      ['users.create.no-token-with-hash', 'credentials.password.hash'],
      ['users.create.no-token-with-hook', 'credentials.password.hook'],
    ] as const
  ).flatMap(([clause, path]) =>
    mistakesAt('createUser', clause, {
      sent: ['mails a token to a user who has what it needs to sign in', when(sends(path), mailAToken())],
    }),
  ),
]

function firstTwenty(ids: Json): Json {
  return ids.slice(0, 20)
}

/** Gives a new user a recovery question, which a mail with a token needs, and sends the mail. */
function mailAToken(): Alteration {
  return all(
    andAlso((_, created) => ({
      method: 'POST',
      path: `/api/v1/users/${created.json?.id}/credentials/forgot_password`,
      query: new URLSearchParams({ sendEmail: 'true' }),
    })),
    input(question, { question: 'Who asked?', answer: 'nobody did' }),
  )
}

const provider = (type: string) => sends('credentials.provider.type', (each) => each === type)

const staged = asks('activate', 'false')

const sendsPassword = sends('credentials.password.value')

const sendsQuestion = sends('credentials.recovery_question')

const activated = asks('activate', 'true')

const plain = (each: Sent): boolean => !sendsPassword(each) && !sendsQuestion(each)

/** The creates that each clause names, and a wrong status. */
const creates: readonly (readonly [ClauseId, (each: Sent) => boolean, string])[] = [
  ['users.create.staged', both(staged, plain), 'PROVISIONED'],
  ['users.create.staged-with-password', both(staged, sendsPassword), 'ACTIVE'],
  ['users.create.staged-with-question', both(staged, sendsQuestion), 'PROVISIONED'],
  ['users.create.no-password', both(activated, plain), 'STAGED'],
  ['users.create.no-password-with-question', both(activated, sendsQuestion), 'STAGED'],
  ['users.create.password', both(activated, sendsPassword), 'PROVISIONED'],
  ['users.create.change-password', asks('nextLogin'), 'PROVISIONED'],
  ['users.create.federation-active', both(activated, provider('FEDERATION')), 'STAGED'],
  ['users.create.social-active', both(activated, provider('SOCIAL')), 'PROVISIONED'],
  ['users.create.federation-staged', both(staged, provider('FEDERATION')), 'ACTIVE'],
  ['users.create.social-staged', both(staged, provider('SOCIAL')), 'ACTIVE'],
  ['users.create.password-enrolled', both(activated, plain), 'ACTIVE'],
  ['users.create.password-optional-given', both(activated, sendsPassword), 'PROVISIONED'],
  ['users.create.password-not-needed', both(activated, plain), 'PROVISIONED'],
]

export const createRows = creates.flatMap(([clause, test, wrong]): Deviant[] =>
  mistakesOf(clause, {
    refused: ['refuses such a create', on('createUser', when(test, refuse()))],
    [`ends-in-${wrong.toLowerCase()}`]: [
      `makes such a user ${wrong}`,
      after('createUser', { outcome: 'success', when: test }, { status: wrong }),
    ],
  }),
)

export const moreCreates: readonly Deviant[] = [
  ...mistakesIn('createUser', {
    'users.create.password-sign-in/another': [
      'stores another password',
      when(
        sendsPassword,
        () => async (each, forward) =>
          forward({
            ...each,
            text: JSON.stringify({ ...each.json, credentials: { password: { value: 'Entirely0therOne' } } }),
          }),
      ),
    ],
    'users.create.change-password-sign-in/ignored': ignoreQuery('nextLogin'),
  }),
  ...mistakes({ 'users.create.password-not-settable/accepted': on('updateUser', acceptInstead()) }),
]
