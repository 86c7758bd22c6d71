import type { Json } from '../engine/wire/reply.ts'
import type { Difference } from './difference.ts'
import { stampsOf } from './facts.ts'
import type { Resource } from './story.ts'

/** What was last seen of the times of a record. */
interface Seen {
  readonly model: Readonly<Record<string, string | undefined>>
  readonly target: Readonly<Record<string, string | undefined>>
  /** How many changes there had been. */
  readonly changes: number
  /** The clock of the target then, in milliseconds. */
  readonly at: number | undefined
}

/** Operations that may take their time (document 3, States and transitions). */
export const goesOn: ReadonlySet<string> = new Set([
  'createUser',
  'activateUser',
  'deactivateUser',
  'deleteUser',
])

/** Milliseconds by which clocks of one deployment may differ. */
const tolerance = 60_000

/** Times that say when one thing changed, and operations that cannot be what moved them (documents 2 and 3). */
export const stillAfter: Readonly<Partial<Record<Resource, Readonly<Record<string, readonly string[]>>>>> = {
  user: {
    statusChanged: [
      'updateUser',
      'addUserToGroup',
      'removeUserFromGroup',
      'changeRecoveryQuestion',
      'clearUserSessions',
    ],
  },
  group: { lastUpdated: ['addUserToGroup', 'removeUserFromGroup'], lastMembershipUpdated: ['updateGroup'] },
}

/**
 * Watches the times of records: their form, their order, the clock of the target, and that they move when the model's
 * do and stand still when nothing was written.
 */
export class StampWatch {
  readonly #seen = new Map<string, Seen>()
  /** What was done to each record since it was last shown. */
  readonly #done = new Map<string, string[]>()

  /** Notes a write that a service carried out. */
  wrote(handles: Iterable<string>, operation: string): void {
    for (const handle of handles) this.#done.set(handle, [...(this.#done.get(handle) ?? []), operation])
  }

  /** Whether the times of a record are known as they are: it was shown, and nothing can have moved them since. */
  isKnown(handle: string, changes: number): boolean {
    const seen = this.#seen.get(handle)
    if (seen === undefined || seen.changes < 0 || this.#done.has(handle)) return false
    // Memberships change with users and rules, whatever a call names.
    return !handle.startsWith('g') || seen.changes === changes
  }

  /** What is wrong with the times of a record that was shown alone. */
  differences(
    resource: Resource,
    handle: string,
    model: Json,
    target: Json,
    {
      changes,
      isWrite,
      date,
      operation,
    }: { changes: number; isWrite: boolean; date: string | undefined; operation: string },
  ): Difference | undefined {
    const names = stampsOf[resource]
    if (names === undefined) return undefined
    const before = this.#seen.get(handle)
    const parsed = Date.parse(date ?? '')
    const at = Number.isNaN(parsed) ? undefined : parsed
    const now: Seen = {
      model: pick(model, names),
      target: pick(target, names),
      // What a write answers is what is there after it, unless it goes on: then times may still move.
      changes: goesOn.has(operation) ? -1 : isWrite ? changes + 1 : changes,
      at,
    }
    this.#seen.set(handle, now)
    const done = [...(this.#done.get(handle) ?? []), ...(isWrite ? [operation] : [])]
    this.#done.delete(handle)
    const still = new Set(
      Object.entries(stillAfter[resource] ?? {}).flatMap(([name, operations]) =>
        done.every((each) => operations.includes(each)) ? [name] : [],
      ),
    )
    const wrong = (member: string, expected: string, got: string): Difference => ({
      aspect: 'time',
      member,
      record: handle,
      expected,
      got,
    })
    for (const name of names) {
      const value = now.target[name]
      if (value === undefined) continue
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]00:?00)$/.test(value))
        return { ...wrong(name, 'yyyy-MM-ddTHH:mm:ss.SSSZ', value), aspect: 'form' }
      const time = Date.parse(value)
      const created = Date.parse(now.target['created'] ?? '')
      if (time < created) return wrong(name, `not before created (${now.target['created']})`, value)
      if (at !== undefined && time > at + tolerance)
        return wrong(name, `not after the clock (${date})`, value)
      const last = before?.target[name]
      if (before === undefined || last === value) {
        if (
          before === undefined &&
          name === 'created' &&
          isWrite &&
          at !== undefined &&
          time < at - tolerance
        )
          return wrong(name, `about the clock (${date})`, value)
        continue
      }
      if (last === undefined) continue
      if (name === 'created') return wrong(name, `as before (${last})`, value)
      if (!isWrite && before.changes === now.changes)
        return wrong(name, `as before, since nothing was written (${last})`, value)
      if (time < Date.parse(last)) return wrong(name, `not before ${last}`, value)
      if (before.at !== undefined && time < before.at - tolerance)
        return wrong(name, `after the last look, since it moved (${last})`, value)
      if (before.model[name] === now.model[name] && still.has(name))
        return wrong(name, `as before, since it says when something else changed (${last})`, value)
    }
    for (const name of Object.keys(stillAfter[resource] ?? {})) {
      if (before === undefined || at === undefined || before.at === undefined) continue
      const hasMoved = before.model[name] !== now.model[name]
      // Where another time moved with it on the model, and does here too, the clock is fine enough to show it.
      const isAlone = names.some(
        (other) =>
          before.model[other] !== now.model[other] &&
          now.model[other] === now.model[name] &&
          (before.target[other] ?? '') < (now.target[other] ?? ''),
      )
      if (hasMoved && before.target[name] === now.target[name] && (isAlone || at - before.at >= 2000))
        return wrong(name, 'later than before', String(now.target[name]))
    }
    return undefined
  }

  /** Whether a list shows the times that a record itself showed, where nothing was written since, as the model's does. */
  listed(
    resource: Resource,
    handle: string,
    model: Json,
    target: Json,
    { changes }: { changes: number },
  ): Difference | undefined {
    const names = stampsOf[resource] ?? []
    const seen = this.#seen.get(handle)
    if (seen === undefined || seen.changes !== changes) return undefined
    const name = names.find(
      (each) =>
        typeof model?.[each] === 'string' &&
        seen.target[each] !== undefined &&
        (target?.[each] ?? undefined) !== seen.target[each],
    )
    return name === undefined
      ? undefined
      : {
          aspect: 'time',
          member: name,
          record: handle,
          expected: `as the record itself shows it (${seen.target[name]})`,
          got: String(target[name] ?? 'nothing'),
        }
  }
}

function pick(json: Json, names: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(
    names.map((name) => [name, typeof json?.[name] === 'string' ? json[name] : undefined]),
  )
}
