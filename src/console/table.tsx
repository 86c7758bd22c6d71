import type { ComponentChildren, JSX } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

/** A column of a table. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  readonly width?: string
}

/** Height of a row, in pixels: every row has it, so that only those in sight need be there. */
const rowHeight = 40

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
    const from = Math.max(0, Math.floor(scrollTop / rowHeight) - 10)
    const to = Math.ceil((scrollTop + clientHeight) / rowHeight) + 10
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }))
  }, [])
  useEffect(look, [look, rows.length])
  useEffect(() => {
    if (range.to >= rows.length) onEnd?.()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- called once for each end that comes into sight
  }, [range.to >= rows.length, rows.length])
  if (rows.length === 0) return <p class="empty">{empty}</p>
  const last = Math.min(range.to, rows.length)
  return (
    <div class="table" ref={box} onScroll={look} tabIndex={0} role="region" aria-label={label}>
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ title, width }) => (
              <th scope="col" style={width === undefined ? {} : { width }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={range.from} span={columns.length} />
          {rows.slice(range.from, last).map((row, index) => (
            <tr key={keyOf(row)} aria-rowindex={range.from + index + 2}>
              {columns.map(({ cell }) => (
                <td>{cell(row)}</td>
              ))}
            </tr>
          ))}
          <Gap rows={rows.length - last} span={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

function Gap({ rows, span }: { readonly rows: number; readonly span: number }): JSX.Element | null {
  if (rows <= 0) return null
  return (
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height: `${rows * rowHeight}px`, padding: 0, border: 0 }} />
    </tr>
  )
}
