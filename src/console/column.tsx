import type { ComponentChildren, JSX } from 'preact'
import { type Possible, Steps } from './controls.tsx'

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

/** A column with buttons in each row. */
export function stepColumn<Row>(title: string, width: string, steps: (row: Row) => Possible): Column<Row> {
  return {
    title: <span class="unseen">{title}</span>,
    width,
    isButtons: true,
    cell: (row) => <Steps quiet all={steps(row)} />,
  }
}

/** The title of a column; if it sorts the list, a button: ascending, descending, unsorted. */
export function Head<Row>({
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

/** The classes of a cell, or of the head, of a column. */
export function classOf<Row>({ isSecondary, isButtons }: Column<Row>): string {
  const room = isSecondary === 'unless wide' ? ' secondary wide' : isSecondary ? ' secondary' : ''
  return `cell${room}${isButtons ? ' buttons' : ''}`
}

/** The width of a cell, or of the head, of a column. */
export function widthOf<Row>({ width, share = 1 }: Column<Row>): {
  readonly flex: string
  readonly minWidth?: string
} {
  return width === undefined ? { flex: `${share} 1 0` } : { flex: `0 0 ${width}`, minWidth: width }
}
