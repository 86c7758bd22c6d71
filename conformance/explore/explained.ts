import { interpretations } from '../../src/contract/interpretations/index.ts'
import { gradable } from '../registry/requirement.ts'
import { requirements } from '../registry/requirements.ts'
import { lifecycleCalls, moveRows, refusalRows } from '../tables/statuses.ts'
import { factNames, timestampsOf } from './compare/facts.ts'
import { statedRefusals, statedSuccess } from './compare/outcome.ts'
import { ofSignIn } from './commands/person-commands.ts'
import { reachOf } from './reach.ts'
import { stillAfter } from './compare/timestamp-rules.ts'

/** The list of compared and not compared parts of an exploration, for people, from its tables and the contract. */
export function explorationExplained(): string {
  const commands = Object.keys(lifecycleCalls).flatMap((operation) => {
    const stated = (
      rows: readonly { readonly on: string; readonly from: string; readonly reason?: string }[],
    ): string =>
      rows
        .filter(({ on, reason }) => on === operation && reason === undefined)
        .map(({ from }) => from)
        .join(', ')
    const allowed = stated(moveRows)
    const refused = stated(refusalRows)
    return [
      `${operation}: succeeds in ${allowed || 'no status that is stated'}; is refused in ${refused || 'none'}`,
    ]
  })
  const graded = requirements.filter(gradable)
  const reached = graded.filter((requirement) => reachOf(requirement) !== undefined)
  return [
    `An exploration reaches ${reached.length} of the ${graded.length} graded requirements. conform explain says of each by what.`,
    '',
    'Compared',
    '',
    ...list(
      'Status of success',
      Object.entries(statedSuccess).map(([operation, status]) => `${operation} ${status}`),
    ),
    ...list('Status and code of an error', [
      'unknown ids: 404 E0000007',
      ...Object.entries(statedRefusals).map(([operation, stated]) => `${operation} ${stated?.join(' ')}`),
    ]),
    ...list('With --control: whether somebody can sign in, and read itself with the session, as stated by', [
      [...Object.values(ofSignIn), 'users.get.me-cookie', 'sessions.clear.ended'].join(', '),
    ]),
    ...list('Any 4xx where a requirement says that a call is refused, and nothing changed afterwards', []),
    ...list('Lifecycle of users, by the status before', commands),
    ...list(
      'Members of records',
      Object.entries(factNames).map(([kind, names]) => `${kind}: ${names.join(', ')}`),
    ),
    ...list('Lists', [
      'which records of the run are in them, through search, filter, q and pages; no record twice',
      'order with sortBy, for texts of ASCII; equal ones by id',
      'consents and refresh tokens in force, by user, client and scopes; none of a user who gave none',
      'order of redirect URIs, as the client alone shows it',
    ]),
    ...list('Times', [
      ...Object.entries(timestampsOf).map(
        ([kind, names]) => `${kind}: ${names.join(', ')}: form, clock, order, never backwards`,
      ),
      ...Object.entries(stillAfter).flatMap(([kind, times]) =>
        Object.entries(times).map(
          ([time, operations]) => `${kind}.${time} stands still after ${operations.join(', ')}`,
        ),
      ),
    ]),
    'Not compared: texts, links, ids, memberships of deactivated users, members that the API description does not name, and these interpretations',
    '',
    ...interpretations.map(({ id, question }) => `  ${id}: ${question}`),
  ].join('\n')
}

function list(title: string, lines: readonly string[]): string[] {
  return [`  ${title}`, ...lines.map((line) => `    ${line}`), '']
}
