/** Servers that break requirements of listing users, of `q` and of sorting. */
import type { Json } from '../../engine/wire/reply.ts'
import { dropLink, items, listsNothing } from '../alter/answer.ts'
import { asks, both, not, when } from '../alter/flow.ts'
import { otherQuery, query } from '../alter/request.ts'
import type { Mutant } from './mutant.ts'
import { mistakes, mistakesAt, mistakesIn } from './mutant.ts'
import { asksForAll, sorted, textAt, without } from './users-steps.ts'
import type { Alteration } from '../alter/wire.ts'

const list = 'listUsers'

/** Shows deactivated users in the plain list, as if they were ACTIVE. */
function deactivatedToo(): Alteration {
  return () => {
    const gone: string[] = []
    return async (sent, forward) => {
      const [, id] = /^\/api\/v1\/users\/([^/]+)\/lifecycle\/deactivate$/.exec(sent.path) ?? []
      if (id !== undefined) gone.push(id)
      const old = await forward(sent)
      if (sent.path !== '/api/v1/users' || sent.method !== 'GET' || !asksForAll(sent)) return old
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

/** Uses `search` for what `q` should find. */
function asSearch(): Alteration {
  return otherQuery((asked) => {
    const q = JSON.stringify(asked.get('q') ?? '')
    asked.delete('q')
    asked.set('search', keywords.map(([, name]) => `${name} sw ${q}`).join(' or '))
  })
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function byFoldedValue(left: Json, right: Json, by: string): number {
  return compare(textAt(left, by).toLowerCase(), textAt(right, by).toLowerCase())
}

function byValueThenName(left: Json, right: Json, by: string): number {
  return byFoldedValue(left, right, by) || byFoldedValue(left, right, 'profile.lastName')
}

export const userListMutants: readonly Mutant[] = [
  ...mistakesIn(list, {
    'users.list.ok/ids-only': when(
      asksForAll,
      items((users) => users.map(({ id }) => id)),
    ),
  }),
  ...mistakes({
    'users.list.hides-deprovisioned/shown-as-active': deactivatedToo(),
  }),
  ...['STAGED', 'SUSPENDED'].flatMap((status) =>
    mistakesAt(list, 'users.list.shows-others', {
      [`hides-${status.toLowerCase()}`]: when(
        asksForAll,
        without((user) => user?.status === status),
      ),
    }),
  ),
  ...keywords.flatMap(([requirement, name]) =>
    mistakesAt(list, requirement, {
      'not-looked-at': when(
        asks('q'),
        without((user, sent) => textAt(user, name).startsWith(sent.query.get('q') ?? '')),
      ),
    }),
  ),
  ...mistakesIn(list, {
    'users.list.q.hides-deprovisioned/shown': when(asks('q'), dropLink('next'), asSearch()),
    'users.list.q.no-paging/next': when(asks('q'), asSearch()),
    'users.list.sort-by/by-creation': [
      when(asks('sortBy'), query('sortBy', 'id')),
      'users.list.sort-asc',
      'users.list.sort-desc',
    ],
    'users.list.sort-order-alone/nobody': when(both(asks('sortOrder'), not(asks('sortBy'))), listsNothing()),
    'users.list.sort-ties/by-name': sorted(byValueThenName),
  }),
]
