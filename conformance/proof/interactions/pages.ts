/** Lists with pages: with other parameters, changed between two pages, in an order, with links. */
import type { Json } from '../../engine/wire/reply.ts'
import { at as valueAt, changed } from '../alter/path.ts'
import { dropLink, editLink, elsewhere, items, without, withoutFirst } from '../alter/answer.ts'
import { asks, both, when, whenSuccess } from '../alter/flow.ts'
import { ignoreQuery, rewrite } from '../alter/request.ts'

import { type Alteration, type Sent, type Test, answerWith, isSuccess, goesTo } from '../alter/wire.ts'
import { type Family, paged, remembering } from './parts.ts'

const namesOfLists = Object.keys(paged) as (keyof typeof paged)[]

const isLater = asks('after')

/** Paging with another parameter: a later page, or any page of a list that is chosen or sorted. */
const pages: Family = (rng) => {
  const name = rng.pick(namesOfLists)
  const { at, by, about } = paged[name]
  const parameter = by.length === 0 || rng.chance(0.3) ? undefined : rng.pick(by)
  const applies = parameter === undefined ? at : both(at, asks(parameter))
  const where = `${name}${parameter === undefined ? '' : ` with ${parameter}`}`
  const onLater = (...steps: readonly Alteration[]): Alteration => when(both(applies, isLater), ...steps)
  const repeated: Alteration = remembering(
    () => ({ last: undefined as Json }),
    async (memory, sent, forward) => {
      const answer = await forward(sent)
      if (!applies(sent) || !isSuccess(answer)) return answer
      const { last } = memory
      memory.last = answer.json.at(-1)
      return isLater(sent) && last !== undefined && answer.json.length > 0
        ? answerWith(answer, { json: [last, ...answer.json] })
        : answer
    },
  )
  const faults: Readonly<Record<string, Alteration>> = {
    'lose their first record on later pages': onLater(withoutFirst()),
    'end after the second page': onLater(dropLink('next')),
    'repeat the last record of a page on the next': repeated,
    'hold one more than limit on later pages': onLater(
      rewrite('limit', (limit) => (Number(limit) < 200 ? String(Number(limit) + 1) : limit)),
    ),
    'have next links that lead to another host': when(applies, editLink('next', elsewhereWith)),
    'have next links without limit': when(applies, editLink('next', without('limit'))),
    'never end: the last page links to itself': onLater(() => async (sent, forward) => {
      const answer = await forward(sent)
      if (!isSuccess(answer) || answer.headers['link']?.includes('rel="next"')) return answer
      const self = /<([^>]*)>; rel="self"/.exec(answer.headers['link'] ?? '')?.[1]
      if (self === undefined) return answer
      const link = `${answer.headers['link']}, <${self}>; rel="next"`
      return answerWith(answer, { headers: { ...answer.headers, link } })
    }),
    ...(parameter === undefined
      ? {}
      : { [`forget ${parameter} on later pages`]: onLater(ignoreQuery(parameter)) }),
    ...(parameter === 'sortBy'
      ? { 'forget sortOrder on later pages': onLater(ignoreQuery('sortOrder')) }
      : {}),
  }
  const [fault, alter] = rng.entry(faults)
  return [
    `has lists of ${where} that ${fault}`,
    alter,
    new RegExp(`^(${about}\\.(list|search|filter)|conventions\\.(paging|hal))`),
  ]
}

const elsewhereWith = (url: URL): string => elsewhere(url) + url.search

/** Collections that change between two pages: the server counts positions instead of remembering a place. */
const betweenPages: Family = (rng) => {
  const name = rng.pick(namesOfLists)
  const { at, about } = paged[name]
  const collection = {
    users: { added: 'createUser', removed: 'deleteUser' },
    groups: { added: 'createGroup', removed: 'deleteGroup' },
    members: { added: 'addUserToGroup', removed: 'removeUserFromGroup' },
    rules: { added: 'createGroupRule', removed: 'deleteGroupRule' },
    clients: { added: 'registerClient', removed: 'deleteClient' },
  } as const
  const event = rng.pick(['removed', 'removed', 'added'] as const)
  const isEvent = goesTo(collection[name][event])
  const fault = rng.pick(['skips', 'repeats'])
  const alter = remembering(
    () => ({ events: 0, first: 0, last: [] as Json[] }),
    async (memory, sent, forward) => {
      const answer = await forward(sent)
      if (!isSuccess(answer)) return answer
      if (isEvent(sent)) memory.events++
      if (!at(sent)) return answer
      const before = memory.last
      memory.last = answer.json.slice(-1)
      if (!isLater(sent)) memory.first = memory.events
      else if (memory.events > memory.first)
        return answerWith(answer, {
          json: fault === 'skips' ? answer.json.slice(1) : [...before, ...answer.json],
        })
      return answer
    },
  )
  return [
    `${fault} a record on the next page of ${name} when one was ${event} in between`,
    alter,
    new RegExp(`^(${about}\\.(list|search|add|remove|delete)|conventions\\.paging)`),
  ]
}

/** Links of the rows of a list, and links of one record. */
const links: Family = (rng) => {
  const rows = rng.chance(0.5)
  const name = rng.pick(['users', 'groups', 'members'] as const)
  if (rows)
    return [
      `gives each row of the list of ${name} the links of the first`,
      when(
        paged[name].at,
        whenSuccess(
          items((list) =>
            list.map((each) => (each._links === undefined ? each : { ...each, _links: list[0]._links })),
          ),
        ),
      ),
      /^(users|groups|membership|rules|clients|conventions)\..*(link|hal)/,
    ]
  const from = rng.pick([
    'suspend',
    'deactivate',
    'resetPassword',
    'expirePassword',
    'changePassword',
    'self',
  ])
  const way = rng.pick(['to another operation', 'to another host', 'to another user'])
  return [
    `has links ${from} of users that lead ${way}`,
    remembering(
      () => ({ other: '' }),
      async (memory, sent, forward) => {
        const answer = await forward(sent)
        const user: Json = answer.json
        const href: unknown = user?._links?.[from]?.href
        if (!isSuccess(answer) || !/\/users(\/[^/]+)?$/.test(sent.path) || typeof href !== 'string')
          return answer
        const other = memory.other
        memory.other = user.id
        const now =
          way === 'to another host'
            ? elsewhere(href)
            : way === 'to another operation'
              ? href.replace(/(lifecycle|credentials)\/\w+$|(?<=users\/[^/]+)$/, 'lifecycle/unlock')
              : other === ''
                ? href
                : href.replace(user.id, other)
        return answerWith(answer, {
          json: { ...user, _links: { ...user._links, [from]: { ...user._links[from], href: now } } },
        })
      },
    ),
    /^(users\.links|conventions\.hal)/,
  ]
}

/** A list sorted by a property goes wrong for some values, pages or directions. */
const sorting: Family = (rng) => {
  const of = rng.pick(['users', 'groups'] as const)
  const direction = rng.pick(['asc', 'desc', undefined] as const)
  const isDirected: Test = ({ query }) =>
    direction === undefined || (query.get('sortOrder') ?? 'asc') === direction
  const key = (json: Json, sent: Sent): string =>
    String(json.profile[sent.query.get('sortBy')?.replace('profile.', '') ?? ''] ?? '')
  const faults: Readonly<Record<string, (list: Json[], sent: Sent) => Json[]>> = {
    'capitals first': (list, sent) =>
      list.toSorted(
        (one, other) =>
          (key(one, sent) < key(other, sent) ? -1 : 1) * (sent.query.get('sortOrder') === 'desc' ? -1 : 1),
      ),
    'ties by falling id': (list, sent) =>
      list.toSorted((one, other) =>
        key(one, sent).toLowerCase() === key(other, sent).toLowerCase() ? (one.id < other.id ? 1 : -1) : 0,
      ),
    'the other way round': (list) => list.toReversed(),
    'without records that have no value': (list, sent) => list.filter((each) => key(each, sent) !== ''),
    'the last record first': (list) => [...list.slice(-1), ...list.slice(0, -1)],
  }
  const [fault, sorted] = rng.entry(faults)
  return [
    `sorts ${of}${direction === undefined ? '' : ` ${direction}`} ${fault}`,
    when(both(paged[of].at, asks('sortBy'), isDirected), whenSuccess(items(sorted))),
    new RegExp(`^(${of}\\.(list|search)|conventions\\.paging)`),
  ]
}

/** Members of records change their look in lists. */
const shownInLists: Family = (rng) => {
  const name = rng.pick(namesOfLists)
  const { at } = paged[name]
  const member = rng.pick(
    {
      users: ['created', 'statusChanged', 'passwordChanged', 'credentials', 'profile.lastName', 'type'],
      groups: [
        'created',
        'lastUpdated',
        'lastMembershipUpdated',
        'objectClass',
        'type',
        'profile.description',
      ],
      members: ['created', 'status', 'credentials', 'profile.firstName', 'profile.login', 'statusChanged'],
      rules: ['conditions', 'status', 'name', 'actions', 'created'],
      clients: [
        'redirect_uris',
        'grant_types',
        'response_types',
        'logo_uri',
        'application_type',
        'client_name',
      ],
    }[name],
  )
  const parameter = rng.pick([undefined, ...paged[name].by])
  return [
    `shows each row of ${name}${parameter === undefined ? '' : ` with ${parameter}`} with the ${member} of the first`,
    when(
      parameter === undefined ? at : both(at, asks(parameter)),
      whenSuccess(items((list) => changed(list, member, () => valueAt(list[0], member)))),
    ),
    /^(users|groups|membership|rules|clients|conventions|credentials)\./,
  ]
}

export const pageFamilies: Readonly<Record<string, Family>> = {
  pages,
  betweenPages,
  links,
  sorting,
  shownInLists,
}
