/** Servers that break clauses of creating users. */
import type { Json } from '../../engine/wire/reply.ts'
import { drop, edit, noBody } from '../alter/answer.ts'
import { all, asks, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, andAlso, ignoreWrite } from '../alter/memory.ts'
import { has } from '../alter/path.ts'
import { acceptInstead, acceptWith, refuse, refuseButDo } from '../alter/refusal.ts'
import { ignoreInput, ignoreQuery, input, query } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import { refuseButStore } from './users-steps.ts'
import type { Alteration } from '../alter/wire.ts'

const password = 'credentials.password.value'
const question = 'credentials.recovery_question'
const isOfSize =
  (size: number) =>
  (list: unknown): boolean =>
    Array.isArray(list) && list.length === size

const createDeviants = [
  deviant('users.create.ok/refused', {
    summary: 'refuses every create',
    breaks: 'users.create.stored',
    alter: on('createUser', refuse()),
  }),
  deviant('users.create.ok/done-but-refused', {
    summary: 'creates users and answers with a refusal',
    breaks: 'users.create.stored',
    alter: on('createUser', refuseButDo()),
  }),
  deviant('users.create.ok/no-body', {
    summary: 'answers a create with nothing',
    alter: on('createUser', whenSuccess(noBody())),
  }),
  deviant('users.create.ok/profile-left-out', {
    summary: 'answers a create without the profile',
    alter: on('createUser', whenSuccess(drop('profile'))),
  }),
  deviant('users.create.stored/made-up', {
    summary: 'answers a create and stores nothing',
    alter: on('createUser', ignoreWrite()),
  }),
  deviant('users.create.stored/title-lost', {
    summary: 'stores a new user without its title',
    alter: after('createUser', { outcome: 'success' }, (user) => ({
      ...user,
      profile: { ...user.profile, title: null },
    })),
  }),
  deviant('users.create.profile-required/accepted', {
    summary: 'accepts a create without a profile',
    alter: on(
      'createUser',
      when((sent) => !sent.json?.profile, acceptInstead(200, { id: 'deviant' })),
    ),
  }),
  deviant('users.create.profile-required/null-accepted', {
    summary: 'accepts a create with profile null',
    alter: on(
      'createUser',
      when((sent) => sent.json?.profile === null, acceptInstead(200, { id: 'deviant' })),
    ),
  }),
  deviant('users.create.activate-default/staged', {
    summary: 'takes activate for false where it is not sent',
    alter: on(
      'createUser',
      query('activate', (old) => old ?? 'false'),
    ),
  }),
  deviant('users.create.activate-default/always', {
    summary: 'activates whatever activate says',
    alter: on('createUser', ignoreQuery('activate')),
  }),
  deviant('users.create.credentials-password/ignored', {
    summary: 'ignores the password in a create',
    alter: on('createUser', ignoreInput('credentials.password')),
  }),
  deviant('users.create.credentials-password/another', {
    summary: 'stores another password than the one in the create',
    alter: on('createUser', when(sends(password), input(password, 'Entirely0therOne'))),
  }),
  deviant('users.create.credentials-password/refused', {
    summary: 'refuses a password in a create',
    alter: on('createUser', when(sends(password), refuse())),
  }),
  deviant('users.create.credentials-password/hidden', {
    summary: 'does not show that a user has a password',
    alter: on('getUser', whenSuccess(drop('credentials.password'))),
  }),
  deviant('users.create.credentials-recovery-question/ignored', {
    summary: 'ignores the recovery question in a create',
    alter: on('createUser', ignoreInput(question)),
  }),
  deviant('users.create.credentials-recovery-question/other-answer', {
    summary: 'stores another recovery answer than the one in the create',
    alter: on('createUser', when(sends(question), input(`${question}.answer`, 'nothing like it'))),
  }),
  deviant('users.create.credentials-recovery-question/any-answer', {
    summary: 'takes any recovery answer for the right one',
    alter: on('forgotPasswordWithAnswer', acceptInstead(200, {})),
  }),
  deviant('users.create.credentials-recovery-question/refused', {
    summary: 'refuses a recovery question in a create',
    alter: on('createUser', when(sends(question), refuse())),
  }),
  deviant('users.create.group-ids/ignored', {
    summary: 'ignores groupIds',
    breaks: 'users.create.group-ids.max.accepted',
    alter: on('createUser', ignoreInput('groupIds')),
  }),
  deviant('users.create.group-ids/first-only', {
    summary: 'adds a new user to the first group only',
    breaks: 'users.create.group-ids.max.accepted',
    alter: on(
      'createUser',
      when(
        sends('groupIds'),
        input('groupIds', (ids: Json) => ids.slice(0, 1)),
      ),
    ),
  }),
  deviant('users.create.group-ids/refused', {
    summary: 'refuses two groupIds',
    alter: on('createUser', when(sends('groupIds', isOfSize(2)), refuse())),
  }),
  deviant('users.create.group-ids.max.accepted/refused', {
    summary: 'refuses 20 groupIds',
    alter: on('createUser', when(sends('groupIds', isOfSize(20)), refuse())),
  }),
  deviant('users.create.group-ids.max.accepted/one-lost', {
    summary: 'adds a new user to 19 of 20 groups',
    alter: on(
      'createUser',
      when(
        sends('groupIds', isOfSize(20)),
        input('groupIds', (ids: Json) => ids.slice(0, 19)),
      ),
    ),
  }),
  deviant('users.create.group-ids.max.refused/accepted', {
    summary: 'accepts 21 groupIds',
    alter: on('createUser', when(sends('groupIds', isOfSize(21)), acceptWith('groupIds', firstTwenty))),
  }),
  deviant('users.create.group-ids.max.refused/refused-but-created', {
    summary: 'refuses 21 groupIds, and creates the user',
    alter: on('createUser', when(sends('groupIds', isOfSize(21)), refuseButStore('groupIds', firstTwenty))),
  }),
  deviant('users.create.provider/ignored', {
    summary: 'ignores provider=true',
    alter: on('createUser', ignoreQuery('provider')),
  }),
  deviant('users.create.provider/refused', {
    summary: 'refuses provider=true',
    alter: on('createUser', when(asks('provider'), refuse())),
  }),
  deviant('users.create.provider/social-refused', {
    summary: 'refuses the provider SOCIAL',
    alter: on(
      'createUser',
      when(
        sends('credentials.provider.type', (type) => type === 'SOCIAL'),
        refuse(),
      ),
    ),
  }),
  deviant('users.create.transitioning/not-shown', {
    summary: 'does not show a transition that is under way',
    alter: on('getUser', whenSuccess(drop('transitioningToStatus'))),
  }),
  deviant('users.create.transitioning/to-provisioned', {
    summary: 'shows an activation as one to PROVISIONED',
    alter: on('getUser', whenSuccess(edit('transitioningToStatus', () => 'PROVISIONED'))),
  }),
  deviant('users.create.token-mailed/not-sent', {
    summary: 'mails nothing to a user without a password',
    alter: on('createUser', query('activate', 'false')),
  }),
  deviant('users.create.token-mailed/refused', {
    summary: 'refuses to activate a user without a password',
    alter: on(
      'createUser',
      when((sent) => !has(sent.json, 'credentials'), refuse()),
    ),
  }),
  ...(
    [
      ['users.create.no-token-with-password', password],
      ['users.create.no-token-with-hash', 'credentials.password.hash'],
      ['users.create.no-token-with-hook', 'credentials.password.hook'],
    ] as const
  ).map(([clause, path]) =>
    deviant(`${clause}/sent`, {
      summary: 'mails a token to a user who has what it needs to sign in',
      alter: on('createUser', when(sends(path), mailAToken())),
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

export const userCreateDeviants: readonly Deviant[] = [...createDeviants]
