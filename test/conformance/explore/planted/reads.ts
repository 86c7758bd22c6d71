/** More bugs of what is read, written from the API description before the generators that look for them. */
import { answerOf, answerWith, isSuccess } from '../../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import {
  asked,
  clientList,
  clientPut,
  fits,
  forgetting,
  groupList,
  groupPut,
  groupsOfUser,
  losing,
  members,
  nameOf,
  profiled,
  read,
  records,
  refusal,
  refused,
  remembering,
  ruleList,
  shown,
  sorter,
  userGet,
  userList,
  userWrite,
  withoutQuestion,
} from './plant.ts'
import type { Planted } from './plant.ts'

const lists = /^GET \/api\/v1\/(users|groups)$/

export const reads: Readonly<Record<string, Planted>> = {
  queries: {
    'takes the word and within a searched value for its own': [
      refused((sent) => fits(lists, sent) && /"[^"]* and [^"]*"/i.test(sent.query.get('search') ?? '')),
      /^(users|groups)\.search\./,
    ],
    'takes a percent sign in a searched value for any letters': [
      asked(userList, 'search', (search) => search.replaceAll(/ eq "([^"%]+)%[^"]*"/g, ' sw "$1"')),
      /^users\.search\./,
    ],
    'ignores what comes after a closing parenthesis': [
      asked(lists, 'search', (search) => search.replace(/^(\([^()]*\)) (and|or) .*$/i, '$1')),
      /^(users|groups)\.search\./,
    ],
    'lets gt find the equal one in a search for a city': [
      asked(userList, 'search', (search) =>
        search.replaceAll(/(profile\.city) gt ("[^"]*")/gi, '($1 gt $2 or $1 eq $2)'),
      ),
      /^users\.search\./,
    ],
    'ignores marks on letters in a filter': [
      asked(userList, 'filter', (filter) => filter.normalize('NFD').replaceAll(/\p{M}/gu, '')),
      /^users\.filter\./,
    ],
  },
  found: {
    'does not find a group by its new description': [
      losing(
        (sent) => fits(groupPut, sent),
        (sent) =>
          fits(groupList, sent) && sent.query.get('search')?.startsWith('profile.description eq') === true,
      ),
      /^groups\.search/,
    ],
    'does not find a client by its new name': [
      remembering(
        () => new Set<string>(),
        async (names, sent, forward) => {
          if (fits(clientPut, sent)) {
            const before = await read(sent, forward, sent.path)
            if (before?.client_name !== sent.json?.client_name) names.add(sent.json?.client_name)
          }
          const answer = await forward(sent)
          return fits(clientList, sent) && names.has(sent.query.get('q') ?? '')
            ? answerWith(answer, { json: [] })
            : answer
        },
      ),
      /^clients\./,
    ],
    'does not find a user by sw in a property that became another': [
      losing(
        (sent) => fits(userWrite, sent) && sent.json?.profile?.title !== undefined,
        (sent) => fits(userList, sent) && sent.query.get('search')?.startsWith('profile.title sw') === true,
      ),
      /^users\.search/,
    ],
    'does not find a user by its status whose password was set': [
      losing(
        (sent) => fits(userWrite, sent) && sent.json?.credentials?.password !== undefined,
        (sent) => fits(userList, sent) && /status eq/.test(sent.query.get('search') ?? ''),
      ),
      /^users\./,
    ],
  },
  names: {
    'does not know a short name in another case': [
      refused((sent) => /^[^@a-z]*[A-Z][^@a-z]*$/.test(nameOf(sent)) && fits(userGet, sent), 404, 'E0000007'),
      /^users\.path\./,
    ],
    'does not know the new login in what is done to the user': [
      remembering(
        () => new Set<string>(),
        async (logins, sent, forward) => {
          if (sent.method !== 'GET' && logins.has(nameOf(sent).toLowerCase())) return refusal(404, 'E0000007')
          const answer = await forward(sent)
          if (fits(userWrite, sent) && isSuccess(answer) && sent.json?.profile?.login && nameOf(sent))
            logins.add(String(sent.json.profile.login).toLowerCase())
          return answer
        },
      ),
      /^users\.path\.login|^users\./,
    ],
    'lists no groups for a login that nobody has': [
      () => async (sent, forward) => {
        const answer = await forward(sent)
        return fits(groupsOfUser, sent) && answer.status === 404 ? answerOf(200, []) : answer
      },
      /^users\.(groups\.unknown|path\.)/,
    ],
    'shows somebody else as me': [
      () => async (sent, forward) => {
        if (!fits(/^GET \/api\/v1\/users\/me$/, sent)) return forward(sent)
        const answer = await forward(sent)
        return answerWith(answer, { json: { ...answer.json, id: `${answer.json.id}x` } })
      },
      /^users\.(path|get)\.me/,
    ],
  },
  lists: {
    'forgets the search of groups on the next page': [
      forgetting(groupList, 'search'),
      /^groups\.|^conventions\.paging/,
    ],
    'repeats the last member of a page on the next': [
      remembering(
        () => new Map<string, Json>(),
        async (lasts, sent, forward) => {
          const answer = await forward(sent)
          if (!fits(members, sent) || !isSuccess(answer)) return answer
          const last = lasts.get(sent.path)
          lasts.set(sent.path, answer.json.at(-1))
          return sent.query.has('after') && last !== undefined
            ? answerWith(answer, { json: [last, ...answer.json] })
            : answer
        },
      ),
      /^membership\.|^conventions\.paging/,
    ],
    'ignores the order of a list that is sorted by department': [
      shown(userList, (list: Json[], sent) =>
        sorter(sent) === 'department'
          ? list.toSorted((one: Json, other: Json) => (one.id < other.id ? -1 : 1))
          : list,
      ),
      /^users\.list\.sort/,
    ],
    'sorts upwards when a limit is given': [
      asked(userList, 'sortOrder', (order, sent) => (Number(sent.query.get('limit')) < 5 ? 'asc' : order)),
      /^users\.list\.sort/,
    ],
  },
  views: {
    'shows the groups of a user without their type': [
      records(groupsOfUser, (group: Json) => ({ ...group, type: null })),
      /^(users\.groups|groups)\./,
    ],
    'shows members with some of their profile': [
      records(members, (user: Json) => profiled(user, { department: null, city: null, title: null })),
      /^(membership|users)\./,
    ],
    'shows a rule as inactive when group names are asked for': [
      records(ruleList, (rule: Json, sent) =>
        sent.query.has('expand') ? { ...rule, status: 'INACTIVE' } : rule,
      ),
      /^rules\./,
    ],
    'shows no recovery question in a search': [
      records(userList, (user: Json, sent) => (sent.query.has('search') ? withoutQuestion(user) : user)),
      /^(users|credentials)\./,
    ],
    'shows a suspended member as active': [
      records(members, (user: Json) => (user.status === 'SUSPENDED' ? { ...user, status: 'ACTIVE' } : user)),
      /^(users|membership)\./,
    ],
  },
}
