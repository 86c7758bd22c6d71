import { onNobody } from '../moves/gone-moves.ts'
import { deleteUserOf, lifecycleOf } from '../moves/lifecycle-moves.ts'
import type { Move, Scene } from '../moves/moves.ts'
import { look, templated, users } from '../moves/moves.ts'
import { writeProfile } from './read-scenes.ts'
import { createAgain } from '../moves/refused-moves.ts'
import { fill, segmentOf } from '../story/story.ts'
import { createUser } from '../moves/user-moves.ts'
import { usersBy } from '../looks/view-looks.ts'
import type { Person, World } from '../story/world.ts'

/** The end of a login that a database or an expression reads as a pattern, and ends that fit it. */
const patterned = '.a_b.c+d'
const fitting = ['.axb.c+d', '.a_b-ccd'] as const

/** A user by a name in a path, whether a user has the name or not. */
function byName(login: string, operation: 'getUser' | 'listUserGroups' | 'updateUser', states: string): Move {
  const path = `${users}/${segmentOf(login)}`
  const call = { operation, states, dimension: 'names-in-paths' } as const
  if (operation === 'updateUser')
    return {
      call: { ...call, method: 'POST', path, body: { profile: { nickName: 'by name' } }, shows: 'user' },
    }
  return operation === 'getUser'
    ? look({ ...call, path, shows: 'user' })
    : look({ ...call, path: `${path}/groups`, shows: 'group' })
}

function created(world: World, login: string): Move {
  const { call, ...move } = createUser(world)
  return { ...move, call: { ...call, body: { ...call.body, profile: { ...call.body.profile, login } } } }
}

function renamed(world: World, person: Person, login: string): Move | undefined {
  const former = templated(world, world.truth(person.handle)?.profile?.login ?? null) as string
  const isWhole = world.seldom([true, false], (each) => `renamed ${each}`)
  const move = writeProfile(world, person.handle, { login }, isWhole)
  return move && { ...move, done: () => void person.formerLogins.push(former) }
}

/** The user of a login gives it up: by another login, or at the end of its life. */
function leaving(world: World, login: string): Scene {
  const owner = (): Person | undefined =>
    world.livingPeople.find(({ handle }) => world.truth(handle).profile.login === fill(login, world.model))
  const remove = (): Move | undefined => {
    const person = owner()
    return person && deleteUserOf(world, person)
  }
  const rename = (): Move | undefined => {
    const person = owner()
    return person && renamed(world, person, `«tag»-${world.next('s')}@example.org`)
  }
  return world.seldom([[remove, remove], [rename]], (each) => `leaves ${each.length}`)
}

/** Users by names that change owners, that several users share, or that nobody has any more. */
export function otherNames(world: World): Scene {
  const { dice } = world
  if (!world.means.freeLogins) return []
  const [one, other] = [dice.pick(world.livingPeople), dice.pick(world.livingPeople)]
  if (one === other) return [() => createUser(world)]
  const loginOf = ({ handle }: Person): string =>
    templated(world, world.truth(handle)?.profile?.login ?? '') as string
  const unknown = ['users.get.unknown-login', 'users.groups.unknown', 'users.update.unknown'] as const
  const [login, same] = [loginOf(one), `«tag»-${world.next('s')}`]
  if (/[/?]/.test(login)) return []
  const nobodys = (name: string): Scene => [
    () => byName(name, 'getUser', unknown[0]),
    () => byName(name, 'listUserGroups', unknown[1]),
    () => byName(name, 'updateUser', unknown[2]),
    ...[1, 2, 3].map(() => () => onNobody(world, segmentOf(name))),
  ]
  const scenes: Readonly<Record<string, () => Scene>> = {
    'change hands': () => [
      () => byName(login, 'getUser', 'users.path.login'),
      () => renamed(world, one, `${same}@example.com`),
      () => usersBy(world, 'profile.login', login),
      () => usersBy(world, 'profile.login', `${same}@example.com`),
      ...nobodys(login),
      ...nobodys(login.replace(/@.*/, '')),
      () => byName(`${same}@example.com`, 'updateUser', 'users.path.login'),
      () => byName(`${same}@example.com`, 'listUserGroups', 'users.path.login'),
      () => renamed(world, other, login),
      () => byName(login, 'getUser', 'users.path.login'),
      () => byName(login, 'updateUser', 'users.path.login'),
    ],
    'are of several': () => [
      () => created(world, `${same}@example.com`),
      () => byName(same, 'getUser', 'users.path.short-name'),
      () =>
        dice.chance(0.5)
          ? created(world, `${same}@example.org`)
          : renamed(world, other, `${same}@example.org`),
      ...nobodys(same).map((each) => () => {
        const move = each()
        return move && { ...move, call: { ...move.call, states: 'users.path.short-name-ambiguous' } }
      }),
      () => byName(`${same}@example.org`, 'getUser', 'users.path.login'),
      // When one of them leaves, the name belongs to the other.
      ...leaving(world, `${same}@example.org`),
      () => byName(same, 'getUser', 'users.path.short-name'),
    ],
    'are nobodys': () => [
      () => byName(login, 'getUser', 'users.path.login'),
      () => deleteUserOf(world, one),
      () => byName(login, 'getUser', 'users.path.login'),
      () => deleteUserOf(world, one, `«${one.handle}.profile.login${dice.pick(['', '|short'])}»`),
      ...nobodys(login),
      () => byName(login.replace(/@.*/, ''), 'getUser', unknown[0]),
      () => renamed(world, other, login),
      () => byName(login, 'getUser', 'users.path.login'),
    ],
    'are of a deactivated': () => [
      () => lifecycleOf(world, other, 'deactivateUser'),
      ...[1, 2, 3].map(() => () => createAgain(world, other)),
      () => {
        const move = writeProfile(
          world,
          one.handle,
          { login: `«${other.handle}.profile.login|upper»` },
          false,
        )
        return (
          move && {
            ...move,
            call: { ...move.call, states: 'users.login.duplicate-update', dimension: 'refused' },
          }
        )
      },
      ...([dice.pick(['getUser', 'listUserGroups']), 'updateUser'] as const).map(
        (on) => () => byName(loginOf(other), on as 'getUser', 'users.path.login'),
      ),
    ],
    'are ones own': () =>
      [login.toUpperCase(), login].map(
        (each) => () =>
          writeProfile(world, one.handle, { login: each.replace(/«TAG»/, '«tag»') }, dice.chance(0.5)),
      ),
    me: () => [
      // On a server that takes the word for a login, this would disturb others. No later call may use that short name.
      ...(world.means.control
        ? [() => ({ call: created(world, `me@«tag»-${world.next('s')}.example.com`).call })]
        : []),
      () =>
        look({
          operation: 'getUser',
          path: `${users}/me`,
          record: 'me',
          states: 'users.get.me-token',
          dimension: 'names-in-paths',
        }),
      ...(['', '/groups', '/appLinks'] as const).map(
        (suffix) => () =>
          look({
            operation:
              suffix === '' ? 'getUser' : suffix === '/groups' ? 'listUserGroups' : 'listUserAppLinks',
            path: `${users}/me${suffix}`,
            twin: `${users}/«me.id»${suffix}`,
            states: suffix === '' ? 'users.get.me-token' : 'users.path.me',
            dimension: 'names-in-paths',
          }),
      ),
    ],
    ...(world.isLate && {
      'fit a pattern': () => {
        const name = `${same}${patterned}`
        return [
          ...fitting.map((end) => () => created(world, `${same}${end}@example.com`)),
          ...nobodys(name),
          () => created(world, `${name}@example.com`),
          () => byName(name, 'getUser', 'users.path.short-name'),
          () => byName(`${name}@example.com`, 'getUser', 'users.path.login'),
          () => byName(name, 'updateUser', 'users.path.short-name'),
          () => usersBy(world, 'profile.login', `${name}@example.com`),
        ]
      },
    }),
  }
  return world.oneOf('names', scenes)
}
