import { beside } from '../deviants/beside.ts'
import type { ClauseId } from '../registry/clauses.ts'
import { globPattern } from './globs.ts'

/**
 * Clauses through which others are judged: where the first is broken, the checks of those that a glob fits fail as well,
 * and not the other way round. Beyond what `beside.ts` has measured within the same check.
 */
const carried: readonly (readonly [ClauseId, readonly string[]])[] = [
  // Whatever is read is read as JSON, under an id, as it was written, and reading it changes nothing.
  ['conventions.json.body', ['*']],
  ['users.id.unique', ['*']],
  [
    'users.get.reads-own-writes',
    ['users.profile.*.null', 'users.search.*', 'users.omit.*', 'users.update.strict', 'users.type.*'],
  ],
  [
    'conventions.reads.safe',
    ['users.search.*', 'users.update-me.*', 'users.operations.*', 'conventions.writes.*'],
  ],
  // What an operation did to the user shows in the next call that needs the user as it was.
  [
    'users.operations.status-kept',
    ['users.update.*', 'users.replace.*', 'users.operations.*', 'users.profile.*'],
  ],
  [
    'users.create.activate-default',
    ['users.activate.*', 'users.path.*', 'users.status-changed.*', 'users.delete.*', 'membership.*'],
  ],
  ['users.create.staged-with-question', ['credentials.question.*', 'credentials.answer.*']],
  ['users.created.read-only', ['users.search.created']],
  ['users.status-changed.moves', ['users.search.status-changed', 'users.activate.transitioning']],
  // Searches that checks find their records by, and times that they look for as they read them.
  ['conventions.timestamps.users', ['users.search.*', 'users.filter.*']],
  ['conventions.timestamps.groups', ['groups.search.*', 'groups.filter.*']],
  ['users.search.and', ['users.search.*', 'users.list.*']],
  ['users.search.value-case', ['users.search.*']],
  ['users.list.sort-ties', ['users.list.sort-desc', 'users.list.sort-by']],
  [
    'groups.search.description',
    ['groups.list.*', 'groups.name.*', 'groups.description.*', 'groups.search.*'],
  ],
  ['groups.delete.gone', ['groups.delete.app-group']],
  ['groups.search.name', ['groups.name.*', 'groups.list.*']],
  ['groups.custom.declared', ['groups.directory.*', 'conventions.naming.directory-name']],
  // What is embedded is asked for first.
  ['users.get.expand-block', ['users.block.*']],
  ['users.omit.one-alone', ['users.omit.*']],
  ['users.omit.links-others-stay', ['users.omit.*']],
  // What was read is sent back in an update.
  ['clients.initiate-login-uri.null', ['clients.update.*']],
  ['clients.logo-uri.null', ['clients.update.*']],
  ['clients.policy-uri.null', ['clients.update.*']],
  ['clients.tos-uri.null', ['clients.update.*']],
  ['clients.jwks-uri.null', ['clients.update.*']],
  // Rules of a name are made without people.
  ['rules.people.omitted', ['rules.name.*']],
  ['rules.create.inactive', ['rules.status.*', 'rules.update.*', 'rules.people.*']],
]

const globs = new Map(
  carried.map(([clause, fits]) => [clause as string, fits.map((fit) => globPattern(fit))]),
)

/** Whether a clause is judged through what another one states: it fails where that one is broken. */
export function restsOn(clause: string, basis: string): boolean {
  return clause !== basis && carries(basis, clause) && !carries(clause, basis)
}

function carries(basis: string, clause: string): boolean {
  return (
    (!/^(?:errors|conventions\.paging)\./.test(basis) &&
      beside[basis as ClauseId]?.includes(clause as ClauseId)) ||
    (globs.get(basis)?.some((glob) => glob.test(clause)) ?? false)
  )
}
