import type { Api } from '../run/api.ts'
import type { Leftover } from './clean-up.ts'
import { cleanUp } from './clean-up.ts'
import type { ConformOptions } from '../plan/conform-options.ts'
import { setUp } from '../plan/conform-options.ts'
import { Deadline } from '../wire/deadline.ts'
import type { Sender } from '../wire/http-sender.ts'
import { Ledger } from './ledger.ts'
import type { RecordKind } from './ledger.ts'
import { Pace } from '../wire/pace.ts'
import { Redactor } from '../wire/redaction.ts'
import type { Json } from '../wire/reply.ts'
import { emptyScope } from '../run/call-scope.ts'
import { Transport } from '../run/transport.ts'
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
export async function findLeftovers(
  run: string,
  options: ConformOptions,
  sender: Sender,
  olderThan: number,
): Promise<{ found: Found[]; young: number }> {
  const marker = markerOf(run)
  return withApi(options, sender, marker, async (api) => {
    const found: Found[] = []
    let young = 0
    for (const [kind, list] of Object.entries(lists) as [RecordKind, (typeof lists)[RecordKind]][]) {
      const { items } = await api.pages(list.path, { query: list.query(marker) })
      for (const item of items) {
        const id: unknown = list.id(item)
        if (typeof id !== 'string' || !list.fits(item, marker)) continue
        const again = (await api.get(`${list.path}/${encodeURIComponent(id)}`)).json
        if (!list.fits(again, marker)) continue
        if (age(again) >= olderThan) found.push({ kind, name: String(list.name(again)), id })
        else young++
      }
    }
    return { found, young }
  })
}

/** Removes records found by `findLeftovers` or read from a ledger; returns what remains. */
export async function reapRecords(
  found: readonly Found[],
  options: ConformOptions,
  sender: Sender,
): Promise<Leftover[]> {
  const ledger = new Ledger()
  const entries = found.map(({ kind, name, id }) => {
    const entry = ledger.intend(kind, name)
    if (id !== undefined) ledger.created(entry, id)
    return entry
  })
  return withApi(options, sender, 'cf-', (api) => cleanUp(api, ledger, entries), ledger)
}

async function withApi<T>(
  options: ConformOptions,
  sender: Sender,
  marker: string,
  work: (api: Api) => Promise<T>,
  ledger = new Ledger(),
): Promise<T> {
  const setup = setUp(options)
  const transport = new Transport({
    ...setup,
    send: sender.send,
    baseUrl: new URL(setup.baseUrl),
    allowed: new Set(),
    ledger,
    redactor: new Redactor(),
    pace: new Pace(setup),
    marker,
  })
  const deadline = new Deadline(10 * 60_000, () => new Error('it took too long'))
  try {
    return await work(transport.api(emptyScope(deadline)))
  } finally {
    deadline.stop()
  }
}

interface List {
  readonly path: string
  readonly query: (marker: string) => Record<string, string>
  readonly id: (item: Json) => unknown
  readonly name: (item: Json) => unknown
  readonly fits: (item: Json, marker: string) => boolean
}

const lists: Readonly<Record<RecordKind, List>> = {
  rule: listOf(
    '/api/v1/groups/rules',
    (marker) => ({ search: marker }),
    (item) => item?.name,
  ),
  group: listOf(
    '/api/v1/groups',
    (marker) => ({ q: marker }),
    (item) => item?.profile?.name,
  ),
  user: {
    ...listOf(
      '/api/v1/users',
      (marker) => ({
        search: markersOfLogins(marker)
          .map((each) => `profile.login sw "${each}"`)
          .join(' or '),
      }),
      (item) => item?.profile?.login,
    ),
    fits: (item, marker) => {
      const [name, plain, digits] = markersOfLogins(marker)
      const login = String(item?.profile?.login)
      return (
        login.startsWith(`${name}-`) || new RegExp(String.raw`^(${plain}|${digits})\d{5}(?!\d)`).test(login)
      )
    },
  },
  client: {
    ...listOf(
      '/oauth2/v1/clients',
      (marker) => ({ q: marker }),
      (item) => item?.client_name,
    ),
    id: (item) => item?.client_id,
  },
}

function listOf(path: string, query: List['query'], name: List['name']): List {
  return {
    path,
    query,
    name,
    id: (item) => item?.id,
    fits: (item, marker) => String(name(item)).startsWith(`${marker}-`),
  }
}

/** Milliseconds since a record was created; none when it does not say. */
function age(item: Json): number {
  const created: unknown =
    item?.created ??
    (typeof item?.client_id_issued_at === 'number' ? item.client_id_issued_at * 1000 : undefined)
  const time = typeof created === 'number' ? created : Date.parse(String(created))
  return Number.isNaN(time) ? 0 : Date.now() - time
}
