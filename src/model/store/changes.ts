import { isPlainObject, thaw } from './freeze.ts'

/** One place in which two versions of a record differ. */
export interface Change {
  /** Property names and list indexes from the record down; `length` at the end when a list became shorter. */
  path: (string | number)[]
  prevValue: unknown
  nextValue: unknown
}

type Branch = Record<string | number, unknown>

/**
 * Where two versions of a record differ, outermost first, each difference as deep as it goes. Objects are
 * compared by property and lists by index, so that one entry added to a list is one change.
 */
export function diff(past: unknown, next: unknown, path: Change['path'] = []): Change[] {
  if (Object.is(past, next) || isSameDate(past, next)) return []
  if (Array.isArray(past) && Array.isArray(next)) return diffLists(past, next, path)
  if (!isPlainObject(past) || !isPlainObject(next)) return [{ path, prevValue: past, nextValue: next }]
  const names = new Set([...Object.keys(past), ...Object.keys(next)])
  return [...names].flatMap((name) => diff(past[name], next[name], [...path, name]))
}

function diffLists(past: unknown[], next: unknown[], path: Change['path']): Change[] {
  const changes = next.flatMap((item, index) => diff(past[index], item, [...path, index]))
  if (next.length < past.length) {
    changes.push({ path: [...path, 'length'], prevValue: past.length, nextValue: next.length })
  }
  return changes
}

function isSameDate(past: unknown, next: unknown): boolean {
  return past instanceof Date && next instanceof Date && past.getTime() === next.getTime()
}

/** A copy of `record` in which the given changes, made since `past`, are taken back. */
export function revert<T extends object>(record: T, past: T, changes: readonly Change[]): T {
  const result = thaw(record)
  for (const { path } of changes.toReversed()) revertAt(result as Branch, past as Branch, path)
  return result
}

function revertAt(target: Branch, past: Branch, path: Change['path']): void {
  const name = path.at(-1) as string | number
  const parents = path.slice(0, -1)
  const place = follow(target, parents)
  const origin = follow(past, parents)
  if (place === undefined || origin === undefined) return
  if (Array.isArray(place) && Array.isArray(origin)) revertInList(place, origin, name)
  else if (Object.hasOwn(origin, name)) place[name] = thaw(origin[name])
  else delete place[name]
}

/** Taken back from the end: what was added goes, what was cut off comes back. */
function revertInList(place: unknown[], origin: unknown[], name: string | number): void {
  if (name === 'length') place.push(...origin.slice(place.length).map((item) => thaw(item)))
  else if (Number(name) < origin.length) place[Number(name)] = thaw(origin[Number(name)])
  else place.splice(Number(name), 1)
}

function follow(branch: Branch, path: Change['path']): Branch | undefined {
  let place: unknown = branch
  for (const name of path) {
    if (typeof place !== 'object' || place === null) return undefined
    place = (place as Branch)[name]
  }
  return typeof place === 'object' && place !== null ? (place as Branch) : undefined
}
