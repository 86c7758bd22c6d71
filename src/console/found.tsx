import type { JSX } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { emptyText, Failed } from './parts.tsx'
import { messageOf, useChanges, useReach, useRetries } from './reach.ts'
import { type Column, Table } from './table.tsx'

/** How many rows a request loads. */
const pageSize = 200

/** A search result: the rows loaded so far, each at its index, and the number of all records. */
interface List<Row> {
  readonly rows: readonly (Row | undefined)[]
  /** Undefined until the first rows are loaded. */
  readonly total?: number
}

/** A list with everything to show it. */
interface Found<Row> extends List<Row> {
  readonly problem: string | undefined
  readonly reload: () => void
  /** Receives the range of visible rows. */
  readonly onRange: (from: number, to: number) => void
  /** A key that changes with the search. */
  readonly wanted: string
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
 * A list of any length that the control plane searches: only visible rows are loaded. One request runs at a time, so
 * typing and scrolling never wait.
 *
 * @param concerns Prefixes of the types of events after which the visible rows are loaded again.
 */
export function useFound<Row>(
  action: 'searchUsers' | 'searchGroups',
  wanted: Readonly<Record<string, unknown>>,
  concerns: readonly string[],
): Found<Row> {
  const { backend } = useReach()
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
    ...list,
    problem,
    reload: renew,
    wanted: key,
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
export function sorting(sort: string): object {
  if (sort === '') return {}
  return sort.startsWith('-') ? { sortBy: sort.slice(1), sortOrder: 'desc' } : { sortBy: sort }
}

/** The number of rows found, and of all records. */
export function FoundCount({
  found: { rows, total },
}: {
  readonly found: Pick<Found<unknown>, 'rows' | 'total'>
}): JSX.Element {
  return (
    <p role="status" class="count">
      {total !== undefined && `${rows.length} of ${total} found`}
    </p>
  )
}

/** A search result as a table that its column titles sort. */
export function FoundTable<Row>({
  found: { rows, total, onRange, problem, reload, wanted },
  empty,
  ...table
}: {
  readonly found: Found<Row>
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly onOpen?: (row: Row) => void
  readonly sort: readonly [by: string, change: (by: string) => void]
  readonly empty: string
}): JSX.Element {
  return (
    <>
      <Failed loaded={{ problem, reload }} />
      <Table
        rows={rows}
        onRange={onRange}
        beginsWith={wanted}
        empty={emptyText({ value: total, problem }, empty)}
        {...table}
      />
    </>
  )
}
