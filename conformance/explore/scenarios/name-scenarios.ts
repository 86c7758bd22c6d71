import { onNobody } from '../commands/gone-commands.ts'
import { deleteUserOf, lifecycleOf } from '../commands/lifecycle-commands.ts'
import type { Command, Scenario } from '../commands/commands.ts'
import { routed, read, templated, users } from '../commands/commands.ts'
import { writeProfile } from './read-scenarios.ts'
import { takenLogin } from '../commands/refused-commands.ts'
import { fill, segmentOf } from '../sequence/sequence.ts'
import { createUser } from '../commands/user-commands.ts'
import { usersBy } from '../reads/view-reads.ts'
import type { Person, GeneratorState } from '../sequence/generator-state.ts'

/** The end of a login that a database or an expression reads as a pattern, and ends that fit it. */
const patterned = '.a_b.c+d'
const fitting = ['.axb.c+d', '.a_b-ccd'] as const

/** A user by a name in a path, whether a user has the name or not. */
function byName(
  login: string,
  operation: 'getUser' | 'listUserGroups' | 'updateUser',
  states: string,
): Command {
  const path = `${users}/${segmentOf(login)}`
  const call = { operation, states, dimension: 'names-in-paths' } as const
  if (operation === 'updateUser')
    return {
      call: { ...call, method: 'POST', path, body: { profile: { nickName: 'by name' } }, shows: 'user' },
    }
  return operation === 'getUser'
    ? read({ ...call, path, shows: 'user' })
    : read({ ...call, path: `${path}/groups`, shows: 'group' })
}

function created(state: GeneratorState, login: string): Command {
  const { call, ...command } = createUser(state)
  return { ...command, call: { ...call, body: { ...call.body, profile: { ...call.body.profile, login } } } }
}

function renamed(state: GeneratorState, person: Person, login: string): Command | undefined {
  const former = templated(state, state.truth(person.handle)?.profile?.login ?? null) as string
  const isWhole = state.leastUsed([true, false], (each) => `renamed ${each}`)
  const command = writeProfile(state, person.handle, { login }, isWhole)
  return command && { ...command, done: () => void person.formerLogins.push(former) }
}

/** The user of a login gives it up: by another login, or at the end of its life. */
function leaving(state: GeneratorState, login: string): Scenario {
  const owner = (): Person | undefined =>
    state.livingPeople.find(({ handle }) => state.truth(handle).profile.login === fill(login, state.model))
  const remove = (): Command | undefined => {
    const person = owner()
    return person && deleteUserOf(state, person)
  }
  const rename = (): Command | undefined => {
    const person = owner()
    return person && renamed(state, person, `«tag»-${state.next('s')}@example.org`)
  }
  return state.leastUsed([[remove, remove], [rename]], (each) => `leaves ${each.length}`)
}

/** Users by names that change owners, that several users share, or that nobody has any more. */
export function otherNames(state: GeneratorState): Scenario {
  const { rng } = state
  if (!state.means.freeLogins) return []
  const [one, other] = [rng.pick(state.livingPeople), rng.pick(state.livingPeople)]
  if (one === other) return [() => createUser(state)]
  const loginOf = ({ handle }: Person): string =>
    templated(state, state.truth(handle)?.profile?.login ?? '') as string
  const unknown = ['users.get.unknown-login', 'users.groups.unknown', 'users.update.unknown'] as const
  const [login, same] = [loginOf(one), `«tag»-${state.next('s')}`]
  if (/[/?]/.test(login)) return []
  const nobodys = (name: string): Scenario => [
    () => byName(name, 'getUser', unknown[0]),
    () => byName(name, 'listUserGroups', unknown[1]),
    () => byName(name, 'updateUser', unknown[2]),
    ...[1, 2, 3].map(() => () => onNobody(state, segmentOf(name))),
  ]
  const scenarios: Readonly<Record<string, () => Scenario>> = {
    'change hands': () => [
      () => byName(login, 'getUser', 'users.path.login'),
      () => renamed(state, one, `${same}@example.com`),
      () => usersBy(state, 'profile.login', login),
      () => usersBy(state, 'profile.login', `${same}@example.com`),
      ...nobodys(login),
      ...nobodys(login.replace(/@.*/, '')),
      () => byName(`${same}@example.com`, 'updateUser', 'users.path.login'),
      () => byName(`${same}@example.com`, 'listUserGroups', 'users.path.login'),
      () => renamed(state, other, login),
      () => byName(login, 'getUser', 'users.path.login'),
      () => byName(login, 'updateUser', 'users.path.login'),
    ],
    'are of several': () => [
      () => created(state, `${same}@example.com`),
      () => byName(same, 'getUser', 'users.path.short-name'),
      () =>
        rng.chance(0.5)
          ? created(state, `${same}@example.org`)
          : renamed(state, other, `${same}@example.org`),
      ...nobodys(same).map((each) => () => {
        const command = each()
        return command && { ...command, call: { ...command.call, states: 'users.path.short-name-ambiguous' } }
      }),
      () => byName(`${same}@example.org`, 'getUser', 'users.path.login'),
      // When one of them leaves, the name belongs to the other.
      ...leaving(state, `${same}@example.org`),
      () => byName(same, 'getUser', 'users.path.short-name'),
    ],
    'are nobodys': () => [
      () => byName(login, 'getUser', 'users.path.login'),
      () => deleteUserOf(state, one),
      () => byName(login, 'getUser', 'users.path.login'),
      () => deleteUserOf(state, one, `«${one.handle}.profile.login${rng.pick(['', '|short'])}»`),
      ...nobodys(login),
      () => byName(login.replace(/@.*/, ''), 'getUser', unknown[0]),
      () => renamed(state, other, login),
      () => byName(login, 'getUser', 'users.path.login'),
    ],
    'are of a deactivated': () => [
      () => lifecycleOf(state, other, 'deactivateUser'),
      ...[1, 2, 3, 4, 5].map(() => () => takenLogin(state, other)),
      ...([rng.pick(['getUser', 'listUserGroups']), 'updateUser'] as const).map(
        (on) => () => byName(loginOf(other), on as 'getUser', 'users.path.login'),
      ),
    ],
    'are ones own': () =>
      [login.toUpperCase(), login].map(
        (each) => () =>
          writeProfile(state, one.handle, { login: each.replace(/«TAG»/, '«tag»') }, rng.chance(0.5)),
      ),
    me: () => [
      // On a server that takes the word for a login, this would disturb others. No later call may use that short name.
      ...(state.means.control
        ? [() => ({ call: created(state, `me@«tag»-${state.next('s')}.example.com`).call })]
        : []),
      () =>
        read({
          ...routed('getUser', 'me'),
          record: 'me',
          states: 'users.get.me-token',
          dimension: 'names-in-paths',
        }),
      ...(['', '/groups', '/appLinks'] as const).map(
        (suffix) => () =>
          read({
            operation:
              suffix === '' ? 'getUser' : suffix === '/groups' ? 'listUserGroups' : 'listUserAppLinks',
            path: `${users}/me${suffix}`,
            equivalent: `${users}/«me.id»${suffix}`,
            states: suffix === '' ? 'users.get.me-token' : 'users.path.me',
            dimension: 'names-in-paths',
          }),
      ),
    ],
    ...(state.isWarm && {
      'fit a pattern': () => {
        const name = `${same}${patterned}`
        return [
          ...fitting.map((end) => () => created(state, `${same}${end}@example.com`)),
          ...nobodys(name),
          () => created(state, `${name}@example.com`),
          () => byName(name, 'getUser', 'users.path.short-name'),
          () => byName(`${name}@example.com`, 'getUser', 'users.path.login'),
          () => byName(name, 'updateUser', 'users.path.short-name'),
          () => usersBy(state, 'profile.login', `${name}@example.com`),
        ]
      },
    }),
  }
  return state.oneOf('names', scenarios)
}
