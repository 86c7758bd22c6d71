/** Servers that break clauses of listing users, of `q` and of sorting. */
import type { Json } from '../../engine/wire/reply.ts'
import { body, dropLink, header, items } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreQuery, query, request } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import { sorted, textAt, without } from './users-steps.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { sentWith } from '../alter/wire.ts'

const list = 'listUsers'

const isPlain = ({ query: asked }: Sent): boolean =>
  !asked.has('search') && !asked.has('filter') && !asked.has('q')

const listDeviants = [
  deviant('users.list.ok/object', {
    summary: 'answers with an object that holds the users',
    alter: on(list, when(isPlain, whenSuccess(body((users) => ({ users }))))),
  }),
  deviant('users.list.ok/empty', {
    summary: 'lists nobody',
    alter: on(
      list,
      when(
        isPlain,
        items(() => []),
      ),
    ),
  }),
  deviant('users.list.ok/refused', {
    summary: 'refuses a list without search, filter and q',
    alter: on(list, when(isPlain, refuse())),
  }),
  deviant('users.list.ok/ids-only', {
    summary: 'lists ids in place of users',
    alter: on(
      list,
      when(
        isPlain,
        items((users) => users.map(({ id }) => id)),
      ),
    ),
  }),
  deviant('users.list.limit/ignored', {
    summary: 'ignores limit',
    alter: on(list, ignoreQuery('limit')),
  }),
  deviant('users.list.limit/refused', {
    summary: 'refuses limit',
    alter: on(list, when(asks('limit'), refuse())),
  }),
  deviant('users.list.limit/one-more', {
    summary: 'lists one user more than limit',
    alter: on(
      list,
      query('limit', (limit) => (limit === null ? undefined : String(Number(limit) + 1))),
    ),
  }),
  deviant('users.list.after/ignored', {
    summary: 'begins anew whatever after says',
    alter: on(list, ignoreQuery('after')),
  }),
  deviant('users.list.after/no-next', {
    summary: 'gives no next link',
    alter: on(list, dropLink('next')),
  }),
  deviant('users.list.after/refused', {
    summary: 'refuses after',
    alter: on(list, when(asks('after'), refuse())),
  }),
  deviant('users.list.after/one-lost', {
    summary: 'loses the first user of each later page',
    alter: on(
      list,
      when(
        asks('after'),
        items((users) => users.slice(1)),
      ),
    ),
  }),
  deviant('users.list.after/one-twice', {
    summary: 'repeats a user at the end of a page',
    alter: on(
      list,
      when(
        asks('after'),
        items((users) => [...users.slice(0, 1), ...users.slice(0, 1)]),
      ),
    ),
  }),
  deviant('users.list.hides-deprovisioned/shown', {
    summary: 'lists users in status DEPROVISIONED',
    alter: on(
      list,
      when(
        isPlain,
        items((users) => [...users, { ...users[0], id: 'goneLongAgo', status: 'DEPROVISIONED' }]),
      ),
    ),
  }),
  deviant('users.list.hides-deprovisioned/shown-as-active', {
    summary: 'lists DEPROVISIONED users as ACTIVE ones',
    alter: deactivatedToo(),
  }),
  ...['STAGED', 'SUSPENDED'].map((status) =>
    deviant(`users.list.shows-others/hides-${status.toLowerCase()}`, {
      summary: `does not list users in status ${status}`,
      alter: on(
        list,
        when(
          isPlain,
          without((user) => user?.status === status),
        ),
      ),
    }),
  ),
]

/** Shows deactivated users in the plain list, as if they were ACTIVE. */
function deactivatedToo(): Alteration {
  return () => {
    const gone: string[] = []
    return async (sent, forward) => {
      const [, id] = /^\/api\/v1\/users\/([^/]+)\/lifecycle\/deactivate$/.exec(sent.path) ?? []
      if (id !== undefined) gone.push(id)
      const old = await forward(sent)
      if (sent.path !== '/api/v1/users' || sent.method !== 'GET' || !isPlain(sent)) return old
      const users: Json[] = Array.isArray(old.json) ? old.json : []
      const json = [...users, ...gone.map((each) => asActive(users[0], each))]
      return { ...old, json, text: JSON.stringify(json) }
    }
  }
}

function asActive(user: Json, id: string): Json {
  return { ...user, id, status: 'ACTIVE' }
}

const keywords = [
  ['users.list.q.first-name', 'profile.firstName'],
  ['users.list.q.last-name', 'profile.lastName'],
  ['users.list.q.email', 'profile.email'],
] as const

const keywordDeviants = [
  ...keywords.map(([clause, name]) =>
    deviant(`${clause}/not-looked-at`, {
      summary: `does not look at ${name} for q`,
      alter: on(
        list,
        when(
          asks('q'),
          without((user, sent) => textAt(user, name).startsWith(sent.query.get('q') ?? '')),
        ),
      ),
    }),
  ),
  ...keywords.map(([clause]) =>
    deviant(`${clause}/refused`, {
      summary: 'refuses q',
      breaks: keywords.map(([each]) => each),
      alter: on(list, when(asks('q'), refuse())),
    }),
  ),
  deviant('users.list.q.excludes/all', {
    summary: 'ignores q',
    alter: on(list, ignoreQuery('q')),
  }),
  deviant('users.list.q.hides-deprovisioned/shown', {
    summary: 'finds DEPROVISIONED users by q',
    alter: on(list, when(asks('q'), dropLink('next'), asSearch())),
  }),
  deviant('users.list.q.no-paging/next', {
    summary: 'gives a next link with q',
    alter: on(list, when(asks('q'), asSearch())),
  }),
  deviant('users.list.q.no-paging/always-next', {
    summary: 'gives a next link with every q',
    alter: on(
      list,
      when(asks('q'), header('link', '<https://svc.example.com/api/v1/users?after=x>; rel="next"')),
    ),
  }),
]

/** Uses `search` for what `q` should find. */
function asSearch(): Alteration {
  return request((sent) => {
    const asked = new URLSearchParams(sent.query)
    const q = JSON.stringify(asked.get('q') ?? '')
    asked.delete('q')
    asked.set('search', keywords.map(([, name]) => `${name} sw ${q}`).join(' or '))
    return sentWith(sent, { query: asked })
  })
}

const sortDeviants = [
  deviant('users.list.sort-by/ignored', {
    summary: 'ignores sortBy',
    breaks: ['users.list.sort-asc', 'users.list.sort-desc', 'users.list.sort-case'],
    alter: on(list, ignoreQuery('sortBy')),
  }),
  deviant('users.list.sort-by/descending', {
    summary: 'sorts downwards where sortOrder is not sent',
    alter: on(
      list,
      query('sortOrder', (order) => order ?? 'desc'),
    ),
  }),
  deviant('users.list.sort-by/refused', {
    summary: 'refuses sortBy without sortOrder',
    alter: on(
      list,
      when(
        asks('sortBy'),
        when((sent) => !asks('sortOrder')(sent), refuse()),
      ),
    ),
  }),
  deviant('users.list.sort-by/by-creation', {
    summary: 'sorts by another property than the one that was asked for',
    breaks: ['users.list.sort-asc', 'users.list.sort-desc'],
    alter: on(list, when(asks('sortBy'), query('sortBy', 'id'))),
  }),
  deviant('users.list.sort-case/ascii', {
    summary: 'sorts capitals before small letters',
    alter: on(
      list,
      sorted((left, right, by) => compare(textAt(left, by), textAt(right, by))),
    ),
  }),
  deviant('users.list.sort-asc/refused', {
    summary: 'refuses sortOrder=asc',
    alter: on(list, when(asks('sortOrder', 'asc'), refuse())),
  }),
  deviant('users.list.sort-asc/turned', {
    summary: 'turns the order around for sortOrder=asc',
    alter: on(
      list,
      when(
        asks('sortOrder', 'asc'),
        items((users) => users.toReversed()),
      ),
    ),
  }),
  deviant('users.list.sort-desc/ignored', {
    summary: 'ignores sortOrder',
    alter: on(list, ignoreQuery('sortOrder')),
  }),
  deviant('users.list.sort-desc/refused', {
    summary: 'refuses sortOrder=desc',
    alter: on(list, when(asks('sortOrder', 'desc'), refuse())),
  }),
  deviant('users.list.sort-order-alone/refused', {
    summary: 'refuses sortOrder without sortBy',
    alter: on(
      list,
      when((sent) => asks('sortOrder')(sent) && !asks('sortBy')(sent), refuse()),
    ),
  }),
  deviant('users.list.sort-order-alone/nobody', {
    summary: 'finds nobody with sortOrder and no sortBy',
    alter: on(
      list,
      when(
        (sent) => asks('sortOrder')(sent) && !asks('sortBy')(sent),
        items(() => []),
      ),
    ),
  }),
  deviant('users.list.sort-ties/turned', {
    summary: 'orders users of equal values downwards by id',
    alter: on(list, sorted(byValueThenLaterId)),
  }),
  deviant('users.list.sort-ties/by-name', {
    summary: 'orders users of equal values by their lastName',
    alter: on(list, sorted(byValueThenName)),
  }),
]

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function byFoldedValue(left: Json, right: Json, by: string): number {
  return compare(textAt(left, by).toLowerCase(), textAt(right, by).toLowerCase())
}

function byValueThenLaterId(left: Json, right: Json, by: string): number {
  return byFoldedValue(left, right, by) || compare(textAt(right, 'id'), textAt(left, 'id'))
}

function byValueThenName(left: Json, right: Json, by: string): number {
  return byFoldedValue(left, right, by) || byFoldedValue(left, right, 'profile.lastName')
}

export const userListDeviants: readonly Deviant[] = [...listDeviants, ...keywordDeviants, ...sortDeviants]
