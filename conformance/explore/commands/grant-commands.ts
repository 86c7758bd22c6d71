/** Consents and refresh tokens: of a user who has none, and of one to whom the control plane gave some. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { routes } from '../../engine/wire/routes.ts'
import { partsOf, unknownGrantIds, unknownTokenIds } from '../../tables/unknown-ids.ts'
import { deleteClient, registerClient } from './client-commands.ts'
import { clearSessions, lifecycleOf } from './lifecycle-commands.ts'
import type { Command, Scenario, Step } from './commands.ts'
import { routed } from './commands.ts'
import { act } from './person-commands.ts'
import { createUser } from './user-commands.ts'
import type { Person, GeneratorState } from '../sequence/generator-state.ts'

/** A call, and the name of the id in its path that nothing has, if any. */
interface Row {
  readonly on: OperationName
  readonly states?: RequirementId
  readonly unknown?: string
}

/** The ids in paths, by their names there. */
interface Ids {
  readonly userId: string
  readonly clientId: string
  readonly grantId?: string
  readonly tokenId?: string
}

/** Views of everything that a user has given. */
const ofUser: readonly Row[] = [
  { on: 'listUserGrants', states: 'grants.list.ok' },
  { on: 'listUserClients', states: 'grants.clients.ok' },
]

/** Calls on a user, a grant or a token that nobody knows. */
const ofUnknown: readonly Row[] = [...unknownGrantIds, ...unknownTokenIds]
  .filter(({ needs }) => needs === undefined)
  .map((row) => {
    const [on, unknown] = partsOf(row)
    return { on, unknown, states: row.id }
  })
const ofNobody = ofUnknown.filter(({ unknown }) => unknown === 'userId')
const ofNoRecord = ofUnknown.filter(({ unknown }) => unknown !== 'userId')

/** Calls on a user who has given no consent. The answer to a revocation of nothing is not stated. */
const ofNothing: readonly Row[] = [
  ...ofUser,
  ...ofNoRecord,
  { on: 'listUserClientGrants' },
  { on: 'listUserClientTokens' },
]

/** Whether the target has the operation of a row. */
const isThere =
  ({ means }: GeneratorState) =>
  ({ on }: Row): boolean =>
    means.earlyAccess || routes[on].includes('/tokens')

function callOf({ on, states, unknown }: Row, ids: Ids): Command {
  const known: Readonly<Record<string, string>> = { ...ids }
  const route = routed(on, (name) =>
    name === 'userId' || name !== unknown ? (known[name] ?? '«none1»') : '«none1»',
  )
  return {
    call: {
      ...route,
      ...(states === undefined ? {} : { states }),
      ...(on.startsWith('list') ? { pages: true } : {}),
      dimension: route.method === 'GET' ? 'views' : 'second-time',
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
  const rows = [...(person === undefined ? [] : ofNothing), ...ofNobody].filter(isThere(state))
  const row = state.leastUsed(rows, ({ on, states }) => `consents ${on} ${states}`)
  const userId = row.unknown === 'userId' ? nobody : `«${person?.handle}.id»`
  return callOf(row, { userId, clientId: `«${client}.client_id»` })
}

/** A view of the consents or tokens of a user and a client, with a parameter that was seldom sent. */
function viewOf(state: GeneratorState, userId: string, client: string, grant = ''): Command {
  const row = state.leastUsed(views.filter(isThere(state)), ({ on }) => `consents shown by ${on}`)
  const { call } = callOf(row, { userId, clientId: `«${client}.client_id»` })
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
  { on: 'listUserClientGrants', states: 'grants.list-client.ok' },
  { on: 'listUserClientTokens', states: 'tokens.list.ok' },
]

/** Writes to consents and tokens: to the last ones of a user and a client, or to unknown ones. */
const writes: readonly Row[] = [
  ...ofNoRecord.filter(({ on }) => on.startsWith('revoke')),
  { on: 'getUserGrant', states: 'grants.get.ok' },
  { on: 'revokeUserGrant', states: 'grants.revoke.no-content' },
  { on: 'revokeUserGrants', states: 'grants.revoke-all.no-content' },
  { on: 'revokeUserClientGrants', states: 'grants.revoke-client.no-content' },
  { on: 'revokeUserClientGrants', states: 'grants.revoke-client.unknown-client', unknown: 'clientId' },
  { on: 'getUserClientToken', states: 'tokens.get.ok' },
  { on: 'revokeUserClientToken', states: 'tokens.revoke.no-content' },
  { on: 'revokeUserClientTokens', states: 'tokens.revoke-all.no-content' },
]

/** The kind of the record that a call names. */
function neededBy({ on, unknown }: Row): 'grant' | 'token' | undefined {
  if (unknown !== undefined) return undefined
  return (['grant', 'token'] as const).find((kind) => routes[on].includes(`{${kind}Id}`))
}

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
    state.leastUsed(possible, ({ on, states }) => `consents done ${on} ${states}`),
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
    const row = chosen[at % 3] as Row
    const needed = neededBy(row)
    const take: Step = () => {
      if (needed !== undefined && kept(needed) === '') return undefined
      const command = callOf(row, {
        userId: segment,
        clientId: `«${client}.client_id»`,
        grantId: `«${kept('grant')}.0.id»`,
        tokenId: `«${kept('token')}.refresh_token_id»`,
      })
      // By one name, mostly: a service may remember what was done to it.
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
