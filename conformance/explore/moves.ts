import type { ClauseId } from '../registry/clauses.ts'
import type { Json } from '../engine/reply.ts'
import type { Call } from './story.ts'
import type { Person, World } from './world.ts'

/** A call that the writer of a story proposes, and what is so when the model has carried it out. */
export interface Move {
  readonly call: Call
  readonly done?: () => void
  /** Calls that show what it did, where reading the record does not. */
  readonly proof?: () => Move | undefined
}

/** A kind of call; it makes none where the world has nothing to do it with. */
export interface Kind {
  readonly weight: number
  readonly propose: (world: World) => Move | undefined
}

/**
 * Calls that belong together, each proposed when it is due: chance alone seldom does one thing twice to one record, and
 * looks at it in between.
 */
export type Scene = readonly (() => Move | undefined)[]

/** A call whose outcome a requirement states. */
export function stating(states: ClauseId, call: Omit<Call, 'states'>): Call {
  return { ...call, states }
}

/** Records of the model as they are written again: what is this story's alone becomes a reference. */
export function templated(world: World, value: Json): Json {
  let text = JSON.stringify(value)
  for (const [name, own] of world.model.texts) text = text.replaceAll(own, `«${name}»`)
  return JSON.parse(text)
}

/** Proposes a call by a person's name in a path: mostly its id, now and then another name that it has. */
export function nameOf(world: World, handle: string): { segment: string; is: 'id' | 'login' | 'short' } {
  const { dice } = world
  const login: string = world.truth(handle)?.profile?.login ?? ''
  if (dice.chance(0.75) || /[/?]/.test(login)) return { segment: `«${handle}.id»`, is: 'id' }
  const [short = ''] = login.split('@')
  const isAlone =
    world.people.filter(({ handle: each }) => sameShort(world.truth(each)?.profile?.login, short)).length ===
    1
  if (dice.chance(0.35) && login.includes('@') && isAlone)
    return { segment: `«${handle}.profile.login|short»`, is: 'short' }
  const form = dice.pick(['', '', '|upper', '|every'])
  return { segment: `«${handle}.profile.login${form}»`, is: 'login' }
}

function sameShort(login: unknown, short: string): boolean {
  return typeof login === 'string' && login.split('@')[0]?.toLowerCase() === short.toLowerCase()
}

/** Where users are. */
export const users = '/api/v1/users'

/** One of some people, where there are any. */
export function pickPerson(world: World, some: readonly Person[]): Person[] {
  return some.length === 0 ? [] : [world.dice.pick(some)]
}

/** A read. */
export function look(call: Omit<Call, 'method'>): Move {
  return { call: { method: 'GET', ...call } }
}
