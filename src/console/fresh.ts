import { useRef } from 'preact/hooks'

/** How many new rows wait above those that somebody reads. */
export function useFresh<Row>(
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
