/** Servers that give a new user another status than its create says. */
import type { ClauseId } from '../../registry/clauses.ts'
import { asks, both, on, sends, when } from '../alter/flow.ts'
import { after } from '../alter/memory.ts'
import { acceptInstead, refuse } from '../alter/refusal.ts'
import { ignoreQuery } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesIn, mistakesOf } from './deviant.ts'
import type { Sent } from '../alter/wire.ts'

/** The creates that each clause names, and a wrong status. */
const provider = (type: string) => sends('credentials.provider.type', (each) => each === type)

const staged = asks('activate', 'false')

const password = sends('credentials.password.value')

const question = sends('credentials.recovery_question')

const activated = asks('activate', 'true')

const plain = (each: Sent): boolean => !password(each) && !question(each)

const creates: readonly (readonly [ClauseId, (each: Sent) => boolean, string])[] = [
  ['users.create.staged', both(staged, plain), 'PROVISIONED'],
  ['users.create.staged-with-password', both(staged, password), 'ACTIVE'],
  ['users.create.staged-with-question', both(staged, question), 'PROVISIONED'],
  ['users.create.no-password', both(activated, plain), 'STAGED'],
  ['users.create.no-password-with-question', both(activated, question), 'STAGED'],
  ['users.create.password', both(activated, password), 'PROVISIONED'],
  ['users.create.change-password', asks('nextLogin'), 'PROVISIONED'],
  ['users.create.federation-active', both(activated, provider('FEDERATION')), 'STAGED'],
  ['users.create.social-active', both(activated, provider('SOCIAL')), 'PROVISIONED'],
  ['users.create.federation-staged', both(staged, provider('FEDERATION')), 'ACTIVE'],
  ['users.create.social-staged', both(staged, provider('SOCIAL')), 'ACTIVE'],
  ['users.create.password-enrolled', both(activated, plain), 'ACTIVE'],
  ['users.create.password-optional-given', both(activated, password), 'PROVISIONED'],
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
        password,
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
