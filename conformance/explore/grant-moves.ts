/** Consents and refresh tokens: of a user who has none, and of one to whom the control plane gave some. */
import type { OperationName } from '../../src/contract/operation-names.ts'
import type { ClauseId } from '../registry/clauses.ts'
import { registerClient } from './client-moves.ts'
import { lifecycleOf } from './lifecycle-moves.ts'
import type { Move, Scene } from './moves.ts'
import { users } from './moves.ts'
import { act } from './person-moves.ts'
import { createUser } from './user-moves.ts'
import type { Person, World } from './world.ts'

type Row = readonly [OperationName, method: 'GET' | 'DELETE', path: string, ClauseId | undefined]

const ofClient = '/clients/«client»'

/** Calls on a user who has given no consent. The answer to a revocation of nothing is not stated. */
const ofNothing: readonly Row[] = [
  ['listUserGrants', 'GET', '/grants', 'grants.list.ok'],
  ['listUserClients', 'GET', '/clients', 'grants.clients.ok'],
  ['getUserGrant', 'GET', '/grants/«none1»', 'grants.get.unknown-grant'],
  ['revokeUserGrant', 'DELETE', '/grants/«none1»', 'grants.revoke.unknown-grant'],
  ['listUserClientGrants', 'GET', `${ofClient}/grants`, undefined],
  ['listUserClientTokens', 'GET', `${ofClient}/tokens`, undefined],
  ['getUserClientToken', 'GET', `${ofClient}/tokens/«none1»`, 'tokens.get.unknown-token'],
  ['revokeUserClientToken', 'DELETE', `${ofClient}/tokens/«none1»`, 'tokens.revoke.unknown-token'],
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

function callOf([operation, method, path, states]: Row, segment: string, client: string): Move {
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
export function withoutConsent(world: World): Move | undefined {
  const [client] = world.livingClients
  if (client === undefined) return registerClient(world)
  const removed = world.people.filter(({ handle }) => world.gone.has(handle))
  const nobody = removed.length > 0 ? `«${world.dice.pick(removed).handle}.id»` : '«none1»'
  const [person] = world.livingPeople
  const rows = [
    ...(person === undefined ? [] : ofNothing.map((row) => [row, `«${person.handle}.id»`] as const)),
    ...ofNobody.map((row) => [row, nobody] as const),
  ].filter(([[, , path]]) => world.means.earlyAccess || path.includes('/tokens'))
  const [row, segment] = world.seldom(rows, ([[on, , , states]]) => `consents ${on} ${states}`)
  return callOf(row, segment, client)
}

/** A user gives consents and gets tokens. The service lists them, revokes one or all, and gets new ones. */
export function consents(world: World): Scene {
  const person = world.peopleIn('ACTIVE').find(({ password }) => password !== undefined)
  if (person === undefined) return [() => createUser(world, true)]
  const client = world.livingClients.find((each) => world.truth(each).application_type === 'web')
  if (client === undefined || world.livingClients.length < 2) return [() => registerClient(world)]
  const { means } = world
  const segment = `«${person.handle}.id»`
  const call =
    (...row: Row) =>
    (): Move =>
      callOf(row, segment, client)
  const views: readonly Row[] = [
    ...(means.earlyAccess
      ? ([
          ['listUserGrants', 'GET', '/grants', 'grants.list.ok'],
          ['listUserClientGrants', 'GET', `${ofClient}/grants`, 'grants.list-client.ok'],
          ['listUserClients', 'GET', '/clients', 'grants.clients.ok'],
        ] as const)
      : []),
    ['listUserClientTokens', 'GET', `${ofClient}/tokens`, 'tokens.list.ok'],
  ]
  const looks = (): Scene => world.dice.shuffled(views).map((view) => () => callOf(view, segment, client))
  let [grant, token] = ['', '']
  const given: Scene = [
    () => {
      grant = world.next('k')
      return consentOf(person, client, grant)
    },
    ...looks(),
    () => {
      token = world.next('k')
      return tokensOf(person, client, token)
    },
    ...looks(),
  ]
  const revoked = (step: () => Move | undefined): Scene => [step, ...looks()]
  const one: Scene = [
    ...(means.earlyAccess
      ? [
          () => call('getUserGrant', 'GET', `/grants/«${grant}.0.id»`, 'grants.get.ok')(),
          ...revoked(() =>
            call('revokeUserGrant', 'DELETE', `/grants/«${grant}.0.id»`, 'grants.revoke.no-content')(),
          ),
        ]
      : []),
    ...revoked(() =>
      call(
        'revokeUserClientToken',
        'DELETE',
        `${ofClient}/tokens/«${token}.refresh_token_id»`,
        'tokens.revoke.no-content',
      )(),
    ),
  ]
  const revoke = world.seldom(
    [
      call('revokeUserGrants', 'DELETE', '/grants', 'grants.revoke-all.no-content'),
      call('revokeUserClientGrants', 'DELETE', `${ofClient}/grants`, 'grants.revoke-client.no-content'),
    ],
    (each) => `revoke ${each().call.operation}`,
  )
  const all: Scene = [
    ...revoked(
      call('revokeUserClientTokens', 'DELETE', `${ofClient}/tokens`, 'tokens.revoke-all.no-content'),
    ),
    ...(means.earlyAccess ? revoked(revoke) : []),
  ]
  /** Refused, and nothing is revoked. */
  const ofUnknown: Scene = means.earlyAccess
    ? [
        call('revokeUserGrant', 'DELETE', '/grants/«none1»', 'grants.revoke.unknown-grant'),
        ...revoked(
          call(
            'revokeUserClientGrants',
            'DELETE',
            '/clients/«none1»/grants',
            'grants.revoke-client.unknown-client',
          ),
        ),
      ]
    : []
  return [
    ...given,
    ...one,
    ...given,
    ...ofUnknown,
    ...all,
    ...given,
    ...all,
    ...given,
    ...revoked(() => lifecycleOf(world, person, 'suspendUser')),
    ...revoked(() => lifecycleOf(world, person, 'deactivateUser')),
  ]
}

function consentOf({ handle }: Person, client: string, record: string): Move {
  const scopes = ['openid', 'profile']
  return {
    call: act(
      'grantConsent',
      { user: `«${handle}.id»`, client: `«${client}.client_id»`, scopes },
      { record },
    ),
  }
}

function tokensOf({ handle }: Person, client: string, record: string): Move {
  const body = {
    user: `«${handle}.id»`,
    client: `«${client}.client_id»`,
    scopes: ['openid'],
    refreshToken: true,
  }
  return { call: act('issueTokens', body, { record }) }
}
