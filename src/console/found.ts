import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { messageOf, useChanges, useParameter, useReach, useRetries } from './reach.ts'
import type { TableProps } from './table.tsx'

/** How many rows a request loads. */
const pageSize = 200

/** A search result: the rows loaded so far, each at its index, and the number of all records. */
interface List<Row> {
  readonly rows: readonly (Row | undefined)[]
  /** Undefined until the first rows are loaded. */
  readonly total?: number
}

/** The last search, and its visible rows. */
interface Asked<Row> {
  rows: readonly (Row | undefined)[]
  isBusy: boolean
  /** Whether the loaded rows are out of date. */
  isStale: boolean
  wanted: Readonly<Record<string, unknown>>
  from: number
  to: number
}

/**
 * A list of any length that the control plane searches, as the address says: `find` and `sort`. Only visible rows are
 * loaded. One request runs at a time, so typing and scrolling never wait.
 *
 * @param filter Further parameters of the search.
 * @param concerns Prefixes of the types of events after which the visible rows are loaded again.
 */
export function useFound<Row>(
  action: 'searchUsers' | 'searchGroups',
  filter: object,
  concerns: readonly string[],
): Required<Pick<TableProps<Row>, 'rows' | 'loaded' | 'onRange' | 'sort'>> & {
  /** How many of all records are found. */
  readonly count: (shown: number) => string
  /** Loads every row. */
  readonly all: () => Promise<readonly Row[]>
} {
  const { backend } = useReach()
  const [text] = useParameter('find')
  const sort = useParameter('sort')
  const wanted = { text, ...filter, ...sorting(sort[0]) }
  const [list, setList] = useState<List<Row>>({ rows: [] })
  const [{ problem, failures }, setFailed] = useState<{ problem?: string; failures: number }>({ failures: 0 })
  const asked = useRef<Asked<Row>>({
    rows: [],
    isBusy: false,
    isStale: true,
    wanted: {},
    from: 0,
    to: pageSize,
  }).current
  const key = JSON.stringify(wanted)

  const ask = async (): Promise<void> => {
    if (asked.isBusy) return
    asked.isBusy = true
    try {
      for (let at = firstMissing(asked); at !== undefined; at = firstMissing(asked)) {
        const before = asked.isStale ? [] : asked.rows
        asked.isStale = false
        const answer = await backend.control(action, { ...asked.wanted, offset: at, limit: pageSize })
        // The search has changed meanwhile.
        if (asked.isStale) continue
        const rows = before.slice()
        rows.length = answer.found
        for (const [index, row] of (answer.rows as unknown as Row[]).entries()) rows[at + index] = row
        asked.rows = rows
        setList({ rows, total: answer.total })
        setFailed({ failures: 0 })
      }
    } catch (error) {
      setFailed((before) => ({ problem: messageOf(error), failures: before.failures + 1 }))
    } finally {
      asked.isBusy = false
    }
  }
  const renew = useCallback(() => {
    asked.isStale = true
    void ask()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is asked is read at the time
  }, [])
  useEffect(() => {
    asked.wanted = wanted
    renew()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says whether another list is wanted
  }, [key])
  useChanges(concerns, renew)
  useRetries(failures, renew)
  return {
    rows: list.rows,
    loaded: { value: list.total, problem, reload: renew },
    sort,
    all: async () => {
      const rows: unknown[] = []
      for (let found = 1; rows.length < found;) {
        const answer = await backend.control(action, { ...wanted, offset: rows.length, limit: 1000 })
        // Somebody may delete records meanwhile.
        found = answer.rows.length === 0 ? 0 : answer.found
        rows.push(...answer.rows)
      }
      return rows as Row[]
    },
    count: (shown) => `${shown} of ${list.total} found`,
    onRange: (from, to) => {
      Object.assign(asked, { from, to })
      void ask()
    },
  }
}

/** The start of the first page to load for the visible rows. */
function firstMissing<Row>({ rows, isStale, from, to }: Asked<Row>): number | undefined {
  if (isStale) return from - (from % pageSize)
  for (let at = from; at < Math.min(to, rows.length); at += 1) {
    if (rows[at] === undefined) return at - (at % pageSize)
  }
  return undefined
}

/** The parameters for a sort order, as the control plane takes them. */
function sorting(sort: string): object {
  if (sort === '') return {}
  return sort.startsWith('-') ? { sortBy: sort.slice(1), sortOrder: 'desc' } : { sortBy: sort }
}
