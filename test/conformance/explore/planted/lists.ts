import { answerWith, isSuccess } from '../../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import { fits, members, shown, userList } from './plant.ts'
import type { Planted } from './plant.ts'

/** Lists: limits, pages, order. */
export const lists: Planted = {
  'ignores the limit of a list with q': [
    () => async (sent, forward) => {
      if (!fits(userList, sent) || !sent.query.has('q')) return forward(sent)
      const query = new URLSearchParams(sent.query)
      query.delete('limit')
      return forward({ ...sent, query })
    },
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
      const property = /^profile\.(\w+)$/.exec(sent.query.get('sortBy') ?? '')?.[1]
      return property === undefined
        ? list
        : list.filter(({ profile }: Json) => profile[property] !== undefined && profile[property] !== null)
    }),
    /^users\.(list|search)\./,
  ],
  'leaves the last member out when all fit exactly on the page': [
    () => async (sent, forward) => {
      const answer = await forward(sent)
      if (!fits(members, sent) || !isSuccess(answer)) return answer
      const isFull = answer.json.length > 1 && String(answer.json.length) === sent.query.get('limit')
      return isFull ? answerWith(answer, { json: answer.json.slice(0, -1) }) : answer
    },
    /^membership\.list|^conventions\.paging/,
  ],
  'sorts ties of a descending list by falling id': [
    shown(userList, (list: Json[], sent) => {
      const property = /^profile\.(\w+)$/.exec(sent.query.get('sortBy') ?? '')?.[1]
      if (property === undefined || sent.query.get('sortOrder') !== 'desc') return list
      const value = ({ profile }: Json): string => String(profile[property]).toLowerCase()
      const groups = new Map<string, Json[]>()
      for (const each of list) groups.set(value(each), [each, ...(groups.get(value(each)) ?? [])])
      return [...groups.values()].flat()
    }),
    /^users\.list\.sort/,
  ],
}
