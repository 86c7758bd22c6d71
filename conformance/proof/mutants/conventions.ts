/** Servers that break requirements of the area `conventions`. */
import { cell } from '../operators/operators.ts'
import type { Json } from '../../engine/wire/reply.ts'
import {
  body,
  dropLink,
  edit,
  editLink,
  header,
  relative,
  rename,
  text,
  without,
  withoutFirst,
} from '../alter/answer.ts'
import { all, asks, on, when, whenSuccess } from '../alter/flow.ts'
import type { Alteration } from '../alter/wire.ts'
import { takeFromCaller } from '../alter/memory.ts'
import { ignoreQuery, oneMore, otherQuery, requestHeader } from '../alter/request.ts'
import { mutants, mutantsAt, mutantsIn, mutantsOf, type Mistakes, type Mutant } from './mutant.ts'
import type { OperationName } from '../../../src/contract/operation-names.ts'
import { requirementById, type RequirementId } from '../../registry/requirements.ts'

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
    'conventions.paging.ends/loops': [
      when(asks('after'), header('link', linkedToItself)),
      ...(list === 'listClients' ? [] : [own]),
    ],
    ...(list !== 'listClients' && {
      'conventions.paging.same-collection/leaves-search': [
        when(asks('after'), ignoreQuery('search', 'after')),
        own,
      ],
    }),
    'conventions.paging.link-self/later-pages': when(asks('after'), dropLink('self')),
    'conventions.paging.link-next/other-name': [otherRelation(), own],
    'conventions.paging.links-absolute/self': editLink('self', relative),
    'conventions.paging.links-absolute/next': editLink('next', relative),
    'conventions.paging.self-limit/left-out': editLink('self', without('limit')),
    'conventions.paging.next-limit/left-out': editLink('next', without('limit')),
    'conventions.paging.next-after/other-name': all(editLink('next', renamedAfter), cursorAsAfter()),
  }
}

const toSeconds = (value: Json): Json => (typeof value === 'string' ? value.replace(/\.\d{3}Z$/, 'Z') : value)

const toOffset = (value: Json): Json => (typeof value === 'string' ? value.replace(/Z$/, '+00:00') : value)

const toMicroseconds = (value: Json): Json =>
  typeof value === 'string' ? value.replace(/Z$/, '000Z') : value

const toNumber = (value: Json): Json => (typeof value === 'string' ? Date.parse(value) : value)

/** Wrong forms of a timestamp, each on another property and with another way to read it. */
const timestampForms = [
  ['without-milliseconds', toSeconds],
  ['with-offset', toOffset],
  ['with-microseconds', toMicroseconds],
  ['as-number', toNumber],
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
  ...mutants({
    'conventions.json.body/not-well-formed': on(
      ['listUsers', 'listGroups'],
      whenSuccess(text((old) => old.replace(/\]$/, ',]'))),
    ),
    'conventions.json.content-type/text': on(
      ['getGroup', 'updateGroup'],
      header('content-type', 'text/plain; charset=utf-8'),
    ),
    'conventions.naming.group-type/lower-case': spelled('SVC_GROUP', 'svc_group'),
    'conventions.naming.group-class/own-word': spelled('svc:user_group', 'acme:user_group'),
    'conventions.naming.directory-class/own-word': spelled(
      'svc:directory_security_principal',
      'acme:windows_security_principal',
    ),
    'conventions.naming.provider/own-word': on(
      ['createUser', 'getUser'],
      whenSuccess(edit('credentials.provider.type', 'ACME')),
    ),
    'conventions.naming.expression/other-urn': on(
      ['createGroupRule', 'getGroupRule'],
      whenSuccess(edit('conditions.expression.type', 'urn:acme:expression:1.0')),
    ),
    'conventions.naming.response-parameter/not-for-lists': on('listUsers', requestHeader('content-type')),
  }),
  ...mutantsIn('* /oauth2/**', {
    'conventions.json.content-type/other-json': header('content-type', 'application/hal+json;charset=UTF-8'),
    'conventions.json.clients-charset/other': header('content-type', 'application/json;charset=ISO-8859-1'),
  }),
  ...timestamps.flatMap(([requirement, [get, list], properties]) => [
    ...properties.flatMap((property, at) => {
      const [how, change] = timestampForms[at % timestampForms.length] ?? timestampForms[0]
      return mutantsAt(get, requirement, {
        [`${property}-${how}`]: whenSuccess(edit(property, change)),
      })
    }),
    ...mutantsOf(requirement, {
      'listed-without-milliseconds': on(list, whenSuccess(edit('created', toSeconds))),
    }),
  ]),
  ...(['registerClient', 'getClient', 'listClients'] as const).flatMap((operation) =>
    mutantsOf('conventions.timestamps.clients', {
      [`text-${operation}`]: on(operation, whenSuccess(edit('client_id_issued_at', String))),
    }),
  ),
  ...lists.flatMap((list) =>
    mutantsIn(list, paging(list)).map((each) => ({ ...each, id: `${each.id}-${list}` })),
  ),
  ...(['getUser', 'getGroup'] as const).flatMap((operation) =>
    mutantsOf('conventions.hal.href', {
      [`plain-text-${operation}`]: on(operation, whenSuccess(edit('_links.self', (link) => link.href))),
      [`named-url-${operation}`]: on(operation, whenSuccess(rename('_links.self.href', 'url'))),
    }),
  ),
  ...mutantsIn('getGroup', {
    'conventions.hal.hints-allow/no-methods': whenSuccess(
      edit('_links.users', (link) => ({ ...link, hints: { allow: ['read'] } })),
    ),
    'conventions.naming.directory-name/own-word': whenSuccess(
      rename('profile.directoryDomainQualifiedName', 'domainQualifiedName'),
    ),
  }),
  ...readOnlyParts.flatMap(([requirement, part]) =>
    (['createUser', 'updateUser', 'createGroup', 'updateGroup'] as const).flatMap((operation) =>
      mutantsOf(requirement, { [`taken-by-${operation}`]: takeFromCaller(operation, part) }),
    ),
  ),
]

type Row = readonly [requirement: RequirementId, operator: string, operations: readonly OperationName[]]

/** Calls that change something, which a read shows afterwards. */
const isSeen = (operation: OperationName): boolean => !/^(get|list|newClientSecret|forgot)/.test(operation)

/** Operations that let anybody call, or refuse and do it all the same. */
const required = (['clients', 'users', 'groups', 'rules', 'lifecycle', 'credentials'] as const).flatMap(
  (area): Row[] => {
    const requirement = `auth.required.${area}` as const
    const { operations = [] } = requirementById(requirement) ?? {}
    return [
      [requirement, 'access/anonymous', operations.filter((each) => !isSeen(each))],
      [requirement, 'access/refused-but-done', operations.filter(isSeen)],
    ]
  },
)

const rows: readonly Row[] = [
  ['conventions.reads.safe', 'side-effects/profile', ['getUser', 'listUserGroups', 'listUserAppLinks']],
  ['conventions.reads.safe', 'side-effects/suspends', ['listUserGroups', 'listUserGrants']],
  ['conventions.reads.safe', 'side-effects/password', ['getUser', 'listUserClients']],
  [
    'conventions.writes.others-kept',
    'neighbours/written-too',
    ['suspendUser', 'updateUser', 'deleteUser', 'deleteGroup', 'deleteClient', 'removeUserFromGroup'],
  ],
  [
    'users.operations.status-kept',
    'side-effects/suspends',
    ['clearUserSessions', 'forgotPassword', 'changeRecoveryQuestion', 'updateUser'],
  ],
  [
    'users.operations.password-kept',
    'side-effects/password',
    ['suspendUser', 'unsuspendUser', 'activateUser', 'clearUserSessions', 'changeRecoveryQuestion'],
  ],
  ['users.operations.question-kept', 'side-effects/question', ['suspendUser', 'resetPassword', 'updateUser']],
  [
    'users.operations.sessions-kept',
    'side-effects/sessions',
    ['updateUser', 'listUserGroups', 'changeRecoveryQuestion'],
  ],
  ['grants.outlive-operations', 'side-effects/grants', ['suspendUser', 'updateUser', 'clearUserSessions']],
  ...required,
  ['auth.cookie.invalid', 'access/any-cookie', ['getUser']],
  ['users.operations.times-kept', 'side-effects/password', ['suspendUser', 'reactivateUser']],
  [
    'users.operations.groups-kept',
    'side-effects/groups',
    ['suspendUser', 'unsuspendUser', 'updateUser', 'changeRecoveryQuestion', 'clearUserSessions'],
  ],
  ['groups.operations.kept', 'side-effects/group', ['addUserToGroup', 'removeUserFromGroup']],
  ['rules.operations.kept', 'side-effects/rule-name', ['deactivateGroupRule']],
  ['rules.operations.kept', 'side-effects/rule-status', ['updateGroupRule']],
  ['clients.new-secret.settings-kept', 'side-effects/client', ['newClientSecret']],
  ['auth.invalid-token', 'access/longer-token', ['suspendUser', 'getGroup', 'deleteClient']],
  ['auth.invalid-token', 'access/token-prefix', ['updateUser', 'listUsers']],
  ['auth.invalid-token', 'access/token-case', ['getUser', 'deactivateUser']],
  ['errors.unknown-resource', 'neighbours/longer-id', ['getUser', 'suspendUser', 'deleteGroup']],
  [
    'users.operations.profile-kept',
    'side-effects/profile',
    [
      'suspendUser',
      'unsuspendUser',
      'expirePassword',
      'resetFactors',
      'changeRecoveryQuestion',
      'forgotPassword',
    ],
  ],
]

export const everyOperationMutants: readonly Mutant[] = rows.flatMap(([requirement, name, operations]) =>
  operations.flatMap((operation) =>
    mutantsOf(requirement, { [`${name.replace('/', '-')}-${operation}`]: cell(name, operation) }),
  ),
)
