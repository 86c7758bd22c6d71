import type { Api } from '../run/api.ts'
import { RateLimited } from '../run/interruption.ts'
import { reasonOf } from '../words/text.ts'
import { type Ledger, type LedgerEntry, type RecordKind, pathOf, recordKinds } from './ledger.ts'
import type { Reply } from '../wire/reply.ts'
import type { CallScope } from '../run/call-scope.ts'

/** Rounds over what is still there: for a target that is slow to deactivate, or busy. */
const maxRounds = 5

/** A record of the run that could not be removed, or whose fate is not known. */
export interface Orphan {
  readonly kind: RecordKind
  readonly name: string
  readonly id?: string
  /** Why it could not be removed. */
  readonly why: string
}

/** Kinds in the order they are removed in: what points at others goes first. */
const order: readonly RecordKind[] = ['rule', 'client', 'group', 'user']

/** How a clean-up goes about it. */
export interface CleanUpOptions {
  /**
   * Whether no later clean-up follows. Only the last one takes a record without a match as never created: the create
   * may still be under way. Default true.
   */
  readonly last?: boolean
  /** Ends the waiting; what is still there then is left behind. */
  readonly signal?: AbortSignal
  /** Whether the target's deletes are reliable, as seen so far. Default: nothing seen yet. */
  readonly trust?: DeleteTrust
}

/** Records of a kind that must be gone before the clean-up trusts its deletes. A user takes two, and may take time. */
const seenGone: Readonly<Record<RecordKind, number>> = { user: 8, group: 1, rule: 1, client: 1 }

/**
 * Whether successful deletes are known to remove records of a kind. Then the clean-up need not read each one again. A
 * record that is still there afterwards ends the trust for good.
 */
export class DeleteTrust {
  readonly #gone = { user: 0, group: 0, rule: 0, client: 0 }
  readonly #broken = new Set<RecordKind>()

  /** Whether the next record of the kind is to be read after it was deleted. */
  asks(kind: RecordKind): boolean {
    return this.#broken.has(kind) || this.#gone[kind] < seenGone[kind]
  }

  note(kind: RecordKind, isGone: boolean): void {
    if (isGone) this.#gone[kind]++
    else this.#broken.add(kind)
  }
}

/**
 * Removes records of this run, several at a time: rules first, then clients, groups and users. A user whom the run did
 * not deactivate is deleted twice. A record that is already gone is fine. A record with an unknown outcome is looked up
 * by name. It is removed only if its name is exactly the same. If the target is slow, the clean-up waits for all
 * records at once.
 *
 * @returns the records that remain, with the reason; it never throws.
 */
export async function cleanUp(
  api: Api,
  ledger: Pick<Ledger, 'created' | 'removed' | 'refused'>,
  entries: readonly LedgerEntry[],
  { last = true, signal, trust = new DeleteTrust() }: CleanUpOptions = {},
): Promise<Orphan[]> {
  const orphans: Orphan[] = []
  let limited: RateLimited | undefined
  const attempt = async (entry: LedgerEntry, isFinal: boolean): Promise<boolean> => {
    try {
      if (limited) throw limited
      const id = entry.id ?? (await lookUp(api, entry))
      if (id === undefined) {
        if (isFinal && last) ledger.refused(entry)
        return isFinal || !last
      }
      if (entry.id === undefined) ledger.created(entry, id)
      const why = await remove(api, entry, id, trust)
      if (why === undefined) ledger.removed(entry)
      else if (isFinal) orphans.push({ kind: entry.kind, name: entry.name, id, why })
      return why === undefined || isFinal
    } catch (error) {
      // A target that limits the rate for longer than may be waited gets no call for the rest.
      if (error instanceof RateLimited) limited = error
      const { kind, name, id } = entry
      orphans.push({ kind, name, ...(id === undefined ? {} : { id }), why: reasonOf(error) })
      return true
    }
  }
  let remaining = entries
  for (let round = 1; remaining.length > 0; round++) {
    const isFinal = round === maxRounds || signal?.aborted === true
    const again: LedgerEntry[] = []
    for (const kind of order) {
      const own = remaining.filter((entry) => entry.kind === kind)
      const done = await Promise.all(own.map((entry) => attempt(entry, isFinal)))
      again.push(...own.filter((_, at) => done[at] === false))
    }
    remaining = again
    if (remaining.length > 0) await pause(round)
  }
  return orphans
}

/**
 * The ids of users whose login starts like those of a run, as a last look after the deletes. A target without search
 * gives an empty list.
 */
async function stillListed(api: Api, start: string): Promise<string[]> {
  const query = { search: `profile.login sw "${start}"`, limit: 200 }
  const { items } = await api.get('/api/v1/users', { query }).catch(() => ({ items: [] }))
  return items
    .filter((each) => String(each?.profile?.login).startsWith(start) && typeof each.id === 'string')
    .map(({ id }) => String(id))
}

/** Tries to remove a record; says why it is still there, if the target may only need more time. */
async function remove(
  api: Api,
  { kind, isDeactivated = false }: LedgerEntry,
  id: string,
  trust: DeleteTrust,
): Promise<string | undefined> {
  const path = pathOf(kind, id)
  // The API description has two deletes of a user: the second is for a deactivated user. The first one starts a
  // deactivation, which may take a while.
  const times = kind === 'user' && !isDeactivated ? 2 : 1
  for (let sent = 0; sent < times; sent++) {
    const reply = await deleteInactive(api, path, refusals[kind])
    if (saysGone(reply) || (kind === 'client' && isUnknownClient(reply))) return undefined
    const why = gone(reply)
    if (why !== undefined) return why
  }
  if (!trust.asks(kind)) return undefined
  const isGone = recordKinds[kind].idOf((await api.get(path)).json) !== id
  trust.note(kind, isGone)
  return isGone ? undefined : 'it is still there after it was deleted'
}

function isUnknownClient({ status, json }: Reply): boolean {
  return status === 401 && json.error === 'invalid_client'
}

/** The answers to a DELETE after which the record is deactivated first. Not every target deletes an active rule. */
const refusals: Readonly<Record<RecordKind, (status: number) => boolean>> = {
  user: (status) => status === 400 || status === 403,
  rule: (status) => status >= 400 && status !== 404,
  group: () => false,
  client: () => false,
}

/** Deletes a record. If the target rejects that, deactivates the record with the separate operation and tries again. */
async function deleteInactive(
  api: Api,
  path: string,
  isRefusal: (status: number) => boolean,
): Promise<Reply> {
  const reply = await api.delete(path)
  if (!isRefusal(reply.status)) return reply
  await api.post(`${path}/lifecycle/deactivate`)
  return api.delete(path)
}

function pause(round: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50 * 2 ** round))
}

/** For a deleted record 410 means the same as 404. */
function saysGone({ status }: Reply): boolean {
  return status === 404 || status === 410
}

/** Why a record is still there after an answer: the target was busy with a transition or with rules. */
function gone(reply: Reply): string | undefined {
  if ((reply.status >= 200 && reply.status < 300) || saysGone(reply)) return undefined
  const why = `${reply.request.method} ${reply.request.path} was answered with ${reply.status}`
  if (reply.status === 409 || reply.status === 423) return why
  throw new Error(why)
}

/** The id of a record by its exact name; undefined when there is none. */
async function lookUp(api: Api, { kind, name }: LedgerEntry): Promise<string | undefined> {
  if (name === '') throw new Error('it was created without a name, and its id is not known')
  if (kind === 'user') {
    const reply = await api.get(pathOf('user', name))
    if (reply.status === 404) return undefined
    const { id, profile } = reply.json as { id?: unknown; profile?: { login?: unknown } }
    if (typeof id === 'string' && String(profile?.login).toLowerCase() === name.toLowerCase()) return id
    throw new Error(`it could not be looked up: GET ${reply.request.path} was answered with ${reply.status}`)
  }
  const { path, parameter, nameOf, idOf } = recordKinds[kind]
  const reply = await api.get(path, { query: { [parameter]: name } })
  if (reply.status !== 200)
    throw new Error(`it could not be looked up: GET ${reply.request.path} was answered with ${reply.status}`)
  const id = idOf(reply.items.find((item) => nameOf(item) === name))
  return typeof id === 'string' ? id : undefined
}

interface Parts {
  readonly ledger: Ledger
  readonly scope: () => CallScope
  readonly api: (scope: CallScope) => Api
  /** The common start of the logins of the run. */
  readonly startOfLogins: () => string
}

/** Removes the records of a run, and remembers what it could not remove. */
export class RunCleanUp {
  orphans: Orphan[] = []
  /** Why nothing answers any more: then nothing is removed either. */
  lost: string | undefined
  readonly #parts: Parts
  readonly #isOn: boolean
  readonly #trust = new DeleteTrust()

  /** @param isOn Whether records are removed at all. */
  constructor(parts: Parts, isOn: boolean) {
    this.#parts = parts
    this.#isOn = isOn
  }

  /**
   * Removes records, and returns whether all are gone. With `last` no later call looks for those whose create had no
   * answer.
   */
  async remove(created: readonly LedgerEntry[], last: boolean): Promise<boolean> {
    const entries = created.filter(({ state }) => state === 'created' || state === 'intended').toReversed()
    if (!this.#isOn || entries.length === 0) return true
    if (this.lost !== undefined) {
      const why = this.lost
      this.orphans.push(
        ...entries.map(({ kind, name, id }) => ({ kind, name, ...(id === undefined ? {} : { id }), why })),
      )
      return false
    }
    const scope = this.#parts.scope()
    const { signal } = scope.deadline
    const orphans = await cleanUp(this.#parts.api(scope), this.#parts.ledger, entries, {
      last,
      signal,
      trust: this.#trust,
    })
    this.orphans.push(...orphans)
    scope.deadline.stop()
    return orphans.length === 0
  }

  /** Looks once for users that two deletes left after all, since not each of them was read again. */
  async lookAgain(): Promise<void> {
    const users = this.#parts.ledger.entries.filter(({ kind, state }) => kind === 'user' && state === 'gone')
    if (!this.#isOn || this.lost !== undefined || this.#trust.asks('user') || users.length === 0) return
    const scope = this.#parts.scope()
    const api = this.#parts.api(scope)
    const start = this.#parts.startOfLogins()
    const ids = new Set(await stillListed(api, start))
    const left = users.filter(({ id }) => id !== undefined && ids.has(id))
    this.orphans.push(...(await cleanUp(api, this.#parts.ledger, left, { signal: scope.deadline.signal })))
    scope.deadline.stop()
  }
}
