import type { Api } from './api.ts'
import { reasonOf } from './transport.ts'
import type { Ledger, LedgerEntry, RecordKind } from './ledger.ts'
import type { Json, Reply } from './reply.ts'

/** Two are documented; more are for a target that is slow to deactivate. */
const userDeletes = 5

/** A record of the run that could not be removed, or whose fate is not known. */
export interface Leftover {
  readonly kind: RecordKind
  readonly name: string
  readonly id?: string
  /** Why it could not be removed. */
  readonly why: string
}

/**
 * Removes records of this run, in the order given (newest first): rules are deactivated before, users are
 * deleted twice, and a record that is already gone is fine. A record whose create had no known outcome is
 * looked up by its name and removed only when the name is the same to the letter.
 *
 * @returns what remains, with the reason; it never throws.
 */
export async function cleanUp(
  api: Api,
  ledger: Pick<Ledger, 'created' | 'removed' | 'refused'>,
  entries: readonly LedgerEntry[],
): Promise<Leftover[]> {
  const leftovers: Leftover[] = []
  for (const entry of entries) {
    try {
      const id = entry.id ?? (await lookUp(api, entry))
      if (id === undefined) {
        ledger.refused(entry)
        continue
      }
      if (entry.id === undefined) ledger.created(entry, id)
      await remove(api, entry.kind, id)
      ledger.removed(entry)
    } catch (error) {
      const { kind, name, id } = entry
      leftovers.push({ kind, name, ...(id === undefined ? {} : { id }), why: reasonOf(error) })
    }
  }
  return leftovers
}

async function remove(api: Api, kind: RecordKind, id: string): Promise<void> {
  const at = encodeURIComponent(id)
  if (kind === 'client') {
    const reply = await patiently(() => api.delete(`/oauth2/v1/clients/${at}`))
    if (reply.status === 401 && reply.json.error === 'invalid_client') return
    return gone(reply)
  }
  if (kind === 'group') return gone(await patiently(() => api.delete(`/api/v1/groups/${at}`)))
  if (kind === 'rule') {
    await patiently(() => api.post(`/api/v1/groups/rules/${at}/lifecycle/deactivate`))
    return gone(await patiently(() => api.delete(`/api/v1/groups/rules/${at}`)))
  }
  await removeUser(api, `/api/v1/users/${at}`, id)
}

/** Deletes until the user is gone: a deactivation that the first delete started may take a while. */
async function removeUser(api: Api, path: string, id: string): Promise<void> {
  const first = await patiently(() => api.delete(path))
  if (first.status === 404) return
  gone(first)
  for (let attempt = 2; attempt <= userDeletes; attempt++) {
    if (attempt > 2) await pause(attempt)
    gone(await patiently(() => api.delete(path)))
    if ((await api.get(path)).json.id !== id) return
  }
  throw new Error(`it is still there after ${userDeletes} deletes`)
}

/** Repeats a call while the target is busy with the record: a transition under way, rules being reconciled. */
async function patiently(call: () => Promise<Reply>): Promise<Reply> {
  let reply = await call()
  for (let attempt = 1; (reply.status === 409 || reply.status === 423) && attempt <= 5; attempt++) {
    await pause(attempt)
    reply = await call()
  }
  return reply
}

function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt))
}

function gone(reply: Reply): void {
  if ((reply.status >= 200 && reply.status < 300) || reply.status === 404) return
  throw new Error(`${reply.request.method} ${reply.request.path} was answered with ${reply.status}`)
}

const lists: Readonly<
  Record<
    Exclude<RecordKind, 'user'>,
    { path: string; parameter: string; name: (item: Json) => unknown; id: (item: Json) => unknown }
  >
> = {
  group: {
    path: '/api/v1/groups',
    parameter: 'q',
    name: (item) => item?.profile?.name,
    id: (item) => item?.id,
  },
  rule: {
    path: '/api/v1/groups/rules',
    parameter: 'search',
    name: (item) => item?.name,
    id: (item) => item?.id,
  },
  client: {
    path: '/oauth2/v1/clients',
    parameter: 'q',
    name: (item) => item?.client_name,
    id: (item) => item?.client_id,
  },
}

/** The id of a record by its exact name; undefined when there is none. */
async function lookUp(api: Api, { kind, name }: LedgerEntry): Promise<string | undefined> {
  if (name === '') throw new Error('it was created without a name, and its id is not known')
  if (kind === 'user') {
    const reply = await api.get(`/api/v1/users/${encodeURIComponent(name)}`)
    if (reply.status === 404) return undefined
    const { id, profile } = reply.json as { id?: unknown; profile?: { login?: unknown } }
    if (typeof id === 'string' && String(profile?.login).toLowerCase() === name.toLowerCase()) return id
    throw new Error(`it could not be looked up: GET ${reply.request.path} was answered with ${reply.status}`)
  }
  const list = lists[kind]
  const reply = await api.get(list.path, { query: { [list.parameter]: name } })
  if (reply.status !== 200)
    throw new Error(`it could not be looked up: GET ${reply.request.path} was answered with ${reply.status}`)
  const id = list.id(reply.items.find((item) => list.name(item) === name))
  return typeof id === 'string' ? id : undefined
}
