import type { ClauseId } from '../registry/clauses.ts'
import type { Json } from '../engine/wire/reply.ts'
import type { Move } from './moves.ts'
import { pickPerson, stating, templated, users } from './moves.ts'
import { longText, slugOf } from './values.ts'
import type { World } from './world.ts'

/** A create that takes the login of somebody. */
export function createAgain(world: World): Move | undefined {
  const { dice } = world
  const [person] = pickPerson(world, world.livingPeople)
  if (person === undefined) return undefined
  const [form, states] = dice.pick([
    ['', 'users.login.duplicate'],
    ['|upper', 'users.login.duplicate-case'],
    ['|accent', 'users.login.duplicate-diacritics'],
  ] as const)
  if (form === '|accent' && !/[aeou][^@aeou]*@/i.test(world.truth(person.handle).profile.login))
    return undefined
  return {
    call: stating(states, {
      operation: 'createUser',
      method: 'POST',
      path: users,
      query: { activate: 'false' },
      body: {
        profile: {
          login: `«${person.handle}.profile.login${form}»`,
          email: '«tag»-other@example.com',
          firstName: 'Casey',
          lastName: 'Fern',
        },
      },
      dimension: 'refused',
    }),
  }
}

/** A value at a limit, or one character beyond. */
export function atLimit(world: World): Move | undefined {
  const { dice } = world
  const [person] = pickPerson(world, world.livingPeople)
  if (person === undefined) return undefined
  const [name, most] = world.seldom(
    [
      ['firstName', 50],
      ['lastName', 50],
      ['primaryPhone', 100],
      ['mobilePhone', 100],
      ['secondEmail', 100],
      ['email', 100],
      ['login', 100],
    ] as const,
    ([each]) => `limit ${each}`,
  )
  if (name === 'login' && !world.means.freeLogins) return undefined
  const isOver = dice.chance(0.5)
  const length = isOver ? most + 1 : most
  const tag = world.model.texts.get('tag') ?? ''
  const value =
    name === 'firstName' || name === 'lastName'
      ? longText(dice, length)
      : name.endsWith('Phone')
        ? '1'.repeat(length)
        : `«tag»${world.next('z')}${'a'.repeat(length)}`
  const address =
    `${value.replace('«tag»', tag).slice(0, length - '@example.com'.length)}@example.com`.replace(
      tag,
      '«tag»',
    )
  const isAddress = name === 'email' || name === 'secondEmail' || name === 'login'
  const former = templated(world, world.truth(person.handle).profile.login) as string
  return {
    call: stating(`users.profile.${slugOf(name)}.max.${isOver ? 'refused' : 'accepted'}` as ClauseId, {
      operation: 'updateUser',
      method: 'POST',
      path: `${users}/«${person.handle}.id»`,
      body: { profile: { [name]: isAddress ? address : value } },
      record: person.handle,
      shows: 'user',
      dimension: isOver ? 'refused' : 'values',
    }),
    ...(name === 'login' ? { done: () => void person.formerLogins.push(former) } : {}),
  }
}

/** A write that a document has refused, with one thing wrong beside others that are right. */
export function refusedWrite(world: World): Move | undefined {
  const { dice, words } = world
  const [person] = pickPerson(world, world.livingPeople)
  if (person === undefined) return undefined
  const path = `${users}/«${person.handle}.id»`
  const right = { title: dice.pick(words), city: dice.pick(words) }
  const other = world.livingPeople.find((each) => each !== person)
  const whole = templated(world, world.truth(person.handle).profile) as Record<string, Json>
  const wrong: (Move | undefined)[] = [
    refusal('users.profile.first-name.max.refused', 'POST', path, {
      profile: { ...right, firstName: 'x'.repeat(51) },
    }),
    refusal('users.profile.login.max.refused', 'POST', path, {
      profile: { ...right, login: `«tag»${'a'.repeat(101)}@example.com` },
    }),
    other === undefined
      ? undefined
      : refusal('users.login.duplicate-update', 'POST', path, {
          profile: { ...right, login: `«${other.handle}.profile.login»` },
        }),
    refusal('credentials.question.max.refused', 'POST', path, {
      profile: right,
      credentials: { recovery_question: { question: 'q'.repeat(101), answer: 'yes' } },
    }),
    refusal('credentials.password.max.refused', 'POST', path, {
      profile: right,
      credentials: { password: { value: `Kx7${'q'.repeat(70)}` } },
    }),
    refusal('users.profile.last-name.max.refused', 'PUT', path, {
      profile: { ...whole, ...right, lastName: 'y'.repeat(51) },
    }),
  ]
  for (const [name, slug] of [
    ['email', 'email'],
    ['firstName', 'first-name'],
    ['lastName', 'last-name'],
    ['login', 'login'],
  ] as const)
    wrong.push(
      refusal(`users.profile.${slug}.null`, 'PUT', path, { profile: { ...whole, ...right, [name]: null } }),
      refusal(`users.profile.${slug}.null`, 'POST', path, { profile: { ...right, [name]: null } }),
    )
  wrong.push(
    refusal('users.custom.undeclared', 'POST', path, { profile: { ...right, notDeclaredHere: 'x' } }),
    refusal('users.profile.email.form', 'POST', path, { profile: { ...right, email: 'no-at-sign' } }),
    other === undefined
      ? undefined
      : refusal('users.login.duplicate-update', 'PUT', path, {
          profile: { ...whole, ...right, login: `«${other.handle}.profile.login»` },
        }),
  )
  const possible = wrong.filter((each) => each !== undefined)
  return world.seldom(possible, ({ call }) => `${call.operation} ${call.states}`)
}

function refusal(states: ClauseId, method: string, path: string, body: Json): Move {
  return {
    call: stating(states, {
      operation: method === 'PUT' ? 'replaceUser' : 'updateUser',
      method,
      path,
      body,
      dimension: 'refused',
    }),
  }
}

/** Calls that are refused where nobody has the id. */
const unknownCalls = [
  ['getUser', 'GET', '', 'users.get.unknown-id'],
  ['listUserGroups', 'GET', '/groups', 'users.groups.unknown'],
  ['listUserAppLinks', 'GET', '/appLinks', 'users.app-links.unknown'],
  ['suspendUser', 'POST', '/lifecycle/suspend', 'users.suspend.unknown'],
  ['deactivateUser', 'POST', '/lifecycle/deactivate', 'users.deactivate.unknown'],
  ['deleteUser', 'DELETE', '', 'users.delete.unknown'],
  ['clearUserSessions', 'DELETE', '/sessions', 'sessions.clear.unknown'],
  ['unlockUser', 'POST', '/lifecycle/unlock', 'users.unlock.unknown'],
  ['unsuspendUser', 'POST', '/lifecycle/unsuspend', 'users.unsuspend.unknown'],
  ['activateUser', 'POST', '/lifecycle/activate?sendEmail=false', 'users.activate.unknown'],
  ['reactivateUser', 'POST', '/lifecycle/reactivate?sendEmail=false', 'users.reactivate.unknown'],
  ['resetPassword', 'POST', '/lifecycle/reset_password?sendEmail=false', 'users.reset-password.unknown'],
  ['expirePassword', 'POST', '/lifecycle/expire_password', 'users.expire-password.unknown'],
  ['resetFactors', 'POST', '/lifecycle/reset_factors', 'users.reset-factors.unknown'],
  ['forgotPassword', 'POST', '/credentials/forgot_password?sendEmail=false', 'credentials.forgot.unknown'],
  ['updateUser', 'POST', '', 'users.update.unknown'],
  ['replaceUser', 'PUT', '', 'users.replace.unknown'],
] as const

/** The same of features that may not be there. */
const unknownGrantCalls = [
  ['listUserGrants', 'GET', '/grants', 'grants.list.unknown'],
  ['listUserClients', 'GET', '/clients', 'grants.clients.unknown'],
  ['revokeUserGrants', 'DELETE', '/grants', 'grants.revoke-all.unknown'],
] as const

/** A call on a user whom nobody knows, or knows any more. */
export function unknownUser(world: World): Move | undefined {
  const { dice } = world
  const removed = world.people.filter(({ handle }) => world.gone.has(handle))
  const segment = removed.length > 0 && dice.chance(0.6) ? `«${dice.pick(removed).handle}.id»` : '«none1»'
  const [operation, method, suffix, states] = world.seldom(
    [...unknownCalls, ...(world.means.earlyAccess ? unknownGrantCalls : [])],
    ([name]) => `unknown ${name}`,
  )
  const [below = '', query] = suffix.split('?')
  return {
    call: stating(states, {
      operation,
      method,
      path: `${users}/${segment}${below}`,
      ...(query === undefined ? {} : { query: { sendEmail: 'false' } }),
      ...(operation === 'updateUser' || operation === 'replaceUser'
        ? { body: { profile: { title: 'Nobody' } } }
        : {}),
      dimension: 'names-in-paths',
    }),
  }
}

/** A call without a token, or with one that was never issued. */
export function withoutToken(world: World): Move | undefined {
  const [person] = pickPerson(world, world.livingPeople)
  if (person === undefined) return undefined
  const path = `${users}/«${person.handle}.id»`
  const [operation, method, suffix, states] = world.dice.pick([
    ['getUser', 'GET', '', 'auth.required.users'],
    ['listUsers', 'LIST', '', 'auth.required.users'],
    ['updateUser', 'POST', '', 'auth.required.users'],
    ['suspendUser', 'POST', '/lifecycle/suspend', 'auth.required.lifecycle'],
    ['deleteUser', 'DELETE', '', 'auth.required.users'],
  ] as const)
  return {
    call: stating(states, {
      operation,
      method: method === 'LIST' ? 'GET' : method,
      path: method === 'LIST' ? users : path + suffix,
      ...(operation === 'updateUser' ? { body: { profile: { title: 'Intruder' } } } : {}),
      as: world.dice.pick(['nobody', 'stranger'] as const),
      dimension: 'refused',
    }),
  }
}
