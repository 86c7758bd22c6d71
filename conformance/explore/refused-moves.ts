import type { OperationName } from '../../src/contract/operation-names.ts'
import type { ClauseId } from '../registry/clauses.ts'
import type { Json } from '../engine/wire/reply.ts'
import { boundedProperties, neededProperties, phoneProperties } from '../tables/profile.ts'
import { proofOfPassword } from './credential-moves.ts'
import type { Move } from './moves.ts'
import { look, pickPerson, stating, templated, users } from './moves.ts'
import { freeProperties, longText, textsAt } from './values.ts'
import type { Person, World } from './world.ts'

/** A login in the spelling of another writer. */
const takenForms = [
  ['', 'users.login.duplicate'],
  ['|upper', 'users.login.duplicate-case'],
  ['|accent', 'users.login.duplicate-diacritics'],
] as const

/** A create with the login of another user. */
export function createAgain(world: World, who?: Person): Move | undefined {
  const [person] = pickPerson(world, world.livingPeople, who)
  if (person === undefined) return undefined
  const { profile, status } = world.truth(person.handle)
  const [form, states] = world.seldom(
    takenForms.filter(([each]) => each !== '|accent' || /[aeou][^@aeou]*@/i.test(profile.login as string)),
    ([each]) => `taken ${status === 'DEPROVISIONED'} ${each}`,
  )
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

/** Values of the properties with a limit, at or over it, in letters of one size. */
function valuesAt(
  world: World,
  letters: string,
  isOver: boolean,
): { slug: string; name: string; value: string }[] {
  const tag = world.model.texts.get('tag') ?? ''
  return [...boundedProperties, ...phoneProperties]
    .filter(({ name }) => name !== 'login' || world.means.freeLogins)
    .map(({ slug, name, form, max }) => {
      const length = max + (isOver ? 1 : 0)
      const address = `«tag»${world.next('z')}${'a'.repeat(length)}`.replace('«tag»', tag)
      const texts: Readonly<Record<string, string>> = textsAt(max, isOver)
      const value =
        form === 'text'
          ? (texts[letters] ?? '')
          : form === 'phone'
            ? '1'.repeat(length)
            : `${address.slice(0, length - 12)}@example.com`.replace(tag, '«tag»')
      return { slug, name, value }
    })
}

/** Values at their limits, all at once, or one of them over its limit, in letters of every size. */
export function atLimit(world: World, who?: Person): Move | undefined {
  const [person] = pickPerson(world, world.livingPeople, who)
  if (person === undefined) return undefined
  const isOver = world.seldom(
    [false, true],
    (each) => `limit ${each}`,
    (each) => (each ? 3 : 1),
  )
  const letters = world.seldom(Object.keys(textsAt(1, false)), (each) => `limit ${each} ${isOver}`)
  const all = valuesAt(world, letters, isOver)
  const some = isOver ? [world.seldom(all, ({ name }) => `limit ${name}`)] : all
  const former = templated(world, world.truth(person.handle).profile.login) as string
  return {
    call: stating(isOver ? (`users.profile.${some[0]?.slug}.max.refused` as ClauseId) : 'users.update.ok', {
      operation: 'updateUser',
      method: 'POST',
      path: `${users}/«${person.handle}.id»`,
      body: { profile: Object.fromEntries(some.map(({ name, value }) => [name, value])) },
      record: person.handle,
      shows: 'user',
      dimension: isOver ? 'refused' : 'values',
    }),
    ...(some.some(({ name }) => name === 'login')
      ? { done: () => void person.formerLogins.push(former) }
      : {}),
  }
}

/** One fault in a body: the profile, the credentials or the other parts with the fault. */
interface Fault {
  readonly states: ClauseId
  readonly profile?: Readonly<Record<string, Json>>
  readonly credentials?: Json
  readonly rest?: Json
  /** The operations that have the fault; by default every write of users. */
  readonly of?: readonly OperationName[]
}

const updates = ['updateUser', 'replaceUser'] as const

/** Every fault in the body of a user that the API description says is refused, one at a time. */
function faultsOf(world: World, taken: string | undefined): Fault[] {
  const long = (count: number): string => longText(world.dice, count)
  const question = { question: 'Who?', answer: 'nobody' }
  const asked = (part: Json): Json => ({ recovery_question: { ...question, ...part } })
  const password = (value: string): Json => ({ password: { value } })
  return [
    ...[...boundedProperties, ...phoneProperties].flatMap(({ slug, name, form, min, max }): Fault[] => [
      {
        states: `users.profile.${slug}.max.refused` as ClauseId,
        profile: {
          [name]:
            form === 'text'
              ? long(max + 1)
              : form === 'phone'
                ? '1'.repeat(max + 1)
                : `«tag»${'a'.repeat(max + 1)}@example.com`,
        },
      },
      ...(min === 0
        ? []
        : [
            {
              states: `users.profile.${slug}.min.refused` as ClauseId,
              profile: { [name]: form === 'text' ? '' : 'a@b.' },
            },
          ]),
    ]),
    ...neededProperties.flatMap(({ slug, name }): Fault[] => [
      { states: `users.profile.${slug}.null` as ClauseId, profile: { [name]: null } },
      {
        states: `users.profile.${slug}.required` as ClauseId,
        profile: { [name]: undefined },
        of: ['createUser', 'replaceUser'],
      },
    ]),
    { states: 'users.profile.email.form', profile: { email: 'no-at-sign' } },
    { states: 'users.profile.email.dots', profile: { email: 'two..dots@example.com' } },
    { states: 'users.profile.second-email.form', profile: { secondEmail: 'no-at-sign' } },
    { states: 'users.custom.undeclared', profile: { notDeclaredHere: 'x' } },
    { states: 'credentials.question.max.refused', credentials: asked({ question: long(101) }) },
    { states: 'credentials.question.min.refused', credentials: asked({ question: '' }) },
    { states: 'credentials.answer.max.refused', credentials: asked({ answer: long(101) }) },
    { states: 'credentials.answer.min.refused', credentials: asked({ answer: '' }) },
    { states: 'credentials.password.max.refused', credentials: password(`Kx7${'q'.repeat(70)}`) },
    ...['Kx7qqqq', 'kx7qqqqqqqq', 'KX7QQQQQQQQ', 'Kxqqqqqqqqqq'].map((value, at): Fault => ({
      states:
        (['length.refused', 'upper-case', 'lower-case', 'digit'] as const).map(
          (rule) => `credentials.policy.${rule}` as const,
        )[at] ?? 'credentials.policy.on-update',
      credentials: password(value),
    })),
    ...(taken === undefined
      ? []
      : ['', '|upper'].flatMap((form): Fault[] => [
          {
            states: 'users.login.duplicate-update',
            profile: { login: `«${taken}.profile.login${form}»` },
            of: updates,
          },
          {
            states: 'users.login.duplicate',
            profile: { login: `«${taken}.profile.login${form}»` },
            of: ['createUser'],
          },
        ])),
    {
      states: 'users.create.group-ids.unknown',
      rest: { groupIds: [...world.livingGroups.map((each) => `«${each}.id»`), '«none1»'] },
      of: ['createUser'],
    },
    {
      states: 'users.create.group-ids.max.refused',
      rest: { groupIds: Array.from({ length: 21 }, () => '«none1»') },
      of: ['createUser'],
    },
    { states: 'users.type.on-update', rest: { type: { id: '«none1»' } }, of: ['updateUser'] },
  ]
}

/** A refused write, with one fault among correct values that change something. */
export function refusedWrite(world: World, who?: Person): Move | undefined {
  const { dice, words } = world
  const [person] = pickPerson(world, world.livingPeople, who)
  if (person === undefined) return undefined
  const { handle } = person
  const other = world.livingPeople.find((each) => each !== person)?.handle
  const fault = world.seldom(faultsOf(world, other), ({ states }) => `fault ${states}`)
  const operation = world.seldom(
    (['updateUser', 'replaceUser', 'createUser'] as const).filter((each) => fault.of?.includes(each) ?? true),
    (each) => `fault of ${each}`,
  )
  const isNew = operation === 'createUser'
  const right: Record<string, Json> = Object.fromEntries(
    dice.some(freeProperties, 6).map((name) => [name, `${dice.pick(words)} ${world.next('w')}`]),
  )
  const names = { firstName: `${dice.pick(words)}x`, lastName: `${dice.pick(words)}y` }
  const whole: Json = templated(world, world.truth(handle).profile)
  const fresh = world.means.freeLogins ? `«tag»-never${world.next('n')}@example.com` : '«login12»'
  const rest = isNew
    ? {
        ...(world.livingGroups.length > 0 ? { groupIds: [`«${dice.pick(world.livingGroups)}.id»`] } : {}),
        credentials: {
          password: { value: '«pw1»' },
          recovery_question: { question: 'Never?', answer: 'never' },
        },
      }
    : fault.credentials === undefined && dice.chance(0.5)
      ? {
          credentials: dice.pick([
            { recovery_question: { question: `Never ${world.next('q')}?`, answer: 'never' } },
            { password: { value: '«pw3»' } },
          ]),
        }
      : {}
  return {
    call: stating(fault.states, {
      operation,
      method: operation === 'replaceUser' ? 'PUT' : 'POST',
      path: isNew ? users : `${users}/«${handle}.id»`,
      ...(isNew ? { query: { activate: String(dice.chance(0.5)) } } : {}),
      body: {
        ...rest,
        ...(fault.credentials === undefined ? {} : { credentials: fault.credentials }),
        profile: {
          ...(operation === 'replaceUser' ? whole : {}),
          ...(isNew ? { login: fresh, email: '«tag»-never@example.com' } : {}),
          ...(isNew || dice.chance(0.7) ? names : {}),
          ...right,
          ...fault.profile,
        },
        ...fault.rest,
      },
      dimension: 'refused',
    }),
    proof: () =>
      isNew
        ? look({
            operation: 'getUser',
            path: `${users}/${fresh}`,
            shows: 'user',
            states: 'users.get.unknown-login',
            dimension: 'refused',
          })
        : proofOfPassword(world, person),
  }
}

/** Calls that are refused if nobody has the id. */
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

/** The same for features that may be missing. */
const unknownGrantCalls = [
  ['listUserGrants', 'GET', '/grants', 'grants.list.unknown'],
  ['listUserClients', 'GET', '/clients', 'grants.clients.unknown'],
  ['revokeUserGrants', 'DELETE', '/grants', 'grants.revoke-all.unknown'],
] as const

/** A call on a user that does not exist, or no longer exists. */
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

/** A call without a token, or with an unknown one. */
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
