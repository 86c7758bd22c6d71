import type { Json } from '../../engine/wire/reply.ts'
import type { Difference } from './difference.ts'
import { timestampsOf } from './facts.ts'
import { writeOf, endsUser, goesOn, movedBy, noRuns, ofMembership, stillAfter } from './timestamp-rules.ts'
import type { Call, Resource } from '../sequence/sequence.ts'

/** The last known times of a record. */
interface Seen {
  readonly model: Readonly<Record<string, string | undefined>>
  readonly target: Readonly<Record<string, string | undefined>>
  /** The number of writes until then. */
  readonly changes: number
  /** The clock of the target then, in milliseconds. */
  readonly at: number | undefined
  /** The latest time in any earlier answer of the target: later writes cannot be earlier. */
  readonly latest: number
}

/** Milliseconds by which the clocks of one deployment may differ. */
const tolerance = 60_000

/**
 * Watches the times of records: their form, their order, and the clock of the target. They must command when the model's
 * do, and stay the same when nothing was written.
 */
export class TimestampWatch {
  readonly #seen = new Map<string, Seen>()
  /** Writes to each record since it was last shown. */
  readonly #done = new Map<string, string[]>()
  /** All writes, one entry for each change. */
  readonly #writes: string[] = []
  /** The paths by which rules were activated. */
  readonly #ran = new Set<string>()
  readonly #agreed: ReadonlyMap<string, number>
  #latest = 0

  /** @param agreed The number of writes before both endpoints last showed the same members, by group. */
  constructor(agreed: ReadonlyMap<string, number>) {
    this.#agreed = agreed
  }

  /** Notes a write that a service carried out. */
  wrote(handles: Iterable<string>, call: Call): void {
    // Groups does not state whether a rule removes members when it runs again.
    const isAgain = call.operation === 'activateGroupRule' && this.#ran.has(call.path)
    if (call.operation === 'activateGroupRule') this.#ran.add(call.path)
    const write = isAgain ? `${call.operation} again` : writeOf(call)
    this.#writes.push(write)
    for (const handle of handles) this.#done.set(handle, [...(this.#done.get(handle) ?? []), write])
  }

  /** Whether what rules did to a group is done, and none has to run since. */
  hasSettled(group: string): boolean {
    const since = this.#agreed.get(group)
    return since !== undefined && this.#writes.slice(since).every((each) => noRuns.has(each))
  }

  /** Whether the shown times of a record are still valid: nothing can have moved them since. */
  isKnown(handle: string, changes: number): boolean {
    const seen = this.#seen.get(handle)
    if (seen === undefined || seen.changes < 0 || this.#done.has(handle)) return false
    // Memberships change with users and rules, also in calls that do not name the group.
    return !handle.startsWith('g') || seen.changes === changes
  }

  /** The mistake in the times of a record that was shown alone. */
  differences(
    resource: Resource,
    handle: string,
    model: Json,
    target: Json,
    {
      changes,
      isWrite,
      date,
      call,
    }: { changes: number; isWrite: boolean; date: string | undefined; call: Call },
  ): Difference | undefined {
    const names = timestampsOf[resource]
    if (names === undefined) return undefined
    const before = this.#seen.get(handle)
    const parsed = Date.parse(date ?? '')
    const at = Number.isNaN(parsed) ? undefined : parsed
    const now: Seen = {
      model: pick(model, names),
      target: pick(target, names),
      // The answer to a write shows the state after it, unless the operation takes time: then times may still command.
      changes: goesOn.has(call.operation) ? -1 : isWrite ? changes + 1 : changes,
      at,
      latest: this.#latest,
    }
    const done = [...(this.#done.get(handle) ?? []), ...(isWrite ? [writeOf(call)] : [])]
    const since =
      before === undefined || before.changes < 0
        ? []
        : [...this.#writes.slice(before.changes), ...(isWrite ? [writeOf(call)] : [])]
    const isMade = isWrite && /^(?:create|register)/.test(call.operation)
    const difference = this.#wrongIn(resource, handle, { before, now, done, since, isWrite, isMade, date })
    // A read with a difference is repeated, so the next one must compare with the same state.
    if (difference !== undefined && !isWrite) return difference
    this.#seen.set(handle, now)
    this.#done.delete(handle)
    const times = names.map((name) => Date.parse(now.target[name] ?? ''))
    this.#latest = Math.max(this.#latest, ...times.filter((time) => !Number.isNaN(time)))
    return difference
  }

  #wrongIn(
    resource: Resource,
    handle: string,
    {
      before,
      now,
      done,
      since,
      isWrite,
      isMade,
      date,
    }: {
      before: Seen | undefined
      now: Seen
      /** Writes to the record, and all writes, since it was last shown. */
      done: readonly string[]
      since: readonly string[]
      isWrite: boolean
      /** Whether this call made the record. */
      isMade: boolean
      date: string | undefined
    },
  ): Difference | undefined {
    const names = timestampsOf[resource] ?? []
    const { at } = now
    const still = new Set(
      Object.entries(stillAfter[resource] ?? {}).flatMap(([name, operations]) =>
        done.every((each) => operations.includes(each)) ? [name] : [],
      ),
    )
    if (resource === 'group' && since.some((each) => endsUser.test(each)))
      still.delete('lastMembershipUpdated')
    // A member that is added again changes nothing, nor does a stranger that is removed.
    if (resource === 'group' && done.length > 0 && done.every((each) => ofMembership.includes(each)))
      if (since.every((each) => noRuns.has(each))) still.add('lastMembershipUpdated')
    const wrong = (member: string, expected: string, got: string): Difference => ({
      aspect: 'time',
      member,
      record: handle,
      expected,
      got,
    })
    // Rules command it by themselves, some time after their activation, until both endpoints show the same members.
    const hasRun =
      before !== undefined && this.hasSettled(handle) && (this.#agreed.get(handle) ?? 0) <= before.changes
    const commandsByItself = (name: string): boolean =>
      name === 'lastMembershipUpdated' && this.#writes.includes('activateGroupRule') && !hasRun
    for (const name of names) {
      const value = now.target[name]
      const isBirth = name === 'created' || name === 'client_id_issued_at'
      if (value === undefined) {
        const isLost = before?.target[name] !== undefined && now.model[name] === before.model[name]
        // A deactivated user may lose its password, and the time of the password with it.
        const wentAlong = name === 'passwordChanged' && done.includes('deactivateUser')
        if (isLost && !wentAlong && (still.has(name) || isBirth))
          return wrong(name, `as before (${before.target[name]})`, 'nothing')
        continue
      }
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]00:?00)$/.test(value))
        return { ...wrong(name, 'yyyy-MM-ddTHH:mm:ss.SSSZ', value), aspect: 'form' }
      const time = Date.parse(value)
      const created = Date.parse(now.target['created'] ?? '')
      if (time < created) return wrong(name, `not before created (${now.target['created']})`, value)
      if (at !== undefined && time > at + tolerance)
        return wrong(name, `not after the clock (${date})`, value)
      const last = before?.target[name]
      if (before === undefined || last === value) {
        if (before === undefined && isBirth && isMade && at !== undefined && time < at - tolerance)
          return wrong(name, `about the clock (${date})`, value)
        continue
      }
      if (last === undefined) continue
      if (isBirth) return wrong(name, `as before (${last})`, value)
      if (!isWrite && before.changes === now.changes && !commandsByItself(name))
        return wrong(name, `as before, since nothing was written (${last})`, value)
      if (time < Date.parse(last)) return wrong(name, `not before ${last}`, value)
      if (before.at !== undefined && time < before.at - tolerance)
        return wrong(name, `after the last read, since it moved (${last})`, value)
      if (before.model[name] === now.model[name] && still.has(name) && !commandsByItself(name))
        return wrong(name, `as before, since it says when something else changed (${last})`, value)
    }
    for (const [name, writes] of Object.entries(movedBy[resource] ?? {})) {
      if (before === undefined || before.target[name] === undefined) continue
      if (before.model[name] === now.model[name] || before.target[name] !== now.target[name]) continue
      // Stated operations alone happened to this record or, for a group, through a rule.
      const isStated = resource === 'user' ? done : since
      if (!isStated.some((write) => writes.includes(write))) continue
      if (resource === 'group' && since.some((write) => endsUser.test(write))) continue
      // A rule runs some time after its activation, until both endpoints show the same members.
      if (resource === 'group' && since.includes('activateGroupRule') && !this.hasSettled(handle)) continue
      // Another time shows that the clock of the target had moved on before.
      const hasTicked =
        Date.parse(before.target[name]) < before.latest ||
        names.some(
          (other) =>
            before.model[other] !== now.model[other] &&
            now.model[other] === now.model[name] &&
            Date.parse(now.target[other] ?? '') > Date.parse(before.target[name] ?? ''),
        )
      if (hasTicked) return wrong(name, 'later than before', now.target[name])
    }
    return undefined
  }

  /** Whether a list shows the same times as the record itself, if nothing was written since. */
  listed(
    resource: Resource,
    handle: string,
    model: Json,
    target: Json,
    { changes }: { changes: number },
  ): Difference | undefined {
    const names = timestampsOf[resource] ?? []
    const seen = this.#seen.get(handle)
    if (seen === undefined || seen.changes < 0) return undefined
    // A search for groups may show an earlier state, and its times with it.
    if (seen.changes !== changes && resource !== 'user') return undefined
    if (seen.changes !== changes) {
      const [one, other] = [pick(model, names), pick(target, names)]
      const now = { model: one, target: other, changes, at: undefined, latest: this.#latest }
      const done = this.#done.get(handle) ?? []
      const since = this.#writes.slice(seen.changes)
      return this.#wrongIn(resource, handle, {
        before: seen,
        now,
        done,
        since,
        isWrite: false,
        isMade: false,
        date: '',
      })
    }
    const [one, other] = [pick(model, names), pick(target, names)]
    const name = names.find(
      (each) =>
        one[each] !== undefined &&
        seen.target[each] !== undefined &&
        other[each] !== seen.target[each] &&
        // A rule may add a member meanwhile, after a time that is not known.
        !(each === 'lastMembershipUpdated' && Date.parse(other[each] ?? '') > Date.parse(seen.target[each])),
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
    names.map((name) => {
      const value: Json = json?.[name]
      // Times of clients are Unix seconds (Clients, Conventions).
      const isSeconds = name === 'client_id_issued_at' && typeof value === 'number' && value < 1e11
      return [
        name,
        isSeconds ? new Date(value * 1000).toISOString() : typeof value === 'string' ? value : undefined,
      ]
    }),
  )
}
