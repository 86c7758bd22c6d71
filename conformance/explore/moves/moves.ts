import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import type { Call } from '../story/story.ts'
import { templatedBy } from '../story/story.ts'
import type { Person, World } from '../story/world.ts'

/** A call that the writer of a story proposes, and the state after the model has carried it out. */
export interface Move {
  readonly call: Call
  /** Whether the call is sent as it is, without another name or parameter. */
  readonly isExact?: true
  readonly done?: () => void
  /** Calls that show its effect, if reading the record does not. */
  readonly proof?: () => Move | undefined
}

/** A kind of call; proposes none if the world has no fitting record. */
export interface Kind {
  readonly weight: number
  readonly propose: (world: World) => Move | undefined
}

/**
 * Calls that belong together, each proposed when it is due. Random choices alone seldom do one thing twice to one
 * record with a look in between.
 */
export type Scene = readonly Step[]

/** A call of a scene, proposed when it is due. */
export type Step = () => Move | undefined

/** Steps for rare situations: none early in a run. */
export function rarely(world: World, ...steps: readonly Step[]): Scene {
  return world.isLate ? steps : []
}

/** Of some steps, by name, one that can be done, preferably one that was seldom done. */
export function seldomStep(
  world: World,
  steps: Readonly<Record<string, Step>>,
  countedAs: (name: string) => string,
  weightOf?: (name: string) => number,
): readonly [name: string, Move] | undefined {
  let names = Object.keys(steps)
  while (names.length > 0) {
    const name = world.seldom(names, countedAs, weightOf)
    const move = steps[name]?.()
    if (move !== undefined) return [name, move]
    names = names.filter((each) => each !== name)
  }
  return undefined
}

/** A call whose outcome a requirement states. */
export function stating(states: RequirementId, call: Omit<Call, 'states'>): Call {
  return { ...call, states }
}

/** Records of the model in the form to write again: values that belong to this story become references. */
export function templated(world: World, value: Json): Json {
  return templatedBy(world.model.texts, value)
}

/** Forms of a login in a path; every operation accepts each (Users). */
const forms = ['', '|at', '|upper', '|every', '|short', '|SHORT'] as const

/** Sometimes replaces a user in a path by another of its names. */
export function named(world: World, call: Call): Call {
  const [whole, handle = ''] = /^\/api\/v1\/users\/«(u\d+|none1)(?:\.id)?»/.exec(call.path) ?? []
  if (whole === undefined || call.as !== undefined) return call
  const isRead = call.operation === 'getUser'
  // The second time often under the same name: some services remember what was done under a name.
  const key = `${handle} ${call.operation}`
  const last = isRead || handle === 'none1' || !world.dice.chance(0.7) ? undefined : world.formOf.get(key)
  if (last === undefined ? world.dice.chance(0.5) : last === 'id') {
    world.formOf.set(key, 'id')
    return call
  }
  const by = (segment: string, states = call.states): Call => ({
    ...call,
    path: `${users}/${segment}${call.path.slice(whole.length)}`,
    ...(states === undefined ? {} : { states }),
  })
  // The run may write to an unknown id, but not to a login: somebody might have it.
  if (handle === 'none1') return isRead ? by('«tag»-nobody%40example.com', 'users.get.unknown-login') : call
  const login: string = world.truth(handle)?.profile?.login ?? ''
  if (login === '' || /[/?]/.test(login)) return call
  const short = shortOf(login)
  const isAlone =
    world.people.filter((each) => shortOf(world.truth(each.handle)?.profile?.login) === short).length === 1
  const possible = forms.filter((form) => !/short/i.test(form) || (isAlone && login.includes('@')))
  const form =
    possible.find((each) => each === last) ??
    world.seldom(possible, (each) => `${call.operation} ${isRead ? world.truth(handle).status : ''}${each}`)
  world.formOf.set(key, form)
  const states = /short/i.test(form) ? 'users.path.short-name' : 'users.path.login'
  return by(`«${handle}.profile.login${form}»`, isRead ? states : call.states)
}

function shortOf(login: unknown): string | undefined {
  return typeof login === 'string' ? login.split('@')[0]?.toLowerCase() : undefined
}

/** The parts that every update of a user has: a partial one, or a replacement. */
export function userWrite(handle: string, isWhole: boolean, segment = `«${handle}.id»`): UserWrite {
  return {
    operation: isWhole ? 'replaceUser' : 'updateUser',
    method: isWhole ? 'PUT' : 'POST',
    path: `${users}/${segment}`,
    record: handle,
    shows: 'user',
    dimension: 'left-alone',
  }
}

type UserWrite = Pick<Call, 'operation' | 'method' | 'path' | 'record' | 'shows' | 'dimension'>

/** The path of users. */
export const users = '/api/v1/users'

/** One of some people, if any; `who`, if it is among them. */
export function pickPerson(world: World, some: readonly Person[], who?: Person): Person[] {
  if (who !== undefined) return some.includes(who) ? [who] : []
  return some.length === 0 ? [] : [world.dice.pick(some)]
}

/** This record, if it is still there; otherwise one of several, so that chance keeps one. */
export function onePresent(world: World, living: readonly string[], which?: string): string | undefined {
  if (which !== undefined) return living.includes(which) ? which : undefined
  return living.length < 2 ? undefined : world.dice.pick(living)
}

/** A read. */
export function look(call: Omit<Call, 'method'>): Move {
  return { call: { method: 'GET', ...call } }
}
