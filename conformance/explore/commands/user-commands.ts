import type { Json } from '../../engine/wire/reply.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import {
  changeCredentials,
  credentialOperation,
  refusedCredential,
  proofOfPassword,
} from './credential-commands.ts'
import { withCredentials, type CredentialKind } from './new-credentials.ts'
import { unknownUser } from './gone-commands.ts'
import { clearSessions, deleteUser, lifecycle, temporaryPassword } from './lifecycle-commands.ts'
import type { Kind, Command } from './commands.ts'
import { routed, pickPerson, stating, templated, userWrite } from './commands.ts'
import { atLimit, refusedWrite, takenLogin } from './refused-commands.ts'
import { formedProperties, freeProperties, loginTails } from '../sequence/values.ts'
import type { Person, GeneratorState } from '../sequence/generator-state.ts'

/** A login that contains the sequence's mark. */
function newLogin(state: GeneratorState, count: string): string {
  const { rng, means } = state
  if (!means.freeLogins) return `«login${1 + (Number(count.slice(1)) % 12)}»`
  const former = state.formerName('u')
  if (former !== undefined) return former
  const tail = state.leastUsed(
    loginTails.filter((each) => means.oddLogins || !/[#{]/.test(each)),
    (each) => `login ${each}`,
  )
  return `«tag»-${count}${tail}@example.${rng.pick(['com', 'com', 'org'])}`
}

/** An e-mail address in the spelling of its writer. */
function newEmail(state: GeneratorState): string {
  const tail = state.leastUsed(
    ['@example.com', '.Mixed@Example.COM', "+o'neil@example.org"],
    (each) => `mail ${each}`,
  )
  return `«tag»-${state.next('m')}${tail}`
}

const optional = [...freeProperties, ...Object.keys(formedProperties)]

function anyProperties(state: GeneratorState, max: number): Record<string, Json> {
  return propertiesOf(state, state.rng.some(optional, max))
}

function propertiesOf({ rng, words }: GeneratorState, names: readonly string[]): Record<string, Json> {
  return Object.fromEntries(names.map((name) => [name, rng.pick(formedProperties[name] ?? words)]))
}

/**
 * A new user, sometimes with every property, credentials and groups. Then later writes show whether they leave all of
 * these unchanged.
 */
export function createUser(
  state: GeneratorState,
  isActive = false,
  isDense = state.rng.chance(0.4),
  kind?: CredentialKind,
  maxGroups?: number,
): Command {
  const { rng, words, means } = state
  const handle = state.next('u')
  const person: Person = { handle, formerLogins: [] }
  const credentials = withCredentials(state, person, kind ?? (isActive ? 'password' : undefined), isDense)
  const login = newLogin(state, handle)
  const isFree = means.freeLogins && rng.chance(0.5)
  const { provider } = credentials
  const hasPassword = credentials.password !== undefined
  const mayActivate = hasPassword || provider !== undefined || means.mail
  const given = provider?.type ?? Object.keys(credentials.password ?? {})[0]
  const activate =
    isActive ||
    (mayActivate &&
      state.leastUsed(
        [true, false],
        (each) => `activate ${given} ${each}`,
        (each) => (each ? 2 : 1),
      ))
  const expires =
    !isActive &&
    activate &&
    person.password !== undefined &&
    state.leastUsed(
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
    maxGroups !== undefined
      ? state.livingGroups.slice(0, maxGroups)
      : state.livingGroups.length > 0 && (isDense || rng.chance(0.25))
        ? rng.some(state.livingGroups, 3)
        : []
  return {
    call: stating(states, {
      ...routed('createUser'),
      query: {
        activate: String(activate),
        ...(provider === undefined ? {} : { provider: 'true' }),
        ...(expires ? { nextLogin: 'changePassword' } : {}),
      },
      body: {
        profile: {
          ...(isDense
            ? { ...propertiesOf(state, optional), secondEmail: `«tag»-${handle}-2@example.com` }
            : rng.chance(0.5)
              ? anyProperties(state, 3)
              : {}),
          login,
          email: isFree ? login : `«tag»-${handle}@example.com`,
          firstName: rng.pick(words),
          lastName: rng.pick(words),
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
    done: () => state.people.push(person),
    proof: () => proofOfPassword(state, person),
  }
}

/** A partial or whole change of a profile. */
export function changeProfile(
  state: GeneratorState,
  who?: Person,
  isWhole = state.rng.chance(0.4),
): Command | undefined {
  const { rng, words } = state
  const [person] = pickPerson(state, state.livingPeople, who)
  if (person === undefined) return undefined
  const { handle } = person
  const before: Json = state.truth(handle)
  const changes: Record<string, Json> = {}
  const how = state.leastUsed(['one', 'one', 'some', 'most', 'none'], (each) => `changes ${each}`)
  // A replacement of a whole profile leaves properties out, unless it sets them: so it sets few.
  const max = how === 'one' ? 1 : how === 'some' || isWhole ? 3 : optional.length
  if (how !== 'none') Object.assign(changes, anyProperties(state, max))
  if (rng.chance(0.35)) changes['firstName'] = rng.pick(words)
  if (rng.chance(0.35)) changes['lastName'] = rng.pick(words)
  if (rng.chance(0.2)) changes['email'] = newEmail(state)
  if (rng.chance(0.1)) changes['secondEmail'] = `«tag»-${state.next('m')}@example.com`
  const isRenamed = state.leastUsed(
    [false, true],
    (each) => `renames ${isWhole} ${each}`,
    (each) => (each ? 1 : 3),
  )
  const former = templated(state, before.profile.login) as string
  if (isRenamed) changes['login'] = newLogin(state, state.next('u'))
  if (Object.keys(changes).length === 0) changes['title'] = rng.pick(words)
  const done = (): void => {
    if (isRenamed) person.formerLogins.push(former)
  }
  if (isWhole) {
    const kept: Json = { ...templated(state, before.profile) }
    for (const name of Object.keys(kept)) if (isOptional(state, name) && rng.chance(0.5)) delete kept[name]
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
    if ((freeProperties.includes(name as never) || isContact(name)) && rng.chance(nulls))
      changes[name] = rng.chance(0.3) && freeProperties.includes(name as never) ? '' : null
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
export function sendBack(state: GeneratorState, person: Person): Command | undefined {
  const { handle } = person
  const before: Json = state.truth(handle)
  if (before === undefined) return undefined
  const isWhole = state.leastUsed([true, false], (each) => `sent back ${each}`)
  const { password, provider } = before.credentials ?? {}
  return {
    call: {
      ...userWrite(handle, isWhole),
      body: {
        ...Object.fromEntries(readOnly.map((name) => [name, `«${handle}.${name}»`])),
        profile: { ...templated(state, before.profile), nickName: state.rng.pick(state.words) },
        credentials: {
          ...(password === undefined ? {} : { password: {} }),
          ...(provider === undefined ? {} : { provider }),
        },
      },
    },
    proof: () => proofOfPassword(state, person),
  }
}

const isContact = (name: string): boolean => /Phone$|secondEmail/.test(name)

/** Whether a full replacement may leave a property out, which then goes. */
const isOptional = (state: GeneratorState, name: string): boolean =>
  freeProperties.includes(name as never) || (state.isWarm && isContact(name))

/** Writes to users. */
export const userCommands: readonly Kind[] = [
  { weight: 5, propose: (state) => (state.livingPeople.length < 6 ? createUser(state) : undefined) },
  { weight: 2, propose: (state) => takenLogin(state) },
  { weight: 10, propose: changeProfile },
  { weight: 3, propose: changeCredentials },
  { weight: 5, propose: atLimit },
  { weight: 6, propose: refusedWrite },
  { weight: 14, propose: lifecycle },
  { weight: 3, propose: deleteUser },
  { weight: 4, propose: (state) => credentialOperation(state) },
  { weight: 2, propose: (state) => refusedCredential(state) },
  { weight: 1, propose: temporaryPassword },
  { weight: 3, propose: unknownUser },
  { weight: 1, propose: clearSessions },
]
