/** Consents and refresh tokens: of a user who has none, and of one to whom the control plane gave some. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { deleteClient, registerClient } from './client-commands.ts'
import { clearSessions, lifecycleOf } from './lifecycle-commands.ts'
import type { Command, Scenario, Step } from './commands.ts'
import { users } from './commands.ts'
import { act } from './person-commands.ts'
import { createUser } from './user-commands.ts'
import type { Person, GeneratorState } from '../sequence/generator-state.ts'

type Row = readonly [OperationName, method: 'GET' | 'DELETE', path: string, RequirementId | undefined]

const ofClient = '/clients/«client»'

/** Views of everything that a user has given. */
const ofUser: readonly Row[] = [
  ['listUserGrants', 'GET', '/grants', 'grants.list.ok'],
  ['listUserClients', 'GET', '/clients', 'grants.clients.ok'],
]

/** Revocations of what nobody has given. */
const ofUnknown: readonly Row[] = [
  ['revokeUserGrant', 'DELETE', '/grants/«none1»', 'grants.revoke.unknown-grant'],
  ['revokeUserClientToken', 'DELETE', `${ofClient}/tokens/«none1»`, 'tokens.revoke.unknown-token'],
]

/** Calls on a user who has given no consent. The answer to a revocation of nothing is not stated. */
const ofNothing: readonly Row[] = [
  ...ofUser,
  ...ofUnknown,
  ['getUserGrant', 'GET', '/grants/«none1»', 'grants.get.unknown-grant'],
  ['listUserClientGrants', 'GET', `${ofClient}/grants`, undefined],
  ['listUserClientTokens', 'GET', `${ofClient}/tokens`, undefined],
  ['getUserClientToken', 'GET', `${ofClient}/tokens/«none1»`, 'tokens.get.unknown-token'],
]

/** Calls on a user whom nobody knows. */
const ofNobody: readonly Row[] = [
  ['getUserGrant', 'GET', '/grants/«none1»', 'grants.get.unknown-user'],
  ['revokeUserGrant', 'DELETE', '/grants/«none1»', 'grants.revoke.unknown-user'],
  ['listUserClientGrants', 'GET', `${ofClient}/grants`, 'grants.list-client.unknown-user'],
  ['revokeUserClientGrants', 'DELETE', `${ofClient}/grants`, 'grants.revoke-client.unknown-user'],
  ['listUserClientTokens', 'GET', `${ofClient}/tokens`, 'tokens.list.unknown-user'],
  ['getUserClientToken', 'GET', `${ofClient}/tokens/«none1»`, 'tokens.get.unknown-user'],
  ['revokeUserClientTokens', 'DELETE', `${ofClient}/tokens`, 'tokens.revoke-all.unknown-user'],
  ['revokeUserClientToken', 'DELETE', `${ofClient}/tokens/«none1»`, 'tokens.revoke.unknown-user'],
]

/** Whether the target has the operation of a row. */
const isThere =
  ({ means }: GeneratorState) =>
  ([, , path]: Row): boolean =>
    means.earlyAccess || path.includes('/tokens')

function callOf([operation, method, path, states]: Row, segment: string, client: string): Command {
  return {
    call: {
      operation,
      method,
      path: `${users}/${segment}${path.replace('«client»', `«${client}.client_id»`)}`,
      ...(states === undefined ? {} : { states }),
      ...(operation.startsWith('list') ? { pages: true } : {}),
      dimension: method === 'GET' ? 'views' : 'second-time',
    },
  }
}

/** A call on the consents or tokens of somebody who has none, or of nobody. */
export function withoutConsent(state: GeneratorState): Command | undefined {
  const [client] = state.livingClients
  if (client === undefined) return registerClient(state)
  const removed = state.people.filter(({ handle }) => state.gone.has(handle))
  const nobody = removed.length > 0 ? `«${state.rng.pick(removed).handle}.id»` : '«none1»'
  const [person] = state.livingPeople
  const rows = [
    ...(person === undefined ? [] : ofNothing.map((row) => [row, `«${person.handle}.id»`] as const)),
    ...ofNobody.map((row) => [row, nobody] as const),
  ].filter(([row]) => isThere(state)(row))
  const [row, segment] = state.leastUsed(rows, ([[on, , , states]]) => `consents ${on} ${states}`)
  return callOf(row, segment, client)
}

/** A view of the consents or tokens of a user and a client, with a parameter that was seldom sent. */
function viewOf(state: GeneratorState, segment: string, client: string, grant = ''): Command {
  const row = state.leastUsed(views.filter(isThere(state)), ([on]) => `consents shown by ${on}`)
  const { call } = callOf(row, segment, client)
  const ofScope = { scopeId: `«${grant}.0.scopeId»`, limit: '1' }
  const query = state.leastUsed<Readonly<Record<string, string>>>(
    call.operation === 'listUserClients'
      ? [{}]
      : [
          {},
          { expand: 'scope' },
          { limit: '1' },
          ...(call.operation === 'listUserGrants' && grant !== '' ? [ofScope] : []),
        ],
    (each) => `${call.operation} with ${Object.keys(each).join()}`,
  )
  return { call: { ...call, query } }
}

const views: readonly Row[] = [
  ...ofUser,
  ['listUserClientGrants', 'GET', `${ofClient}/grants`, 'grants.list-client.ok'],
  ['listUserClientTokens', 'GET', `${ofClient}/tokens`, 'tokens.list.ok'],
]

/** Writes to the consents and tokens of a user and a client. «grant» and «token» are the last ones. */
const writes: readonly Row[] = [
  ...ofUnknown,
  ['getUserGrant', 'GET', '/grants/«grant.0.id»', 'grants.get.ok'],
  ['revokeUserGrant', 'DELETE', '/grants/«grant.0.id»', 'grants.revoke.no-content'],
  ['revokeUserGrants', 'DELETE', '/grants', 'grants.revoke-all.no-content'],
  ['revokeUserClientGrants', 'DELETE', `${ofClient}/grants`, 'grants.revoke-client.no-content'],
  ['revokeUserClientGrants', 'DELETE', '/clients/«none1»/grants', 'grants.revoke-client.unknown-client'],
  ['getUserClientToken', 'GET', `${ofClient}/tokens/«token.refresh_token_id»`, 'tokens.get.ok'],
  [
    'revokeUserClientToken',
    'DELETE',
    `${ofClient}/tokens/«token.refresh_token_id»`,
    'tokens.revoke.no-content',
  ],
  ['revokeUserClientTokens', 'DELETE', `${ofClient}/tokens`, 'tokens.revoke-all.no-content'],
]

/** Scopes of a consent. */
const scopesOf = [['openid', 'profile'], ['email'], ['openid', 'email', 'phone']] as const

/** Two users give consents to two clients, and get tokens. The service revokes one or all, and leaves the other ones. */
export function consents(state: GeneratorState): Scenario {
  const some = state
    .peopleIn('ACTIVE')
    .filter(({ password }) => password !== undefined)
    .slice(-2)
  if (some.length < 2) return [() => createUser(state, true, false, 'password')]
  const clients = state.livingClients
    .filter((each) => state.truth(each).application_type !== 'service')
    .slice(-2)
  if (clients.length < 2) return [() => registerClient(state, 'web') ?? deleteClient(state)]
  const { rng } = state
  const last = new Map<string, string>()
  const possible = writes.filter(isThere(state))
  // Each write is done again: some services do it only once.
  const chosen = [1, 2, 3].map(() =>
    state.leastUsed(possible, ([on, , , states]) => `consents done ${on} ${states}`),
  )
  const give = (person: Person, client: string, kind: 'grant' | 'token'): Command => {
    const record = state.next('k')
    last.set(`${kind} ${person.handle} ${client}`, record)
    return kind === 'grant'
      ? consentOf(person, client, record, rng.pick(scopesOf))
      : tokensOf(person, client, record)
  }
  const turn = (at: number): Scenario => {
    const [person, client] = rng.chance(0.7)
      ? ([some[0], clients[0]] as [Person, string])
      : ([rng.pick(some), rng.pick(clients)] as [Person, string])
    const segment = `«${person.handle}.id»`
    const kept = (kind: string): string => last.get(`${kind} ${person.handle} ${client}`) ?? ''
    const either = (): 'grant' | 'token' =>
      state.leastUsed(['grant', 'token'] as const, (each) => `gives ${each}`)
    const [on, method, path, states] = chosen[at % 3] as Row
    const needed = path.includes('«token.') ? 'token' : path.includes('«grant.') ? 'grant' : undefined
    const take: Step = () => {
      if (needed !== undefined && kept(needed) === '') return undefined
      const filled = path.replace('«grant.', `«${kept('grant')}.`).replace('«token.', `«${kept('token')}.`)
      // By one name, mostly: a service may remember what was done to it.
      const command = callOf([on, method, filled, states], segment, client)
      return rng.chance(0.7) ? { ...command, isExact: true } : command
    }
    const view: Step = () => viewOf(state, segment, client, kept('grant'))
    return [
      () => give(person, client, needed ?? either()),
      () => give(person, client, either()),
      view,
      view,
      take,
      ...views.map(() => view),
      // Of somebody or something else.
      () => viewOf(state, `«${rng.pick(some).handle}.id»`, rng.pick(clients)),
    ]
  }
  const [person, client] = [some.at(-1), clients.at(-1)] as [Person, string]
  const end = (step: Step): Scenario => [
    step,
    ...views.map(() => () => viewOf(state, `«${person.handle}.id»`, rng.pick(clients))),
  ]
  return [
    ...Array.from({ length: 7 }, (_, at) => turn(at)).flat(),
    () => give(person, client, 'grant'),
    () => give(person, client, 'token'),
    ...end(() => clearSessions(state, person)),
    ...end(() => lifecycleOf(state, person, 'suspendUser')),
    ...end(
      state.leastUsed([true, false], (each) => `consents end with ${each}`)
        ? () => lifecycleOf(state, person, 'deactivateUser')
        : () => deleteClient(state, client),
    ),
  ]
}

function consentOf({ handle }: Person, client: string, record: string, scopes: readonly string[]): Command {
  return {
    call: act(
      'grantConsent',
      { user: `«${handle}.id»`, client: `«${client}.client_id»`, scopes },
      { record },
    ),
  }
}

function tokensOf({ handle }: Person, client: string, record: string): Command {
  const body = {
    user: `«${handle}.id»`,
    client: `«${client}.client_id»`,
    scopes: ['openid'],
    refreshToken: true,
  }
  return { call: act('issueTokens', body, { record }) }
}
