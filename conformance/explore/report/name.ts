import type { Requirement } from '../../registry/requirement.ts'
import { requirements } from '../../registry/requirements.ts'
import type { Difference } from '../compare/difference.ts'
import type { Ids } from './name-lists.ts'
import { ofList, ofMembership, removalOf } from './name-lists.ts'
import type { Call } from '../sequence/sequence.ts'
import { handlesOf } from '../sequence/sequence.ts'
import { requirementOfParameters } from '../commands/parameters.ts'
import { slugOf } from '../sequence/values.ts'

/** A finding for which a requirement is sought: the difference of the two services, at the end of a sequence. */
export interface Named {
  readonly sequence: readonly Call[]
  readonly difference: Difference
}

const known = new Map<string, Requirement>(requirements.map((requirement) => [requirement.id, requirement]))
const byCover = new Map<string, string>(
  requirements.flatMap(({ id, covers = [] }) => covers.map((cover) => [cover, id] as const)),
)

/**
 * The requirements that a difference may break, the best match first. They follow from the last call, the last write
 * about the record, and the difference. The report names the first that the suite grades.
 *
 * @param isSteady Whether the sequence shows the difference each time. Otherwise no call of it could be made plainer: a
 * parameter or a name that is left means nothing.
 */
export function requirementsFor({ sequence, difference }: Named, isSteady: boolean): Requirement[] {
  const last = sequence.at(-1) as Call
  const write = last.method === 'GET' ? writeAbout(sequence, difference) : last
  // A shortened sequence names a user by its id, unless the difference needs another name.
  const [, form] = /\.profile\.login(?:\|(\w+))?»/.exec(last.path) ?? [undefined, 'none']
  const name = form === 'none' ? undefined : `users.path.${form === 'short' ? 'short-name' : 'login'}`
  return [
    ...new Set([
      name,
      isSteady ? requirementOfParameters(last) : undefined,
      addedByRule(sequence, write, difference),
      loginGivenBack(sequence, difference),
      ...candidates(last, write, difference),
    ]),
  ]
    .map((id) => known.get(id ?? ''))
    .filter((requirement) => requirement !== undefined)
}

/** Which requirement a rule breaks that adds somebody: after its activation, or after a change of a user. */
function addedByRule(
  sequence: readonly Call[],
  write: Call | undefined,
  { aspect }: Difference,
): string | undefined {
  const isOfRule = sequence.some(({ operation }) => operation === 'createGroupRule')
  if (
    !isOfRule ||
    aspect !== 'extra' ||
    !/^list(GroupUsers|UserGroups)$/.test(sequence.at(-1)?.operation ?? '')
  )
    return undefined
  if (write?.operation === 'activateGroupRule') return 'rules.active.leaves-others'
  return /^(update|replace)User$/.test(write?.operation ?? '')
    ? 'rules.people.users-excluded.skipped'
    : undefined
}

/** Which requirement says that nobody has the login of a removed user. */
function loginGivenBack(sequence: readonly Call[], { aspect }: Difference): string | undefined {
  const last = sequence.at(-1) as Call
  const login: unknown = last.body?.profile?.login
  if (aspect !== 'refused' || typeof login !== 'string') return undefined
  const owner = sequence.find((call) => call !== last && call.body?.profile?.login === login)?.record
  // The first DELETE only deactivates.
  const removal = sequence.findLast(
    (call) => call.operation === 'deleteUser' && owner !== undefined && handlesOf(call).has(owner),
  )
  return removal && removalOf(removal)
}

/** The last write before a read that names the record which differs, or else the last write. */
export function writeAbout(sequence: readonly Call[], { record, aspect }: Difference): Call | undefined {
  // A write between the pages of the list comes last.
  const writes = [...sequence.slice(0, -1), sequence.at(-1)?.between].filter(
    (call): call is Call => call !== undefined && call.method !== 'GET',
  )
  const latest = writes.at(-1)
  // A rule that runs changes the members of groups which the call does not name.
  if (latest?.operation === 'activateGroupRule' && aspect !== 'member' && aspect !== 'time') return latest
  const about = writes.filter(
    (call) => record !== undefined && (call.record === record || handlesOf(call).has(record)),
  )
  return about.at(-1) ?? latest
}

function candidates(last: Call, write: Call | undefined, difference: Difference): Ids {
  const { aspect, member } = difference
  if (last.equivalent !== undefined || last.learns !== undefined || last.together !== undefined)
    return [last.states]
  if (aspect === 'secret')
    return [
      member === 'client_secret'
        ? last.operation === 'newClientSecret'
          ? 'clients.new-secret.differs'
          : 'clients.secret.unique'
        : member === 'credentials.password'
          ? 'credentials.password.write-only'
          : 'credentials.answer.write-only',
    ]
  if (aspect === 'time' || aspect === 'form') return ofTime(last, write, difference)
  if (aspect === 'accepted' || aspect === 'refused') return ofRecord(last, write, difference)
  if (last.operation === 'listUserGroups')
    // Another read shows the group itself: after a change of it, the list of the user is wrong.
    return aspect === 'member'
      ? [
          ...(write?.operation === 'updateGroup' ? ['users.groups.ok'] : []),
          ...propertyOf(last, member ?? ''),
          'users.groups.ok',
        ]
      : [...ofMembership(write, 'users.groups.ok'), ...ofRecord(last, write, difference)]
  const isList = last.expression !== undefined || last.query?.['q'] !== undefined || last.pages === true
  // Consents and tokens are no records of a sequence: their lists name the requirement themselves.
  if (isList && last.shows !== undefined) {
    // A write that did not create the record stays in a shortened sequence only for its effect on the record.
    const isDone =
      write !== undefined &&
      (member !== 'status' || write.path.includes('/lifecycle/')) &&
      !/^(create|register|add|remove)/.test(write.operation)
    return [
      ...ofList(last, write, difference),
      ...(aspect === 'member' && !isDone ? propertyOf(last, member ?? '') : []),
      ...ofRecord(last, write, difference),
    ]
  }
  return ofRecord(last, write, difference)
}

/** The requirement about a successful call, by its operation. */
function success(call: Call): string | undefined {
  return byCover.get(`success:${call.operation}`)
}

function unknownId(call: Call): string | undefined {
  if (call.operation === 'getUser' && !/«\w+\.id»$|«none\d»$/.test(call.path))
    return 'users.get.unknown-login'
  return ['id', 'userId', 'groupId', 'ruleId', 'clientId']
    .map((input) => byCover.get(`unknown-id:${call.operation}.${input}`))
    .find((id) => id !== undefined)
}

const kinds: Readonly<Record<string, string>> = {
  user: 'users',
  group: 'groups',
  rule: 'rules',
  client: 'clients',
}

/** The requirement about the status of a rule, by the operation that changes it. */
const ruleMoves: Readonly<Record<string, string>> = {
  activateGroupRule: 'rules.activate.active',
  deactivateGroupRule: 'rules.deactivate.inactive',
}

function ofRecord(
  last: Call,
  write: Call | undefined,
  { aspect, member = '', record, expected }: Difference,
): Ids {
  const isRead = last.method === 'GET'
  if (aspect === 'status' || aspect === 'code') {
    // A refusal that differs from the description: mostly an unknown or deleted id.
    if (/^[45]/.test(expected))
      return [...(/^(404|401)/.test(expected) ? [unknownId(last)] : []), last.states, success(last)]
    return [success(last), last.states]
  }
  if (aspect === 'refused' || aspect === 'accepted') {
    if (!isRead) return [unknownWhere(last), last.states, ...(aspect === 'refused' ? [success(last)] : [])]
    // A read of a deleted record, or one that no longer finds anything.
    const isAbout = write !== undefined && write.dimension !== 'refused'
    return [
      ...(aspect === 'accepted' && write?.method === 'DELETE' && last.operation.startsWith('get')
        ? [removalOf(write)]
        : []),
      ...(expected.startsWith('404') ? [unknownId(last)] : []),
      last.states,
      ...(isAbout ? [write.states] : []),
      success(last),
    ]
  }
  const kind = kinds[last.shows ?? ''] ?? 'users'
  const isOther =
    write !== undefined && record !== undefined && write.record !== record && !handlesOf(write).has(record)
  if (isRead && isOther) return ['conventions.writes.others-kept', ...propertyOf(last, member)]
  if (isRead && write?.dimension === 'refused')
    return [
      write.states,
      `${kind}.operations.kept`,
      'users.operations.profile-kept',
      ...propertyOf(last, member),
    ]
  if (member === 'status')
    return [
      ruleMoves[write?.operation ?? ''],
      write?.states,
      `${kind}.operations.status-kept`,
      ...propertyOf(last, member),
    ]
  if (write === undefined) return propertyOf(last, member)
  return ofWrite(write, last, member, kind)
}

function unknownWhere(call: Call): string | undefined {
  return call.dimension === 'names-in-paths' ? (unknownId(call) ?? call.states) : undefined
}

/** A member that a write should have set, or left unchanged. */
function ofWrite(write: Call, last: Call, member: string, kind: string): Ids {
  const isSent = sends(write.body, member)
  const own = propertyOf(last, member)
  switch (write.operation) {
    case 'createUser':
    case 'createGroup':
    case 'createGroupRule':
      return isSent ? [...own, `${kind}.create.stored`] : own
    case 'registerClient':
      return isSent ? [...own, 'clients.register.stored'] : own
    case 'updateUser':
    case 'replaceUser': {
      const area = write.operation === 'updateUser' ? 'users.update' : 'users.replace'
      if (isSent) return [`${area}.stored`, ...own]
      if (member.startsWith('credentials.recovery_question'))
        return ['users.operations.question-kept', ...own]
      return [`${area}.${area === 'users.update' ? 'keeps' : 'deletes'}`, ...own]
    }
    case 'updateGroup':
      return isSent ? ['groups.update.stored', ...own] : ['groups.update.whole', ...own]
    case 'updateClient':
      return ['clients.update.stored', ...own]
    case 'updateGroupRule':
      return [isSent ? 'rules.update.stored' : 'rules.operations.kept', ...own]
    case 'newClientSecret':
      return [
        ...(member !== 'client_secret'
          ? ['clients.new-secret.settings-kept']
          : last.method === 'GET'
            ? []
            : ['clients.new-secret.ok']),
        ...own,
      ]
    default:
      if (kind === 'users')
        return [
          member.startsWith('profile.')
            ? 'users.operations.profile-kept'
            : member.startsWith('credentials.recovery_question')
              ? write.operation === 'changeRecoveryQuestion'
                ? 'credentials.change-question.set'
                : 'users.operations.question-kept'
              : undefined,
          ...own,
          write.states,
        ]
      return [`${kind}.operations.kept`, ...own, write.states]
  }
}

/** Whether a body contains a member, by its path in the facts. */
function sends(body: unknown, member: string): boolean {
  let value = body as Record<string, unknown> | undefined
  for (const key of member.split('.')) {
    if (typeof value !== 'object' || value === null || !(key in value)) return false
    value = value[key] as Record<string, unknown>
  }
  return true
}

/** The requirements about the presence and value of a member. */
function propertyOf(call: Call, member: string): Ids {
  const [head = '', name = ''] = member.split('.')
  switch (call.shows) {
    case 'user':
      if (head === 'profile')
        return [
          `users.profile.${slugOf(name)}.kept`,
          byCover.get(`property:Profile.${name}`),
          'users.profile.kept',
        ]
      if (member === 'credentials.recovery_question') return ['credentials.question.kept']
      if (member === 'credentials.password')
        return ['credentials.password.empty-object', 'credentials.password.null']
      if (member === 'credentials.provider.type') return ['credentials.provider.present']
      if (member === '_links')
        return [call.operation === 'listGroupUsers' ? 'membership.list.links' : 'users.links.list-self-only']
      return [byCover.get(`property:User.${head}`)]
    case 'group':
      return head === 'profile' ? [`groups.${slugOf(name)}.kept`] : [byCover.get(`property:Group.${head}`)]
    case 'rule':
      return [
        byCover.get(`property:GroupRule.${member}`),
        byCover.get(`property:GroupRule.${head}`),
        'rules.list.expand',
      ]
    case 'client':
      if (head === 'jwks') return ['clients.jwks.writable', 'clients.jwks.keys']
      if (head === 'client_secret')
        return call.method === 'GET'
          ? [call.operation === 'listClients' ? 'clients.list.no-secret' : 'clients.get.no-secret']
          : ['clients.secret.generated']
      return [
        `clients.${head.replace('client_name', 'name').replaceAll('_', '-')}.kept`,
        byCover.get(`property:Client.${head}`),
        'clients.register.all-settings',
      ]
    default:
      return []
  }
}

function ofTime(last: Call, write: Call | undefined, { aspect, member = '', expected }: Difference): Ids {
  const kind = kinds[last.shows ?? ''] ?? 'users'
  if (last.shows === 'client') return ['clients.issued-at.unix-seconds', 'clients.issued-at.read-only']
  if (aspect === 'form') return [`conventions.timestamps.${kind}`]
  if (write?.dimension === 'refused' && expected.startsWith('as before')) return [write.states]
  const isMembership = write?.operation === 'addUserToGroup' || write?.operation === 'removeUserFromGroup'
  if (last.shows === 'group' && write !== undefined && member !== 'created') {
    if (member === 'lastUpdated')
      return [isMembership ? 'groups.last-updated.membership' : 'groups.last-updated.moves']
    return [
      write.operation === 'addUserToGroup'
        ? 'groups.last-membership-updated.added'
        : write.operation === 'removeUserFromGroup'
          ? 'groups.last-membership-updated.removed'
          : 'groups.last-membership-updated.profile',
    ]
  }
  if (expected.startsWith('as before, since nothing was written')) return ['conventions.reads.safe']
  if (member === 'statusChanged' && expected === 'later than before') return ['users.status-changed.moves']
  if (kind === 'users' && member !== 'created')
    return [
      expected === 'later than before' ? write?.states : undefined,
      'users.operations.times-kept',
      byCover.get(`property:User.${member}`),
    ]
  return [`${kind}.${slugOf(member)}.read-only`, `${kind}.${slugOf(member)}.present`]
}
