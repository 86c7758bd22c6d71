import { walkList } from '../run/api.ts'
import { type Orphan, cleanUp } from './clean-up.ts'
import { type ConformOptions, setUp } from '../plan/conform-options.ts'
import type { Sender } from '../wire/http-sender.ts'
import { Ledger, pathOf, recordKinds, type RecordKind } from './ledger.ts'
import type { Json } from '../wire/reply.ts'
import { Blocked } from '../run/interruption.ts'
import { withApi } from '../run/transport.ts'
import { markerOf, markersOfLogins } from '../supply/unique.ts'

/** A record that a run left behind. */
export interface Found {
  readonly kind: RecordKind
  readonly name: string
  readonly id?: string
}

/**
 * Finds the records with a run's marker in their names, and reads each again by its id. Only records older than a time
 * in milliseconds count, so that a current run keeps its own. Also counts the younger records.
 */
export async function findOrphans(
  run: string,
  options: ConformOptions,
  sender: Sender,
  olderThan: number,
): Promise<{ found: Found[]; young: number }> {
  const marker = markerOf(run)
  return withApi(setUp(options), sender.send, { ...patience, marker }, async (api) => {
    const found: Found[] = []
    let young = 0
    for (const kind of Object.keys(recordKinds) as RecordKind[]) {
      const { path, nameOf, idOf } = recordKinds[kind]
      const { replies, items, ended } = await walkList(api, path, queryFor(kind, marker), 50)
      const wrong = replies.find(({ body }) => !Array.isArray(body))
      if (wrong) throw new Blocked(`GET ${path} was answered with ${wrong.status} and no array`)
      if (!ended) throw new Blocked(`the pages of ${path} have no end`)
      for (const item of items) {
        const id = idOf(item)
        if (typeof id !== 'string' || !isOfRun(kind, item, marker)) continue
        const again = (await api.get(pathOf(kind, id))).json
        if (!isOfRun(kind, again, marker)) continue
        if (age(again) >= olderThan) found.push({ kind, name: String(nameOf(again)), id })
        else young++
      }
    }
    return { found, young }
  })
}

/** Removes records found by `findOrphans` or read from a ledger; returns what remains. */
export async function removeRecords(
  found: readonly Found[],
  options: ConformOptions,
  sender: Sender,
): Promise<Orphan[]> {
  const ledger = new Ledger()
  const entries = found.map(({ kind, name, id }) => {
    const entry = ledger.intend(kind, name)
    if (id !== undefined) ledger.created(entry, id)
    return entry
  })
  return withApi(setUp(options), sender.send, { ...patience, marker: 'cf-', ledger }, (api) =>
    cleanUp(api, ledger, entries),
  )
}

/** How long a clean-up may take. */
const patience = { milliseconds: 10 * 60_000, late: 'it took too long' }

/** The query of a list that finds the records of a run. */
function queryFor(kind: RecordKind, marker: string): Record<string, string> {
  if (kind !== 'user') return { [recordKinds[kind].parameter]: marker }
  const logins = markersOfLogins(marker).map((each) => `profile.login sw "${each}"`)
  return { search: logins.join(' or ') }
}

/** Whether a record has a name of the run. Logins may spell the marker in other ways. */
function isOfRun(kind: RecordKind, record: Json, marker: string): boolean {
  const name = String(recordKinds[kind].nameOf(record))
  const [, plain, digits] = markersOfLogins(marker)
  return (
    name.startsWith(`${marker}-`) ||
    (kind === 'user' && new RegExp(String.raw`^(${plain}|${digits})\d{5}(?!\d)`).test(name))
  )
}

/** Milliseconds since a record was created; none when it does not say. */
function age(item: Json): number {
  const created: unknown =
    item?.created ??
    (typeof item?.client_id_issued_at === 'number' ? item.client_id_issued_at * 1000 : undefined)
  const time = typeof created === 'number' ? created : Date.parse(String(created))
  return Number.isNaN(time) ? 0 : Date.now() - time
}
