import type { ComponentChildren, JSX } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'

/** A column of a table. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  readonly width?: string
  /** Left out where there is little room. */
  readonly isSecondary?: boolean
}

/** Height of a row, in pixels: every row has it, so that only those in sight need be there. */
const rowHeight = 40

/** Rows are drawn in blocks of so many, so that most steps of scrolling draw none. */
const block = 10

/** A table of any length: only the rows in sight are drawn. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  onEnd,
  empty = 'Nothing here yet.',
}: {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Called when the end comes into sight. */
  readonly onEnd?: (() => void) | undefined
  readonly empty?: string
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState({ from: 0, to: 40 })
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 600 } = box.current ?? {}
    const from = Math.max(0, (Math.floor(scrollTop / rowHeight / block) - 1) * block)
    const to = (Math.ceil((scrollTop + clientHeight) / rowHeight / block) + 1) * block
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }))
  }, [])
  useEffect(look, [look, rows.length])
  useEffect(() => {
    if (range.to >= rows.length) onEnd?.()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- called once for each end that comes into sight
  }, [range.to >= rows.length, rows.length])
  const drawn = useDrawnRows(columns)
  if (rows.length === 0) return <p class="empty">{empty}</p>
  const isNarrow = columns.filter(({ isSecondary }) => !isSecondary).length <= 3
  const last = Math.min(range.to, rows.length)
  return (
    <div class="table" ref={box} onScroll={look} tabIndex={0} role="region" aria-label={label}>
      <table class={isNarrow ? 'narrow' : ''} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ title, width, isSecondary }) => (
              <th
                scope="col"
                class={isSecondary ? 'secondary' : ''}
                style={width === undefined ? {} : { width }}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={range.from} span={columns.length} />
          {drawn(rows.slice(range.from, last), range.from, keyOf)}
          <Gap rows={rows.length - last} span={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

/** Draws rows; those that were drawn before, and are the same, are taken as they are. */
function useDrawnRows<Row>(
  columns: readonly Column<Row>[],
): (rows: readonly Row[], from: number, keyOf: (row: Row) => string) => JSX.Element[] {
  return useMemo(() => {
    let before = new Map<Row, { readonly place: number; readonly drawn: JSX.Element }>()
    return (rows, from, keyOf) => {
      const now: typeof before = new Map()
      for (const [index, row] of rows.entries()) {
        const place = from + index
        const known = before.get(row)
        now.set(row, known?.place === place ? known : { place, drawn: draw(row, place, keyOf(row)) })
      }
      before = now
      return [...now.values()].map(({ drawn }) => drawn)
    }
    function draw(row: Row, place: number, key: string): JSX.Element {
      return (
        <tr key={key} aria-rowindex={place + 2}>
          {columns.map(({ cell, isSecondary }) => (
            <td class={isSecondary ? 'secondary' : ''}>{cell(row)}</td>
          ))}
        </tr>
      )
    }
  }, [columns])
}

function Gap({ rows, span }: { readonly rows: number; readonly span: number }): JSX.Element | null {
  if (rows <= 0) return null
  return (
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height: `${rows * rowHeight}px`, padding: 0, border: 0 }} />
    </tr>
  )
}
