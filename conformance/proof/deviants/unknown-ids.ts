/** Servers that do not refuse an unknown id, or not with 404 and E0000007 (Errors). */
import { routes } from '../../engine/wire/routes.ts'
import {
  partsOf,
  unknownCredentialIds,
  unknownGrantIds,
  unknownGroupIds,
  unknownGroupOfApps,
  unknownLifecycleIds,
  unknownRuleIds,
  unknownSessionIds,
  unknownTokenIds,
  unknownUserIds,
} from '../../tables/unknown-ids.ts'
import type { Deviant } from './deviant.ts'
import { refusals } from './families/refusals.ts'

/** Those of getUser and of members stand in their own files: they depend on the form of the path. */
const rows = [
  ...unknownGroupIds,
  ...unknownRuleIds,
  ...unknownGroupOfApps,
  ...unknownUserIds.filter(({ of }) => of !== 'getUser.id'),
  ...unknownLifecycleIds,
  ...unknownSessionIds,
  ...unknownCredentialIds,
  ...unknownGrantIds,
  ...unknownTokenIds,
]

export const unknownIdDeviants: readonly Deviant[] = refusals(
  rows.map((row) => {
    const [on] = partsOf(row)
    const accepted = routes[on].startsWith('DELETE') ? { accepted: { status: 204 } } : {}
    return { clause: row.id, on, status: 404, code: 'E0000007', ...accepted }
  }),
)
