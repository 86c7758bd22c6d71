import { usualForms } from '../../engine/plan/forms.ts'
import type { Api } from '../../engine/run/api.ts'
import type { Poll, Unique } from '../../engine/supply/given-types.ts'
import type { ExploreContext } from '../context.ts'
import type { ModelOptions } from './model.ts'
import { createModel } from './model.ts'
import type { Endpoint } from './endpoint.ts'
import { isNoAnswer } from './endpoint.ts'
import type { Difference } from '../compare/difference.ts'
import { neverEnded } from '../compare/outcome.ts'
import { goesOn } from '../compare/timestamp-rules.ts'
import { waitsForSearches } from '../steps.ts'
import type { Call } from '../sequence/sequence.ts'
import { loginTails } from '../sequence/values.ts'
import type { Means } from '../sequence/generator-state.ts'

interface Survey {
  readonly means: Means
  readonly model: ModelOptions
  readonly settled: (call: Call) => Promise<boolean>
  /** How long a search took to find a new user, in milliseconds. */
  readonly fence: number
  readonly afterWrite: (call: Call, target: Endpoint) => Promise<Difference | undefined>
}

/** Finds the settings with which the model resembles the target. */
export async function surveyTarget(context: ExploreContext): Promise<Survey> {
  const { unique, forms } = context
  const { api, poll, end } = context.scope()
  try {
    const isPaged = async (path: string): Promise<boolean> =>
      (await api.get(path, { query: { limit: 200 } })).links['next'] !== undefined
    const isLarge = (await isPaged('/api/v1/users')) || (await isPaged('/api/v1/groups'))
    const expression = await context.expression(api).catch(() => undefined)
    const ruleFor =
      expression !== undefined && (await isUnderstood(expression('a@example.com'))) ? expression : undefined
    const fence = async (isGroup: boolean): Promise<boolean> => {
      const name = isGroup ? unique('fence') : unique.login()
      const made = isGroup
        ? await api.post('/api/v1/groups', { profile: { name } })
        : await api.post(
            '/api/v1/users',
            { profile: { ...unique.names(), login: name, email: unique.email() } },
            { query: { activate: false } },
          )
      if (made.status >= 300) return false
      const search = `profile.${isGroup ? 'name' : 'login'} eq "${name}"`
      const found = await poll.until(
        () => api.get(isGroup ? '/api/v1/groups' : '/api/v1/users', { query: { search } }),
        ({ items }) => items.length > 0,
      )
      return found.items.length > 0
    }
    const enrolment = await enrolmentOf(api, poll, unique)
    const begun = performance.now()
    const hasFence = await fence(false).catch((error: unknown) => {
      if (isNoAnswer(error)) return false
      throw error
    })
    return {
      fence: hasFence ? performance.now() - begun : 0,
      means: {
        mail: context.may('mail'),
        me: context.may('me'),
        endSessions: context.may('end-sessions'),
        oddLogins: await takesLogin(api, unique, loginTails.join('')),
        takesPasswords: enrolment !== undefined && enrolment.optionalPassword === undefined,
        earlyAccess: context.hasFeature('early-access'),
        ruleFor,
        freeLogins: forms.login === usualForms.login,
        isLarge,
        control: context.control !== undefined,
      },
      model: { anyLogin: forms.login !== usualForms.login, ...enrolment },
      settled: async (call) => (waitsForSearches(call) ? fence(call.operation === 'listGroups') : true),
      afterWrite: async (call, target) => {
        const handle = call.record ?? /«(u\d+)\./.exec(call.path)?.[1]
        const id: unknown = handle === undefined ? undefined : target.records.get(handle)?.id
        if (!goesOn.has(call.operation) || handle === undefined || typeof id !== 'string') return undefined
        const shown = await poll.until(
          () => api.get(`/api/v1/users/${encodeURIComponent(id)}`),
          ({ json }) => (json.transitioningToStatus ?? null) === null,
        )
        const { transitioningToStatus: got = null } = shown.json
        return got === null ? undefined : { ...neverEnded(got), record: handle }
      },
    }
  } finally {
    await end()
  }
}

/** Whether the target takes a login with such a text before the @: an administrator can change the form of logins. */
async function takesLogin(api: Api, unique: Unique, text: string): Promise<boolean> {
  const login = unique.login().replace('@', `${text}@`)
  const profile = { ...unique.names(), login, email: unique.email() }
  const { status } = await api.post('/api/v1/users', { profile }, { query: { activate: false } })
  return status < 300
}

/**
 * The settings for users without a password (Users, States and transitions): their status, and whether they accept one.
 * Undefined if the target does not show it.
 */
async function enrolmentOf(api: Api, poll: Poll, unique: Unique): Promise<ModelOptions | undefined> {
  const login = unique.login()
  const profile = { ...unique.names(), login, email: unique.email() }
  const { status, json } = await api.post('/api/v1/users', { profile }, { query: { activate: false } })
  if (status >= 300 || typeof json.id !== 'string') return undefined
  const path = `/api/v1/users/${encodeURIComponent(json.id)}`
  const activated = await api.post(`${path}/lifecycle/activate`, undefined, { query: { sendEmail: false } })
  if (activated.status >= 300) return undefined
  const shown = await poll.until(
    () => api.get(path),
    (user) => user.json.status !== 'STAGED' && (user.json.transitioningToStatus ?? null) === null,
  )
  if (shown.json.status === 'PROVISIONED') return {}
  if (shown.json.status !== 'ACTIVE') return undefined
  const set = await api.post(path, { credentials: { password: { value: unique.password() } } })
  return set.status < 300
    ? { interpretations: { 'activation-without-password': 'ACTIVE' } }
    : { optionalPassword: 'optional' }
}

/** Whether the model accepts an expression of the target. */
async function isUnderstood(value: string): Promise<boolean> {
  const model = createModel(new Map(), {})
  const group = await model.perform({
    operation: 'createGroup',
    method: 'POST',
    path: '/api/v1/groups',
    body: { profile: { name: 'any' } },
    dimension: 'values',
  })
  const { reply } = await model.perform({
    operation: 'createGroupRule',
    method: 'POST',
    path: '/api/v1/groups/rules',
    body: {
      type: 'group_rule',
      name: 'any',
      conditions: { expression: { type: 'urn:svc:expression:1.0', value } },
      actions: { assignUserToGroups: { groupIds: [group.reply.json.id] } },
    },
    dimension: 'values',
  })
  return reply.status < 300
}
