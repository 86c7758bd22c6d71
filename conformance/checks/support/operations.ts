/** Every operation of the contract, in a situation where it would succeed, and the parts that it leaves unchanged. */
import {
  type ScenarioPlace,
  groupRead,
  groupsRead,
  listedRead,
  userRead,
  ruleRead,
  clientRead,
  consentsRead,
  type OperationRow,
  type Stage,
} from './scenario.ts'
import {
  userRows,
  groupKept,
  groupsKept,
  profileKept,
  questionKept,
  statusKept,
  timesKept,
  ruleKept,
} from './user-operations.ts'
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { GivenGroup, GivenUser, Json, GivenRule } from '../../engine/run/check.ts'
import { groupsPath, clientsPath, userPath } from './paths.ts'
import { ruleBody, consentPaths } from './arrange.ts'
import { baseSettings, fullSettings } from './clients.ts'

const member = (group: GivenGroup, user: GivenUser) => ({ groupId: group.id, userId: user.id })

/** A group created before the called one, and users who are in each group of the check. */
async function anotherGroup({ given, once }: Stage): Promise<{
  readonly earlier: GivenGroup
  readonly user: GivenUser
  readonly other: GivenUser
}> {
  return once('group beside', () =>
    given.scenario('group with members', async (records) => {
      const earlier = await records.group({ description: 'before' })
      const groups = [earlier.id]
      return {
        earlier,
        user: await records.user({ recoveryQuestion: true, profile: { title: 'Before' }, groups }),
        other: await records.user({ activate: false, groups }),
      }
    }),
  )
}

/** The group of a scenario. The called one and the one after it are created now, so that they are neighbours. */
async function stageGroup(
  stage: Stage,
  at: ScenarioPlace,
): Promise<{ readonly group: GivenGroup; readonly user: GivenUser; readonly other: GivenUser }> {
  const { earlier, user, other } = await anotherGroup(stage)
  const group =
    at === 0 ? earlier : await stage.given.fresh.group({ description: 'before', members: [user, other] })
  return { group, user, other }
}

const onGroup = (
  operation: OperationName,
  { body, ...row }: Partial<OperationRow> & { readonly body?: (json: Json) => Json },
): OperationRow => ({
  ...row,
  operation,
  scenario: async (stage, at) => {
    const { group, user, other } = await stageGroup(stage, at)
    return {
      ids: { groupId: group.id },
      body: body?.(group.json),
      reads: [groupRead(group), userRead(user), groupsRead(other, group)],
    }
  },
})

const groupRows: readonly OperationRow[] = [
  onGroup('getGroup', { also: ['listGroupUsers', 'listGroupApps'] }),
  onGroup('updateGroup', {
    body: ({ profile: old }) => ({ profile: { ...old, description: 'changed' } }),
    keeps: {
      'type of the group': 'groups.operations.kept',
      'time of the group': 'groups.operations.kept',
      members: 'groups.operations.kept',
      status: 'users.operations.status-kept',
    },
  }),
  onGroup('deleteGroup', { keeps: { status: 'users.operations.status-kept', ...profileKept } }),
  {
    operation: 'addUserToGroup',
    scenario: async ({ given, once }, at) => {
      const { earlier, added, beside } = await once('group beside', () =>
        given.scenario('group without members', async (records) => ({
          earlier: await records.group({ description: 'before' }),
          added: await records.user({ recoveryQuestion: true }),
          beside: await records.user({ recoveryQuestion: true }),
        })),
      )
      // The two groups next to it are for one user, whom the call does not add.
      const user = at === 1 ? added : beside
      const group = at === 0 ? earlier : await given.fresh.group({ description: 'before' })
      return { ids: member(group, user), reads: [groupRead(group), userRead(user)] }
    },
    keeps: { ...profileKept, ...statusKept, ...timesKept, ...questionKept, ...groupKept },
  },
  {
    operation: 'removeUserFromGroup',
    scenario: async (stage, at) => {
      const { earlier } = await anotherGroup(stage)
      const { group, user } = await stageGroup(stage, at)
      return {
        ids: member(group, user),
        reads: [groupRead(group), userRead(user), groupsRead(user, earlier)],
      }
    },
    keeps: { ...profileKept, ...statusKept, ...timesKept, ...groupsKept, ...groupKept },
  },
  {
    operation: 'createGroup',
    scenario: async ({ unique }) => {
      const name = unique('group')
      const body = { profile: { name } }
      return { ids: {}, body, reads: [], listed: listedRead(groupsPath, name) }
    },
  },
]

/** A rule created before the called one, and the group to which all rules of the check add. */
function anotherRule(
  { given, once }: Stage,
  activate: boolean,
): Promise<{ readonly group: GivenGroup; readonly earlier: GivenRule }> {
  return once('rule beside', () =>
    given.scenario(activate ? 'active rule' : 'rule', async (records) => {
      const group = await records.group({ description: 'of the scene' })
      return { group, earlier: await records.rule({ groups: [group], activate }) }
    }),
  )
}

const onRule = (
  operation: OperationName,
  {
    active = false,
    body,
    query = '',
    ...row
  }: Partial<OperationRow> & {
    readonly active?: boolean
    readonly query?: string
    readonly body?: (json: Json) => Json
  } = {},
): OperationRow => ({
  ...row,
  operation,
  needs: ['rule-expression'],
  scenario: async (stage, at) => {
    const { group, earlier } = await anotherRule(stage, active)
    // The called one and the one after it are created now, so that they are neighbours.
    const rule = at === 0 ? earlier : await stage.given.fresh.rule({ groups: [group], activate: active })
    return { ids: { ruleId: rule.id }, query, body: body?.(rule.json), reads: [ruleRead(rule)] }
  },
})

const ruleRows: readonly OperationRow[] = [
  onRule('getGroupRule'),
  onRule('listGroupRules', { query: '?limit=2' }),
  {
    operation: 'createGroupRule',
    needs: ['rule-expression'],
    scenario: async (stage) => {
      const { unique, api } = stage
      const { group, earlier: model } = await anotherRule(stage, false)
      const value = String((await api.get(model.path)).json.conditions?.expression?.value)
      return { ids: {}, body: ruleBody(unique('rule'), value, [group]), reads: [ruleRead(model)] }
    },
    keeps: { ...ruleKept, status: 'rules.operations.kept' },
  },
  onRule('updateGroupRule', {
    body: (json) => ({
      type: 'group_rule',
      name: `${String(json.name).slice(0, 40)}-changed`,
      conditions: json.conditions,
      actions: json.actions,
    }),
    keeps: {
      status: 'rules.operations.kept',
      groups: 'rules.operations.kept',
      created: 'rules.operations.kept',
    },
  }),
  onRule('activateGroupRule', { keeps: ruleKept }),
  onRule('deactivateGroupRule', { active: true, keeps: ruleKept }),
  onRule('deleteGroupRule'),
]

const onClient = (
  operation: OperationName,
  { body, ...row }: Partial<OperationRow> & { readonly body?: (json: Json) => Json } = {},
): OperationRow => ({
  ...row,
  operation,
  scenario: async ({ given }) => {
    const client = await given.client()
    return { ids: { clientId: client.id }, body: body?.(client.json), reads: [clientRead(client)] }
  },
})

const clientRows: readonly OperationRow[] = [
  onClient('getClient'),
  onClient('updateClient', {
    body: (json) => ({ ...fullSettings(json), redirect_uris: ['https://client.example.com/changed'] }),
  }),
  onClient('newClientSecret', { keeps: { settings: 'clients.new-secret.settings-kept' } }),
  onClient('deleteClient'),
  {
    operation: 'registerClient',
    scenario: async ({ unique }) => {
      const name = unique('client')
      const body = { client_name: name, ...baseSettings.web }
      return { ids: {}, body, reads: [], listed: listedRead(clientsPath, name) }
    },
  },
]

const consentKeeps = { ...questionKept, ...profileKept, ...statusKept, ...timesKept }

/** An operation on consents of a user for a client that all scenarios share. Each scenario has its own, so a call revokes only one. */
const onConsent = (
  thing: 'grants' | 'refresh-tokens',
  operation: OperationName,
  also: OperationRow['also'] = [],
): OperationRow => {
  const isRead = operation.startsWith('get')
  return {
    operation,
    also,
    needs: thing === 'grants' ? ['early-access', thing] : [thing],
    keeps: isRead ? {} : consentKeeps,
    scenario: async ({ need, memory }) => {
      const known = memory.get('client')
      const made = await need(thing, known === undefined ? {} : { clientId: known })
      const { userId, clientId } = made
      memory.set('client', clientId)
      const [id = ''] = 'grantIds' in made ? made.grantIds : made.tokenIds
      const { grants, clientTokens } = consentPaths(userId, clientId)
      const user = userRead({ path: userPath(userId) })
      const consents = consentsRead('consents', thing === 'grants' ? grants : clientTokens)
      return {
        ids: { userId, clientId, grantId: id, tokenId: id },
        // The first read stands for the called record. For a read that is the user: a list that changes a consent would
        // change it before the read.
        reads: isRead ? [user, consents] : [consents, user],
      }
    },
  }
}

const consentRows: readonly OperationRow[] = [
  onConsent('grants', 'getUserGrant', ['listUserClientGrants', 'listUserClients']),
  onConsent('grants', 'revokeUserGrants'),
  onConsent('grants', 'revokeUserGrant'),
  onConsent('grants', 'revokeUserClientGrants'),
  onConsent('refresh-tokens', 'getUserClientToken', ['listUserClientTokens']),
  onConsent('refresh-tokens', 'revokeUserClientTokens'),
  onConsent('refresh-tokens', 'revokeUserClientToken'),
]

/** Lists of all records: they have no neighbours. */
const listRows = (['listUsers', 'listGroups', 'listClients'] as const).map((operation): OperationRow => ({
  operation,
  scenario: async ({ given, once }) => {
    // It contains a record of the run, so that it is not empty.
    await once<unknown>('listed', () => {
      if (operation === 'listUsers') return given.user({ activate: false, password: false })
      return operation === 'listGroups' ? given.group() : given.client()
    })
    return { ids: {}, query: '?limit=2', reads: [] }
  },
}))

/** All operations except those on the current user, whose caller is a session. */
export const operationRows: readonly OperationRow[] = [
  ...userRows,
  ...groupRows,
  ...ruleRows,
  ...clientRows,
  ...listRows,
  ...consentRows,
]
