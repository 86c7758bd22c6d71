/** Every operation of the contract, where it would succeed, and what it leaves alone. */
import type { ClauseId, Json } from '../../engine/check.ts'
import { clientLook, consentsLook, groupLook, groupsLook, ruleLook, stageUser, userLook } from './scene.ts'
import type { OperationRow, Scene, Stage } from './scene.ts'
import { fullSettings } from './client-settings.ts'
import { consentPaths, within } from './consents.ts'

type Keeps = Readonly<Record<string, ClauseId>>

const profile = { profile: 'users.operations.profile-kept' } as const satisfies Keeps
const status = {
  status: 'users.operations.status-kept',
  'time of the status': 'users.operations.times-kept',
} as const satisfies Keeps
const groups = { groups: 'users.operations.groups-kept' } as const satisfies Keeps
const question = { question: 'users.operations.question-kept' } as const satisfies Keeps
const times = {
  created: 'users.operations.times-kept',
  'time of the password': 'users.operations.times-kept',
  'time of the sign-in': 'users.operations.times-kept',
} as const satisfies Keeps
const groupKeeps = {
  'profile of the group': 'groups.operations.kept',
  'type of the group': 'groups.operations.kept',
  'time of the group': 'groups.operations.kept',
} as const satisfies Keeps
const ruleKeeps = {
  name: 'rules.operations.kept',
  expression: 'rules.operations.kept',
  groups: 'rules.operations.kept',
  created: 'rules.operations.kept',
} as const satisfies Keeps

/** A user, and a call below it. */
const ofUser =
  (
    method: Scene['method'],
    suffix: string,
    from: Parameters<typeof stageUser>[1] = 'ACTIVE',
    body?: (stage: Stage, json: Json) => Json,
  ): OperationRow['scene'] =>
  async (stage) => {
    const { user, looks } = await stageUser(stage, from)
    return {
      method,
      path: `${user.path}${suffix}`,
      ...(body === undefined ? {} : { body: body(stage, user.json) }),
      looks,
      user,
    }
  }

const lifecycle = 'auth.required.lifecycle'
const credentials = 'auth.required.credentials'
const users = 'auth.required.users'

const userRows: readonly OperationRow[] = [
  {
    operation: 'suspendUser',
    required: lifecycle,
    owner: 'users.suspend.ok',
    scene: ofUser('POST', '/lifecycle/suspend'),
    keeps: { ...question, ...profile, ...groups, ...times },
    password: { afterwards: '/lifecycle/unsuspend' },
  },
  {
    operation: 'unsuspendUser',
    required: lifecycle,
    owner: 'users.unsuspend.ok',
    scene: ofUser('POST', '/lifecycle/unsuspend', 'SUSPENDED'),
    keeps: { ...question, ...profile, ...groups, ...times },
    password: 'kept',
  },
  {
    operation: 'activateUser',
    required: lifecycle,
    owner: 'users.activate.token',
    scene: ofUser('POST', '/lifecycle/activate?sendEmail=false', 'STAGED'),
    keeps: { ...question, ...profile, ...groups, created: 'users.operations.times-kept' },
    password: 'kept',
  },
  {
    operation: 'reactivateUser',
    required: lifecycle,
    owner: 'users.reactivate.provisioned',
    scene: ofUser('POST', '/lifecycle/reactivate?sendEmail=false', 'PROVISIONED'),
    keeps: { ...question, ...profile, ...groups, ...times },
  },
  {
    operation: 'deactivateUser',
    required: lifecycle,
    owner: 'users.deactivate.ok',
    scene: ofUser('POST', '/lifecycle/deactivate'),
    keeps: { ...profile, created: 'users.operations.times-kept' },
  },
  {
    operation: 'unlockUser',
    required: lifecycle,
    owner: 'users.unlock.ok',
    needs: ['locked-out-user'],
    scene: async ({ need }) => {
      const path = `/api/v1/users/${encodeURIComponent((await need('locked-out-user')).id)}`
      return { method: 'POST', path: `${path}/lifecycle/unlock`, looks: [userLook({ path })] }
    },
    keeps: { ...question, ...profile, ...times },
  },
  {
    operation: 'resetPassword',
    required: lifecycle,
    owner: 'users.reset-password.url',
    scene: ofUser('POST', '/lifecycle/reset_password?sendEmail=false'),
    keeps: { ...question, ...profile, ...groups, created: 'users.operations.times-kept' },
  },
  {
    operation: 'expirePassword',
    required: lifecycle,
    owner: 'users.expire-password.user',
    scene: ofUser('POST', '/lifecycle/expire_password'),
    keeps: { ...question, ...profile, ...groups, created: 'users.operations.times-kept' },
  },
  {
    operation: 'resetFactors',
    required: lifecycle,
    owner: 'users.reset-factors.ok',
    needs: ['factor'],
    scene: async ({ need }) => {
      const path = `/api/v1/users/${encodeURIComponent((await need('factor')).id)}`
      return { method: 'POST', path: `${path}/lifecycle/reset_factors`, looks: [userLook({ path })] }
    },
    keeps: { ...question, ...profile, ...status, ...times },
  },
  {
    operation: 'deleteUser',
    required: lifecycle,
    owner: 'users.delete.no-content',
    scene: ofUser('DELETE', ''),
    keeps: { ...profile, created: 'users.operations.times-kept' },
  },
  {
    operation: 'clearUserSessions',
    required: users,
    owner: 'sessions.clear.no-content',
    scene: ofUser('DELETE', '/sessions'),
    keeps: { ...question, ...profile, ...groups, ...status, ...times },
    password: 'kept',
  },
  {
    operation: 'forgotPassword',
    required: credentials,
    owner: 'credentials.forgot.url',
    scene: ofUser('POST', '/credentials/forgot_password?sendEmail=false'),
    keeps: { ...question, ...profile, ...groups, ...status, ...times },
    password: 'kept',
  },
  {
    operation: 'forgotPasswordWithAnswer',
    required: credentials,
    owner: 'credentials.answer.ok',
    scene: ofUser('POST', '/credentials/forgot_password', 'ACTIVE', ({ nextPassword, answer }) => ({
      password: { value: nextPassword },
      recovery_question: { answer },
    })),
    password: 'set',
    keeps: { ...question, ...profile, ...groups, ...status, created: 'users.operations.times-kept' },
  },
  {
    operation: 'changePassword',
    required: credentials,
    owner: 'credentials.change-password.ok',
    scene: ofUser('POST', '/credentials/change_password', 'RECOVERY', ({ password, nextPassword }) => ({
      oldPassword: { value: password },
      newPassword: { value: nextPassword },
    })),
    password: 'set',
    keeps: { ...question, ...profile, ...groups, created: 'users.operations.times-kept' },
  },
  {
    operation: 'changeRecoveryQuestion',
    required: credentials,
    owner: 'credentials.change-question.ok',
    scene: ofUser('POST', '/credentials/change_recovery_question', 'ACTIVE', ({ password }) => ({
      password: { value: password },
      recovery_question: { question: 'Which other answer?', answer: 'another answer' },
    })),
    keeps: { ...profile, ...groups, ...status, ...times },
    password: 'kept',
  },
  {
    operation: 'updateUser',
    required: users,
    owner: 'users.update.ok',
    scene: ofUser('POST', '', 'ACTIVE', () => ({ profile: { title: 'Gardener' } })),
    keeps: { ...groups, ...status, ...times, ...question },
    password: 'kept',
  },
  {
    operation: 'replaceUser',
    required: users,
    owner: 'users.replace.ok',
    scene: ofUser('PUT', '', 'ACTIVE', (_stage, { profile: old }) => ({
      profile: { ...old, title: 'Botanist' },
    })),
    keeps: { ...question, ...groups, ...status, created: 'users.operations.times-kept' },
  },
  {
    operation: 'createUser',
    required: users,
    owner: 'users.create.ok',
    scene: async ({ unique, password }) => {
      const login = unique.login()
      const email = login.endsWith('@example.com') ? login : unique.email()
      return {
        method: 'POST',
        path: '/api/v1/users?activate=false',
        body: {
          profile: { ...unique.names(), login, email },
          credentials: { password: { value: password } },
        },
        looks: [userLook({ path: `/api/v1/users/${encodeURIComponent(login)}` })],
      }
    },
  },
]

/** A read that changes a status back could be seen on a user only who is in another one. */
const suspendedRead: OperationRow = {
  operation: 'listUserAppLinks',
  title: 'listUserAppLinks of a suspended user',
  required: users,
  owner: 'users.app-links.none',
  scene: ofUser('GET', '/appLinks', 'SUSPENDED'),
}

/** Reads of a user, each beside the user of the scene. */
const userReads: readonly OperationRow[] = (
  [
    ['getUser', 'users.get.ok', ''],
    ['listUserAppLinks', 'users.app-links.none', '/appLinks'],
    ['listUserGroups', 'users.groups.ok', '/groups'],
    ['listUserGrants', 'grants.list.ok', '/grants'],
    ['listUserClients', 'grants.clients.ok', '/clients'],
  ] as const
).map(([operation, owner, suffix]): OperationRow => ({
  operation,
  required: users,
  owner,
  scene: ofUser('GET', suffix),
  needs: operation === 'listUserGrants' || operation === 'listUserClients' ? ['early-access'] : [],
  password: 'kept',
}))

const memberPath = (group: { readonly path: string }, user: { readonly id: string }): string =>
  `${group.path}/users/${encodeURIComponent(user.id)}`

/** A group with two members, one of whom is in the groups of the other scenes too. */
const ofGroup =
  (method: Scene['method'], suffix: string, body?: (json: Json) => Json): OperationRow['scene'] =>
  async (stage) => {
    const { user } = await sharedUser(stage)
    const other = await stage.given.user({ activate: false })
    const group = await stage.given.group({ description: 'before', members: [user, other] })
    return {
      method,
      path: `${group.path}${suffix}`,
      ...(body === undefined ? {} : { body: body(group.json) }),
      looks: [groupLook(group), userLook(other), groupsLook(other, group)],
    }
  }

const shared = new WeakMap<Stage, ReturnType<typeof stageUser>>()

function sharedUser(stage: Stage): ReturnType<typeof stageUser> {
  const known = shared.get(stage) ?? stageUser(stage)
  shared.set(stage, known)
  return known
}

const groupRows: readonly OperationRow[] = [
  {
    operation: 'getGroup',
    required: 'auth.required.groups',
    owner: 'groups.get.ok',
    scene: ofGroup('GET', ''),
  },
  {
    operation: 'listGroupUsers',
    required: 'auth.required.groups',
    owner: 'membership.list.ok',
    scene: ofGroup('GET', '/users'),
  },
  {
    operation: 'listGroupApps',
    required: 'auth.required.groups',
    owner: 'group-apps.list.ok',
    scene: ofGroup('GET', '/apps'),
  },
  {
    operation: 'updateGroup',
    required: 'auth.required.groups',
    owner: 'groups.update.ok',
    scene: ofGroup('PUT', '', ({ profile: old }) => ({ profile: { ...old, description: 'changed' } })),
    keeps: {
      'type of the group': 'groups.operations.kept',
      'time of the group': 'groups.operations.kept',
      members: 'groups.operations.kept',
      status: 'users.operations.status-kept',
    },
  },
  {
    operation: 'deleteGroup',
    required: 'auth.required.groups',
    owner: 'groups.delete.no-content',
    scene: ofGroup('DELETE', ''),
    keeps: { status: 'users.operations.status-kept', ...profile },
  },
  {
    operation: 'addUserToGroup',
    required: 'auth.required.groups',
    owner: 'membership.add.no-content',
    scene: async (stage) => {
      const user = await stage.given.user({ recoveryQuestion: true })
      const group = await stage.given.group({ description: 'before' })
      return { method: 'PUT', path: memberPath(group, user), looks: [groupLook(group), userLook(user)] }
    },
    keeps: { ...profile, ...status, ...times, ...question, ...groupKeeps },
  },
  {
    operation: 'removeUserFromGroup',
    required: 'auth.required.groups',
    owner: 'membership.remove.no-content',
    scene: async (stage) => {
      const { user, looks } = await sharedUser(stage)
      const group = await stage.given.group({ description: 'before', members: [user] })
      return { method: 'DELETE', path: memberPath(group, user), looks: [...looks, groupLook(group)] }
    },
    keeps: { ...profile, ...status, ...times, ...groups, ...groupKeeps },
  },
  {
    operation: 'createGroup',
    required: 'auth.required.groups',
    owner: 'groups.create.ok',
    scene: async ({ unique }) => ({
      method: 'POST',
      path: '/api/v1/groups',
      body: { profile: { name: unique('group') } },
      looks: [],
    }),
  },
]

const ruleOf =
  (
    method: Scene['method'],
    suffix: string,
    active: boolean,
    body?: (json: Json) => Json,
  ): OperationRow['scene'] =>
  async (stage) => {
    const rule = await stage.given.rule({ groups: [await stage.group()], activate: active })
    return {
      method,
      path: `${rule.path}${suffix}`,
      ...(body === undefined ? {} : { body: body(rule.json) }),
      looks: [ruleLook(rule)],
    }
  }

const ruleRow = { required: 'auth.required.rules', needs: ['rule-expression'] } as const

const ruleRows: readonly OperationRow[] = [
  { ...ruleRow, operation: 'getGroupRule', owner: 'rules.get.ok', scene: ruleOf('GET', '', false) },
  {
    ...ruleRow,
    operation: 'listGroupRules',
    owner: 'rules.list.ok',
    scene: async (stage) => ({
      ...(await ruleOf('GET', '', false)(stage)),
      path: '/api/v1/groups/rules?limit=2',
    }),
  },
  {
    ...ruleRow,
    operation: 'createGroupRule',
    owner: 'rules.create.ok',
    scene: async (stage) => {
      const { unique, given, memory, api } = stage
      const group = await stage.group()
      const model = await given.rule({ groups: [group] })
      memory.set('expression', String((await api.get(model.path)).json.conditions?.expression?.value))
      return {
        method: 'POST',
        path: '/api/v1/groups/rules',
        body: {
          type: 'group_rule',
          name: unique('rule'),
          conditions: { expression: { type: 'urn:svc:expression:1.0', value: memory.get('expression') } },
          actions: { assignUserToGroups: { groupIds: [group.id] } },
        },
        looks: [ruleLook(model)],
      }
    },
    keeps: { ...ruleKeeps, status: 'rules.operations.kept' },
  },
  {
    ...ruleRow,
    operation: 'updateGroupRule',
    owner: 'rules.update.ok',
    scene: ruleOf('PUT', '', false, (json) => ({
      type: 'group_rule',
      name: `${String(json.name).slice(0, 40)}-changed`,
      conditions: json.conditions,
      actions: json.actions,
    })),
    keeps: {
      status: 'rules.operations.kept',
      groups: 'rules.operations.kept',
      created: 'rules.operations.kept',
    },
  },
  {
    ...ruleRow,
    operation: 'activateGroupRule',
    owner: 'rules.activate.no-content',
    scene: ruleOf('POST', '/lifecycle/activate', false),
    keeps: ruleKeeps,
  },
  {
    ...ruleRow,
    operation: 'deactivateGroupRule',
    owner: 'rules.deactivate.no-content',
    scene: ruleOf('POST', '/lifecycle/deactivate', true),
    keeps: ruleKeeps,
  },
  {
    ...ruleRow,
    operation: 'deleteGroupRule',
    owner: 'rules.delete.accepted',
    scene: ruleOf('DELETE', '', false),
  },
]

const clientOf =
  (method: Scene['method'], suffix: string, body?: (json: Json) => Json): OperationRow['scene'] =>
  async ({ given }) => {
    const client = await given.client()
    return {
      method,
      path: `${client.path}${suffix}`,
      ...(body === undefined ? {} : { body: body(client.json) }),
      looks: [clientLook(client)],
    }
  }

const clients = 'auth.required.clients'

const clientRows: readonly OperationRow[] = [
  { operation: 'getClient', required: clients, owner: 'clients.get.ok', scene: clientOf('GET', '') },
  {
    operation: 'updateClient',
    required: clients,
    owner: 'clients.update.ok',
    scene: clientOf('PUT', '', (json) => ({
      ...fullSettings(json),
      redirect_uris: ['https://client.example.com/changed'],
    })),
  },
  {
    operation: 'newClientSecret',
    required: clients,
    owner: 'clients.new-secret.ok',
    scene: clientOf('POST', '/lifecycle/newSecret'),
    keeps: { settings: 'clients.new-secret.settings-kept' },
  },
  {
    operation: 'deleteClient',
    required: clients,
    owner: 'clients.delete.no-content',
    scene: clientOf('DELETE', ''),
  },
  {
    operation: 'registerClient',
    required: clients,
    owner: 'clients.register.created',
    scene: async ({ unique }) => ({
      method: 'POST',
      path: '/oauth2/v1/clients',
      body: {
        client_name: unique('client'),
        application_type: 'web',
        redirect_uris: ['https://client.example.com/callback'],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
      looks: [],
    }),
  },
]

/** Lists of all there is: nothing stands beside them. */
const listRows: readonly OperationRow[] = (
  [
    ['listUsers', 'users.list.ok', users, '/api/v1/users?limit=2'],
    ['listGroups', 'groups.list.ok', 'auth.required.groups', '/api/v1/groups?limit=2'],
    ['listClients', 'clients.list.ok', clients, '/oauth2/v1/clients?limit=2'],
  ] as const
).map(([operation, owner, required, path]): OperationRow => ({
  operation,
  required,
  owner,
  scene: async () => ({ method: 'GET', path, looks: [] }),
}))

/** Consents of a user for a client that all scenes share: what one call revokes is there once more beside it. */
const consentOf =
  (
    thing: 'grants' | 'refresh-tokens',
    method: Scene['method'],
    path: (paths: ReturnType<typeof consentPaths>, id: string) => string,
  ): OperationRow['scene'] =>
  async ({ need, memory }) => {
    const known = memory.get('client')
    const made = await need(thing, known === undefined ? {} : { clientId: known })
    memory.set('client', made.clientId)
    const paths = consentPaths(made.userId, made.clientId)
    const ids = 'grantIds' in made ? made.grantIds : made.tokenIds
    const user = { path: `/api/v1/users/${encodeURIComponent(made.userId)}` }
    return {
      method,
      path: path(paths, String(ids[0])),
      looks: [
        userLook(user),
        consentsLook('consents', thing === 'grants' ? paths.grants : paths.clientTokens),
      ],
    }
  }

const consentKeeps = { ...question, ...profile, ...status, ...times }

const consentRows: readonly OperationRow[] = (
  [
    ['getUserGrant', 'grants.get.ok', 'grants', 'GET', ({ grants }, id) => within(grants, id)],
    ['listUserClientGrants', 'grants.list-client.ok', 'grants', 'GET', ({ clientGrants }) => clientGrants],
    ['revokeUserGrants', 'grants.revoke-all.no-content', 'grants', 'DELETE', ({ grants }) => grants],
    [
      'revokeUserGrant',
      'grants.revoke.no-content',
      'grants',
      'DELETE',
      ({ grants }, id) => within(grants, id),
    ],
    [
      'revokeUserClientGrants',
      'grants.revoke-client.no-content',
      'grants',
      'DELETE',
      ({ clientGrants }) => clientGrants,
    ],
    ['listUserClientTokens', 'tokens.list.ok', 'refresh-tokens', 'GET', ({ clientTokens }) => clientTokens],
    [
      'getUserClientToken',
      'tokens.get.ok',
      'refresh-tokens',
      'GET',
      ({ clientTokens }, id) => within(clientTokens, id),
    ],
    [
      'revokeUserClientTokens',
      'tokens.revoke-all.no-content',
      'refresh-tokens',
      'DELETE',
      ({ clientTokens }) => clientTokens,
    ],
    [
      'revokeUserClientToken',
      'tokens.revoke.no-content',
      'refresh-tokens',
      'DELETE',
      ({ clientTokens }, id) => within(clientTokens, id),
    ],
  ] as const satisfies readonly (readonly [
    OperationRow['operation'],
    ClauseId,
    'grants' | 'refresh-tokens',
    Scene['method'],
    (paths: ReturnType<typeof consentPaths>, id: string) => string,
  ])[]
).map(([operation, owner, thing, method, path]): OperationRow => ({
  operation,
  required: users,
  owner,
  needs: thing === 'grants' ? ['early-access', thing] : [thing],
  scene: consentOf(thing, method, path),
  keeps: method === 'DELETE' ? consentKeeps : {},
}))

/** All operations but those on the current user, whose caller is a session. */
export const operationRows: readonly OperationRow[] = [
  ...userRows,
  ...userReads,
  suspendedRead,
  ...groupRows,
  ...ruleRows,
  ...clientRows,
  ...listRows,
  ...consentRows,
]
