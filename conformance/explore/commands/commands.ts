import type { OperationName } from '../../../src/contract/operation-names.ts'
import { routes } from '../../engine/wire/routes.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import type { Call } from '../sequence/sequence.ts'
import { templatedBy } from '../sequence/sequence.ts'
import type { Person, GeneratorState } from '../sequence/generator-state.ts'

/** A call that the writer of a sequence proposes, and the state after the model has carried it out. */
export interface Command {
  readonly call: Call
  /** Whether the call is sent as it is, without another name or parameter. */
  readonly isExact?: true
  readonly done?: () => void
  /** Calls that show its effect, if reading the record does not. */
  readonly proof?: () => Command | undefined
}

/** A kind of call; proposes none if the state has no fitting record. */
export interface Kind {
  readonly weight: number
  readonly propose: (state: GeneratorState) => Command | undefined
}

/**
 * Calls that belong together, each proposed when it is due. Random choices alone seldom do one thing twice to one
 * record with a read in between.
 */
export type Scenario = readonly Step[]

/** A call of a scenario, proposed when it is due. */
export type Step = () => Command | undefined

/** Steps for rare situations: none early in a run. */
export function rarely(state: GeneratorState, ...steps: readonly Step[]): Scenario {
  return state.isWarm ? steps : []
}

/** Of some steps, by name, one that can be done, preferably one that was seldom done. */
export function leastUsedStep(
  state: GeneratorState,
  steps: Readonly<Record<string, Step>>,
  countedAs: (name: string) => string,
  weightOf?: (name: string) => number,
): readonly [name: string, Command] | undefined {
  let names = Object.keys(steps)
  while (names.length > 0) {
    const name = state.leastUsed(names, countedAs, weightOf)
    const command = steps[name]?.()
    if (command !== undefined) return [name, command]
    names = names.filter((each) => each !== name)
  }
  return undefined
}

/** A call whose outcome a requirement states. */
export function stating(states: RequirementId, call: Omit<Call, 'states'>): Call {
  return { ...call, states }
}

/** An operation with its method and path. Each id in the path is this one, or the one for its name there. */
export function routed(
  operation: OperationName,
  id: string | ((name: string) => string) = '',
): Pick<Call, 'operation' | 'method' | 'path'> {
  const [method = '', path = ''] = routes[operation].split(' ')
  const idOf = typeof id === 'string' ? () => id : id
  return { operation, method, path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(name)) }
}

/** Records of the model in the form to write again: values that belong to this sequence become references. */
export function templated(state: GeneratorState, value: Json): Json {
  return templatedBy(state.model.texts, value)
}

/** Forms of a login in a path; every operation accepts each (Users). */
const forms = ['', '|at', '|upper', '|every', '|short', '|SHORT'] as const

/** Sometimes replaces a user in a path by another of its names. */
export function named(state: GeneratorState, call: Call): Call {
  const [whole, handle = ''] = /^\/api\/v1\/users\/«(u\d+|none1)(?:\.id)?»/.exec(call.path) ?? []
  if (whole === undefined || call.as !== undefined) return call
  const isRead = call.operation === 'getUser'
  // The second time often under the same name: some services remember what was done under a name.
  const key = `${handle} ${call.operation}`
  const last = isRead || handle === 'none1' || !state.rng.chance(0.7) ? undefined : state.formOf.get(key)
  if (last === undefined ? state.rng.chance(0.5) : last === 'id') {
    state.formOf.set(key, 'id')
    return call
  }
  const by = (segment: string, states = call.states): Call => ({
    ...call,
    path: `${users}/${segment}${call.path.slice(whole.length)}`,
    ...(states === undefined ? {} : { states }),
  })
  // The run may write to an unknown id, but not to a login: somebody might have it.
  if (handle === 'none1') return isRead ? by('«tag»-nobody%40example.com', 'users.get.unknown-login') : call
  const login: string = state.truth(handle)?.profile?.login ?? ''
  if (login === '' || /[/?]/.test(login)) return call
  const short = shortOf(login)
  const isAlone =
    state.people.filter((each) => shortOf(state.truth(each.handle)?.profile?.login) === short).length === 1
  const possible = forms.filter((form) => !/short/i.test(form) || (isAlone && login.includes('@')))
  const form =
    possible.find((each) => each === last) ??
    state.leastUsed(
      possible,
      (each) => `${call.operation} ${isRead ? state.truth(handle).status : ''}${each}`,
    )
  state.formOf.set(key, form)
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
export function pickPerson(state: GeneratorState, some: readonly Person[], who?: Person): Person[] {
  if (who !== undefined) return some.includes(who) ? [who] : []
  return some.length === 0 ? [] : [state.rng.pick(some)]
}

/** This record, if it is still there; otherwise one of several, so that chance keeps one. */
export function onePresent(
  state: GeneratorState,
  living: readonly string[],
  which?: string,
): string | undefined {
  if (which !== undefined) return living.includes(which) ? which : undefined
  return living.length < 2 ? undefined : state.rng.pick(living)
}

/** A read. */
export function read(call: Omit<Call, 'method'>): Command {
  return { call: { method: 'GET', ...call } }
}
