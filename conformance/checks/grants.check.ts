import { a, check, type Reply, type Api } from '../engine/run/check.ts'
import { textOrNull } from '../tables/forms.ts'
import { demandsOf, grantClientProperties, grantProperties } from '../tables/shown.ts'
import { consentPaths, within, isActive } from './support/arrange.ts'
import { readPages } from '../engine/run/api.ts'
import { userPath } from './support/paths.ts'

const scope = { _embedded: { scope: { name: a.string, displayName: textOrNull, description: textOrNull } } }

check(
  'the grants of a user are listed and read, with all they carry',
  {
    judges: [
      ...grantProperties.map(({ slug }) => `grants.${slug}` as const),
      'grants.embedded.scope',
      'grants.list.ok',
      'grants.list.expand',
      'grants.list.scope-id',
      'grants.get.ok',
      'grants.get.expand',
      'grants.list-client.ok',
      'grants.list-client.expand',
      'grants.get.unknown-grant',
      'grants.revoke.unknown-grant',
    ],
    quick: true,
    needs: ['early-access', 'grants'],
  },
  async ({ api, judge, need, assume, unique }) => {
    const { userId, clientId, grantIds, scopeIds } = await need('grants')
    assume('grants.list.ok', grantIds.length > 1, 'at least two grants are supplied')
    const paths = consentPaths(userId, clientId)
    const one = within(paths.grants, grantIds[0])
    const expand = { query: { expand: 'scope' } }

    const list = await readPages(api, paths.grants, {})
    const read = await api.get(one)
    const mine = list.items.filter((each) => grantIds.includes(each?.id))
    for (const row of grantProperties) {
      for (const expected of demandsOf(row)) {
        judge(`grants.${row.slug}`).every(mine, expected)
        judge(`grants.${row.slug}`).matches(read, expected)
      }
    }
    judge('grants.user-id').every(list.items, { userId })
    judge('grants.client-id').every(mine, { clientId })
    judge('grants.user-id').matches(read, { userId })
    judge('grants.client-id').matches(read, { clientId })
    judge('grants.get.ok').matches(read, { id: grantIds[0] })

    for (const [ok, path] of [
      ['grants.list.ok', paths.grants],
      ['grants.list-client.ok', paths.clientGrants],
    ] as const) {
      const reply = await readPages(api, path, {})
      judge(ok).success(reply)
      for (const id of grantIds) judge(ok).some(reply.body, { id })
      if (ok === 'grants.list-client.ok') judge(ok).every(reply.body, { clientId })
    }
    for (const [requirement, path] of [
      ['grants.list.expand', paths.grants],
      ['grants.list-client.expand', paths.clientGrants],
    ] as const) {
      const { items } = await readPages(api, path, { expand: 'scope' })
      judge(requirement).every(items, scope)
      judge(requirement).some(items, { id: grantIds[0] })
    }
    const expanded = await api.get(one, expand)
    judge('grants.get.expand').matches(expanded, scope)
    judge('grants.embedded.scope').matches(expanded, scope)

    const scopeId = scopeIds[0] ?? mine[0]?.scopeId
    const ofScope = await readPages(api, paths.grants, { scopeId })
    judge('grants.list.scope-id').every(ofScope.body, { scopeId })
    judge('grants.list.scope-id').ok(
      new Set(mine.map((each) => each?.scopeId)).size > 1,
      'the grants are for two scopes',
      mine,
    )

    // An unknown grant of an existing user, next to one that can be read.
    const unknown = within(paths.grants, unique.unknownId())
    judge('grants.get.unknown-grant').platformError(await api.get(unknown), 404, 'E0000007')
    judge('grants.revoke.unknown-grant').platformError(await api.delete(unknown), 404, 'E0000007')
    const still: Reply = await api.get(one)
    judge('grants.revoke.unknown-grant').matches(still, { id: grantIds[0], status: 'ACTIVE' })
  },
)

check(
  'the clients of a user are those it gave consent to',
  {
    judges: [
      ...grantClientProperties.map(({ slug }) => `grants.clients.${slug}` as const),
      'grants.clients.ok',
    ],
    quick: true,
    needs: ['early-access', 'grants'],
  },
  async ({ given, api, judge, need }) => {
    const { userId, clientId } = await need('grants')
    const reply = await api.get(consentPaths(userId).clients)
    judge('grants.clients.ok').success(reply)
    judge('grants.clients.ok').some(reply.body, { client_id: clientId })
    const nobody = await given.user({ activate: false, password: false })
    const none = await api.get(consentPaths(nobody.id).clients)
    judge('grants.clients.ok').none(none.body, { client_id: clientId })
    for (const row of grantClientProperties)
      for (const expected of demandsOf(row)) judge(`grants.clients.${row.slug}`).every(reply.body, expected)
    const ids = reply.items.map((each) => each?.client_id)
    judge('grants.clients.client-id').equal(new Set(ids).size, ids.length, 'no client twice')
  },
)

check(
  'a client is no longer among those of a user that has no grant and no token of it',
  { judges: [], supports: ['grants.clients.ok'], needs: ['early-access', 'grants'] },
  async ({ api, judge, need, assume }) => {
    const { userId, clientId, other } = await need('grants')
    const paths = consentPaths(userId, clientId)
    const ids = async (): Promise<string[]> =>
      (await api.get(paths.clients)).items.map((each) => String(each?.client_id))
    assume('grants.clients.ok', (await ids()).includes(clientId), 'the client is listed')
    await api.control('grants.revoke-client.no-content').delete(paths.clientGrants)
    await api.control('tokens.revoke-all.no-content').delete(paths.clientTokens)
    // A target may still show ended ones.
    for (const path of [paths.clientGrants, paths.clientTokens])
      if ((await api.get(path)).items.length > 0) return
    const left = await ids()
    judge('grants.clients.ok').ok(!left.includes(clientId), 'the client is not listed', left)
    if (other !== undefined)
      judge('grants.clients.ok').ok(left.includes(other.clientId), 'another client is still listed', left)
  },
)

check(
  'the clients of a user are those with a refresh token of it, too',
  { judges: ['grants.clients.by-token'], needs: ['early-access', 'refresh-tokens'] },
  async ({ api, judge, need }) => {
    const { userId, clientId } = await need('refresh-tokens')
    const reply = await api.get(consentPaths(userId).clients)
    judge('grants.clients.by-token').success(reply)
    judge('grants.clients.by-token').some(reply.body, { client_id: clientId })
  },
)

check(
  'the grants of me are listed in a session',
  { judges: ['grants.list.me'], needs: ['early-access', 'session-cookie'] },
  async ({ api, judge, need }) => {
    const { cookie, userId } = await need('session-cookie')
    const reply = await api.withCookie(cookie).get('/api/v1/users/me/grants')
    judge('grants.list.me').success(reply)
    judge('grants.list.me').ok(Array.isArray(reply.body), 'the body is an array', reply.body)
    judge('grants.list.me').none(reply.body, (each) => Object(each).userId !== userId)
    judge('grants.list.me').matches(await api.get(userPath(userId)), { id: userId })
  },
)

/** The valid grants among these, read one by one and by the list. */
async function activeAmong(api: Api, list: string, one: string, ids: readonly string[]): Promise<string[]> {
  const { items } = await readPages(api, list, {})
  const active = new Set<string>(items.filter(isActive(ids)).map(({ id }) => id))
  for (const id of ids) {
    const { status, json } = await api.get(within(one, id))
    if (status < 300 && json.status === 'ACTIVE') active.add(id)
  }
  return [...active]
}

check(
  'a revoked grant is not in force, and the others are',
  { judges: ['grants.revoke.no-content', 'grants.revoke.effect'], needs: ['early-access', 'grants'] },
  async ({ api, judge, need, assume }) => {
    const { userId, clientId, grantIds } = await need('grants')
    const { grants, clientGrants } = consentPaths(userId, clientId)
    const [first, ...others] = grantIds
    const before = await activeAmong(api, grants, grants, grantIds)
    assume('grants.status.active', before.length === grantIds.length, 'the grants are in force')
    await api.get(clientGrants, { query: { limit: 200 } })
    judge('grants.revoke.no-content').empty(await api.delete(within(grants, first)), 204)
    judge('grants.revoke.effect').equal(
      (await activeAmong(api, grants, grants, grantIds)).toSorted(),
      others.toSorted(),
      'the grants in force',
    )
    const { items } = await api.get(clientGrants, { query: { limit: 200 } })
    judge('grants.revoke.effect').none(items, isActive([String(first)]), 'the grants of the client in force')
  },
)

for (const [name, noContent, effect, path] of [
  ['all grants of a user', 'grants.revoke-all.no-content', 'grants.revoke-all.effect', 'grants'],
  [
    'the grants of a user for a client',
    'grants.revoke-client.no-content',
    'grants.revoke-client.effect',
    'clientGrants',
  ],
] as const) {
  check(
    `${name} are revoked together`,
    { judges: [noContent, effect], needs: ['early-access', 'grants'] },
    async ({ api, judge, need, assume }) => {
      const { userId, clientId, grantIds, other } = await need('grants')
      const paths = consentPaths(userId, clientId)
      const before = await activeAmong(api, paths[path], paths.grants, grantIds)
      assume('grants.status.active', before.length === grantIds.length, 'the grants are in force')
      judge(noContent).empty(await api.delete(paths[path]), 204)
      // Still a list, even if it is empty.
      const list = await api.get(paths[path])
      judge(effect).ok(Array.isArray(list.body), 'the grants are a list', list.body)
      judge(effect).equal(
        await activeAmong(api, paths[path], paths.grants, grantIds),
        [],
        'the grants in force',
      )
      if (other === undefined) return
      judge(effect).equal(
        await activeAmong(api, paths.grants, paths.grants, [other.grantId]),
        path === 'grants' ? [] : [other.grantId],
        'the grant for another client that is in force',
      )
    },
  )
}

check(
  'a grant outlives the refresh tokens of its user and client',
  { judges: ['grants.outlive-tokens'], needs: ['early-access', 'grants', 'refresh-tokens'] },
  async ({ api, judge, need, assume }) => {
    const { userId, clientId, grantIds } = await need('grants')
    const paths = consentPaths(userId, clientId)
    const before = await activeAmong(api, paths.grants, paths.grants, grantIds)
    assume('grants.status.active', before.length === grantIds.length, 'the grants are in force')
    await api.control('tokens.revoke-all.no-content').delete(paths.clientTokens)
    for (const id of grantIds)
      judge('grants.outlive-tokens').matches(await api.get(within(paths.grants, id)), {
        id,
        status: 'ACTIVE',
      })
  },
)
