import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TestOrg, type TestReply, testOrg } from '../support/call.ts'
import { allStatuses } from '../support/people.ts'
import { plan, texts, written } from './finding-queries.ts'
import {
  groupFilter,
  type Json,
  type Kind,
  type Language,
  meaningOf,
  Refused,
  searchOf,
  sorted,
  userFilter,
  valueAt,
} from './finding-reference.ts'
import { runs } from '../support/runs.ts'

const userKinds: Readonly<Record<string, Kind>> = {
  id: 'text',
  status: 'text',
  created: 'time',
  activated: 'time',
  statusChanged: 'time',
  lastUpdated: 'time',
  'type.id': 'text',
  'profile.login': 'text',
  'profile.email': 'text',
  'profile.firstName': 'text',
  'profile.lastName': 'text',
  'profile.department': 'text',
  'profile.level': 'number',
  'profile.remote': 'boolean',
  'profile.skills': 'element',
}

const groupKinds: Readonly<Record<string, Kind>> = {
  id: 'text',
  type: 'text',
  created: 'time',
  lastUpdated: 'time',
  lastMembershipUpdated: 'time',
  'source.id': 'text',
  'profile.name': 'text',
  'profile.description': 'text',
  'profile.samAccountName': 'text',
  'profile.level': 'number',
}

/** Both lists, each with its two languages. */
const lists = {
  users: { kinds: userKinds, search: searchOf(userKinds), filter: userFilter },
  groups: { kinds: groupKinds, search: searchOf(groupKinds), filter: groupFilter },
} as const

type ListName = keyof typeof lists

/** An organisation, with every id that it ever gave to a user or a group. */
interface World extends TestOrg {
  readonly ids: Record<ListName, string[]>
  names: number
}

async function world(searchLag = 0): Promise<World> {
  const it = testOrg({ delays: { search: searchLag } })
  it.control.setSchemaProperty({ schema: 'user', name: 'level', type: 'number' })
  it.control.setSchemaProperty({ schema: 'user', name: 'remote', type: 'boolean' })
  it.control.setSchemaProperty({ schema: 'user', name: 'skills', type: 'array' })
  it.control.setSchemaProperty({ schema: 'group', name: 'level', type: 'number' })
  const all = async (list: string) => (await it.call('GET', `/api/v1/${list}`)).json.map(({ id }: Json) => id)
  return { ...it, ids: { users: await all('users'), groups: await all('groups') }, names: 0 }
}

/** Something that changes what can be found. */
type Change = readonly [kind: number, ...picks: number[]]

const change: fc.Arbitrary<Change> = fc.tuple(
  fc.nat(11),
  ...(Array.from({ length: 6 }, () => fc.nat(1000)) as [fc.Arbitrary<number>]),
)

async function make(it: World, [kind, ...picks]: Change): Promise<void> {
  const { call, control, ids } = it
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = picks
  const profile = {
    ...optional('department', first, texts),
    ...optional('level', second, [0, 1, 1.5, -2, 10]),
    ...optional('remote', third, [true, false]),
    ...optional('skills', fourth, [[], ['Eng', 2], [10, 'élan'], ['ENG', '2']]),
  }
  const filled = texts.filter((text) => text.trim() !== '')
  const name = pick(filled, fifth)
  const user = pick(ids.users.slice(1), sixth)
  const group = pick(ids.groups.slice(1), sixth)
  control.advanceClock({ by: pick([0, 1, 1000], first + second)! })
  switch (kind) {
    case 0:
    case 1:
    case 2:
    case 3: {
      const login = `${pick(['u', 'U', 'ü'], first)}${it.names++}@example.com`
      const body = {
        profile: {
          login,
          email: `e${login}`.normalize('NFD').replaceAll(/\p{M}/gu, ''),
          firstName: name,
          lastName: pick(filled, sixth),
          ...profile,
        },
      }
      return keep(it, 'users', await call('POST', `/api/v1/users?activate=${kind > 0}`, body))
    }
    case 4:
      if (user) await call('POST', `/api/v1/users/${user}`, { profile: { ...profile, lastName: name } })
      return
    case 5:
      if (user && (await call('GET', `/api/v1/users/${user}`)).status === 200)
        control.setUser({ user, status: pick(allStatuses, first)! })
      return
    case 6:
      if (user)
        for (let times = 1 + (first % 2); times > 0; times--) await call('DELETE', `/api/v1/users/${user}`)
      return
    case 7:
    case 8: {
      const { department: description = null, level = null } = profile
      const body = { profile: { name: `${name}${pick(['', it.names++], first)}`, description, level } }
      const method = kind === 7 || !group ? 'POST' : 'PUT'
      const reply = await call(method, `/api/v1/groups${method === 'POST' ? '' : `/${group}`}`, body)
      if (method === 'POST') keep(it, 'groups', reply)
      return
    }
    case 9: {
      const { id }: Json = control.importGroup({ profile: { name: `Import ${name}`, samAccountName: name } })
      if (!ids.groups.includes(id)) ids.groups.push(id)
      return
    }
    case 10:
      if (group) await remove(it, 'groups', group)
      return
    default:
      if (user && group) await call(pick(['PUT', 'DELETE'], first)!, `/api/v1/groups/${group}/users/${user}`)
  }
}

/** Removes a user or a group for good, except those that every organisation has. */
async function remove({ call, ids }: World, list: ListName, id: string): Promise<void> {
  if (id === ids[list][0]) return
  await call('DELETE', `/api/v1/${list}/${id}`)
  if (list === 'users') await call('DELETE', `/api/v1/${list}/${id}`)
}

function keep({ ids }: World, list: ListName, { status, json }: TestReply): void {
  if (status === 200) ids[list].push(json.id)
}

/** The existing records, read one by one; reads by id do not lag. */
async function truth({ call, ids }: World, list: ListName): Promise<Json[]> {
  const replies = await Promise.all(ids[list].map((id) => call('GET', `/api/v1/${list}/${id}`)))
  return replies.filter(({ status }) => status === 200).map(({ json }) => json)
}

function urlOf(list: ListName, parameters: Readonly<Record<string, string | number | undefined>>): string {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return `/api/v1/${list}?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join('&')}`
}

/** The address of the next page. */
function nextOf({ headers }: TestReply): string | undefined {
  const line = [headers.link ?? []].flat().find((each) => each.endsWith('; rel="next"'))
  return line && new URL(line.slice(1, line.indexOf('>'))).href.slice('https://svc.example.com'.length)
}

const idsOf = (items: readonly Json[]): string[] => items.map(({ id }) => id)

const listName = fc.constantFrom('users' as const, 'groups' as const)
const size = fc.constantFrom(1, 2, 3, 7, 200)
const order = fc.constantFrom('asc' as const, 'desc' as const)
const changes = (minLength: number, maxLength: number) => fc.array(change, { minLength, maxLength })

test('a search or filter finds the records of its text in the requested order, or refuses a wrong text', async () => {
  const question = fc.record({ plan, list: listName, isSearch: fc.boolean(), by: fc.nat(100), order, size })
  await fc.assert(
    fc.asyncProperty(
      changes(20, 50),
      fc.array(question, { minLength: 60, maxLength: 80 }),
      async (steps, questions) => {
        const it = await world()
        for (const step of steps) await make(it, step)
        const items = { users: await truth(it, 'users'), groups: await truth(it, 'groups') }
        for (const { plan: planned, list, isSearch, by, ...how } of questions) {
          const { kinds, search, filter } = lists[list]
          const language = isSearch ? search : filter
          const text = written(planned, language, items[list])
          const sortBy = pick(Object.keys(kinds), by)!
          const parameters = {
            [isSearch ? 'search' : 'filter']: text,
            sortBy,
            sortOrder: how.order,
            limit: how.size,
          }
          const found = expected(text, language, items[list])
          const reply = await it.call('GET', urlOf(list, parameters))
          if (found instanceof Refused) expectRefused(reply, found)
          else {
            const inOrder = isSearch
              ? sorted(found, { by: sortBy, kind: kinds[sortBy]!, order: how.order })
              : found
            expect(await walked(it, reply), text).toEqual(idsOf(inOrder))
          }
        }
      },
    ),
    { numRuns: runs(15) },
  )
})

function expected(text: string, language: Language, items: readonly Json[]): Json[] | Refused {
  try {
    return items.filter(meaningOf(text, language))
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

function expectRefused({ status, json }: TestReply, { code, at }: Refused): void {
  expect([status, json.errorCode]).toEqual([400, code])
  const [, place] = /^expected [^]+, got [^]+ at position (\d+)/.exec(json.errorCauses[0].errorSummary)!
  expect(Number(place)).toBe(at)
}

async function walked(it: World, first: TestReply): Promise<string[]> {
  const seen: string[] = []
  for (let page: TestReply | undefined = first; page;) {
    expect(page.status, page.text).toBe(200)
    seen.push(...idsOf(page.json))
    expect(seen.length, 'a walk without end').toBeLessThan(300)
    const next = nextOf(page)
    page = next === undefined ? undefined : await it.call('GET', next)
  }
  return seen
}

/** The items of a list at one moment, while a test walks its pages. */
interface Moment {
  readonly time: number
  readonly items: readonly Json[]
}

test('a walk through pages shows every item that stays in the list once, during any other changes', async () => {
  const question = fc.record({
    list: listName,
    parameters: fc.constantFrom<Readonly<Record<string, string>>>(
      {},
      { search: 'id pr' },
      { search: 'id pr', sortBy: 'id' },
      { search: 'lastUpdated pr', sortBy: 'created', sortOrder: 'desc' },
      { filter: 'lastUpdated gt "2026-01-01T00:00:00.000Z"' },
    ),
    size: fc.constantFrom(1, 2, 3),
    lag: fc.constantFrom(0, 0, 1000, 10_000),
    /** After which pages their last row, or one that is still to come, is removed. */
    removals: fc.array(fc.constantFrom('last', 'coming', 'none'), { minLength: 10, maxLength: 10 }),
  })
  await fc.assert(
    fc.asyncProperty(
      changes(10, 30),
      question,
      changes(30, 60),
      async (before, { list, parameters, size: limit, lag, removals: planned }, during) => {
        const it = await world(lag)
        for (const step of before) await make(it, step)
        const isPlain = Object.keys(parameters).length === 0
        it.control.advanceClock({ by: lag })
        const history: Moment[] = []
        const note = async (): Promise<void> => {
          const items = await truth(it, list)
          const isListed = ({ status }: Json): boolean => !isPlain || status !== 'DEPROVISIONED'
          history.push({ time: it.org.clock.now(), items: items.filter(isListed) })
        }
        /** Searches see what was there a lag ago; the plain list what is there now. */
        const visible = (): readonly Json[] =>
          history.findLast(({ time }) => isPlain || time <= it.org.clock.now() - lag)?.items ??
          history[0]!.items
        await note()
        const seen: string[] = []
        const moments: (readonly Json[])[] = []
        const left = [...during]
        const removals = [...planned]
        for (let url: string | undefined = urlOf(list, { ...parameters, limit }); url;) {
          moments.push(visible())
          const page: TestReply = await it.call('GET', url)
          expect(page.status, page.text).toBe(200)
          seen.push(...idsOf(page.json))
          expect(seen.length, 'a walk without end').toBeLessThan(300)
          url = nextOf(page)
          const removal = removals.shift()
          const coming = idsOf(history.at(-1)!.items).findLast((id) => !seen.includes(id))
          const removed = removal === 'last' ? seen.at(-1) : coming
          if (removal !== 'none' && removed) {
            await remove(it, list, removed)
            await note()
            moments.push(visible())
          }
          for (const step of left.splice(0, 2)) {
            await make(it, step)
            await note()
            moments.push(visible())
          }
        }
        expect(new Set(seen).size, 'seen twice').toBe(seen.length)
        const throughout = idsOf(moments[0]!).filter((id) =>
          moments.every((items) => idsOf(items).includes(id)),
        )
        expect(seen).toEqual(expect.arrayContaining(throughout))
        const ever = new Set(moments.flatMap(idsOf))
        expect(seen.filter((id) => !ever.has(id))).toEqual([])
      },
    ),
    { numRuns: runs(40) },
  )
})

test('q finds those whose names begin so, and knows no pages', async () => {
  const question = fc.record({
    list: listName,
    of: fc.nat(1000),
    letters: fc.integer({ min: 1, max: 5 }),
    size,
  })
  await fc.assert(
    fc.asyncProperty(
      changes(30, 60),
      fc.array(question, { minLength: 30, maxLength: 40 }),
      async (steps, questions) => {
        const it = await world()
        for (const step of steps) await make(it, step)
        const names = {
          users: ['profile.firstName', 'profile.lastName', 'profile.email'],
          groups: ['profile.name'],
        }
        const all = { users: await truth(it, 'users'), groups: await truth(it, 'groups') }
        for (const { list, of, letters, size: limit } of questions) {
          const items = all[list]
          const held = String(valueAt(pick(items, of), pick(names[list], of)!))
          const q = Array.from(held).slice(0, letters).join('')
          const begins = names[list].map((name) => `${name} sw ${JSON.stringify(q)}`).join(' or ')
          const found = items
            .filter(({ status }) => status !== 'DEPROVISIONED')
            .filter(meaningOf(begins, lists[list].search))
          const isExact = meaningOf(`profile.name eq ${JSON.stringify(q)}`, lists.groups.search)
          const first = list === 'groups' ? found.filter(isExact) : []
          const inOrder = [...first, ...found.filter((item) => !first.includes(item))]
          const reply = await it.call('GET', urlOf(list, { q: q.toUpperCase(), limit }))
          expect(idsOf(reply.json), q).toEqual(idsOf(inOrder).slice(0, limit))
          expect(nextOf(reply)).toBeUndefined()
        }
      },
    ),
    { numRuns: runs(20) },
  )
})

function optional(name: string, picked: number, values: readonly unknown[]): Readonly<Record<string, Json>> {
  const choices = [undefined, null, ...values]
  const value = choices[picked % choices.length]
  return value === undefined ? {} : { [name]: value }
}

function pick<Item>(items: readonly Item[], picked: number): Item | undefined {
  return items[picked % items.length]
}
