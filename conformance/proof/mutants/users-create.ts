/** Servers that break requirements of creating users, and of the status of a new one. */
import type { Json } from '../../engine/wire/reply.ts'
import { creates, type CreateRow } from '../../tables/creates.ts'
import { drop, edit } from '../alter/answer.ts'
import { all, asks, both, not, on, sends, sendsValue, when, whenSuccess } from '../alter/flow.ts'
import { after, afterwards } from '../alter/memory.ts'
import { acceptInstead, refuse } from '../alter/refusal.ts'
import { byDefault, ignoreQuery, input } from '../alter/request.ts'
import { mistakes, mistakesAt, mistakesIn, mistakesOf, type Mutant } from './mutant.ts'
import { refuseButStore } from './users-steps.ts'
import { ofSize } from '../alter/path.ts'
import type { Alteration, Test } from '../alter/wire.ts'

const password = 'credentials.password.value'
const question = 'credentials.recovery_question'

export const userCreateMutants: readonly Mutant[] = [
  ...mistakesIn('createUser', {
    'users.create.ok/profile-left-out': whenSuccess(drop('profile')),
    'users.create.activate-default/staged': byDefault('activate', 'false'),
    'users.create.credentials-recovery-question/other-answer': when(
      sends(question),
      input(`${question}.answer`, 'nothing like it'),
    ),
    'users.create.group-ids/first-only': [
      when(
        sends('groupIds'),
        input('groupIds', (ids: Json) => ids.slice(0, 1)),
      ),
      'users.create.group-ids.max.accepted',
    ],
    'users.create.group-ids.max.refused/refused-but-created': when(
      sends('groupIds', ofSize(21)),
      refuseButStore('groupIds', firstTwenty),
    ),
    'users.create.provider/refused': when(asks('provider'), refuse()),
    'users.create.token-mailed/refused': when(not(sends('credentials')), refuse()),
  }),
  ...mistakes({
    'users.create.stored/title-lost': after('createUser', { outcome: 'success' }, (user) => ({
      ...user,
      profile: { ...user.profile, title: null },
    })),
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
  ).flatMap(([requirement, path]) =>
    mistakesAt('createUser', requirement, {
      sent: when(sends(path), mailAToken()),
    }),
  ),
]

function firstTwenty(ids: Json): Json {
  return ids.slice(0, 20)
}

/** Gives a new user a recovery question, which a mail with a token needs, and sends the mail. */
function mailAToken(): Alteration {
  return all(
    afterwards((call, _, { json }) =>
      call('POST', `/api/v1/users/${json?.id}/credentials/forgot_password?sendEmail=true`),
    ),
    input(question, { question: 'Who asked?', answer: 'nobody did' }),
  )
}

const sendsPassword = sends(password)
const isOf = (type: string): Test => sendsValue('credentials.provider.type', type)

const isSent: Readonly<Record<CreateRow['sends'], Test>> = {
  nothing: both(not(sendsPassword), not(sends(question))),
  password: sendsPassword,
  question: sends(question),
  FEDERATION: isOf('FEDERATION'),
  SOCIAL: isOf('SOCIAL'),
}

const activate = { activate: true }

/** Creates for which passwords may be optional. */
const optional = [
  { id: 'users.create.password-enrolled', query: activate, sends: 'nothing', wrong: 'ACTIVE' },
  { id: 'users.create.password-optional-given', query: activate, sends: 'password', wrong: 'PROVISIONED' },
  { id: 'users.create.password-not-needed', query: activate, sends: 'nothing', wrong: 'PROVISIONED' },
] as const

export const newStatusMutants = [...creates, ...optional].flatMap(
  ({ id, query, sends: sent, wrong }): Mutant[] => {
    const asked = Object.entries(query).map(([name, value]) => asks(name, String(value)))
    const isIt = both(...asked, isSent[sent])
    return mistakesOf(id, {
      refused: on('createUser', when(isIt, refuse())),
      [`ends-in-${wrong.toLowerCase()}`]: after(
        'createUser',
        { outcome: 'success', when: isIt },
        { status: wrong },
      ),
    })
  },
)

export const moreCreates: readonly Mutant[] = [
  ...mistakesIn('createUser', {
    'users.create.password-sign-in/another': when(
      sendsPassword,
      () => async (each, forward) =>
        forward({
          ...each,
          text: JSON.stringify({ ...each.json, credentials: { password: { value: 'Entirely0therOne' } } }),
        }),
    ),
    'users.create.change-password-sign-in/ignored': ignoreQuery('nextLogin'),
  }),
  ...mistakes({ 'users.create.password-not-settable/accepted': on('updateUser', acceptInstead()) }),
]
