import type { JSX } from 'preact'
import { classOf, type Column, Head, widthOf } from './column.tsx'
import { Pending } from './parts.tsx'
import type { Loaded } from './reach.ts'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

/** Height of a row, in pixels. Every row has it, so only visible rows must exist. */
const rowHeight = 40

/** Rows are drawn in blocks of this size, so that most scroll steps draw nothing. */
const block = 5

/** How long a list stands still, in milliseconds, before its elements get the order of its rows. */
const stillAfter = 100

/** How many rows before the end further ones are requested, so that they are there in time. */
const ahead = 60

/** The visible height of the table, in pixels, until it is measured. */
const usualHeight = 600

/** A list with what to draw of it. */
export interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** An unloaded row keeps its place. */
  readonly rows: readonly (Row | undefined)[]
  readonly keyOf: (row: Row) => string
  /** Where the rows come from: says that they load, or why they do not. */
  readonly loaded: Loaded<unknown>
  readonly onEnd?: (() => void) | undefined
  readonly onRange?: (from: number, to: number) => void
  /** The sort key, with `-` before it for descending order; and a function that changes it. */
  readonly sort?: readonly [by: string, change: (by: string) => void]
  /** A change of this scrolls the list to its start. */
  readonly beginsWith?: string
  readonly empty: string
  /** Opens the record of a row: a click anywhere in it, or the arrow keys where one is selected. */
  readonly onOpen?: (row: Row) => void
  /** The key of the row whose record is open next to the table. */
  readonly selected?: string | undefined
  /** Rows are the newest first, by this number: new ones wait behind a button while somebody reads further down. */
  readonly newest?: (row: Row) => number
  /** Whether it is one of several tables of a page. */
  readonly isShort?: boolean
}

/**
 * A table of any length: only visible rows are drawn. Each has its own offset and a fixed height, so a scroll step
 * lays out only new rows. The table uses roles, because a `<table>` cannot lay out rows one by one.
 */
export function Table<Row>({
  label,
  columns,
  rows: all,
  keyOf,
  loaded,
  onEnd,
  onRange,
  sort,
  beginsWith = '',
  empty,
  onOpen,
  selected,
  newest,
  isShort = false,
}: TableProps<Row>): JSX.Element {
  const { box, from, to, isTop, isStill } = useRange(all.length > 0)
  const fresh = useFresh(all, isTop, beginsWith, newest)
  const rows = fresh === 0 ? all : all.slice(fresh)
  useEffect(() => onRange?.(from, to), [from, to])
  useEffect(() => box.current?.scrollTo(0, 0), [beginsWith])
  const isNearEnd = to + ahead >= rows.length
  useEffect(() => {
    if (isNearEnd) onEnd?.()
    // A page without rows that the search finds leads to the next one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- called once for each end that comes near
  }, [isNearEnd, rows.length, onEnd === undefined])
  const numbersOf = useElements()
  if (all.length === 0) return <Pending loaded={loaded} empty={empty} />
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
  const names = namesOf(rows.slice(from, to), from, keyOf)
  const numbers = numbersOf(names)
  const drawn = names.map((name, index) => (
    <DrawnRow
      key={numbers[index]}
      row={rows[from + index]}
      name={name}
      place={from + index}
      columns={columns}
      isHere={name === selected}
    />
  ))
  // The browser styles a moved element again, with its content: that takes longer than drawing its row.
  const ordered = isStill ? drawn : drawn.toSorted((one, other) => Number(one.key) - Number(other.key))
  return (
    <>
      <Pending loaded={loaded} />
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
        <div role="table" aria-rowcount={rows.length + 1}>
          <div role="rowgroup" class="head">
            <div role="row" aria-rowindex={1}>
              {columns.map((column) => (
                <Head column={column} sort={sort} />
              ))}
            </div>
          </div>
          <div role="rowgroup" class="body" style={{ height: `${rows.length * rowHeight}px` }}>
            {ordered}
          </div>
        </div>
      </div>
    </>
  )
}

/** The range of visible rows of a scrolling box, and some more. */
function useRange(isThere: boolean): {
  readonly box: { current: HTMLDivElement | null }
  readonly from: number
  readonly to: number
  readonly isTop: boolean
  /** Whether nobody scrolls just now. */
  readonly isStill: boolean
} {
  const box = useRef<HTMLDivElement>(null)
  const height = useRef(usualHeight)
  const focused = useRef<HTMLElement>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [range, setRange] = useState({ from: 0, to: 40, isTop: true, isStill: true })
  const look = useCallback(() => {
    const top = box.current?.scrollTop ?? 0
    const from = Math.max(0, (Math.floor(top / rowHeight / block) - 1) * block)
    // A constant number, so that new rows can reuse the elements of removed ones.
    const to = from + (Math.ceil(height.current / rowHeight / block) + 3) * block
    keepFocus(box.current, from, to)
    const isTop = top < rowHeight
    setRange((before) =>
      before.from === from && before.to === to && before.isTop === isTop
        ? before
        : { from, to, isTop, isStill: false },
    )
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      focused.current = focusIn(box.current)
      setRange((before) => (before.isStill ? before : { ...before, isStill: true }))
    }, stillAfter)
  }, [])
  // A moved element loses the focus.
  useLayoutEffect(() => {
    if (range.isStill && !focusIn(box.current)) focused.current?.focus({ preventScroll: true })
    focused.current = undefined
  }, [range.isStill])
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
      clearTimeout(timer.current)
      watching.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [look, isThere])
  return { box, ...range }
}

/** The element in a box that has the focus. */
function focusIn(box: HTMLElement | null): HTMLElement | undefined {
  const { activeElement } = (box?.getRootNode() as DocumentOrShadowRoot | undefined) ?? {}
  return activeElement && activeElement !== box && box!.contains(activeElement)
    ? (activeElement as HTMLElement)
    : undefined
}

/** If the focused row scrolls out of sight, the table gets its focus, so that keys still scroll it. */
function keepFocus(box: HTMLElement | null, from: number, to: number): void {
  const focused = focusIn(box)?.closest('[aria-rowindex]')
  if (!focused) return
  const place = Number(focused.getAttribute('aria-rowindex')) - 2
  if (place < from || place >= to) box!.focus({ preventScroll: true })
}

/** A row, which is drawn again only when it, its place or the columns change. */
function DrawnRow<Row>({
  row,
  name,
  place,
  columns,
  isHere,
}: {
  readonly row: Row | undefined
  readonly name: string
  readonly place: number
  readonly columns: readonly Column<Row>[]
  readonly isHere: boolean
}): JSX.Element {
  return useMemo(
    () => (
      <div
        role="row"
        class={isHere ? 'row here' : 'row'}
        aria-current={isHere ? 'true' : undefined}
        aria-rowindex={place + 2}
        style={{ top: `${place * rowHeight}px` }}
      >
        {columns.map((column, index) => (
          <div
            role="cell"
            key={column.isButtons ? `${index} ${name}` : index}
            class={classOf(column)}
            style={widthOf(column)}
          >
            {row === undefined ? '' : column.cell(row)}
          </div>
        ))}
      </div>
    ),
    [row, name, place, columns, isHere],
  )
}

/**
 * A number for the elements of each row, by its name. A known row keeps its elements. A new one gets those of a
 * removed one: creating them takes longer than changing their texts.
 */
function useElements(): (names: readonly string[]) => readonly number[] {
  const known = useRef({ numbers: new Map<string, number>(), count: 0 }).current
  return (names) => {
    const wanted = new Set(names)
    const free = [...known.numbers].filter(([name]) => !wanted.has(name)).map(([, number]) => number)
    known.numbers = new Map(
      names.map((name) => [name, known.numbers.get(name) ?? free.pop() ?? (known.count += 1)]),
    )
    return [...known.numbers.values()]
  }
}

/** The names of rows; a repeated one gets a suffix, so that no row is lost. */
function namesOf<Row>(
  rows: readonly (Row | undefined)[],
  from: number,
  keyOf: (row: Row) => string,
): readonly string[] {
  const names = new Set<string>()
  // Not forEach, which skips holes.
  for (const [index, row] of rows.entries()) {
    let name = row === undefined ? `${from + index} is not there` : keyOf(row)
    while (names.has(name)) name += ' again'
    names.add(name)
  }
  return [...names]
}

/** How many new rows wait above those that somebody reads. */
function useFresh<Row>(
  rows: readonly (Row | undefined)[],
  isTop: boolean,
  beginsWith: string,
  newest: ((row: Row) => number) | undefined,
): number {
  const seen = useRef({ number: 0, beginsWith })
  const first = rows[0]
  if (!newest || first === undefined) return 0
  if (isTop || seen.current.beginsWith !== beginsWith) seen.current = { number: newest(first), beginsWith }
  return Math.max(
    0,
    rows.findIndex((row) => row !== undefined && newest(row) <= seen.current.number),
  )
}
