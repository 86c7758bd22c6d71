/** Views that disagree, queries that are read wrongly, and lists that are remembered. */
import type { Json } from '../../engine/wire/reply.ts'

import { idOf } from '../alter/memory.ts'
import {
  type Alteration,
  type Answer,
  type Test,
  answerWith,
  isSuccess,
  sentWith,
  goesTo,
} from '../alter/wire.ts'
import { asks, both, not, recordBefore, when, whenSuccess } from '../alter/flow.ts'
import { items } from '../alter/answer.ts'
import { merged } from '../alter/path.ts'
import { rewrite } from '../alter/request.ts'
import { type Family, ownerOf, paged, read, refusal, remembering, userWrite } from './parts.ts'

const userList = paged.users.at

/** The views of users: a list by each parameter, members, and the sorted list. */
const userViews: Readonly<Record<string, Test>> = {
  search: both(userList, asks('search'), not(asks('sortBy'))),
  filter: both(userList, asks('filter')),
  q: both(userList, asks('q')),
  'sorted searches': both(userList, asks('sortBy')),
  members: paged.members.at,
}

/** The states of a user in which a view goes wrong. */
const userStates: Readonly<Record<string, (user: Json) => boolean>> = {
  ...Object.fromEntries(
    ['STAGED', 'SUSPENDED', 'PASSWORD_EXPIRED', 'RECOVERY', 'PROVISIONED'].map((status) => [
      status,
      (user: Json) => user.status === status,
    ]),
  ),
  'without a password': (user) => user.credentials?.password === undefined,
  'with a recovery question': (user) => user.credentials?.recovery_question !== undefined,
  'of a federation': (user) => user.credentials?.provider?.type === 'FEDERATION',
  'with a middle name': (user) => Boolean(user.profile.middleName),
  'with letters beyond ASCII': (user) =>
    /[^\x20-\x7e]/.test(`${user.profile.firstName}${user.profile.lastName}`),
  'with an apostrophe in the name': (user) => /'/.test(`${user.profile.firstName}${user.profile.lastName}`),
}

/** One view goes wrong for records in one state. */
const views: Family = (rng) => {
  const [view, isView] = rng.entry(userViews)
  const [state, isIn] = rng.entry(userStates)
  const changes: Readonly<Record<string, (user: Json) => Json>> = {
    'leaves out users': () => undefined,
    'shows the wrong last name of users': (user) =>
      merged(user, { profile: { lastName: user.profile.firstName } }),
    'shows as ACTIVE users': (user) => ({ ...user, status: user.status === 'ACTIVE' ? 'STAGED' : 'ACTIVE' }),
    'shows without an e-mail users': (user) => merged(user, { profile: { email: undefined } }),
    'shows an earlier lastUpdated of users': (user) => ({ ...user, lastUpdated: '2001-01-01T00:00:00.000Z' }),
    'shows all links of users': (user) => ({
      ...user,
      _links: {
        ...user._links,
        suspend: { href: `${user._links?.self?.href}/lifecycle/suspend`, method: 'POST' },
      },
    }),
  }
  const [change, changed] = rng.entry(changes)
  const alter = when(
    isView,
    whenSuccess(items((list) => list.flatMap((user) => (isIn(user) ? (changed(user) ?? []) : [user])))),
  )
  return [`${change} ${state} in ${view}`, alter, /^(users|membership|groups|conventions|credentials)\./]
}

/** Characters that stores of records treat as patterns. */
const wild = {
  '%': '.*',
  _: '.',
  '*': '.*',
  '?': '.',
  '.': '.',
  '+': '+',
  '[': '[',
  '(': '(',
  '\\': '',
} as const

/** A character of a searched value is a pattern, not a letter. */
const patterns: Family = (rng) => {
  const character = rng.pick(Object.keys(wild) as (keyof typeof wild)[])
  const parameter = rng.pick(['search', 'search', 'filter', 'q'] as const)
  const of = rng.pick(['users', 'users', 'groups'] as const)
  const breaks = rng.pick(['as a pattern', 'as nothing', 'as an error'] as const)
  const { at } = paged[of]
  const alter: Alteration = () => async (sent, forward) => {
    const text = sent.query.get(parameter)
    if (!at(sent) || text === null) return forward(sent)
    const [, property, operator, quoted = parameter === 'q' ? text : ''] =
      /^(profile\.\w+) (eq|sw) "((?:[^"\\]|\\.)*)"$/.exec(text) ?? []
    if (!quoted.includes(character)) return forward(sent)
    if (breaks === 'as an error') return refusal(400, 'E0000031')
    if (breaks === 'as nothing') {
      const bare = quoted.replaceAll(character, '')
      const query = new URLSearchParams(sent.query)
      query.set(parameter, parameter === 'q' ? bare : `${property} ${operator} "${bare}"`)
      return forward(sentWith(sent, { query }))
    }
    const head = quoted.slice(0, quoted.indexOf(character))
    const query = new URLSearchParams(sent.query)
    if (head === '') return forward(sent)
    query.set(
      parameter === 'filter' ? 'search' : parameter,
      parameter === 'q' ? head : `${property} sw "${head}"`,
    )
    if (parameter === 'filter') query.delete('filter')
    const answer = await forward(sentWith(sent, { query }))
    if (!isSuccess(answer) || parameter === 'q') return answer
    const escaped = quoted.replaceAll(/[.*+?^${}()|[\]\\]/g, (each) =>
      each === character ? each : `\\${each}`,
    )
    const form = new RegExp(
      `^${escaped.replaceAll(character, /[.%_*?]/.test(character) ? wild[character] : '.?')}${operator === 'sw' ? '' : '$'}`,
      'i',
    )
    const key = property?.replace('profile.', '') ?? ''
    return answerWith(answer, {
      json: answer.json.filter(({ profile }: Json) => form.test(String(profile[key] ?? ''))),
    })
  }
  return [
    `takes ${character} in ${parameter} of ${of} ${breaks}`,
    alter,
    new RegExp(`^${of}\\.(${parameter === 'q' ? 'list\\.q' : 'search|filter|list'})`),
  ]
}

/** Queries: a part of an expression is read wrongly where another part is there. */
const queries: Family = (rng) => {
  const parameter = rng.pick(['search', 'search', 'filter'] as const)
  const of = rng.pick(['users', 'groups'] as const)
  const faults: Readonly<Record<string, (text: string) => string>> = {
    'reads and where an or comes before it': (text) =>
      / or .* and /.test(text) ? text.replace(/ or (?=.* and )/, ' and ') : text,
    'reads or where an and comes before it': (text) =>
      / and .* or /.test(text) ? text.replace(/ and (?=.* or )/, ' or ') : text,
    'drops the second term of an and': (text) => (text.includes('(') ? text : text.replace(/ and .*$/i, '')),
    'drops the last term of three': (text) => text.replace(/^(.* (and|or) .*) (and|or) [^()]*$/i, '$1'),
    'takes sw for eq where there are two terms': (text) =>
      / (and|or) /i.test(text) ? text.replaceAll(' sw ', ' eq ') : text,
    'does not know operators in capitals where there are two terms': (text) =>
      text.replaceAll(/ (AND|OR) /g, ' and '),
    'drops parentheses': (text) => text.replaceAll(/[()](?=(?:[^"]*"[^"]*")*[^"]*$)/g, ''),
    'cuts values after a blank': (text) => text.replaceAll(/"([^" ]+) [^"]*"/g, '"$1"'),
    'cuts values after 20 letters': (text) => text.replaceAll(/"([^"]{20})[^"]*"/g, '"$1"'),
    'takes gt for ge': (text) => text.replaceAll(' gt ', ' ge '),
    'takes lt for le where a second term follows': (text) => text.replaceAll(/ lt (?=.* (and|or) )/g, ' le '),
    'reads accents as plain letters': (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  }
  const [fault, misread] = rng.entry(faults)
  return [
    `${fault} in a ${parameter} of ${of}`,
    when(paged[of].at, rewrite(parameter, misread)),
    new RegExp(`^${of}\\.(search|filter|list)`),
  ]
}

/** A list is remembered: some writes do not clear the memory. */
const remembered: Family = (rng) => {
  const reads: Readonly<Record<string, Test>> = {
    ...userViews,
    'groups of a user': goesTo('listUserGroups'),
    'lists of rules': paged.rules.at,
    'lists of clients': paged.clients.at,
    'lists of groups': paged.groups.at,
  }
  const writes: Readonly<Record<string, Test>> = {
    'lifecycle operations': ({ method, path }) => method === 'POST' && path.includes('/lifecycle/'),
    updates: goesTo(['updateUser', 'replaceUser', 'updateGroup', 'updateGroupRule', 'updateClient']),
    deletions: ({ method }) => method === 'DELETE',
    'changes of members': goesTo(['addUserToGroup', 'removeUserFromGroup']),
  }
  const [name, isRead] = rng.entry(reads)
  const [write, isBlind] = rng.entry(writes)
  const alter = remembering(
    () => new Map<string, Answer>(),
    async (known, sent, forward) => {
      if (sent.method !== 'GET' && !isBlind(sent)) known.clear()
      const key = `${sent.path}?${sent.query}`
      if (!isRead(sent)) return forward(sent)
      const answer = known.get(key) ?? (await forward(sent))
      if (isSuccess(answer)) known.set(key, answer)
      return answer
    },
  )
  return [
    `remembers ${name}, also after ${write}`,
    alter,
    /^(users|groups|membership|rules|clients|credentials|conventions)\./,
  ]
}

/** Somebody is found by a value that a write has changed, or not by the new one. */
const found: Family = (rng) => {
  const property = rng.pick([
    'firstName',
    'lastName',
    'email',
    'login',
    'department',
    'title',
    'nickName',
    'costCenter',
  ])
  const filterable = ['firstName', 'lastName', 'email', 'login']
  const parameter = rng.pick(
    filterable.includes(property) ? (['search', 'filter'] as const) : (['search'] as const),
  )
  const method = rng.pick(['POST', 'PUT'] as const)
  const isOld = rng.chance(0.5)
  const alter = remembering(
    () => new Map<string, Set<string>>(),
    async (values, sent, forward) => {
      const isWrite = userWrite(sent) && sent.method === method
      const before = isWrite ? await read(sent, forward, sent.path) : undefined
      const answer = await forward(sent)
      if (!isSuccess(answer)) return answer
      if (before?.profile !== undefined) {
        const [old, now] = [before.profile[property], answer.json.profile[property]]
        const value = isOld ? old : now
        if (old !== now && typeof value === 'string')
          values.set(
            value.toLowerCase(),
            new Set([...(values.get(value.toLowerCase()) ?? []), before.id as string]),
          )
      }
      const asks = new RegExp(`^profile\\.${property} eq "([^"]+)"$`).exec(sent.query.get(parameter) ?? '')
      const ids = values.get(asks?.[1]?.toLowerCase() ?? '')
      if (!userList(sent) || ids === undefined) return answer
      if (!isOld) return answerWith(answer, { json: answer.json.filter(({ id }: Json) => !ids.has(id)) })
      const there = new Set(answer.json.map(idOf))
      const more: Json[] = []
      for (const id of ids) {
        const user = there.has(id) ? undefined : await read(sent, forward, `/api/v1/users/${id}`)
        if (user?._links !== undefined) more.push({ ...user, _links: { self: user._links.self } })
      }
      return answerWith(answer, { json: [...answer.json, ...more] })
    },
  )
  return [
    `${isOld ? 'still finds users by their old' : 'does not find users by their new'} ${property} with ${parameter} after a ${method}`,
    alter,
    /^users\.(search|filter|update|replace|list)/,
  ]
}

/** Records of a group or of a user that others changed: rows that are late. */
const rows: Family = (rng) => {
  const name = rng.pick(['users', 'members'] as const)
  const op = rng.pick(['suspend', 'unsuspend', 'deactivate', 'expire_password'] as const)
  return [
    `shows in lists of ${name} the status before ${op}`,
    remembering(
      () => new Map<string, string>(),
      async (old, sent, forward) => {
        const isCause = sent.method === 'POST' && sent.path.endsWith(`lifecycle/${op}`)
        const before = isCause ? await recordBefore(sent, forward) : undefined
        const answer = await forward(sent)
        if (!isSuccess(answer)) return answer
        if (before?.id !== undefined) old.set(before.id, before.status)
        else if (sent.path.includes('/lifecycle/')) old.delete((await ownerOf(sent, forward)) ?? '')
        if (!paged[name].at(sent)) return answer
        return answerWith(answer, {
          json: answer.json.map((each: Json) =>
            old.has(each.id) ? { ...each, status: old.get(each.id) } : each,
          ),
        })
      },
    ),
    /^(users|membership|conventions)\./,
  ]
}

export const viewFamilies: Readonly<Record<string, Family>> = {
  views,
  patterns,
  queries,
  remembered,
  found,
  rows,
}
