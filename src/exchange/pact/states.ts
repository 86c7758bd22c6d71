import { profileRows } from '../../contract/resources/profiles.ts'
import type { UserRecord } from '../../model/users/records.ts'
import { propertyStates, type RecordedState } from './property-states.ts'
import type { Answered } from '../before.ts'
import type { Json } from './pact-file.ts'
import { withoutNull } from '../json.ts'
import { exampleAnswer, examplePassword } from './interaction.ts'

/** The provider states of an exchange: the records that it touched, before it ran. */
export function statesOf(exchange: Answered, listed: readonly UserRecord[]): readonly RecordedState[] {
  const { before, operation, refusal } = exchange
  const states = new Map<string, RecordedState>()
  const add = (name: string, params: Readonly<Record<string, Json>>, phrase: string): void => {
    const state = { name, params, phrase }
    states.set(JSON.stringify([name, params.id ?? params]), state)
  }
  if (refusal === 'rate-limited') add('the rate limit is exceeded', {}, 'the rate limit is exceeded')
  else if (operation && refusal && faults.has(refusal)) {
    add('operation {operation} fails with {refusal}', { operation, refusal }, `it fails with ${refusal}`)
  }
  if (refusal === 'feature-not-enabled') add('early access is not enabled', {}, 'early access is not enabled')
  for (const group of before.groups) {
    if (group.type === 'BUILT_IN') continue
    const { name, description } = group.profile
    // An import gives a group its other properties.
    const others = Object.entries(withoutNull(group.profile)).filter(
      ([each]) => !Object.hasOwn(profileRows.group, each),
    )
    add(
      'group {id} of type {type} exists',
      {
        id: group.id,
        type: group.type,
        name: String(name),
        ...(typeof description === 'string' ? { description } : {}),
        ...(others.length > 0 ? { profile: Object.fromEntries(others) as Record<string, Json> } : {}),
      },
      `the group is of type ${group.type}`,
    )
  }
  for (const user of [...before.users, ...listed]) {
    if (isAdministrator(user)) continue
    add('user {id} is {status}', userParams(user), `the user is ${user.status}`)
  }
  for (const { id, hidden } of [...before.users, ...listed]) {
    const question = hidden.recovery?.question
    if (question === undefined || !needsQuestion(exchange)) continue
    add(
      'user {id} has recovery question {question}',
      { id, question, answer: exampleAnswer },
      'the user has a recovery question',
    )
  }
  for (const { id, status, name, conditions, actions } of before.rules) {
    const { groupIds } = actions.assignUserToGroups
    add(
      'group rule {id} is {status}',
      { id, status, name, expression: conditions.expression.value, groupIds: [...groupIds] },
      `the rule is ${status}`,
    )
  }
  const listedIn = operation === 'listGroupUsers' ? before.groups[0]?.id : undefined
  const memberships = [
    ...before.memberships,
    ...(listedIn === undefined ? [] : listed.map(({ id }) => [id, listedIn] as const)),
  ]
  for (const [userId, groupId] of memberships) {
    add('user {userId} is in group {groupId}', { userId, groupId }, 'the user is in the group')
  }
  for (const { id, settings } of before.clients) {
    const given = Object.entries(settings).filter(([, value]) => value !== null && value !== undefined)
    add(
      'client {id} exists',
      { ...(Object.fromEntries(given) as Record<string, Json>), id },
      'the client exists',
    )
  }
  for (const { id: grantId, userId: id, clientId } of before.grants) {
    add(
      'user {id} granted {scopes} to client {clientId}',
      { id, scopes: ['openid'], clientId, grantId },
      'the user has consented',
    )
  }
  for (const { id, userId, clientId } of before.refreshTokens) {
    add('a refresh token exists', { id, userId, clientId }, 'there is a refresh token')
  }
  for (const { kind, id } of before.missing)
    add(`${kind} {id} does not exist`, { id }, `the ${kind} does not exist`)
  addSecretStates(exchange, add)
  addCaller(exchange, add)
  // Profiles take custom properties only once their schemas have them.
  return [...propertyStates(exchange, listed, [...states.values()]), ...states.values()]
}

type Add = (name: string, params: Readonly<Record<string, Json>>, phrase: string) => void

/** Errors that come from a fault, not from the request. */
const faults: ReadonlySet<string> = new Set(['time-out', 'server-fault', 'read-only-mode', 'not-implemented'])

/** Whether it shows in a reply that there is a recovery question. */
function needsQuestion({ operation, body }: Answered): boolean {
  return operation?.startsWith('forgotPassword') === true || body.includes('"recovery_question"')
}

/** Adds the stored password that a sent password is compared with. */
function addSecretStates({ operation, before: { subject } }: Answered, add: Add): void {
  if (!subject) return
  if (operation === 'changePassword' || operation === 'changeRecoveryQuestion') {
    if (subject.hidden.password && subject.status === 'ACTIVE') {
      add(
        'user {id} has password {password}',
        { id: subject.id, password: examplePassword },
        'the user has a password',
      )
    }
  }
}

function addCaller({ before: { caller } }: Answered, add: Add): void {
  if (caller.kind === 'session') {
    add('a current session for {id} exists', { id: caller.user.id }, 'the user is signed in')
  }
  if (caller.kind === 'unknown-session') add('no current session exists', {}, 'nobody is signed in')
  if (caller.kind === 'unknown-token') add('the API token is invalid', {}, 'the token is invalid')
  if (caller.kind === 'access-token') {
    add(
      'an access token with scopes {scopes} exists',
      { scopes: [...caller.scopes], ...(caller.user ? { userId: caller.user.id } : {}) },
      'an access token was issued',
    )
  }
  if (caller.kind === 'api-token' && (caller.role !== 'SUPER_ADMIN' || caller.groupIds)) {
    const { role, groupIds, owner } = caller
    add(
      'the API token has role {role}',
      {
        role,
        ...(groupIds ? { groups: [...groupIds] } : {}),
        ...(owner && !isAdministrator(owner) ? { owner: owner.id } : {}),
      },
      `the API token has role ${role}`,
    )
  }
}

/** The administrator that every organisation has is there without a state. */
function isAdministrator({ profile: { login } }: UserRecord): boolean {
  return login === 'admin@example.com'
}

function userParams({ id, status, profile }: UserRecord): Readonly<Record<string, Json>> {
  const { login, email, firstName, lastName, ...rest } = profile
  const others = Object.entries(rest).filter(
    ([name, value]) => value !== null && !(name === 'locale' && value === 'en_US'),
  )
  return {
    id,
    status,
    login: String(login),
    ...(email === login ? {} : { email: String(email) }),
    ...(typeof firstName === 'string' ? { firstName } : {}),
    ...(typeof lastName === 'string' ? { lastName } : {}),
    ...(others.length > 0 ? { profile: Object.fromEntries(others) as Record<string, Json> } : {}),
  }
}
