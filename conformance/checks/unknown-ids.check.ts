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
  type UnknownId,
} from '../tables/unknown-ids.ts'
import { anythingBut } from '../tables/forms.ts'
import { consentPaths } from './support/arrange.ts'
import { rulesPath } from './support/paths.ts'

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
