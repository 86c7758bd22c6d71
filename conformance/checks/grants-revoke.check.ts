import { check, type Api } from '../engine/run/check.ts'
import { consentPaths, isActive, within } from './support/arrange.ts'
import { readPages } from '../engine/run/paging.ts'

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
