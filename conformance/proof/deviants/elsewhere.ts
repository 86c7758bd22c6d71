/**
 * Servers that fulfil a clause in the usual place, but break it elsewhere: in another list, status or write. Some break
 * it for the second of two records, or only after an earlier read.
 */
import type { Json } from '../../engine/wire/reply.ts'
import { body, editLink, items } from '../alter/answer.ts'
import { asks, on, when, whenRefused, whenSuccess } from '../alter/flow.ts'
import { after, andAlso, instead } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreInput, input, query } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import { call, cut, knowing, plain, remembering, stillListing, userOf } from './elsewhere-steps.ts'
import { usersElsewhere } from './elsewhere-users.ts'
import { respell } from './groups-steps.ts'
import { goesTo } from './routes.ts'
import { answerWith, isSuccess, sentWith } from '../alter/wire.ts'

const groups: readonly Deviant[] = [
  deviant('groups.description.max.refused/not-on-update', {
    summary: 'takes a description of 1025 characters in an update',
    alter: on('updateGroup', input('profile.description', cut(1024))),
  }),
  deviant('groups.name.max.accepted/bytes', {
    summary: 'counts the bytes of a name in place of its characters',
    alter: on(
      'createGroup',
      when(({ json }) => new TextEncoder().encode(String(json?.profile?.name)).length > 255, refuse()),
    ),
  }),
  deviant('groups.update.whole/keeps-custom', {
    summary: 'keeps custom properties where an update does not send them',
    alter: on(
      'updateGroup',
      knowing((old, sent, forward) => {
        const { name: _name, description: _description, ...custom } = old?.profile ?? {}
        return forward(
          sent.json?.profile
            ? sentWith(sent, { json: { ...sent.json, profile: { ...custom, ...sent.json.profile } } })
            : sent,
        )
      }),
    ),
  }),
  deviant('groups.delete.gone/remembered', {
    summary: 'answers a group that was read before it was deleted',
    alter: remembering('getGroup'),
  }),
  deviant('groups.delete.gone/still-of-its-members', {
    summary: 'lists a deleted group among those of its members',
    alter: stillListing('listUserGroups', 'deleteGroup'),
  }),
  deviant('groups.delete.gone/still-listed', {
    summary: 'lists a deleted group where it was listed before',
    alter: stillListing('listGroups', 'deleteGroup'),
  }),
  deviant('groups.list.q-excludes/description-too', {
    summary: 'finds groups by their description with q',
    alter: on('listGroups', () => async (sent, forward) => {
      const answer = await forward(sent)
      const word = sent.query.get('q')
      if (word === null || !isSuccess(answer)) return answer
      const described = await forward(
        sentWith(sent, { query: new URLSearchParams({ search: `profile.description sw "${word}"` }) }),
      )
      return answerWith(answer, { json: [...answer.json, ...described.json] })
    }),
  }),
  deviant('groups.filter.last-membership-updated.eq/last-updated', {
    summary: 'takes lastUpdated for lastMembershipUpdated in a filter',
    alter: on('listGroups', respell('filter', /lastMembershipUpdated/, 'lastUpdated')),
  }),
  deviant('groups.search.last-updated/last-membership-updated', {
    summary: 'takes lastMembershipUpdated for lastUpdated in a search',
    alter: on('listGroups', respell('search', /lastUpdated/, 'lastMembershipUpdated')),
  }),
  deviant('groups.filter.type.svc-group/app-groups-too', {
    summary: 'takes an APP_GROUP for an SVC_GROUP in a filter',
    alter: on(
      'listGroups',
      respell('filter', /type eq "SVC_GROUP"/, '(type eq "SVC_GROUP" or type eq "APP_GROUP")'),
    ),
  }),
  deviant('membership.remove.effect/from-all-groups', {
    summary: 'takes a user out of all groups that were made here',
    alter: on('removeUserFromGroup', () => async (sent, forward) => {
      const answer = await forward(sent)
      const user = sent.path.split('/').at(-1) ?? ''
      const path = `/api/v1/users/${user}/groups`
      const { json } = await forward(sentWith(sent, { ...plain, method: 'GET', path }))
      for (const { id, type } of Array.isArray(json) && isSuccess(answer) ? json : [])
        if (type === 'SVC_GROUP')
          await forward(sentWith(sent, { ...plain, path: `/api/v1/groups/${String(id)}/users/${user}` }))
      return answer
    }),
  }),
  deviant('users.suspend.groups-kept/not-listed', {
    summary: 'leaves SUSPENDED users out of the members of a group',
    alter: on(
      'listGroupUsers',
      items((list) => list.filter(({ status }) => status !== 'SUSPENDED')),
    ),
  }),
  deviant('rules.update.stored/not-the-excluded', {
    summary: 'leaves the excluded users of a rule as they were',
    alter: on('updateGroupRule', ignoreInput('conditions.people')),
  }),
  deviant('rules.active.adds/first-group-only', {
    summary: 'adds users to the first group of a rule only',
    alter: on('createGroupRule', () => async (sent, forward) => {
      const wanted: Json = sent.json?.actions?.assignUserToGroups?.groupIds
      if (!Array.isArray(wanted) || wanted.length < 2) return forward(sent)
      const actions = { assignUserToGroups: { groupIds: wanted.slice(0, 1) } }
      return forward(sentWith(sent, { json: { ...sent.json, actions } }))
    }),
  }),
  deviant('rules.status.active/inactive-in-lists', {
    summary: 'lists every rule as INACTIVE',
    alter: on(
      'listGroupRules',
      items((list) => list.map((rule) => ({ ...rule, status: 'INACTIVE' }))),
    ),
  }),
]

const clients: readonly Deviant[] = [
  deviant('clients.secret.generated/not-for-jwt', {
    summary: 'gives no secret to a client that signs with it',
    alter: on(
      'registerClient',
      when(
        ({ json }) => json?.token_endpoint_auth_method === 'client_secret_jwt',
        whenSuccess(body(({ client_secret: _secret, ...client }) => client)),
      ),
    ),
  }),
  deviant('clients.issued-at.read-only/moves-on-update', {
    summary: 'says that a client was issued when it was last updated',
    alter: after('updateClient', { outcome: 'success' }, (client: Json) => ({
      ...client,
      client_id_issued_at: client.client_id_issued_at + 60,
    })),
  }),
  ...(
    [
      ['clients.redirect-uris.fragment', 'redirect_uris', ['https://client.example.com/callback']],
      ['clients.grant-types.web.not-password', 'grant_types', ['authorization_code']],
      ['clients.response-types.required', 'response_types', ['code']],
    ] as const
  ).map(([clause, name, repaired]) =>
    deviant(`${clause}/not-on-update`, {
      summary: `takes any ${name} in an update`,
      alter: on(
        'updateClient',
        whenRefused(() => async (sent, forward) => {
          const refused = await forward(sent)
          if (sent.json === undefined || !(name in sent.json)) return refused
          return forward(sentWith(sent, { json: { ...sent.json, [name]: repaired } }))
        }),
      ),
    }),
  ),
]

const consents: readonly Deviant[] = [
  deviant('grants.list-client.ok/of-all-clients', {
    summary: 'lists the grants of a user for all clients',
    alter: on(
      'listUserClientGrants',
      instead(({ path }) => ({ path: path.replace(/\/clients\/[^/]+/, '') })),
    ),
  }),
  deviant('grants.revoke-client.effect/of-all-clients', {
    summary: 'revokes the grants of a user for all clients',
    alter: on('revokeUserClientGrants', andAlso(call('DELETE', (sent) => `${userOf(sent)}/grants`))),
  }),
  deviant('grants.revoke-all.effect/first-client', {
    summary: 'revokes the grants for the first client only',
    alter: on('revokeUserGrants', () => async (sent, forward) => {
      const { json } = await forward(sentWith(sent, { ...plain, method: 'GET' }))
      const first: unknown = json?.[0]?.clientId
      if (typeof first !== 'string') return forward(sent)
      return forward(sentWith(sent, { path: `${userOf(sent)}/clients/${first}/grants` }))
    }),
  }),
  deviant('tokens.revoke-all.effect/of-all-clients', {
    summary: 'revokes the refresh tokens of a user for all clients',
    alter: on('revokeUserClientTokens', () => async (sent, forward) => {
      const path = `${userOf(sent)}/clients`
      const { json } = await forward(sentWith(sent, { ...plain, method: 'GET', path }))
      const answer = await forward(sent)
      for (const { client_id: id } of Array.isArray(json) ? json : [])
        await forward(sentWith(sent, { path: `${path}/${String(id)}/tokens` }))
      return answer
    }),
  }),
  deviant('grants.clients.ok/remembered', {
    summary: 'lists a client that once had a grant of the user',
    alter: () => {
      const known = new Map<string, Map<string, Json>>()
      return async (sent, forward) => {
        const answer = await forward(sent)
        if (!goesTo('listUserClients')(sent) || !isSuccess(answer)) return answer
        const seen = known.get(sent.path) ?? new Map<string, Json>()
        for (const client of answer.json) seen.set(client.client_id, client)
        known.set(sent.path, seen)
        return answerWith(answer, { json: [...seen.values()] })
      }
    },
  }),
]

const paging: readonly Deviant[] = [
  deviant('conventions.paging.next-limit/other', {
    summary: 'asks for 20 in every next link',
    alter: editLink('next', (url) => {
      url.searchParams.set('limit', '20')
      return url
    }),
  }),
  ...(['listUsers', 'listGroups'] as const).map((list) =>
    deviant(`conventions.paging.limit/not-in-filtered-${list === 'listUsers' ? 'users' : 'groups'}`, {
      summary: `ignores limit where ${list === 'listUsers' ? 'users' : 'groups'} are filtered`,
      alter: on(
        list,
        when(
          asks('filter'),
          query('limit', () => undefined),
        ),
      ),
    }),
  ),
]

/** All of them, by area in the order of the API description. */
export const elsewhereDeviants: readonly Deviant[] = [
  ...paging,
  ...clients,
  ...groups,
  ...usersElsewhere,
  ...consents,
]
