import type { Json } from '../../engine/wire/reply.ts'
import type { Difference } from './difference.ts'
import type { Call } from '../story/story.ts'
import { handlesOf } from '../story/story.ts'
import type { World } from '../story/world.ts'

/** The records that a call may change: a rule changes its groups, too. */
export function concerned(world: World, call: Call): Set<string> {
  const handles = new Set([...(call.record === undefined ? [] : [call.record]), ...handlesOf(call)])
  for (const handle of handles)
    if (handle.startsWith('r'))
      for (const id of world.truth(handle)?.actions.assignUserToGroups.groupIds ?? [])
        handles.add(world.model.handleOf(id) ?? handle)
  return handles
}

/** The deed of a call, to which looks belong. */
export function deedOf({ operation, body, query }: Call, isDone: boolean): string {
  const parts = Object.keys((body?.credentials ?? {}) as object).join()
  const temporary = query?.['tempPassword'] === 'true' ? ' temporary' : ''
  return `${operation}${temporary} ${body?.profile === undefined ? '' : 'profile '}${parts}${isDone ? '' : ' refused'}`
}

/** The key of calls of one kind: after one answer by another interpretation, no such call is made again. */
export function keyOf({ operation, states, path, body }: Call): string {
  return [operation, states ?? membersOf(body), path.replaceAll(/«\w+\./g, '«')].join(' ')
}

/** The members of a body. Where no requirement states the end of a call, another body may end otherwise. */
function membersOf(body: Json): string {
  return Object.entries((body ?? {}) as object)
    .map(([name, value]) =>
      name === 'profile' ? name : `${name} ${Object.keys((value ?? {}) as object).join()}`,
    )
    .join()
}

/** The key of differences of one kind. */
export function signatureOf(call: Call, { aspect, member }: Difference): string {
  return [call.operation, call.states ?? '', aspect, member ?? ''].join(' ')
}

export function isAlike(one: Difference, other: Difference): boolean {
  return one.aspect === other.aspect && one.member === other.member
}
