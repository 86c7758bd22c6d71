import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import { asked, members, shown, sorter, userList } from './plant.ts'
import type { Planted } from './plant.ts'

/** Lists: limits, pages, order. */
export const lists: Planted = {
  'ignores the limit of a list with q': [
    asked(userList, 'limit', (limit, { query }) => (query.has('q') ? undefined : limit)),
    /^users\.list\./,
  ],
  'turns the second page of a sorted list around': [
    shown(userList, (list: Json[], sent) =>
      sent.query.has('after') && sent.query.has('sortBy') ? list.toReversed() : list,
    ),
    /^users\.list\.sort/,
  ],
  'leaves users out of a sorted list that have no value to sort by': [
    shown(userList, (list: Json[], sent) => {
      const property = sorter(sent)
      return property === undefined
        ? list
        : list.filter(({ profile }: Json) => profile[property] !== undefined && profile[property] !== null)
    }),
    /^users\.(list|search)\./,
  ],
  'leaves the last member out when all fit exactly on the page': [
    shown(members, (list: Json[], { query }) =>
      list.length > 1 && String(list.length) === query.get('limit') ? list.slice(0, -1) : list,
    ),
    /^membership\.list|^conventions\.paging/,
  ],
  'sorts ties of a descending list by falling id': [
    shown(userList, (list: Json[], sent) => {
      const property = sorter(sent)
      if (property === undefined || sent.query.get('sortOrder') !== 'desc') return list
      const value = ({ profile }: Json): string => String(profile[property]).toLowerCase()
      const groups = new Map<string, Json[]>()
      for (const each of list) groups.set(value(each), [each, ...(groups.get(value(each)) ?? [])])
      return [...groups.values()].flat()
    }),
    /^users\.list\.sort/,
  ],
}
