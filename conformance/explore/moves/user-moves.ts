import type { Json } from '../../engine/wire/reply.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import {
  changeCredentials,
  credentialOperation,
  refusedCredential,
  proofOfPassword,
} from './credential-moves.ts'
import { withCredentials, type CredentialKind } from './new-credentials.ts'
import { unknownUser } from './gone-moves.ts'
import { clearSessions, deleteUser, lifecycle, temporaryPassword } from './lifecycle-moves.ts'
import type { Kind, Move } from './moves.ts'
import { pickPerson, stating, templated, users, userWrite } from './moves.ts'
import { atLimit, createAgain, refusedWrite, withoutToken } from './refused-moves.ts'
import { formedProperties, freeProperties, loginTails } from '../story/values.ts'
import type { Person, World } from '../story/world.ts'

/** A login that contains the story's mark. */
function newLogin(world: World, count: string): string {
  const { dice, means } = world
  if (!means.freeLogins) return `«login${1 + (Number(count.slice(1)) % 12)}»`
  const former = world.formerName('u')
  if (former !== undefined) return former
  const tail = world.seldom(
    loginTails.filter((each) => means.oddLogins || !/[#{]/.test(each)),
    (each) => `login ${each}`,
  )
  return `«tag»-${count}${tail}@example.${dice.pick(['com', 'com', 'org'])}`
}

/** An e-mail address in the spelling of its writer. */
function newEmail(world: World): string {
  const tail = world.seldom(
    ['@example.com', '.Mixed@Example.COM', "+o'neil@example.org"],
    (each) => `mail ${each}`,
  )
  return `«tag»-${world.next('m')}${tail}`
}

const optional = [...freeProperties, ...Object.keys(formedProperties)]

function anyProperties(world: World, most: number): Record<string, Json> {
  return propertiesOf(world, world.dice.some(optional, most))
}

function propertiesOf({ dice, words }: World, names: readonly string[]): Record<string, Json> {
  return Object.fromEntries(names.map((name) => [name, dice.pick(formedProperties[name] ?? words)]))
}

/**
 * A new user, sometimes with every property, credentials and groups. Then later writes show whether they leave all of
 * these unchanged.
 */
export function createUser(
  world: World,
  isActive = false,
  isDense = world.dice.chance(0.4),
  kind?: CredentialKind,
  mostGroups?: number,
): Move {
  const { dice, words, means } = world
  const handle = world.next('u')
  const person: Person = { handle, formerLogins: [] }
  const credentials = withCredentials(world, person, kind ?? (isActive ? 'password' : undefined), isDense)
  const login = newLogin(world, handle)
  const isFree = means.freeLogins && dice.chance(0.5)
  const { provider } = credentials
  const hasPassword = credentials.password !== undefined
  const mayActivate = hasPassword || provider !== undefined || means.mail
  const given = provider?.type ?? Object.keys(credentials.password ?? {})[0]
  const activate =
    isActive ||
    (mayActivate &&
      world.seldom(
        [true, false],
        (each) => `activate ${given} ${each}`,
        (each) => (each ? 2 : 1),
      ))
  const expires =
    !isActive &&
    activate &&
    person.password !== undefined &&
    world.seldom(
      [false, true],
      (each) => `expires ${each} ${isDense}`,
      (each) => (each ? 1 : 4),
    )
  const staged = activate ? 'active' : 'staged'
  const states: RequirementId =
    provider === undefined
      ? expires
        ? 'users.create.change-password'
        : !activate
          ? 'users.create.staged'
          : hasPassword
            ? 'users.create.password'
            : 'users.create.no-password'
      : provider.type === 'SOCIAL'
        ? `users.create.social-${staged}`
        : `users.create.federation-${staged}`
  const groups =
    mostGroups !== undefined
      ? world.livingGroups.slice(0, mostGroups)
      : world.livingGroups.length > 0 && (isDense || dice.chance(0.25))
        ? dice.some(world.livingGroups, 3)
        : []
  return {
    call: stating(states, {
      operation: 'createUser',
      method: 'POST',
      path: users,
      query: {
        activate: String(activate),
        ...(provider === undefined ? {} : { provider: 'true' }),
        ...(expires ? { nextLogin: 'changePassword' } : {}),
      },
      body: {
        profile: {
          ...(isDense
            ? { ...propertiesOf(world, optional), secondEmail: `«tag»-${handle}-2@example.com` }
            : dice.chance(0.5)
              ? anyProperties(world, 3)
              : {}),
          login,
          email: isFree ? login : `«tag»-${handle}@example.com`,
          firstName: dice.pick(words),
          lastName: dice.pick(words),
        },
        ...(Object.keys(credentials).length > 0 ? { credentials } : {}),
        ...(groups.length > 0 ? { groupIds: groups.map((group) => `«${group}.id»`) } : {}),
      },
      ...(states === 'users.create.no-password' ? { ends: ['PROVISIONED', 'ACTIVE'] } : {}),
      ...(expires ? { ends: ['ACTIVE', 'PASSWORD_EXPIRED'] } : {}),
      record: handle,
      shows: 'user',
      dimension: 'values',
    }),
    done: () => world.people.push(person),
    proof: () => proofOfPassword(world, person),
  }
}

/** A partial or whole change of a profile. */
export function changeProfile(
  world: World,
  who?: Person,
  isWhole = world.dice.chance(0.4),
): Move | undefined {
  const { dice, words } = world
  const [person] = pickPerson(world, world.livingPeople, who)
  if (person === undefined) return undefined
  const { handle } = person
  const before: Json = world.truth(handle)
  const changes: Record<string, Json> = {}
  const how = world.seldom(['one', 'one', 'some', 'most', 'none'], (each) => `changes ${each}`)
  // A replacement of a whole profile leaves properties out, unless it sets them: so it sets few.
  const most = how === 'one' ? 1 : how === 'some' || isWhole ? 3 : optional.length
  if (how !== 'none') Object.assign(changes, anyProperties(world, most))
  if (dice.chance(0.35)) changes['firstName'] = dice.pick(words)
  if (dice.chance(0.35)) changes['lastName'] = dice.pick(words)
  if (dice.chance(0.2)) changes['email'] = newEmail(world)
  if (dice.chance(0.1)) changes['secondEmail'] = `«tag»-${world.next('m')}@example.com`
  const isRenamed = world.seldom(
    [false, true],
    (each) => `renames ${isWhole} ${each}`,
    (each) => (each ? 1 : 3),
  )
  const former = templated(world, before.profile.login) as string
  if (isRenamed) changes['login'] = newLogin(world, world.next('u'))
  if (Object.keys(changes).length === 0) changes['title'] = dice.pick(words)
  const done = (): void => {
    if (isRenamed) person.formerLogins.push(former)
  }
  if (isWhole) {
    const kept: Json = { ...templated(world, before.profile) }
    for (const name of Object.keys(kept)) if (isOptional(world, name) && dice.chance(0.5)) delete kept[name]
    return {
      call: stating('users.replace.ok', {
        ...userWrite(handle, true),
        body: { profile: { ...kept, ...changes } },
      }),
      done,
    }
  }
  const nulls = how === 'one' ? 0 : 0.2
  for (const name of Object.keys(before.profile as object))
    if ((freeProperties.includes(name as never) || isContact(name)) && dice.chance(nulls))
      changes[name] = dice.chance(0.3) && freeProperties.includes(name as never) ? '' : null
  return {
    call: stating('users.update.ok', {
      ...userWrite(handle, false),
      body: { profile: changes },
    }),
    done,
  }
}

/** The members that only the service sets, and that every user has (Users, User). */
const readOnly = ['id', 'status', 'created', 'lastUpdated'] as const

/** A user as it was read, with one change. The read-only members and the empty password say nothing. */
export function sendBack(world: World, person: Person): Move | undefined {
  const { handle } = person
  const before: Json = world.truth(handle)
  if (before === undefined) return undefined
  const isWhole = world.seldom([true, false], (each) => `sent back ${each}`)
  const { password, provider } = before.credentials ?? {}
  return {
    call: {
      ...userWrite(handle, isWhole),
      body: {
        ...Object.fromEntries(readOnly.map((name) => [name, `«${handle}.${name}»`])),
        profile: { ...templated(world, before.profile), nickName: world.dice.pick(world.words) },
        credentials: {
          ...(password === undefined ? {} : { password: {} }),
          ...(provider === undefined ? {} : { provider }),
        },
      },
    },
    proof: () => proofOfPassword(world, person),
  }
}

const isContact = (name: string): boolean => /Phone$|secondEmail/.test(name)

/** Whether a full replacement may leave a property out, which then goes. */
const isOptional = (world: World, name: string): boolean =>
  freeProperties.includes(name as never) || (world.isLate && isContact(name))

/** Writes to users. */
export const userMoves: readonly Kind[] = [
  { weight: 5, propose: (world) => (world.livingPeople.length < 6 ? createUser(world) : undefined) },
  { weight: 2, propose: (world) => createAgain(world) },
  { weight: 10, propose: changeProfile },
  { weight: 3, propose: changeCredentials },
  { weight: 5, propose: atLimit },
  { weight: 6, propose: refusedWrite },
  { weight: 14, propose: lifecycle },
  { weight: 3, propose: deleteUser },
  { weight: 4, propose: (world) => credentialOperation(world) },
  { weight: 2, propose: (world) => refusedCredential(world) },
  { weight: 1, propose: temporaryPassword },
  { weight: 3, propose: unknownUser },
  { weight: 1, propose: withoutToken },
  { weight: 1, propose: clearSessions },
]
