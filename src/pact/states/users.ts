import { z } from 'zod'
import { outsideProviderTypes } from '../../contract/resources/credentials.ts'
import { userStatuses } from '../../contract/user-lifecycle.ts'
import { changeSettings } from '../../model/kernel/setting-changes.ts'
import { withoutNull } from '../../exchange/json.ts'
import type { UserRecord } from '../../model/users/records.ts'
import { count, id, profile, userReference } from './params.ts'
import { examplePassword } from '../../exchange/pact/interaction.ts'
import { defineState, firstOf } from './state.ts'

const status = z.enum(userStatuses)

/** Properties of a profile that most pacts mention, in addition to the whole profile. */
const named = {
  login: z.string().optional(),
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  profile: profile.optional(),
}

export const userStates = {
  'a user exists': defineState({
    summary:
      'There is a user: ACTIVE with a password, unless said otherwise. Gives userId, login, email, firstName and lastName',
    params: z.strictObject({
      id: userReference.optional(),
      status: status.optional(),
      password: z.string().optional(),
      ...named,
    }),
    setUp(stage, { id: reference, status: wanted = 'ACTIVE', password, ...given }) {
      return valuesOf(
        stage.user({
          id: reference,
          status: wanted,
          password,
          login: given.login,
          profile: profileOf(given),
        }),
      )
    },
  }),
  'user {id} is {status}': defineState({
    summary:
      'There is a user with this id or login, and in this status. Gives userId, login, email and names',
    params: z.strictObject({ id: userReference, status, ...named }),
    setUp: (stage, { id: reference, status: wanted, ...given }) =>
      valuesOf(stage.user({ id: reference, status: wanted, login: given.login, profile: profileOf(given) })),
  }),
  'user {id} has password {password}': defineState({
    summary:
      'There is a user with this password, ACTIVE unless said otherwise. Gives userId, login and password',
    params: z.strictObject({ id: userReference, password: z.string().min(1).default(examplePassword) }),
    setUp: (stage, { id: reference, password }) => ({
      ...valuesOf(stage.user({ id: reference, password })),
      password,
    }),
  }),
  'user {id} has recovery question {question}': defineState({
    summary: 'There is a user with a recovery question and its answer. Gives userId, question and answer',
    params: z.strictObject({
      id: userReference,
      question: z.string().min(1).default('Name of your first pet?'),
      answer: z.string().min(1).default('Rex'),
    }),
    setUp(stage, { id: reference, question, answer }) {
      const user = stage.user({ id: reference })
      stage.org.userInput.update(user.id, { credentials: { recovery_question: { question, answer } } })
      return { ...valuesOf(user), question, answer }
    },
  }),
  'user {id} has provider {type}': defineState({
    summary:
      'There is a user whose credentials a directory or identity provider holds. Gives userId and login',
    params: z.strictObject({
      id: userReference,
      type: z.enum(['SERVICE', ...outsideProviderTypes]),
      name: z.string().optional(),
    }),
    setUp(stage, { id: reference, type, name }) {
      const user = stage.user({ id: reference })
      stage.control.setUser({ user: user.id, provider: { type, name } })
      return valuesOf(user)
    },
  }),
  'user {id} is blocked from {appliesTo}': defineState({
    summary: 'There is a user whom a block keeps out from ANY_DEVICES or UNKNOWN_DEVICES. Gives userId',
    params: z.strictObject({ id: userReference, appliesTo: z.enum(['ANY_DEVICES', 'UNKNOWN_DEVICES']) }),
    setUp(stage, { id: reference, appliesTo }) {
      const user = stage.user({ id: reference })
      stage.control.setUser({ user: user.id, block: appliesTo })
      return valuesOf(user)
    },
  }),
  'user {id} is enrolled in factor {factor}': defineState({
    summary: 'There is a user enrolled in an MFA factor, such as sms. Gives userId',
    params: z.strictObject({ id: userReference, factor: z.string().min(1).max(100).default('sms') }),
    setUp(stage, { id: reference, factor }) {
      const user = stage.user({ id: reference })
      stage.control.enrollFactor({ user: user.id, factor })
      return valuesOf(user)
    },
  }),
  'user {id} is moving to {status}': defineState({
    summary: 'There is a user whose activation or deactivation is under way. Gives userId',
    params: z.strictObject({ id: userReference, status: z.enum(['ACTIVE', 'DEPROVISIONED']) }),
    setUp(stage, { id: reference, status: target }) {
      const { transitioningToStatus } = stage.org.users.find(reference) ?? {}
      if (transitioningToStatus === target) return valuesOf(stage.user({ id: reference }))
      const user = stage.user({ id: reference, status: target === 'ACTIVE' ? 'STAGED' : 'ACTIVE' })
      const { lifecycle } = stage.org
      changeSettings(stage.org, { delays: { transition: 3_600_000 } })
      if (target === 'ACTIVE') lifecycle.activate(user.id)
      else lifecycle.deactivate(user.id, { respondAsync: true })
      return valuesOf(user)
    },
  }),
  '{count} users exist': defineState({
    summary: 'The organisation has {count} users in addition to the administrator. Gives userId of the first',
    params: z.strictObject({ count }),
    setUp: (stage, { count: wanted }) => firstOf(wanted, () => valuesOf(stage.user())),
  }),
  'no user exists': defineState({
    summary: 'There is no user at all, not even the administrator, whose API token goes on working',
    params: z.strictObject({}),
    setUp(stage) {
      for (const user of stage.org.users.collection.values()) {
        if (user.status !== 'DEPROVISIONED') stage.org.lifecycle.force(user.id, 'DEPROVISIONED')
        stage.org.lifecycle.delete(user.id)
      }
      return {}
    },
  }),
  'user {id} does not exist': defineState({
    summary: 'There is no user with this id or login. Gives userId, to ask for',
    params: z.strictObject({ id: userReference.default('00uNobodyHasThisId00') }),
    setUp(stage, { id: reference }) {
      const user = stage.org.users.find(reference)
      if (user) {
        stage.org.lifecycle.force(user.id, 'DEPROVISIONED')
        stage.org.lifecycle.delete(user.id)
      }
      return { userId: reference }
    },
  }),
  'user {id} is assigned application {label}': defineState({
    summary: 'There is a user to whom an application is assigned. Gives userId and applicationId',
    params: z.strictObject({
      id: userReference,
      label: z.string().min(1).default('Wiki'),
      applicationId: id.optional(),
    }),
    setUp(stage, { id: reference, label, applicationId }) {
      const user = stage.user({ id: reference })
      const { id: application } = stage.application(label, applicationId)
      stage.control.assignApplication({ application, user: user.id })
      return { ...valuesOf(user), applicationId: application }
    },
  }),
}

function profileOf({
  profile: whole,
  login: _login,
  ...rest
}: z.infer<z.ZodObject<typeof named>>): Readonly<Record<string, unknown>> | undefined {
  const given = withoutNull({ ...whole, ...rest })
  return Object.keys(given).length === 0 ? undefined : given
}

/** The values that a state returns about a user. */
function valuesOf({ id: userId, profile: { login, email, firstName, lastName } }: UserRecord): {
  readonly userId: string
  readonly login: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
} {
  return {
    userId,
    login: String(login),
    email: String(email),
    firstName: String(firstName),
    lastName: String(lastName),
  }
}
