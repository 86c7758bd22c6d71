/**
 * Servers that fulfil a requirement in the usual place, but break it elsewhere: in another list, status or write. Some break
 * it for the second of two records, or only after an earlier read.
 */
import { cell } from '../operators/operators.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { editLink, items } from '../alter/answer.ts'
import { asks, on, when, sends } from '../alter/flow.ts'
import { after, afterwards, instead } from '../alter/memory.ts'
import { refuse, acceptWith } from '../alter/refusal.ts'
import { ignoreInput, ignoreQuery, input } from '../alter/request.ts'
import type { Mutant } from './mutant.ts'
import { mistakes, mistakesAt, mistakesIn } from './mutant.ts'
import { cut, knowing, userOf, alsoFinds } from './elsewhere-steps.ts'
import { usersElsewhere } from './elsewhere-users.ts'
import { respell } from './users-steps.ts'
import { goesTo } from './routes.ts'
import { answerWith, isSuccess, readOf, sentWith } from '../alter/wire.ts'

/** All of them, by area in the order of the API description. */
export const elsewhereMutants: readonly Mutant[] = [
  ...mistakes({
    'conventions.paging.next-limit/other': editLink('next', (url) => {
      url.searchParams.set('limit', '20')
      return url
    }),
  }),
  ...(['listUsers', 'listGroups'] as const).flatMap((list) =>
    mistakesAt(list, 'conventions.paging.limit', {
      [`not-in-filtered-${list === 'listUsers' ? 'users' : 'groups'}`]: when(
        asks('filter'),
        ignoreQuery('limit'),
      ),
    }),
  ),
  ...mistakes({
    'clients.issued-at.read-only/moves-on-update': after(
      'updateClient',
      { outcome: 'success' },
      (client: Json) => ({
        ...client,
        client_id_issued_at: client.client_id_issued_at + 60,
      }),
    ),
  }),
  ...(
    [
      ['clients.redirect-uris.fragment', 'redirect_uris', ['https://client.example.com/callback']],
      ['clients.grant-types.web.not-password', 'grant_types', ['authorization_code']],
      ['clients.response-types.required', 'response_types', ['code']],
    ] as const
  ).flatMap(([requirement, name, repaired]) =>
    mistakesAt('updateClient', requirement, {
      'not-on-update': when(sends(name), acceptWith(name, repaired)),
    }),
  ),
  ...mistakesIn('updateGroup', {
    'groups.description.max.refused/not-on-update': input('profile.description', cut(1024)),
    'groups.update.whole/keeps-custom': knowing((old, sent, forward) => {
      const { name: _name, description: _description, ...custom } = old?.profile ?? {}
      return forward(
        sent.json?.profile
          ? sentWith(sent, { json: { ...sent.json, profile: { ...custom, ...sent.json.profile } } })
          : sent,
      )
    }),
  }),
  ...mistakes({
    'groups.delete.gone/still-of-its-members': cell('memory/survives', 'listUserGroups'),
    'groups.delete.gone/still-listed': cell('memory/survives', 'listGroups'),
    'membership.remove.effect/from-all-groups': cell('neighbours/written-too', 'removeUserFromGroup'),
    'users.suspend.groups-kept/not-listed': on(
      'listGroupUsers',
      items((list) => list.filter(({ status }) => status !== 'SUSPENDED')),
    ),
    'rules.update.stored/not-the-excluded': on('updateGroupRule', ignoreInput('conditions.people')),
    'rules.active.adds/first-group-only': cell('body/first-of-two', 'createGroupRule'),
  }),
  ...mistakesIn('listGroupRules', {
    'rules.status.active/inactive-in-lists': items((list) =>
      list.map((rule) => ({ ...rule, status: 'INACTIVE' })),
    ),
  }),
  ...mistakesIn('createGroup', {
    'groups.name.max.accepted/bytes': when(
      ({ json }) => new TextEncoder().encode(String(json?.profile?.name)).length > 255,
      refuse(),
    ),
  }),
  ...mistakesIn('listGroups', {
    'groups.list.q-excludes/description-too': alsoFinds('profile.description'),
    'groups.filter.type.svc-group/app-groups-too': respell(
      'filter',
      /type eq "SVC_GROUP"/,
      '(type eq "SVC_GROUP" or type eq "APP_GROUP")',
    ),
  }),
  ...usersElsewhere,
  ...mistakes({
    'grants.list-client.ok/of-all-clients': on(
      'listUserClientGrants',
      instead(({ path }) => ({ path: path.replace(/\/clients\/[^/]+/, '') })),
    ),
    'grants.revoke-client.effect/of-all-clients': on(
      'revokeUserClientGrants',
      afterwards((call, sent) => call('DELETE', `${userOf(sent)}/grants`)),
    ),
    'grants.revoke-all.effect/first-client': on('revokeUserGrants', () => async (sent, forward) => {
      const { json } = await forward(readOf(sent))
      const first: unknown = json?.[0]?.clientId
      if (typeof first !== 'string') return forward(sent)
      return forward(sentWith(sent, { path: `${userOf(sent)}/clients/${first}/grants` }))
    }),
    'tokens.revoke-all.effect/of-all-clients': on('revokeUserClientTokens', () => async (sent, forward) => {
      const path = `${userOf(sent)}/clients`
      const { json } = await forward(readOf(sent, path))
      const answer = await forward(sent)
      for (const { client_id: id } of Array.isArray(json) ? json : [])
        await forward(sentWith(sent, { path: `${path}/${String(id)}/tokens` }))
      return answer
    }),
    'grants.clients.ok/remembered': () => {
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
