import type { ComponentChildren, JSX } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { Find, hasWords } from './find.tsx'
import { emptyText, Failed } from './parts.tsx'
import { messageOf, useChanges, useList, useParameter, useReach, useRetries } from './reach.ts'
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
function useFound<Row>(
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
function sorting(sort: string): object {
  if (sort === '') return {}
  return sort.startsWith('-') ? { sortBy: sort.slice(1), sortOrder: 'desc' } : { sortBy: sort }
}

/** A list that people search and sort by the titles of its columns. The address keeps both. */
export function Search<Row extends { readonly id: string }>({
  action,
  label,
  to,
  concerns,
  columns,
  placeholder,
  empty,
  filter = {},
  filters,
  children,
}: {
  readonly action: 'searchUsers' | 'searchGroups'
  readonly label: string
  /** The place of its records. */
  readonly to: string
  readonly concerns: readonly string[]
  readonly columns: readonly Column<Row>[]
  readonly placeholder: string
  readonly empty: string
  /** Further parameters of the search, and their fields. */
  readonly filter?: object
  readonly filters?: ComponentChildren
  /** Between the fields and the list. */
  readonly children?: ComponentChildren
}): JSX.Element {
  const { go } = useReach()
  const [text, setText] = useParameter('find')
  const sort = useParameter('sort')
  const { rows, total, onRange, problem, reload, wanted } = useFound<Row>(
    action,
    { text, ...filter, ...sorting(sort[0]) },
    concerns,
  )
  return (
    <>
      <div class="bar">
        <Find text={text} change={setText} placeholder={placeholder} />
        {filters}
        <p role="status" class="count">
          {total !== undefined && `${rows.length} of ${total} found`}
        </p>
      </div>
      {children}
      <Failed loaded={{ problem, reload }} />
      <Table
        label={label}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        sort={sort}
        onRange={onRange}
        onOpen={({ id }) => go(`${to}/${id}`)}
        beginsWith={wanted}
        empty={emptyText({ value: total, problem }, empty)}
      />
    </>
  )
}

/** A list that the service has page by page, below a button that makes another record. */
export function ServiceList<Row>({
  title,
  path,
  concerns,
  to,
  idOf,
  textOf,
  children,
  ...table
}: {
  readonly title: string
  readonly path: string
  readonly concerns: readonly string[]
  /** The place of its records. */
  readonly to: string
  readonly idOf: (row: Row) => string
  /** The text that the search looks through. */
  readonly textOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly empty: string
  /** The button. */
  readonly children: ComponentChildren
}): JSX.Element {
  const { go } = useReach()
  const [find, setFind] = useParameter('find')
  const { items, loaded, more } = useList<Row>(path, concerns)
  return (
    <>
      <div class="head-line">
        <h1>{title}</h1>
        {children}
      </div>
      <div class="bar">
        <Find text={find} change={setFind} placeholder="Part of name or id" />
      </div>
      <Failed loaded={loaded} />
      <Table
        {...table}
        label={title}
        rows={items.filter((row) => hasWords(textOf(row), find))}
        onEnd={more}
        keyOf={idOf}
        onOpen={(row) => go(`${to}/${idOf(row)}`)}
        beginsWith={find}
        empty={emptyText(loaded, items.length > 0 ? 'Nothing matches.' : table.empty)}
      />
    </>
  )
}
