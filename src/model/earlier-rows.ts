import { presentSettings } from './earlier-options.ts'
import type { ParsedOrgOptions } from './kernel/org-options.ts'
import type { SortedRows } from './kernel/state-log.ts'
import { lastOf, lastRow, numberedRows } from './kernel/stored.ts'
import { identityIn } from './org-identity.ts'
import { kinds } from './tokens/kinds.ts'
import type { Kind } from './tokens/records.ts'

type Rows = ReadonlyMap<string, unknown>
type Parts = ReadonlyMap<string, Rows>
type Fields = Readonly<Record<string, unknown>>

/** The parts in which rows of version 1 have the tokens of each kind. */
const earlierParts: Readonly<Record<string, Kind>> = {
  apiTokens: 'api',
  accessTokens: 'access',
  bearerTokens: 'bearer',
  oneTimeTokens: 'oneTime',
  sessions: 'session',
  refreshTokens: 'refresh',
  retiredRefreshTokens: 'retired',
  authorizationCodes: 'code',
  deviceCodes: 'device',
  deviceGuesses: 'guesses',
  interactions: 'interaction',
  replayMemory: 'assertion',
}

/** The name of the part with all tokens. */
const tokensPart = 'tokens'

/** Tables that have another name by now, or are gone. */
const earlierNames: Readonly<Record<string, string | undefined>> = {
  outbox: 'mails',
  userLag: undefined,
  groupLag: undefined,
}

/** Rows of an earlier version in the form of the present one. */
export function inPresentForm(rows: SortedRows): SortedRows {
  const { options } = identityIn(rows)
  const renamed = (tables: Parts): Parts =>
    new Map(
      [...tables].flatMap(([given, ofTable]) => {
        const name = Object.hasOwn(earlierNames, given) ? earlierNames[given] : given
        if (name === undefined) return []
        return [[name, name === 'settings' ? settingsIn(ofTable, options) : ofTable] as const]
      }),
    )
  return withOneTokenTable({
    present: renamed(rows.present),
    states: new Map([...rows.states].map(([number, tables]) => [number, renamed(tables)])),
  })
}

/** The row of the settings; null in a state that has none. */
function settingsIn(rows: Rows, options: ParsedOrgOptions): Rows {
  return new Map([...rows].map(([key, row]) => [key, row === null ? null : presentSettings(row, options)]))
}

function withOneTokenTable(sorted: SortedRows): SortedRows {
  const all = [sorted.present, ...sorted.states.values()]
  const names = Object.keys(earlierParts).filter((name) => all.some((parts) => parts.has(name)))
  if (names.length === 0) return sorted
  // Each part counted by itself: its tokens come after those of the parts before it.
  let last = Math.max(...all.map((parts) => lastOf(parts.get(tokensPart) ?? new Map())))
  const offsets = new Map<string, number>()
  for (const name of names) {
    offsets.set(name, last)
    last += Math.max(...all.map((parts) => lastOf(parts.get(name) ?? new Map())))
  }
  const tokensOf = (parts: Parts): Map<string, unknown> => {
    const tokens = new Map(parts.get(tokensPart))
    const issued = new Set(rowsOf(parts, 'accessTokens').map(([, row]) => (row as Fields)['id']))
    const scopes = new Map(
      rowsOf(parts, 'bearerTokens').map(([, row]) => {
        const token = tokenOf('bearer', row)
        return [token['id'], token['scopes']]
      }),
    )
    for (const name of names) {
      for (const [number, row] of rowsOf(parts, name)) {
        const token = tokenOf(earlierParts[name]!, row)
        // An issued token for the API was in two parts.
        if (token['kind'] === 'bearer' && issued.has(token['id'])) continue
        const forApi = token['kind'] === 'access' && scopes.has(token['id'])
        const whole = forApi ? { ...token, scopes: scopes.get(token['id']) } : token
        tokens.set(String(offsets.get(name)! + number), whole)
      }
    }
    return tokens.set(lastRow, last)
  }
  const others = (parts: Parts): Parts => new Map([...parts].filter(([name]) => !names.includes(name)))
  const present = tokensOf(sorted.present)
  return {
    present: new Map([...others(sorted.present), [tokensPart, present]]),
    states: new Map(
      [...sorted.states].map(([number, parts]) => {
        const before = tokensOf(wholeOf(sorted.present, parts, [tokensPart, ...names]))
        const gone = [...present.keys()].filter((key) => !before.has(key)).map((key) => [key, null] as const)
        return [
          number,
          new Map([...others(parts), [tokensPart, new Map<string, unknown>([...before, ...gone])]]),
        ]
      }),
    ),
  }
}

/** The rows of parts in a state, which is stored as differences from the present. */
function wholeOf(present: Parts, state: Parts, names: readonly string[]): Parts {
  return new Map(
    names.map((name) => {
      const changes = state.get(name) ?? new Map<string, unknown>()
      const last = lastOf(changes, lastOf(present.get(name) ?? new Map()))
      const rows = new Map([...(present.get(name) ?? [])].filter(([key]) => !(Number(key) > last)))
      for (const [key, row] of changes) {
        if (row === null) rows.delete(key)
        else rows.set(key, row)
      }
      return [name, rows]
    }),
  )
}

function rowsOf(parts: Parts, name: string): [number: number, row: unknown][] {
  return numberedRows(parts.get(name) ?? new Map())
}

/** A row of most kinds was a key and the other fields; of some kinds it was the record. */
function tokenOf(kind: Kind, row: unknown): Fields {
  const [key, fields] = Array.isArray(row) ? (row as [string, Fields]) : [undefined, row as Fields]
  const { value = key, cookie: _, tokenId, ...rest } = fields
  const id = kind === 'assertion' || kind === 'guesses' ? `${kind} ${key}` : (rest['id'] ?? key)
  return {
    kind,
    ...rest,
    id,
    ...(kinds[kind].secret === 'value' ? { value } : {}),
    ...(tokenId === undefined ? {} : { refreshTokenId: tokenId }),
  }
}
