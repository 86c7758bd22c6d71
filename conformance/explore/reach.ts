/**
 * Which requirements an exploration can reach, and by what. The rows of its commands say so, with the compared members.
 * Globs stand for the requirements that a difference is named after.
 */
import { refusedKeys } from '../checks/support/clients.ts'
import { globPattern } from '../engine/words/text.ts'
import type { Prerequisite } from '../registry/prerequisites.ts'
import type { Cover, Requirement } from '../registry/requirement.ts'
import { refusedRedirects } from '../tables/client-settings.ts'
import { hashValues } from '../tables/hashes.ts'
import { neededProperties } from '../tables/profile.ts'
import { refusedCredentials, refusedValues } from '../tables/refused-values.ts'
import { requiredMembers } from '../tables/required.ts'
import { moveRows, refusalRows, lifecycleCalls } from '../tables/statuses.ts'
import { unknownClientIds, unknownIds, unknownMemberIds } from '../tables/unknown-ids.ts'
import { factNames, timestampsOf } from './compare/facts.ts'
import { interpretations } from '../../src/contract/interpretations/index.ts'
import { gradable } from '../registry/requirement.ts'
import { requirements } from '../registry/requirements.ts'
import { statedRefusals, statedSuccess } from './compare/outcome.ts'
import { ofSignIn } from './commands/person-commands.ts'
import { stillAfter } from './compare/timestamp-rules.ts'

/** A way in which an exploration notices that a requirement is broken. */
interface Way {
  /** Words that follow "by". */
  readonly by: string
  /** Ids and globs of requirements. */
  readonly ids: readonly string[]
  /** Whether it is about a row of the API description. */
  readonly covers?: (cover: Cover) => boolean
}

const resources: Readonly<Record<string, string>> = {
  User: 'user',
  Group: 'group',
  GroupRule: 'rule',
  Client: 'client',
}

/** Whether a row is about one of these members, by resource. */
const among =
  (members: Readonly<Record<string, readonly string[]>>) =>
  (cover: Cover): boolean => {
    const [, of = '', member = ''] = /^property:(\w+)\.(\w+)/.exec(cover) ?? []
    return members[resources[of] ?? '']?.some((name) => name.split(/[ .]/)[0] === member) === true
  }

const each = (glob: string, ...parts: readonly string[]): string[] =>
  parts.map((part) => glob.replace('_', part))

/** The best way first. */
const ways: readonly Way[] = [
  {
    by: 'the outcome of its calls',
    ids: [
      ...[...moveRows, ...refusalRows, ...refusedCredentials, ...refusedValues].map(({ id }) => id),
      ...[...unknownClientIds, ...unknownIds, ...unknownMemberIds]
        .filter(({ of }) => !/^(change|forgotPasswordWith)/.test(of))
        .map(({ id }) => id),
      ...requiredMembers.filter(({ on }) => on !== 'createUser').map(({ id }) => id),
      ...[...refusedRedirects, ...refusedKeys].map(([id]) => id),
      ...Object.values(hashValues)
        .flat()
        .filter(({ instead }) => instead !== undefined)
        .map(({ id }) => id),
      ...each('auth.required._', 'users', 'groups', 'rules', 'lifecycle', 'clients', 'credentials'),
      'auth.invalid-token',
      ...each('_.m*.refused', 'users.profile.*', 'groups.*', 'rules.name', 'credentials.*'),
      'users.profile.*.required',
      ...neededProperties.map(({ slug }) => `users.profile.${slug}.null`),
      ...each('users._', 'update.password', 'update.recovery-question', 'replace.credentials'),
      ...each('credentials._', 'change-password.from-recovery', 'change-question.from-*'),
      ...each('clients._.unknown', 'grant-types', 'response-types', 'auth-method'),
      ...each('users.login.duplicate_', '', '-case', '-diacritics', '-update'),
      ...each('users.create._', 'staged', 'no-password', 'password', 'change-password', 'social-*'),
      ...each('users.create._', 'federation-*', 'group-ids.unknown', 'group-ids.max.refused'),
      ...each('users._', 'path.login', 'path.me', 'path.short-name*', 'custom.undeclared', 'type.on-update'),
      ...each('users._', 'suspend.not-active', 'unsuspend.not-suspended', 'reactivate.wrong-status'),
      'users.expire-password.temporary',
      ...each('users._', 'get.unknown-login', 'get.me-token', 'reset-password.*-federation'),
      'clients.grant-types.*.*',
      'credentials.hash.update-*',
      '*.limits-on-update',
    ],
    covers: (cover) => cover.startsWith('success:'),
  },
  {
    by: 'the lists that it reads, with their pages and order',
    ids: [
      ...each('*.list._', 'after', 'limit', 'q', 'q-excludes', 'q-exact-first', 'hides-deprovisioned'),
      ...each('*.list._', 'sort-by', 'sort-asc', 'sort-desc', 'sort-ties', 'q.first-name', 'search*'),
      ...each('*.search._', 'profile*', 'name', 'id', 'status', 'type', '*ed', 'description', 'paging'),
      ...each('*.search._', 'sw', 'gt', 'lt', 'and', 'or', 'parentheses', 'quote', '*-case'),
      ...each('*.filter._', 'id', 'login', 'email', '*-name', 'status.*', 'type.*', '*-updated.*'),
      ...each('*.filter._', 'and', 'or', 'parentheses', '*-case'),
      ...each('users._', 'create.group-ids', 'operations.groups-kept', 'list.q.excludes'),
      ...each('groups.delete._', 'gone', 'members-stay'),
      ...each('rules._', 'active.*', 'delete.*-users', 'people.users-excluded.skipped'),
      ...each('membership._', 'add.effect', 'remove.effect', 'remove.user-stays', 'list.links'),
      ...each('conventions._', 'paging.complete', 'paging.ends', 'reads.safe'),
      'users.app-links.none',
    ],
  },
  {
    by: 'the members of records, read after each write',
    ids: [
      ...each('users._', 'profile.*.kept', 'profile.*.null', 'profile.*.m*.accepted', 'profile.kept'),
      ...each('*._.stored', 'create', 'update', 'replace', 'register'),
      ...each('*.operations._', 'kept', 'profile-kept', 'question-kept', 'status-kept'),
      ...each('users._', 'update.keeps', 'replace.deletes', 'omit.*', 'links.list-self-only'),
      ...each('_.m*.accepted', 'groups.*', 'rules.name', 'credentials.question', 'credentials.answer'),
      ...each('credentials._', 'question.kept', 'password.empty-object', 'password.null'),
      ...each('credentials._', 'provider.present', 'change-question.set', 'answer.password-set'),
      ...each('clients.*._', 'null', 'kept'),
      ...each('clients._', 'jwks.keys', 'jwks.writable', 'register.all-settings', 'delete.gone'),
      ...each('clients.new-secret._', 'differs', 'settings-kept'),
      ...each('groups._', 'name.kept', 'description.*', 'update.whole', 'list.expand-stats'),
      ...each('rules._', 'list.expand', 'get.expand', '*.inactive', '*.active'),
      ...each('users._', '*.mail', '*.asynchronous', 'reset-password.url', 'delete.removed'),
      'conventions.writes.others-kept',
    ],
    covers: among(factNames),
  },
  {
    by: 'the times of records',
    ids: [
      ...each('*.last*-updated._', 'moves', 'membership', 'added', 'removed', 'profile'),
      ...each('users._', 'status-changed.moves', 'operations.times-kept'),
      ...each('clients.issued-at._', 'unix-seconds', 'read-only'),
      'conventions.timestamps.*',
    ],
    covers: among(timestampsOf),
  },
  {
    by: 'secrets, which no reply repeats',
    ids: [
      ...each('clients._', 'secret.generated', 'secret.unique', 'get.no-secret', 'list.no-secret'),
      ...each('credentials._.write-only', 'password', 'answer'),
    ],
  },
  {
    by: 'people who sign in, and time that passes',
    ids: [
      ...each(
        'users._',
        'create.password-sign-in',
        'suspend.sign-in',
        'reset-password.sign-in',
        'get.me-cookie',
      ),
      ...each('sessions.clear._', 'ended', 'others-kept', 'tokens'),
      ...each('_.effect', 'grants.*', 'tokens.*'),
      ...each('_.revoke-sessions', 'users.reset-password', 'credentials.change-password'),
    ],
  },
]

/** Things that an exploration makes by itself, and those for which it needs the control plane of the mock. */
const own: readonly Prerequisite[] = ['rule-expression', 'user-type', 'early-access', 'federation', 'mail']
const byControl: readonly Prerequisite[] = [
  'grants',
  'refresh-tokens',
  'sign-in',
  'locked-out-user',
  'session-cookie',
  'outbox',
  'clock',
]

const patterns = ways.map(({ ids, ...way }) => ({ ...way, patterns: ids.map(globPattern) }))

/** How an exploration notices that a requirement is broken, in words; undefined if it cannot. */
export function reachOf({ id, needs = [], covers = [] }: Requirement): string | undefined {
  if (!needs.every((need) => [...own, ...byControl].includes(need))) return undefined
  const way = patterns.find(
    (each) =>
      each.patterns.some((pattern) => pattern.test(id)) || covers.some((cover) => each.covers?.(cover)),
  )
  if (way === undefined) return undefined
  return `${needs.some((need) => byControl.includes(need)) ? 'with --control, ' : ''}by ${way.by}`
}

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
