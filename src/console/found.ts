import { useRef, useState } from 'preact/hooks'
import { useLoaded, useParameter, useReach } from './reach.ts'
import type { TableProps } from './table.tsx'

/** How many rows before and after those in sight are loaded with them. */
const margin = 80

/** How near to the loaded rows' end further ones are requested, so that they are there in time. */
const ahead = 40

/**
 * A list of any length that the control plane searches, as the address says: `find` and `sort`. Only visible rows are
 * loaded, and some around them.
 *
 * @param filter Further parameters of the search.
 * @param concerns Prefixes of the types of events after which the visible rows are loaded again.
 */
export function useFound<Row>(
  kind: 'users' | 'groups',
  filter: object,
  concerns: readonly string[],
): Required<Pick<TableProps<Row>, 'rows' | 'loaded' | 'onRange' | 'sort'>> & {
  /** How many of all records are found. */
  readonly count: (shown: number) => string
  readonly all: () => Promise<readonly Row[]>
} {
  const { backend } = useReach()
  const [text] = useParameter('find')
  const sort = useParameter('sort')
  const [{ from, to }, setWindow] = useState({ from: 0, to: 2 * margin })
  const wanted = { text, ...filter, ...sorting(sort[0]) }
  const ask = async (
    offset: number,
    limit: number,
  ): Promise<{ readonly rows: readonly Row[]; readonly found: number; readonly total: number }> => {
    const answer = await backend.control('search', { kind, ...wanted, offset, limit })
    return { ...answer, rows: answer.rows as unknown as readonly Row[] }
  }
  // A row that is as before stays the same object, so that the table does not draw it again.
  const known = useRef(new Map<string, Row>())
  const loaded = useLoaded(
    async () => {
      const { rows, found, total } = await ask(from, to - from)
      const texts = rows.map((row) => JSON.stringify(row))
      known.current = new Map(
        rows.map((row, index) => [texts[index]!, known.current.get(texts[index]!) ?? row]),
      )
      const all: (Row | undefined)[] = []
      all.length = found
      for (const [index, text] of texts.entries()) all[from + index] = known.current.get(text)
      return { all, total }
    },
    [JSON.stringify(wanted), from, to],
    concerns,
  )
  return {
    rows: loaded.value?.all ?? [],
    loaded,
    sort,
    all: async () => {
      const all: Row[] = []
      for (let found = 1; all.length < found;) {
        const answer = await ask(all.length, 1000)
        // Somebody may delete records meanwhile.
        found = answer.rows.length === 0 ? 0 : answer.found
        all.push(...answer.rows)
      }
      return all
    },
    count: (shown) => `${shown} of ${loaded.value?.total} found`,
    onRange: (first, end) =>
      setWindow((before) =>
        Math.max(0, first - ahead) >= before.from && end + ahead <= before.to
          ? before
          : { from: Math.max(0, first - margin), to: end + margin },
      ),
  }
}

/** The parameters for a sort order, as the control plane takes them. */
function sorting(sort: string): object {
  if (sort === '') return {}
  return sort.startsWith('-') ? { sortBy: sort.slice(1), sortOrder: 'desc' } : { sortBy: sort }
}
