import type { ComponentChildren, JSX } from 'preact'
import { useFresh } from './fresh.ts'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

/** A column of a table. */
export interface Column<Row> {
  readonly title: ComponentChildren
  readonly cell: (row: Row) => ComponentChildren
  /** A fixed width: `192px`. */
  readonly width?: string
  /** Its part of the remaining width, relative to other columns. Default 1. */
  readonly share?: number
  /** Hidden if the table is narrow, or unless it is wide. */
  readonly isSecondary?: boolean | 'unless wide'
  /** The sort key of the column; its title then sorts the list. */
  readonly sortBy?: string
  /**
   * Its cells are buttons, which stay in sight while the table scrolls sideways. They have state, such as a button
   * that waits for a second press: no other row may reuse them.
   */
  readonly isButtons?: boolean
}

/** Height of a row, in pixels. Every row has it, so only visible rows must exist. */
const rowHeight = 40

/** Rows are drawn in blocks of this size, so that most scroll steps draw nothing. */
const block = 10

/** How many rows before the end further ones are requested, so that they are there in time. */
const ahead = 60

/** The visible height of the table, in pixels, until it is measured. */
const usualHeight = 600

/**
 * A table of any length: only visible rows are drawn. Each has its own offset and a fixed height, so a scroll step
 * lays out only new rows. The table uses roles, because a `<table>` cannot lay out rows one by one.
 */
export function Table<Row>({
  label,
  columns,
  rows: all,
  keyOf,
  onEnd,
  onRange,
  sort,
  beginsWith = '',
  empty = 'Nothing here yet.',
  onOpen,
  selected,
  newest,
  isShort = false,
}: {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** An unloaded row keeps its place. */
  readonly rows: readonly (Row | undefined)[]
  readonly keyOf: (row: Row) => string
  /** Called when the end is near. */
  readonly onEnd?: (() => void) | undefined
  /** Called with the range of visible rows when it changes. */
  readonly onRange?: (from: number, to: number) => void
  /** The sort key, with `-` before it for descending order; and a function that changes it. */
  readonly sort?: readonly [by: string, change: (by: string) => void]
  /** A change of this scrolls the list to its start. */
  readonly beginsWith?: string
  readonly empty?: string
  /** Opens the record of a row: a click anywhere in it, or the arrow keys where one is selected. */
  readonly onOpen?: (row: Row) => void
  /** The key of the row whose record is open next to the table. */
  readonly selected?: string | undefined
  /** Rows are the newest first, by this number: new ones wait behind a button while somebody reads further down. */
  readonly newest?: (row: Row) => number
  /** Whether it is one of several tables of a page. */
  readonly isShort?: boolean
}): JSX.Element {
  const { box, from, to, isTop } = useRange(all.length > 0)
  const fresh = useFresh(all, isTop, beginsWith, newest)
  const rows = fresh === 0 ? all : all.slice(fresh)
  useEffect(() => onRange?.(from, to), [from, to])
  useEffect(() => box.current?.scrollTo(0, 0), [beginsWith])
  const isNearEnd = to + ahead >= rows.length
  useEffect(() => {
    if (isNearEnd) onEnd?.()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- called once for each end that comes near
  }, [isNearEnd, rows.length])
  const drawn = useDrawnRows(columns)
  if (all.length === 0) return <p class="empty">{empty}</p>
  const placeOf = (target: EventTarget | null): number =>
    Number((target as HTMLElement | null)?.closest?.('.row')?.getAttribute('aria-rowindex') ?? 1) - 2
  const open = (place: number): void => {
    const row = rows[place]
    if (row !== undefined) onOpen?.(row)
  }
  const step = (by: number, target: EventTarget | null): void => {
    const before =
      selected === undefined
        ? placeOf(target)
        : rows.findIndex((row) => row !== undefined && keyOf(row) === selected)
    const place = Math.max(0, Math.min(rows.length - 1, before + by))
    const top = place * rowHeight
    const { scrollTop, clientHeight } = box.current!
    const isBelow = top + 2 * rowHeight > scrollTop + clientHeight
    if (top < scrollTop || isBelow)
      box.current!.scrollTop = isBelow ? top + 2 * rowHeight - clientHeight : top
    if (selected === undefined)
      box.current!.querySelector<HTMLElement>(`[aria-rowindex="${place + 2}"] a`)?.focus()
    else open(place)
  }
  return (
    <>
      {fresh > 0 && (
        <button type="button" class="lead pill" onClick={() => box.current!.scrollTo(0, 0)}>
          {fresh} new
        </button>
      )}
      <div
        class={`table${onOpen ? ' opens' : ''}${isShort ? ' short' : ''}`}
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={label}
        onClick={({ target }) => {
          if ((target as HTMLElement).closest('a, button, input, label') || String(getSelection()) !== '')
            return
          open(placeOf(target))
        }}
        onKeyDown={(event) => {
          const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (by === undefined || event.altKey || !onOpen) return
          event.preventDefault()
          step(by, event.target)
        }}
      >
        <div
          role="table"
          aria-rowcount={rows.length + 1}
          style={{
            '--least': leastOf(
              columns.filter(({ isSecondary }) => isSecondary !== 'unless wide'),
              '144px',
            ),
            '--least-narrow': leastOf(
              columns.filter(({ isSecondary }) => !isSecondary),
              '128px',
            ),
          }}
        >
          <div role="rowgroup" class="head">
            <div role="row" aria-rowindex={1}>
              {columns.map((column) => (
                <Head column={column} sort={sort} />
              ))}
            </div>
          </div>
          <div role="rowgroup" class="body" style={{ height: `${rows.length * rowHeight}px` }}>
            {drawn(rows.slice(from, to), from, keyOf, selected)}
          </div>
        </div>
      </div>
    </>
  )
}

/** The title of a column; if it sorts the list, a button: ascending, descending, unsorted. */
function Head<Row>({
  column,
  sort,
}: {
  readonly column: Column<Row>
  readonly sort: readonly [by: string, change: (by: string) => void] | undefined
}): JSX.Element {
  const { title, sortBy } = column
  const props = { role: 'columnheader', class: classOf(column), style: widthOf(column) } as const
  if (!sort || sortBy === undefined) return <div {...props}>{title}</div>
  const [sorted, change] = sort
  const down = `-${sortBy}`
  const [order, mark, next] =
    sorted === sortBy
      ? (['ascending', '↑', down] as const)
      : sorted === down
        ? (['descending', '↓', ''] as const)
        : (['none', '↕', sortBy] as const)
  return (
    <div {...props} aria-sort={order}>
      <button type="button" class="sort" onClick={() => change(next)}>
        {title} <span aria-hidden="true">{mark}</span>
      </button>
    </div>
  )
}

/** The range of visible rows of a scrolling box, and some more. */
function useRange(isThere: boolean): {
  readonly box: { current: HTMLDivElement | null }
  readonly from: number
  readonly to: number
  /** Whether it shows its first row. */
  readonly isTop: boolean
} {
  const box = useRef<HTMLDivElement>(null)
  const height = useRef(usualHeight)
  const [range, setRange] = useState({ from: 0, to: 40, isTop: true })
  const look = useCallback(() => {
    const top = box.current?.scrollTop ?? 0
    const from = Math.max(0, (Math.floor(top / rowHeight / block) - 1) * block)
    // A constant number, so that new rows can reuse the elements of removed ones.
    const to = from + (Math.ceil(height.current / rowHeight / block) + 3) * block
    keepFocus(box.current, from, to)
    const isTop = top < rowHeight
    setRange((before) =>
      before.from === from && before.to === to && before.isTop === isTop ? before : { from, to, isTop },
    )
  }, [])
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    // The observer reports height changes: reading the height while scrolling would lay out the page.
    const watching = new ResizeObserver(([entry]) => {
      height.current = entry!.contentRect.height
      look()
    })
    watching.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      watching.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [look, isThere])
  return { box, ...range }
}

/** If the focused row scrolls out of sight, the table gets its focus, so that keys still scroll it. */
function keepFocus(box: HTMLElement | null, from: number, to: number): void {
  const { activeElement } = (box?.getRootNode() as DocumentOrShadowRoot | undefined) ?? {}
  if (!box || !activeElement || activeElement === box || !box.contains(activeElement)) return
  const place = Number(activeElement.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')) - 2
  if (place < from || place >= to) box.focus({ preventScroll: true })
}

/** A drawn row, and the number of its elements. */
interface Drawn<Row> {
  readonly row: Row | undefined
  readonly place: number
  readonly isHere: boolean
  readonly slot: number
  readonly drawn: JSX.Element
}

/**
 * Draws rows. A known row keeps its elements, and an unchanged one is not drawn again. A new row gets the elements of
 * a removed one, because creating them takes longer than changing their texts.
 */
function useDrawnRows<Row>(
  columns: readonly Column<Row>[],
): (
  rows: readonly (Row | undefined)[],
  from: number,
  keyOf: (row: Row) => string,
  selected?: string,
) => JSX.Element[] {
  return useMemo(() => {
    let before = new Map<string, Drawn<Row>>()
    let slots = 0
    return (rows, from, keyOf, selected) => {
      const keys = keysOf(rows, from, keyOf)
      const wanted = new Set(keys)
      const free = [...before].filter(([key]) => !wanted.has(key)).map(([, { slot }]) => slot)
      const now = new Map<string, Drawn<Row>>()
      for (const [index, row] of rows.entries()) {
        const key = keys[index]!
        const place = from + index
        const known = before.get(key)
        const isHere = key === selected
        if (known && known.row === row && known.place === place && known.isHere === isHere) {
          now.set(key, known)
          continue
        }
        const slot = known?.slot ?? free.pop() ?? (slots += 1)
        now.set(key, { row, place, isHere, slot, drawn: draw(row, place, key, slot, isHere) })
      }
      before = now
      return [...now.values()].map(({ drawn }) => drawn)
    }
    function draw(
      row: Row | undefined,
      place: number,
      key: string,
      slot: number,
      isHere: boolean,
    ): JSX.Element {
      return (
        <div
          role="row"
          class={isHere ? 'row here' : 'row'}
          aria-current={isHere ? 'true' : undefined}
          key={slot}
          aria-rowindex={place + 2}
          style={{ top: `${place * rowHeight}px` }}
        >
          {columns.map((column, index) => (
            <div
              role="cell"
              key={column.isButtons ? `${index} ${key}` : index}
              class={classOf(column)}
              style={widthOf(column)}
            >
              {row === undefined ? '' : column.cell(row)}
            </div>
          ))}
        </div>
      )
    }
  }, [columns])
}

/** The keys of rows; a repeated key gets a suffix, so that no row is lost. */
function keysOf<Row>(
  rows: readonly (Row | undefined)[],
  from: number,
  keyOf: (row: Row) => string,
): readonly string[] {
  const known = new Set<string>()
  // Array.from, because map skips holes.
  return Array.from(rows, (row, index) => {
    let key = row === undefined ? `${from + index} is not there` : keyOf(row)
    while (known.has(key)) key += ' again'
    known.add(key)
    return key
  })
}

function classOf<Row>({ isSecondary, isButtons }: Column<Row>): string {
  const room = isSecondary === 'unless wide' ? ' secondary wide' : isSecondary ? ' secondary' : ''
  return `cell${room}${isButtons ? ' buttons' : ''}`
}

/** The smallest width at which the columns are readable; a narrower box scrolls. */
function leastOf<Row>(columns: readonly Column<Row>[], least: string): string {
  return `calc(${columns.map(({ width = least }) => width).join(' + ')})`
}

function widthOf<Row>({ width, share = 1 }: Column<Row>): { readonly flex: string } {
  return { flex: width === undefined ? `${share} 1 0` : `0 0 ${width}` }
}
