import { check, type CheckContext, type Prerequisite, type RequirementId } from '../engine/run/check.ts'
import { callOf, routes } from '../engine/wire/routes.ts'
import {
  partsOf,
  strayBodies,
  unknownCredentialIds,
  unknownGrantIds,
  unknownGroupIds,
  unknownGroupOfApps,
  unknownLifecycleIds,
  unknownRuleIds,
  unknownSessionIds,
  unknownTokenIds,
  unknownUserIds,
  unknownMemberIds,
  type UnknownId,
} from '../tables/unknown-ids.ts'
import { anythingBut } from '../tables/forms.ts'
import { consentPaths } from './support/arrange.ts'
import { rulesPath, groupsPath, usersPath } from './support/paths.ts'
import { holding, idsOf, listRulesUntil, quoted } from './support/find-records.ts'

type Row = UnknownId & { readonly id: RequirementId }

interface Operations {
  readonly title: string
  readonly rows: readonly Row[]
  readonly needs?: readonly Prerequisite[]
  /** Calls on known ids that have to succeed: otherwise a server that knows nothing would pass. */
  readonly controls: readonly (readonly [owner: RequirementId, path: (known: Known) => string])[]
}

/** The records that a call may name in addition to the unknown id. */
interface Known {
  readonly userId: string
  readonly clientId: string
  readonly groupId: string
}

const userPath = ({ userId }: Known): string => `/api/v1/users/${userId}`
const groupPath = ({ groupId }: Known): string => `/api/v1/groups/${groupId}`

const operations: readonly Operations[] = [
  {
    title: 'a group, or a list below it',
    rows: [...unknownGroupIds, ...unknownGroupOfApps],
    controls: [['groups.get.ok', groupPath]],
  },
  {
    // No rule can be created without an expression, so the control is a group: not everything is unknown.
    title: 'a group rule',
    rows: unknownRuleIds.filter(({ needs }) => needs === undefined),
    controls: [
      ['rules.list.ok', () => rulesPath],
      ['groups.get.ok', groupPath],
    ],
  },
  {
    title: 'a user, or a list below it',
    rows: [...unknownUserIds, ...unknownSessionIds],
    controls: [['users.get.ok', userPath]],
  },
  {
    title: 'a user, of a lifecycle operation',
    rows: unknownLifecycleIds,
    controls: [['users.get.ok', userPath]],
  },
  {
    title: 'a user, of a credential operation',
    rows: unknownCredentialIds,
    controls: [['users.get.ok', userPath]],
  },
  {
    title: 'a user with grants',
    rows: unknownGrantIds.filter(({ of }) => of.endsWith('.userId')),
    needs: ['early-access'],
    controls: [
      ['grants.list.ok', ({ userId }) => consentPaths(userId).grants],
      ['grants.clients.ok', ({ userId }) => consentPaths(userId).clients],
    ],
  },
  {
    title: 'a refresh token, or its user',
    rows: unknownTokenIds.filter(({ needs }) => needs === undefined),
    controls: [['tokens.list.ok', ({ userId, clientId }) => consentPaths(userId, clientId).clientTokens]],
  },
]

/** The requirement of a row, and the one about unknown ids of users, groups and rules. */
function requirementsOf({ needs }: Operations, row: Row): RequirementId[] {
  const isOfAll = needs === undefined && ['id', 'userId', 'groupId', 'ruleId'].includes(partsOf(row)[1])
  return isOfAll ? [row.id, 'errors.unknown-resource'] : [row.id]
}

/** Makes what the calls name, as far as they name it. */
async function arrange({ given }: CheckContext, rows: readonly Row[]): Promise<Known> {
  const names = (id: string): boolean => rows.some((row) => routes[partsOf(row)[0]].includes(id))
  const user = await given.user({ activate: false, password: false })
  return {
    userId: user.id,
    groupId: names('{groupId}') || names('{ruleId}') ? (await given.group()).id : '',
    clientId: names('{clientId}') ? (await given.client()).id : '',
  }
}

for (const kind of operations) {
  const { title, rows, needs = [], controls } = kind
  check(
    `an unknown id is refused with 404 and E0000007: of ${title}`,
    { judges: [...new Set(rows.flatMap((row) => requirementsOf(kind, row)))], needs, quick: true },
    async (context) => {
      const { api, judge, unique } = context
      const known = await arrange(context, rows)
      for (const [owner, path] of controls) await api.control(owner).get(path(known))
      for (const row of rows) {
        const [on, unknown] = partsOf(row)
        // An id that is not among the known ones is as unknown as the one meant.
        const strange = { id: unique.unknownId(), grantId: unique.unknownId(), tokenId: unique.unknownId() }
        const { method, path } = callOf(on, { ...strange, ...known, [unknown]: strange.id })
        const body = strayBodies[on]
        const silently = method === 'POST' && body === undefined ? { query: { sendEmail: false } } : {}
        const reply = await api.request(method, path, body, silently)
        for (const requirement of requirementsOf(kind, row))
          judge(requirement).platformError(reply, 404, 'E0000007')
        // Neither the unknown record comes to be, nor is a known one changed.
        if (on === 'updateGroup') judge(row.id).refused(await api.get(path))
        if (on === 'updateUser' || on === 'replaceUser')
          judge(row.id).matches(await api.get(userPath(known)), {
            id: known.userId,
            profile: { title: anythingBut('Stray') },
          })
        if (on === 'deleteGroup')
          judge(row.id).matches(await api.get(groupPath(known)), { id: known.groupId })
      }
    },
  )
}

// Deleted or removed records are in no list any more, and no call finds them.

check(
  'a user who was removed is found no more',
  { judges: [], supports: ['users.delete.removed'] },
  async ({ given, api, judge, poll }) => {
    const user = await given.user({ activate: false, password: false })
    const search = (text: string): Promise<string[]> =>
      api.get(usersPath, { query: { search: text } }).then(idsOf)
    const found = (id: string): Promise<string[]> => search(`id eq ${quoted(id)}`)
    // Some keep deactivated users in a separate list.
    const ended = `status eq "DEPROVISIONED" and id eq ${quoted(user.id)}`
    await poll.until(
      () => found(user.id),
      (ids) => ids.length > 0,
    )
    const remove = (): Promise<unknown> => api.control('users.delete.no-content').delete(user.path)
    await remove()
    await poll.until(
      () => search(ended),
      (ids) => ids.length > 0,
    )
    await remove()
    const fence = await given.fresh.user({ activate: false, password: false })
    const after = await poll.behind(
      async () => (await found(fence.id)).length > 0,
      async () => [...(await found(user.id)), ...(await search(ended))],
      (ids) => ids.length === 0,
    )
    judge('users.delete.removed').equal(after, [], 'the users of its id')
  },
)

check(
  'a rule that was deleted is found no more',
  { judges: [], supports: ['rules.delete.inactive'], needs: ['rule-expression'] },
  async (context) => {
    const { given, api, judge, poll } = context
    const groups = [await given.group()]
    const rule = await given.rule({ groups })
    const found = (name: string): Promise<string[]> =>
      api.get(rulesPath, { query: { search: name } }).then(idsOf)
    await listRulesUntil(context, { search: rule.name }, holding(rule))
    await api.control('rules.delete.accepted').delete(rule.path)
    const fence = await given.rule({ groups })
    const after = await poll.behind(
      async () => (await found(fence.name)).includes(fence.id),
      () => found(rule.name),
      (ids) => !ids.includes(rule.id),
    )
    judge('rules.delete.inactive').ok(!after.includes(rule.id), 'the rule is not listed', after)
  },
)

const ofRemoved = [
  ...unknownUserIds,
  ...unknownSessionIds,
  ...unknownLifecycleIds,
  ...unknownCredentialIds,
  ...unknownGroupIds,
  ...unknownMemberIds.filter(({ of }) => of.endsWith('.userId')),
]

check(
  'a user and a group that were removed are as unknown as those that never were',
  { judges: [], supports: [...ofRemoved.map(({ id }) => id), 'groups.delete.gone'] },
  async ({ given, api, judge, assume, poll }) => {
    const [user, group] = [
      await given.fresh.user({ activate: false, password: false }),
      await given.fresh.group(),
    ]
    const [removed, deleted] = [
      await given.fresh.user({ status: 'DEPROVISIONED' }),
      await given.fresh.group(),
    ]
    await api.control('users.delete.no-content').delete(removed.path)
    await api.control('groups.delete.no-content').delete(deleted.path)
    for (const each of [removed, deleted])
      await poll.until(
        () => api.get(each.path),
        ({ status }) => status >= 400,
      )
    for (const row of ofRemoved) {
      const [on, gone] = partsOf(row)
      const ids = { id: removed.id, userId: user.id, groupId: group.id }
      const { method, path } = callOf(on, {
        ...ids,
        [gone]: gone === 'groupId' ? deleted.id : removed.id,
      })
      const body = strayBodies[on]
      const isSilent = method === 'POST' && body === undefined
      const reply = await api.request(method, path, body, isSilent ? { query: { sendEmail: false } } : {})
      judge(row.id).platformError(reply, 404, 'E0000007')
      if (on === 'getUser') assume('users.delete.removed', reply.status === 404, 'a user who is removed')
      if (on === 'getGroup') assume('groups.delete.gone', reply.status === 404, 'a group that is deleted')
    }
    const search = `profile.name eq ${quoted(deleted.name)}`
    const found = await poll.until(
      () => api.get(groupsPath, { query: { search } }).then(idsOf),
      (ids) => ids.length === 0,
    )
    judge('groups.delete.gone').equal(found, [], 'the groups of its name')
  },
)
