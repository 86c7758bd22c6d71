import { z } from 'zod'
import { once } from '../contract/once.ts'
import { userStatuses } from '../contract/user-lifecycle.ts'
import type { GroupRecord } from '../model/groups/group-record.ts'
import type { Org } from '../model/org.ts'
import type { UserRecord } from '../model/users/records.ts'
import { fold } from '../query/index.ts'
import { defineAction } from './action.ts'

/** Which part of a list is wanted, and in which order. */
const common = once(() => ({
  text: z
    .string()
    .max(1000)
    .default('')
    .describe('Words, in any case; each must be part of what is searched'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  offset: z.int().min(0).default(0).describe('How many to leave out before the first'),
  limit: z.int().min(1).max(1000).default(200),
}))

export const searchActions = {
  searchUsers: defineAction({
    summary:
      'Find users by any part of name, login, e-mail or id, and count them: found of total. The API itself finds beginnings only',
    reads: true,
    input: () =>
      z.strictObject({
        ...common(),
        status: z.enum(userStatuses).optional(),
        sortBy: z.enum(['login', 'name', 'status', 'lastLogin', 'lastUpdated']).optional(),
      }),
    run(org, { text, status, sortBy, ...page }) {
      const found = foundIn(org, 'users', text, {
        records: org.users.collection.scan(),
        textOf: ({ id, profile: { login, email, firstName, lastName } }) =>
          [firstName, lastName, login, email, id].join(' '),
        where: (user) => status === undefined || user.status === status,
        keyOf: sortBy === undefined ? undefined : userKeys[sortBy],
        key: JSON.stringify([status, sortBy, page.sortOrder]),
        order: page.sortOrder,
      })
      return {
        total: org.users.collection.size,
        found: found.length,
        rows: found
          .slice(page.offset, page.offset + page.limit)
          .map(({ id, status: its, lastLogin, profile: { login, email, firstName, lastName } }) => ({
            id,
            status: its,
            lastLogin,
            profile: { login, email, firstName, lastName },
          })),
      }
    },
  }),
  searchGroups: defineAction({
    summary:
      'Find groups by any part of name, description or id, and count them: found of total. The API itself finds beginnings only',
    reads: true,
    input: () =>
      z.strictObject({
        ...common(),
        type: z.string().optional(),
        sortBy: z.enum(['name', 'type', 'users', 'lastUpdated']).optional(),
      }),
    run(org, { text, type, sortBy, ...page }) {
      const usersOf = ({ id }: GroupRecord): number => org.memberships.count(id)
      const found = foundIn(org, 'groups', text, {
        records: org.groups.collection.scan(),
        textOf: ({ id, profile: { name, description } }) => [name, description, id].join(' '),
        where: (group) => type === undefined || group.type === type,
        keyOf: sortBy === 'users' ? usersOf : sortBy && groupKeys[sortBy],
        // Who is in a group is no part of its record: an order by that is made each time.
        key: sortBy === 'users' ? undefined : JSON.stringify([type, sortBy, page.sortOrder]),
        order: page.sortOrder,
      })
      return {
        total: org.groups.collection.size,
        found: found.length,
        rows: found.slice(page.offset, page.offset + page.limit).map((group) => ({
          id: group.id,
          type: group.type,
          profile: { name: group.profile.name, description: group.profile['description'] ?? null },
          usersCount: usersOf(group),
        })),
      }
    },
  }),
}

/** What a list is ordered by; records without it come last. */
type Key = string | number | null

const userKeys: Readonly<Record<string, (user: UserRecord) => Key>> = {
  login: ({ profile }) => fold(String(profile.login)),
  name: ({ profile: { lastName, firstName } }) => fold([lastName, firstName].join(' ')),
  status: ({ status }) => status,
  lastLogin: ({ lastLogin }) => lastLogin,
  lastUpdated: ({ lastUpdated }) => lastUpdated,
}

const groupKeys: Readonly<Record<string, (group: GroupRecord) => Key>> = {
  name: ({ profile }) => fold(String(profile.name)),
  type: ({ type }) => type,
  lastUpdated: ({ lastUpdated }) => lastUpdated,
}

/** What is searched, and how what is found is ordered. */
interface Searched<R> {
  readonly records: Iterable<R>
  readonly textOf: (record: R) => string
  readonly where: (record: R) => boolean
  /** What it is ordered by; left out, the order of creation. */
  readonly keyOf: ((record: R) => Key) | undefined
  readonly order: 'asc' | 'desc'
  /** The same for the same filter and order; left out, what was found is not kept. */
  readonly key: string | undefined
}

/**
 * The records of one kind and their folded texts, and what was found last. Records never change in place: where
 * all are the same, so is what is found. A page of 100,000 people, sorted, so takes 2 ms and not 200.
 */
class Searchable {
  readonly #records: object[] = []
  readonly #texts: string[] = []
  #last: { readonly key: string; readonly found: readonly object[] } | undefined

  find<R extends object>(text: string, searched: Searched<R>): readonly R[] {
    this.#catchUp(searched)
    const key = searched.key && `${searched.key} ${text}`
    if (key !== undefined && this.#last?.key === key) return this.#last.found as readonly R[]
    const found = this.#found(text, searched)
    this.#last = key === undefined ? undefined : { key, found }
    return found
  }

  #catchUp<R extends object>({ records, textOf }: Searched<R>): void {
    let at = 0
    for (const record of records) {
      if (this.#records[at] !== record) {
        this.#records[at] = record
        this.#texts[at] = fold(textOf(record))
        this.#last = undefined
      }
      at += 1
    }
    if (at < this.#records.length) this.#last = undefined
    this.#records.length = this.#texts.length = at
  }

  #found<R extends object>(text: string, { where, keyOf, order }: Searched<R>): readonly R[] {
    const words = fold(text).split(/\s+/).filter(Boolean)
    const found = (this.#records as R[]).filter(
      (record, at) => words.every((word) => this.#texts[at]!.includes(word)) && where(record),
    )
    if (!keyOf) return found
    const keyed = found.map((record) => ({ record, key: keyOf(record) }))
    const sign = order === 'asc' ? 1 : -1
    keyed.sort(({ key: one }, { key: other }) => {
      if (one === other) return 0
      if (one === null || other === null) return one === null ? 1 : -1
      return one < other ? -sign : sign
    })
    return keyed.map(({ record }) => record)
  }
}

const searchables = new WeakMap<Org, Map<string, Searchable>>()

function foundIn<R extends object>(
  org: Org,
  kind: string,
  text: string,
  searched: Searched<R>,
): readonly R[] {
  let kinds = searchables.get(org)
  if (!kinds) searchables.set(org, (kinds = new Map()))
  let searchable = kinds.get(kind)
  if (!searchable) kinds.set(kind, (searchable = new Searchable()))
  return searchable.find(text, searched)
}
