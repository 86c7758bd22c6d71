/** Servers that do not refuse an unknown id, or not with 404 and E0000007 (Errors). */
import { routes } from '../../engine/wire/routes.ts'
import { partsOf, unknownIds } from '../../tables/unknown-ids.ts'
import type { Deviant } from './deviant.ts'
import { refusals } from './families/refusals.ts'

/** The row of getUser depends on the form of the path, and has its broken servers in another file. */
const rows = unknownIds.filter(({ of }) => of !== 'getUser.id')

export const unknownIdDeviants: readonly Deviant[] = refusals(
  rows.map((row) => {
    const [on] = partsOf(row)
    const accepted = routes[on].startsWith('DELETE') ? { accepted: { status: 204 } } : {}
    return { clause: row.id, on, status: 404, code: 'E0000007', ...accepted }
  }),
)
