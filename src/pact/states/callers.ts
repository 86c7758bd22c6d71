import { z } from 'zod'
import type { OperationName } from '../../contract/operation-names.ts'
import { operationNames } from '../../contract/operation-names.ts'
import { type RefusalName, refusals } from '../../contract/errors/catalogue.ts'
import { profilePropertyTypes } from '../../contract/profile.ts'
import { roles } from '../../contract/roles.ts'
import { changeableOfDefaults, propertySettings } from '../../contract/resources/profiles.ts'
import { schemaKinds } from '../../model/custom-properties.ts'
import { defined } from '../../model/kernel/defined.ts'
import { changeSettings } from '../../model/kernel/setting-changes.ts'
import { id, names, userReference } from './params.ts'
import { defineState } from './state.ts'

const operation = z.enum(Object.values(operationNames).flat() as [OperationName, ...OperationName[]])
const refusal = z.enum(Object.keys(refusals) as [RefusalName, ...RefusalName[]])

const settings = propertySettings()

/** A token that opens nothing. */
const invalidToken = 'an-invalid-token'

/** States of the caller, and the state of every organisation. */
export const callerStates = {
  'the organisation is empty': defineState({
    summary:
      'There is what every organisation has: an administrator with an API token, and the group Everyone',
    params: z.strictObject({}),
    setUp: () => ({}),
  }),
  'a current session for {id} exists': defineState({
    summary:
      'A user is signed in. Gives sessionCookie (name and value, for a Cookie header), sessionId, userId and login',
    params: z.strictObject({ id: userReference }),
    setUp(stage, { id: reference }) {
      const user = stage.user({ id: reference })
      const { sessionCookie, sessionId } = stage.control.openSession({ user: user.id })
      return {
        sessionCookie,
        sessionId,
        userId: user.id,
        login: String(user.profile.login),
      }
    },
  }),
  'no current session exists': defineState({
    summary: 'Nobody is signed in. Gives sessionCookie, of a session that is over',
    params: z.strictObject({}),
    setUp: ({ org }) => ({ sessionCookie: `${org.settings.signIn.cookie}=${invalidToken}` }),
  }),
  'the API token is invalid': defineState({
    summary: 'The token that is sent opens nothing. Gives apiToken and accessToken',
    params: z.strictObject({}),
    setUp: () => ({ apiToken: invalidToken, accessToken: invalidToken }),
  }),
  'the API token has role {role}': defineState({
    summary:
      'The token that is sent has this role, for the given groups where it is confined. Gives apiToken',
    params: z.strictObject({
      role: z.enum(roles),
      groups: names.optional(),
      owner: userReference.optional(),
    }),
    setUp(stage, { role, groups, owner }) {
      const { token } = stage.control.createApiToken({
        role,
        ...(groups ? { groups: groups.map((one) => stage.group({ id: one }).id) } : {}),
        ...(owner === undefined ? {} : { owner: stage.user({ id: owner }).id }),
      })
      return { apiToken: token }
    },
  }),
  'an access token with scopes {scopes} exists': defineState({
    summary: 'A scoped access token was issued. Gives accessToken',
    params: z.strictObject({ scopes: names, userId: userReference.optional(), clientId: id.optional() }),
    setUp(stage, { scopes, userId, clientId }) {
      // A person needs a role in addition to the scopes (interpretation: scope-names).
      const owner = userId === undefined ? undefined : stage.user({ id: userId }).id
      const { apiTokens } = stage.control.list({ kind: 'tokens' })
      if (owner !== undefined && !apiTokens.some((token) => token.userId === owner))
        stage.control.createApiToken({ owner, role: 'SUPER_ADMIN' })
      const { token } = stage.control.createAccessToken({
        scopes: [...scopes],
        ...(owner === undefined ? {} : { user: owner }),
        ...(clientId === undefined ? {} : { client: stage.client(clientId).id }),
      })
      return { accessToken: token }
    },
  }),
  'the rate limit is exceeded': defineState({
    summary: 'Calls are refused with 429',
    params: z.strictObject({}),
    setUp(stage) {
      stage.control.addFault({ refusal: 'rate-limited' })
      return {}
    },
  }),
  'operation {operation} fails with {refusal}': defineState({
    summary: 'Calls of an operation meet a fault, such as server-fault or time-out; names as in the contract',
    params: z.strictObject({ operation, refusal }),
    setUp(stage, fault) {
      stage.control.addFault(fault)
      return {}
    },
  }),
  'early access is not enabled': defineState({
    summary: 'The early-access operations are not available',
    params: z.strictObject({}),
    setUp({ org }) {
      changeSettings(org, { features: { earlyAccess: false } })
      return {}
    },
  }),
  'the {schema} profile has custom property {name}': defineState({
    summary: 'The schema of user or group profiles has a custom property, of a type such as string',
    params: z.strictObject({
      schema: z.enum(schemaKinds),
      name: z.string().min(1),
      type: z.enum(profilePropertyTypes).default('string'),
      ...settings,
    }),
    setUp({ org }, { schema: kind, name, ...given }) {
      const schema = org.schemas[kind]
      if (schema.find(name) && !schema.isDefault(name)) schema.set(name, given)
      else schema.add({ name, ...defined(given) })
      return {}
    },
  }),
  'user profiles have property {name} changed': defineState({
    summary:
      'A default property of user profiles has another permission. Names may not be required; null lets login be any text',
    params: z.strictObject({
      name: z.enum(Object.keys(changeableOfDefaults())),
      permission: settings.permission,
      required: settings.required,
      pattern: settings.pattern.nullable(),
    }),
    setUp({ org }, { name, ...changes }) {
      org.schemas.user.set(name, defined(changes))
      return {}
    },
  }),
  'the time is {time}': defineState({
    summary: "The organisation's clock stands still at this moment (ISO 8601)",
    params: z.strictObject({ time: z.iso.datetime() }),
    setUp(stage, { time }) {
      stage.control.setClock({ to: time, frozen: true })
      return { time }
    },
  }),
}
