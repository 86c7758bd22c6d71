import type { Json } from '../../engine/wire/reply.ts'
import { valueAt } from '../../engine/wire/reply.ts'
import { isKnown } from '../commands/gone-commands.ts'
import type { Command } from '../commands/commands.ts'
import { routed, read, templated } from '../commands/commands.ts'
import { filterable } from './query-reads.ts'
import { segmentOf } from '../sequence/sequence.ts'
import { usersByAll } from './view-reads.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

/** A way to see a record. */
export interface Way {
  /** The kind of the read: each write is followed by every kind in turn. */
  readonly reader: string
  readonly name: string
  readonly read: () => Command | undefined
}

/** Properties of every user that search, filter and `q` find. */
const keptNames = ['firstName', 'lastName', 'email', 'login'] as const

/** The paths of the values that the last change of a user touched, and of one that it kept. Otherwise of some values. */
export function changedIn(state: GeneratorState, handle: string): string[] {
  const [now, before] = [state.truth(handle), state.before(handle)]
  const names = [
    ...new Set([now, before].flatMap((record) => Object.keys((record?.profile ?? {}) as object))),
  ]
  const changed =
    before === undefined ? [] : names.filter((name) => now?.profile?.[name] !== before.profile[name])
  // By what it kept, too: an index may lose a record that was written.
  const kept = state.leastUsed(keptNames, (each) => `kept ${each}`)
  const isMoved = before !== undefined && now?.status !== before.status
  const some =
    changed.length > 0 || isMoved
      ? [...changed, kept]
      : [kept, state.rng.pick(['firstName', 'email', ...names])]
  return [
    ...new Set([
      ...some.map((name) => `profile.${name}`),
      ...(isMoved || changed.length === 0 ? ['status'] : []),
    ]),
  ]
}

/** The ways to find a user by several of its values at once: all present ones, or any former one. */
export function waysByAll(state: GeneratorState, handle: string, changed: readonly string[]): Way[] {
  const valuesOf = (record: Json, paths: readonly string[]): [string, unknown][] => {
    const own: Json = record && templated(state, record)
    return paths.map((path) => [path, valueAt(own, path)])
  }
  const differs = (path: string): boolean =>
    valueAt(state.truth(handle), path) !== valueAt(state.before(handle), path)
  const former = changed.filter((path) => path !== 'status' && differs(path))
  return (['search', 'filter'] as const).flatMap((parameter) => {
    const can = (path: string): boolean => parameter === 'search' || filterable.has(path) || path === 'status'
    const [present, past] = [changed, former].map((paths) => paths.filter(can).slice(0, 6))
    return [
      ['all', 'and', state.truth(handle), [...(present ?? []), 'profile.login']] as const,
      ['former', 'or', state.before(handle), past ?? []] as const,
    ].map(([name, word, record, paths]) => ({
      reader: `${parameter} by ${name}`,
      name: `${parameter} by ${name}`,
      read: () => usersByAll(word, Object.fromEntries(valuesOf(record, paths)), parameter),
    }))
  })
}

/** A read by a name that a user no longer has: nobody has it now, or another one. */
export function byFormer(state: GeneratorState, name: string): Command | undefined {
  const segment = segmentOf(name)
  return /[/?]/.test(name)
    ? undefined
    : read({
        ...routed('getUser', segment),
        shows: 'user',
        states: isKnown(state, segment) ? 'users.path.login' : 'users.get.unknown-login',
        dimension: 'names-in-paths',
      })
}

/** Names of a user in a path: present ones, and former ones that find nobody. */
export function waysByName(state: GeneratorState, handle: string): Way[] {
  const login: string = state.truth(handle)?.profile?.login ?? '/'
  if (/[/?]/.test(login)) return []
  const person = state.people.find((each) => each.handle === handle)
  return [
    {
      reader: 'by login',
      name: 'by login',
      read: () =>
        read({
          ...routed('getUser', `«${handle}.profile.login»`),
          record: handle,
          shows: 'user',
          states: 'users.path.login',
          dimension: 'after-a-change',
        }),
    },
    ...(person?.formerLogins ?? []).slice(-1).flatMap((former) =>
      [former, former.replace(/@.*/, '')].map((name, at) => ({
        reader: `by former ${at}`,
        name: 'by former',
        read: () => byFormer(state, name),
      })),
    ),
  ]
}
