import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { type Possible, Steps } from './controls.tsx'
import { useParameter, useReach, withQuery } from './reach.ts'
import { Table, type TableProps } from './table.tsx'

/** Parameters of the open record, which narrow no list. */
const ofRecord = ['tab', 'with']

/** A page with a list: title and steps, fields that narrow the list, rows, and the open record. */
export function ListPage<Row>({
  label,
  steps = [],
  find,
  fields,
  count,
  textOf,
  children,
  detail,
  ...table
}: Omit<TableProps<Row>, 'label' | 'onOpen' | 'beginsWith'> & {
  /** Default: the title of the page. */
  readonly label?: string
  readonly steps?: Possible
  readonly find?: { readonly placeholder: string; readonly title?: string }
  /** Further fields that narrow the list. */
  readonly fields?: ComponentChildren
  /** The text for the number of rows in sight. */
  readonly count?: (shown: number) => string
  /** The text that the search looks through. Without it, the rows are searched already. */
  readonly textOf?: (row: Row) => string
  /** Between the fields and the list. */
  readonly children?: ComponentChildren
  /** The record next to the list; false while no record is open. */
  readonly detail?: JSX.Element | false
}): JSX.Element {
  const reach = useReach()
  const { to, title, One, isSplit } = reach.section
  const [text, setText] = useParameter('find')
  const query = new URLSearchParams(reach.place.split('?')[1])
  for (const name of ofRecord) query.delete(name)
  const rows = useMemo(
    () =>
      textOf && text !== ''
        ? table.rows.filter((row) => row !== undefined && hasWords(textOf(row), text))
        : table.rows,
    [table.rows, text],
  )
  const [left, right] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  // Where the page is narrow, the record is instead of the list.
  useEffect(() => {
    if (left.current?.checkVisibility() === false) right.current?.focus()
  }, [Boolean(detail)])
  const list = (
    <Table
      {...table}
      label={label ?? title}
      rows={rows}
      beginsWith={String(query)}
      empty={table.rows.length > rows.length ? 'Nothing matches.' : table.empty}
      {...(One || isSplit
        ? {
            // The record of a row is at its key, below the place of the list.
            onOpen: (row: Row) => {
              const place = `${to}/${table.keyOf(row)}`
              if (isSplit) reach.go(withQuery(place, reach), true)
              else reach.go(place)
            },
          }
        : {})}
    />
  )
  return (
    <>
      <div class="head-line">
        <h1>{title}</h1>
        <div class="buttons">
          <Steps all={steps} />
        </div>
      </div>
      {find && (
        <div class={detail ? 'bar beside' : 'bar'}>
          <Find text={text} change={setText} {...find} />
          {fields}
          {count && (
            <p role="status" class="count">
              {table.loaded.value !== undefined && count(rows.length)}
            </p>
          )}
        </div>
      )}
      {children}
      {detail === undefined ? (
        list
      ) : (
        <div class={detail ? 'split open' : 'split'}>
          <div class="list" ref={left}>
            {list}
          </div>
          {detail && (
            <div class="detail card" ref={right} tabIndex={-1}>
              {detail}
            </div>
          )}
        </div>
      )}
    </>
  )
}

/** Whether a text has every word that somebody looks for, in any case. */
export function hasWords(text: string, find: string): boolean {
  const line = text.toLowerCase()
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => line.includes(word))
}

/** The search field above a list. */
export function Find({
  text,
  change,
  ...hints
}: {
  readonly text: string
  readonly change: (text: string) => void
  readonly placeholder: string
  readonly title?: string
}): JSX.Element {
  return (
    <label>
      Find
      <input type="search" value={text} onInput={(event) => change(event.currentTarget.value)} {...hints} />
    </label>
  )
}
