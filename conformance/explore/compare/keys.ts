import type { Json } from '../../engine/wire/reply.ts'
import type { Difference } from './difference.ts'
import type { Call } from '../sequence/sequence.ts'
import { handlesOf } from '../sequence/sequence.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

/** The records that a call may change: a rule changes its groups, too. */
export function concerned(state: GeneratorState, call: Call): Set<string> {
  const handles = new Set([...(call.record === undefined ? [] : [call.record]), ...handlesOf(call)])
  for (const handle of handles)
    if (handle.startsWith('r'))
      for (const id of state.truth(handle)?.actions.assignUserToGroups.groupIds ?? [])
        handles.add(state.model.handleOf(id) ?? handle)
  return handles
}

/** The write of a call, to which reads belong. */
export function writeOf({ operation, body, query }: Call, isDone: boolean): string {
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
