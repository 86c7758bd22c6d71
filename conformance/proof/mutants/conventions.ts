/** Servers that break requirements of the area `conventions`. */
import { cell } from '../operators/operators.ts'
import type { Json } from '../../engine/wire/reply.ts'
import {
  body,
  header,
  dropHeader,
  dropLink,
  edit,
  editLink,
  rename,
  text,
  withoutFirst,
  relative,
  without,
} from '../alter/answer.ts'
import { asks, on, whenSuccess, all, when } from '../alter/flow.ts'
import type { Alteration } from '../alter/wire.ts'
import { takeFromCaller } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreQuery, otherQuery, requestHeader, oneMore } from '../alter/request.ts'
import type { Mutant, Mistakes } from './mutant.ts'
import { mistakes, mistakesAt, mistakesIn, mistakesOf } from './mutant.ts'

/** Spells a value differently, anywhere in a group. */
function spelled(own: string, other: string): Alteration {
  return on(
    ['createGroup', 'getGroup', 'listGroups'],
    whenSuccess(body((json) => JSON.parse(JSON.stringify(json).replaceAll(`"${own}"`, `"${other}"`)))),
  )
}

function otherRelation(): Alteration {
  return header('link', (old) => old.replaceAll('rel="next"', 'rel="following"'))
}

const linkedToItself = (link: string): string =>
  link.replace(/.*(<[^>]*>); rel="self".*/, '$1; rel="self", $1; rel="next"')

function renamedAfter(url: URL): URL {
  url.searchParams.set('cursor', url.searchParams.get('after') ?? '')
  url.searchParams.delete('after')
  return url
}

/** Understands the cursor by its other name. */
function cursorAsAfter(): Alteration {
  return otherQuery((asked) => {
    const cursor = asked.get('cursor')
    asked.delete('cursor')
    if (cursor !== null) asked.set('after', cursor)
  })
}

/** Requirements about the walk through one list that repeat those about every list. */
const ownPaging = {
  listUsers: 'users.list.after',
  listGroups: 'groups.list.after',
  listClients: 'clients.list.after',
} as const

const lists = ['listUsers', 'listGroups', 'listClients'] as const

/** Mistakes in the pages of a list. */
function paging(list: (typeof lists)[number]): Mistakes {
  const own = ownPaging[list]
  return {
    'conventions.paging.limit/one-more': oneMore(),
    'conventions.paging.complete/skips-one': [when(asks('after'), withoutFirst()), own],
    'conventions.paging.complete/repeats': [cell('next/repeats-one', list), own],
    'conventions.paging.ends/loops': [
      'links the last page to itself',
      when(asks('after'), header('link', linkedToItself)),
      // The walk through the clients ends when it meets no new client.
      ...(list === 'listClients' ? [] : [own]),
    ],
    'conventions.paging.ends/starts-again': [ignoreQuery('after'), own],
    ...(list !== 'listClients' && {
      'conventions.paging.same-collection/leaves-search': [
        when(asks('after'), ignoreQuery('search', 'after')),
        own,
      ],
    }),
    'conventions.paging.link-self/left-out': dropLink('self'),
    'conventions.paging.link-self/later-pages': when(asks('after'), dropLink('self')),
    'conventions.paging.link-next/other-name': ['calls the next page following', otherRelation(), own],
    'conventions.paging.links-absolute/self': ['has a relative self link', editLink('self', relative)],
    'conventions.paging.links-absolute/next': ['has a relative next link', editLink('next', relative)],
    'conventions.paging.self-limit/left-out': [
      'leaves limit out of the self link',
      editLink('self', without('limit')),
    ],
    'conventions.paging.next-limit/left-out': [
      'leaves limit out of the next link',
      editLink('next', without('limit')),
    ],
    'conventions.paging.next-after/other-name': [
      'calls the cursor of the next link cursor',
      all(editLink('next', renamedAfter), cursorAsAfter()),
    ],
  }
}

const toSeconds = (value: Json): Json => (typeof value === 'string' ? value.replace(/\.\d{3}Z$/, 'Z') : value)

const toOffset = (value: Json): Json => (typeof value === 'string' ? value.replace(/Z$/, '+00:00') : value)

const toMicroseconds = (value: Json): Json =>
  typeof value === 'string' ? value.replace(/Z$/, '000Z') : value

const toNumber = (value: Json): Json => (typeof value === 'string' ? Date.parse(value) : value)

/** Wrong forms of a timestamp, each on another property and with another way to read it. */
const timestampForms = [
  ['without-milliseconds', 'without milliseconds', toSeconds],
  ['with-offset', 'with an offset in place of Z', toOffset],
  ['with-microseconds', 'with microseconds', toMicroseconds],
  ['as-number', 'as a number', toNumber],
] as const

const timestamps = [
  [
    'conventions.timestamps.users',
    ['getUser', 'listUsers'],
    ['created', 'lastUpdated', 'statusChanged', 'passwordChanged', 'activated'],
  ],
  [
    'conventions.timestamps.groups',
    ['getGroup', 'listGroups'],
    ['created', 'lastUpdated', 'lastMembershipUpdated'],
  ],
  ['conventions.timestamps.rules', ['getGroupRule', 'listGroupRules'], ['created', 'lastUpdated']],
] as const

const readOnlyParts = [
  ['conventions.hal.links-read-only', '_links'],
  ['conventions.hal.embedded-read-only', '_embedded'],
] as const

export const conventionsMutants: readonly Mutant[] = [
  ...mistakes({
    'conventions.json.body/not-well-formed': [
      'ends lists with a comma',
      on(['listUsers', 'listGroups'], whenSuccess(text((old) => old.replace(/\]$/, ',]')))),
    ],
    'conventions.json.body/cut-off': [
      'cuts off the answer of a lifecycle operation',
      on('suspendUser', whenSuccess(text(() => '{'))),
    ],
    'conventions.json.content-type/left-out': on(
      ['getUser', 'listUsers', 'suspendUser'],
      dropHeader('content-type'),
    ),
    'conventions.json.content-type/text': on(
      ['getGroup', 'updateGroup'],
      header('content-type', 'text/plain; charset=utf-8'),
    ),
    'conventions.hal.hints-allow/joined': [
      'joins the methods of hints.allow of a grant',
      on('listUserGrants', whenSuccess(edit('_links.self.hints.allow', (allow) => allow.join(',')))),
    ],
    'conventions.naming.group-type/lower-case': [
      'spells the type of its groups in lower case',
      spelled('SVC_GROUP', 'svc_group'),
    ],
    'conventions.naming.group-class/own-word': [
      'spells the objectClass of its groups with another word',
      spelled('svc:user_group', 'acme:user_group'),
    ],
    'conventions.naming.directory-class/own-word': [
      'spells the objectClass of directory groups with another word',
      spelled('svc:directory_security_principal', 'acme:windows_security_principal'),
    ],
    'conventions.naming.provider/own-word': on(
      ['createUser', 'getUser'],
      whenSuccess(edit('credentials.provider.type', 'ACME')),
    ),
    'conventions.naming.expression/other-urn': on(
      ['createGroupRule', 'getGroupRule'],
      whenSuccess(edit('conditions.expression.type', 'urn:acme:expression:1.0')),
    ),
    'conventions.naming.response-parameter/ignored': [
      'does not know the parameter svc-response',
      on(['getUser', 'listUsers'], requestHeader('content-type')),
    ],
    'conventions.naming.response-parameter/not-for-lists': [
      'knows the parameter svc-response for a single user only',
      on('listUsers', requestHeader('content-type')),
    ],
  }),
  ...mistakesIn(['getGroup', 'getClient'], {
    'conventions.json.body/html': ['answers successes with HTML', whenSuccess(text(() => '<p>OK</p>'))],
  }),
  ...mistakesIn('* /oauth2/**', {
    'conventions.json.content-type/other-json': header('content-type', 'application/hal+json;charset=UTF-8'),
    'conventions.json.clients-charset/other': header('content-type', 'application/json;charset=ISO-8859-1'),
  }),
  ...timestamps.flatMap(([requirement, [get, list], properties]) => [
    ...properties.flatMap((property, at) => {
      const [how, says, change] = timestampForms[at % timestampForms.length] ?? timestampForms[0]
      return mistakesAt(get, requirement, {
        [`${property}-${how}`]: [`shows ${property} ${says}`, whenSuccess(edit(property, change))],
      })
    }),
    ...mistakesOf(requirement, {
      'listed-without-milliseconds': [
        'shows created without milliseconds in a list',
        on(list, whenSuccess(edit('created', toSeconds))),
      ],
    }),
  ]),
  ...(['registerClient', 'getClient', 'listClients'] as const).flatMap((operation) =>
    mistakesOf('conventions.timestamps.clients', {
      [`text-${operation}`]: [
        `shows client_id_issued_at as text (${operation})`,
        on(operation, whenSuccess(edit('client_id_issued_at', String))),
      ],
    }),
  ),
  ...lists.flatMap((list) =>
    mistakesIn(list, paging(list)).map((each) => ({
      ...each,
      id: `${each.id}-${list}`,
      summary: each.summary.includes(list) ? each.summary : `${each.summary} (${list})`,
    })),
  ),
  ...(['getUser', 'getGroup'] as const).flatMap((operation) =>
    mistakesOf('conventions.hal.href', {
      [`plain-text-${operation}`]: [
        `has links that are plain texts (${operation})`,
        on(operation, whenSuccess(edit('_links.self', (link) => link.href))),
      ],
      [`named-url-${operation}`]: on(operation, whenSuccess(rename('_links.self.href', 'url'))),
    }),
  ),
  ...mistakesIn('getUser', {
    'conventions.hal.href/method-list': [
      'has a list for the method of a link',
      whenSuccess(edit('_links.suspend.method', (method) => [method])),
    ],
    'conventions.hal.hints-allow/one-text': [
      'has one text for hints.allow of a user',
      whenSuccess(edit('_links.self', (link) => ({ ...link, hints: { allow: 'GET' } }))),
    ],
    'conventions.naming.response-parameter/refused': [
      'refuses a media type with the parameter svc-response',
      when(({ headers }) => headers['content-type']?.includes('svc-response') === true, refuse()),
    ],
  }),
  ...mistakesIn('getGroup', {
    'conventions.hal.hints-allow/no-methods': [
      'has other words than methods in hints.allow of a group',
      whenSuccess(edit('_links.users', (link) => ({ ...link, hints: { allow: ['read'] } }))),
    ],
    'conventions.naming.directory-name/own-word': whenSuccess(
      rename('profile.directoryDomainQualifiedName', 'domainQualifiedName'),
    ),
  }),
  ...readOnlyParts.flatMap(([requirement, part]) =>
    (['createUser', 'updateUser', 'createGroup', 'updateGroup'] as const).flatMap((operation) =>
      mistakesOf(requirement, { [`taken-by-${operation}`]: takeFromCaller(operation, part) }),
    ),
  ),
]
