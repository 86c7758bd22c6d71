/** Servers that break clauses of the area `conventions`. */
import type { Json } from '../../engine/wire/reply.ts'
import { drop, dropHeader, dropLink, edit, editLink, header, items, rename, text } from '../alter/answer.ts'
import { all, on, when, whenSuccess } from '../alter/flow.ts'
import { takeFromCaller } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreQuery, query, requestHeader } from '../alter/request.ts'
import type { ClauseId } from '../../registry/clauses.ts'
import type { Deviant, DeviantPlan } from './deviant.ts'
import { deviant, deviantOf } from './deviant.ts'
import type { Alteration } from '../alter/wire.ts'
import {
  loopBack,
  repeatLast,
  relative,
  without,
  hasAfter,
  spelled,
  otherRelation,
  renamedAfter,
  cursorAsAfter,
} from './conventions-steps.ts'

const lists = ['listUsers', 'listGroups', 'listClients'] as const
const searched = ['listUsers', 'listGroups'] as const

/** A deviant that breaks a convention of paging, for each paged list. */
function onEachList(
  clause: ClauseId,
  how: string,
  summary: string,
  alter: Alteration,
  more: Partial<DeviantPlan> = {},
  where: readonly (keyof typeof ownPaging)[] = lists,
): Deviant[] {
  return where.map((list) => {
    // The walk through the clients ends when it meets no new client.
    const isFollowed = followed.has(`${clause}/${how}`) && !(how === 'loops' && list === 'listClients')
    const breaks = isFollowed ? ownPaging[list] : []
    return deviantOf(clause, `${how}-${list}`, {
      breaks,
      summary: `${summary} (${list})`,
      alter: on(list, alter),
      ...more,
    })
  })
}

/** Clauses about the walk through one list that repeat those about every list. */
const ownPaging = {
  listUsers: ['users.list.after'],
  listGroups: ['groups.list.after'],
  listClients: ['clients.list.after'],
} as const satisfies Readonly<Record<string, readonly ClauseId[]>>

const followed = new Set([
  'conventions.paging.link-next/left-out',
  'conventions.paging.link-next/other-name',
  'conventions.paging.complete/repeats',
  'conventions.paging.complete/skips-one',
  'conventions.paging.ends/loops',
  'conventions.paging.ends/starts-again',
  'conventions.paging.same-collection/leaves-search',
])

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

export const conventionsDeviants: readonly Deviant[] = [
  deviant('conventions.json.body/html', {
    summary: 'answers successes with HTML',
    alter: on(['getGroup', 'getClient'], whenSuccess(text(() => '<p>OK</p>'))),
  }),
  deviant('conventions.json.body/not-well-formed', {
    summary: 'ends lists with a comma',
    alter: on(['listUsers', 'listGroups'], whenSuccess(text((old) => old.replace(/\]$/, ',]')))),
  }),
  deviant('conventions.json.body/cut-off', {
    summary: 'cuts off the answer of a lifecycle operation',
    alter: on('suspendUser', whenSuccess(text(() => '{'))),
  }),
  deviant('conventions.json.content-type/left-out', {
    summary: 'names no media type',
    alter: on(['getUser', 'listUsers', 'suspendUser'], dropHeader('content-type')),
  }),
  deviant('conventions.json.content-type/text', {
    summary: 'names text/plain as its media type',
    alter: on(['getGroup', 'updateGroup'], header('content-type', 'text/plain; charset=utf-8')),
  }),
  deviant('conventions.json.content-type/other-json', {
    summary: 'names another JSON media type',
    alter: on('* /oauth2/**', header('content-type', 'application/hal+json;charset=UTF-8')),
  }),
  ...(['getClient', 'listClients', 'updateClient'] as const).map((operation) =>
    deviant(`conventions.json.clients-charset/left-out-${operation}`, {
      summary: `names no charset in ${operation}`,
      alter: on(operation, header('content-type', 'application/json')),
    }),
  ),
  deviant('conventions.json.clients-charset/other', {
    summary: 'names another charset',
    alter: on('* /oauth2/**', header('content-type', 'application/json;charset=ISO-8859-1')),
  }),

  ...timestamps.flatMap(([clause, [get, list], properties]) => [
    ...properties.map((property, at) => {
      const [how, says, change] = timestampForms[at % timestampForms.length] ?? timestampForms[0]
      return deviantOf(clause, `${property}-${how}`, {
        summary: `shows ${property} ${says}`,
        alter: on(get, whenSuccess(edit(property, change))),
      })
    }),
    deviantOf(clause, 'listed-without-milliseconds', {
      summary: 'shows created without milliseconds in a list',
      alter: on(list, whenSuccess(edit('created', toSeconds))),
    }),
  ]),
  ...(['registerClient', 'getClient', 'listClients'] as const).flatMap((operation) => [
    deviant(`conventions.timestamps.clients/milliseconds-${operation}`, {
      summary: `shows client_id_issued_at in milliseconds (${operation})`,
      alter: on(operation, whenSuccess(edit('client_id_issued_at', (old) => old * 1000))),
    }),
    deviant(`conventions.timestamps.clients/text-${operation}`, {
      summary: `shows client_id_issued_at as text (${operation})`,
      alter: on(operation, whenSuccess(edit('client_id_issued_at', String))),
    }),
  ]),
  deviant('conventions.timestamps.clients/iso', {
    summary: 'shows client_id_issued_at in ISO 8601',
    alter: on(
      'getClient',
      whenSuccess(edit('client_id_issued_at', (old) => new Date(old * 1000).toISOString())),
    ),
  }),

  ...onEachList('conventions.paging.limit', 'ignored', 'ignores limit', ignoreQuery('limit'), {}),
  ...onEachList(
    'conventions.paging.limit',
    'one-more',
    'shows one item more than the limit',
    query('limit', (old) => (old === null ? undefined : String(Number(old) + 1))),
  ),
  ...onEachList(
    'conventions.paging.complete',
    'skips-one',
    'leaves out the first item of each later page',
    when(
      hasAfter,
      items((list) => list.slice(1)),
    ),
  ),
  ...onEachList(
    'conventions.paging.complete',
    'repeats',
    'shows the last item of a page again',
    repeatLast(),
  ),
  ...onEachList('conventions.paging.ends', 'loops', 'links the last page to itself', loopBack()),
  ...onEachList(
    'conventions.paging.ends',
    'starts-again',
    'takes no notice of the cursor',
    ignoreQuery('after'),
  ),
  ...onEachList(
    'conventions.paging.same-collection',
    'leaves-search',
    'forgets the search on later pages',
    when(hasAfter, ignoreQuery('search', 'after')),
    {},
    searched,
  ),
  ...onEachList('conventions.paging.link-self', 'left-out', 'carries no self link', dropLink('self')),
  ...onEachList(
    'conventions.paging.link-self',
    'later-pages',
    'carries no self link on later pages',
    when(hasAfter, dropLink('self')),
  ),
  ...onEachList('conventions.paging.link-next', 'left-out', 'carries no next link', dropLink('next')),
  ...onEachList(
    'conventions.paging.link-next',
    'other-name',
    'calls the next page following',
    otherRelation(),
    {},
  ),
  ...onEachList(
    'conventions.paging.links-absolute',
    'self',
    'has a relative self link',
    editLink('self', relative),
  ),
  ...onEachList(
    'conventions.paging.links-absolute',
    'next',
    'has a relative next link',
    editLink('next', relative),
  ),
  ...onEachList(
    'conventions.paging.self-limit',
    'left-out',
    'leaves limit out of the self link',
    editLink('self', without('limit')),
  ),
  ...onEachList(
    'conventions.paging.next-limit',
    'left-out',
    'leaves limit out of the next link',
    editLink('next', without('limit')),
  ),
  ...onEachList(
    'conventions.paging.next-after',
    'other-name',
    'calls the cursor of the next link cursor',
    all(editLink('next', renamedAfter), cursorAsAfter()),
  ),

  ...(['getUser', 'getGroup'] as const).flatMap((operation) => [
    deviant(`conventions.hal.href/left-out-${operation}`, {
      summary: `has links without href (${operation})`,
      alter: on(operation, whenSuccess(drop('_links.self.href'))),
    }),
    deviant(`conventions.hal.href/plain-text-${operation}`, {
      summary: `has links that are plain texts (${operation})`,
      alter: on(operation, whenSuccess(edit('_links.self', (link) => link.href))),
    }),
    deviant(`conventions.hal.href/named-url-${operation}`, {
      summary: `calls the href of links url (${operation})`,
      alter: on(operation, whenSuccess(rename('_links.self.href', 'url'))),
    }),
  ]),
  deviant('conventions.hal.href/method-list', {
    summary: 'has a list for the method of a link',
    alter: on('getUser', whenSuccess(edit('_links.suspend.method', (method) => [method]))),
  }),
  deviant('conventions.hal.hints-allow/one-text', {
    summary: 'has one text for hints.allow of a user',
    alter: on('getUser', whenSuccess(edit('_links.self', (link) => ({ ...link, hints: { allow: 'GET' } })))),
  }),
  deviant('conventions.hal.hints-allow/no-methods', {
    summary: 'has other words than methods in hints.allow of a group',
    alter: on(
      'getGroup',
      whenSuccess(edit('_links.users', (link) => ({ ...link, hints: { allow: ['read'] } }))),
    ),
  }),
  deviant('conventions.hal.hints-allow/joined', {
    summary: 'joins the methods of hints.allow of a grant',
    alter: on('listUserGrants', whenSuccess(edit('_links.self.hints.allow', (allow) => allow.join(',')))),
  }),
  ...readOnlyParts.flatMap(([clause, part]) =>
    (['createUser', 'updateUser', 'createGroup', 'updateGroup'] as const).map((operation) =>
      deviantOf(clause, `taken-by-${operation}`, {
        summary: `takes ${part} from the body of ${operation}`,
        alter: takeFromCaller(operation, part),
      }),
    ),
  ),

  deviant('conventions.naming.group-type/own-word', {
    summary: 'spells the type of its groups with another word',
    alter: spelled('SVC_GROUP', 'ACME_GROUP'),
  }),
  deviant('conventions.naming.group-type/lower-case', {
    summary: 'spells the type of its groups in lower case',
    alter: spelled('SVC_GROUP', 'svc_group'),
  }),
  deviant('conventions.naming.group-class/own-word', {
    summary: 'spells the objectClass of its groups with another word',
    alter: spelled('svc:user_group', 'acme:user_group'),
  }),
  deviant('conventions.naming.directory-class/own-word', {
    summary: 'spells the objectClass of directory groups with another word',
    alter: spelled('svc:directory_security_principal', 'acme:windows_security_principal'),
  }),
  deviant('conventions.naming.directory-name/own-word', {
    summary: 'calls the qualified name of directory groups by another word',
    alter: on('getGroup', whenSuccess(rename('profile.directoryDomainQualifiedName', 'domainQualifiedName'))),
  }),
  deviant('conventions.naming.provider/own-word', {
    summary: 'calls itself by another word as a credential provider',
    alter: on(['createUser', 'getUser'], whenSuccess(edit('credentials.provider.type', () => 'ACME'))),
  }),
  deviant('conventions.naming.expression/other-urn', {
    summary: 'shows another expression type than was sent',
    alter: on(
      ['createGroupRule', 'getGroupRule'],
      whenSuccess(edit('conditions.expression.type', () => 'urn:acme:expression:1.0')),
    ),
  }),
  deviant('conventions.naming.response-parameter/ignored', {
    summary: 'does not know the parameter svc-response',
    alter: on(['getUser', 'listUsers'], requestHeader('content-type')),
  }),
  deviant('conventions.naming.response-parameter/refused', {
    summary: 'refuses a media type with the parameter svc-response',
    alter: on(
      'getUser',
      when(({ headers }) => headers['content-type']?.includes('svc-response') === true, refuse()),
    ),
  }),
  deviant('conventions.naming.response-parameter/not-for-lists', {
    summary: 'knows the parameter svc-response for a single user only',
    alter: on('listUsers', requestHeader('content-type')),
  }),
]
