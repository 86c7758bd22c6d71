/** Links of records that lead elsewhere, anywhere in an answer. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import {
  dropLink,
  editLink,
  elsewhere,
  header,
  noBody,
  relative,
  status,
  without,
  withoutFirst,
  wrapped,
} from '../alter/answer.ts'
import { at, changed, isObject } from '../alter/path.ts'
import { answerWith, isSuccess, type Alteration, type Answer, type Sent } from '../alter/wire.ts'
import {
  always,
  fitting,
  hasNoStatedStatus,
  inCalls,
  isRead,
  isSilent,
  named,
  records,
  takes,
  type Operator,
} from './operator.ts'
import { asks, on, when, whenRefused, whenSuccess } from '../alter/flow.ts'
import { wrongDialect } from '../alter/refusal.ts'

/** Operations whose answer is a single user, whose links are actions. */
const isUser = named('getUser createUser updateUser replaceUser expirePassword')
const isToken = named('listUserClientTokens getUserClientToken')
const acts = (each: OperationName): boolean => isUser(each) || isToken(each)
const isGroup = named('getGroup createGroup updateGroup listGroups')
const withSelf = named('listUsers listGroupUsers listUserGrants getUserGrant listUserClientGrants')

/** Changes the links of records to what the service itself is to answer. */
const links = (
  fits: (relation: string) => boolean,
  change: (link: Json) => Json,
): ((operation: OperationName) => Alteration) =>
  records((record) =>
    isObject(record['_links'])
      ? {
          ...record,
          _links: Object.fromEntries(
            Object.entries<Json>(record['_links']).map(([relation, link]) => [
              relation,
              isObject(link) && fits(relation) && /\/(users|groups|clients)\//.test(String(link['href']))
                ? change(link)
                : link,
            ]),
          ),
        }
      : record,
  )

const noSelf = (relation: string): boolean => !['self', 'schema', 'type'].includes(relation)

export const linkOperators: readonly Operator[] = [
  ...fitting((each) => acts(each) || isGroup(each) || withSelf(each), {
    'links/other-host': [
      'leads its links to another host',
      links(
        () => true,
        (link) => ({ ...link, href: elsewhere(link.href) }),
      ),
    ],
  }),
  ...fitting((each) => acts(each) || isGroup(each), {
    'links/other-operation': [
      'leads its links to other operations than they are named after',
      links(noSelf, (link) => ({ ...link, href: `${link.href}/elsewhere` })),
    ],
  }),
  ...fitting(acts, {
    'links/by-get': [
      'says that its actions are called by GET',
      links(noSelf, ({ href, title }) => ({ href, title, method: 'GET', hints: { allow: ['GET'] } })),
    ],
  }),
]

const answersBody = (each: OperationName): boolean => !isSilent(each)

/** Shows the last secret of any call in every record of the answer. */
const shows =
  (
    secretOf: (sent: Sent, answer: Answer) => unknown,
    put: (record: Readonly<Record<string, Json>>, secret: string) => Json,
  ) =>
  (operation: OperationName): Alteration =>
  () => {
    let secret: string | undefined
    const show = records((record) => (secret === undefined ? record : put(record, secret)))(operation)()
    return (sent, forward) =>
      show(sent, async (next) => {
        const answered = await forward(next)
        const value = secretOf(sent, answered)
        if (typeof value === 'string' && value.length >= 8) secret = value
        return answered
      })
  }

/** Shows the value at one of these paths of a body, at its place in the credentials. */
const showsSent = (place: string, other: string): Operator['alter'] =>
  shows(
    ({ json }) => at(json, place) ?? at(json, other),
    (record, secret) => changed(record, isObject(record['credentials']) ? place : 'shown', () => secret),
  )

/** A record as one of another kind: only its id stays. */
function inOtherForm(record: Readonly<Record<string, Json>>): Json {
  const id: unknown = record['client_id'] ?? record['id']
  if ('client_id' in record && !('id' in record)) return { id, profile: { name: record['client_name'] } }
  return { client_id: id, client_name: 'of another kind', created: record['created'] }
}

/** Times as numbers, and numbers as texts. */
function withOtherTypes(record: Readonly<Record<string, Json>>): Json {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      if (typeof value === 'number' || typeof value === 'boolean') return [name, String(value)]
      return [name, name === 'created' && typeof value === 'string' ? Date.parse(value) : value]
    }),
  )
}

/** Begins a later page with the last item of the page before. */
const repeatsOne = (operation: OperationName): Alteration =>
  on(operation, () => {
    const last = new Map<string, Json>()
    return async (sent, forward) => {
      const answered = await forward(sent)
      const { json } = answered
      if (!isSuccess(answered) || !Array.isArray(json)) return answered
      const before = sent.query.has('after') ? last.get(sent.path) : undefined
      last.set(sent.path, json.at(-1))
      return before === undefined ? answered : answerWith(answered, { json: [before, ...json] })
    }
  })

const nexts = (change: (url: URL, sent: Sent) => URL | string | undefined): Operator['alter'] =>
  inCalls(whenSuccess(editLink('next', change)))

/** Changes every `_links` target of the records in the answer. */
const targets = (change: (href: string) => string): ((operation: OperationName) => Alteration) =>
  records((record) =>
    isObject(record['_links'])
      ? changed(record, '_links.*.href', (old) => (typeof old === 'string' ? change(old) : old))
      : record,
  )

/** Operations that answer a record with `_links`, or a list of such records. */
const recordsWithLinks = named(
  'createUser getUser listUsers updateUser replaceUser updateCurrentUser createGroup getGroup listGroups updateGroup ' +
    'listGroupUsers listUserGroups list*Grants getUserGrant listUserClients list*Tokens getUserClientToken',
)

/** Operations that answer a record with an id, or a list of such records. */
const ofIds = named(
  'createGroupRule getGroupRule updateGroupRule listGroupRules registerClient getClient listClients updateClient newClientSecret listGroupApps expirePassword',
)
const withId = (each: OperationName): boolean => recordsWithLinks(each) || ofIds(each)

export const replyOperators: readonly Operator[] = [
  ...fitting(answersBody, {
    'replies/empty': ['answers without a body', inCalls(whenSuccess(noBody()))],
  }),
  ...fitting((each) => !hasNoStatedStatus(each), {
    'replies/other-status': ['answers a success with 206', inCalls(whenSuccess(status(206)))],
  }),
  ...fitting(answersBody, {
    'replies/text': [
      'calls its answer text/plain',
      inCalls(whenSuccess(header('content-type', 'text/plain'))),
    ],
    'replies/wrapped': ['wraps what it answers in an object', inCalls(whenSuccess(wrapped('data')))],
  }),
  ...fitting(withId, {
    'replies/no-id': [
      'leaves the id of a record out',
      records((record) =>
        Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'id' && name !== 'client_id')),
      ),
    ],
    'replies/null-id': [
      'gives null for the id of a record',
      records((record) => ({ ...record, ['client_id' in record ? 'client_id' : 'id']: null })),
    ],
  }),
  ...fitting(
    (each) => withId(each) && /User|Password|Group(s|$)/.test(each) && !/UserGrant|UserClient/.test(each),
    {
      'replies/null-profile': [
        'gives null for the profile',
        records((record) => ('profile' in record ? { ...record, profile: null } : record)),
      ],
    },
  ),
  ...fitting(withId, {
    'replies/other-form': ['answers in the form of a record of another kind', records(inOtherForm)],
  }),
  ...fitting((each) => withId(each) && each !== 'listUserClients', {
    'replies/other-types': ['gives times as numbers, and numbers as texts', records(withOtherTypes)],
  }),
  {
    id: 'replies/password',
    summary: 'shows the password that was last set',
    fits: answersBody,
    alter: showsSent('credentials.password.value', 'newPassword.value'),
    first: 'forgotPasswordWithAnswer:',
  },
  {
    id: 'replies/answer',
    summary: 'shows the answer to the recovery question that was last set',
    fits: answersBody,
    alter: showsSent('credentials.recovery_question.answer', 'recovery_question.answer'),
    first: 'forgotPasswordWithAnswer:',
  },
  {
    id: 'replies/client-secret',
    summary: 'shows the secret of a client',
    fits: isRead,
    alter: shows(
      (_, { json }) => at(json, 'client_secret'),
      (record, secret) => ({ ...record, client_secret: secret }),
    ),
    first: 'newClientSecret:',
  },
  ...fitting(always, {
    'replies/dialect': ['refuses in the other error format', inCalls(wrongDialect())],
    'replies/server-error': ['answers 500 where it should refuse', inCalls(whenRefused(status(500)))],
  }),
  ...fitting(recordsWithLinks, {
    'links/relative': [
      'gives the targets of its links without a host',
      targets((href) => (URL.canParse(href) ? new URL(href).pathname : href)),
    ],
  }),
  ...fitting((each) => recordsWithLinks(each) && each !== 'listUserClients', {
    'links/of-another': [
      'gives links that lead to a record that is not there',
      records((record) =>
        isObject(record['_links'])
          ? changed(record, '_links.self.href', (old) => (typeof old === 'string' ? `${old}x` : old))
          : record,
      ),
    ],
  }),
  ...fitting(takes('after'), {
    'links/no-self-header': ['gives no self link with its pages', inCalls(whenSuccess(dropLink('self')))],
    'next/skips-one': [
      'leaves out the first item of each later page',
      inCalls(when(asks('after'), whenSuccess(withoutFirst()))),
    ],
    'next/repeats-one': ['begins each later page with the item that ended the one before', repeatsOne],
    'next/missing': ['gives no next link', inCalls(whenSuccess(dropLink('next')))],
    'next/relative': ['gives the next link without a host', nexts(relative)],
    'next/without-limit': ['loses the limit in the next link', nexts(without('limit'))],
  }),
  ...(['q', 'search', 'filter', 'expand', 'sortBy', 'sortOrder', 'scopeId'] as const).flatMap((name) =>
    fitting((each) => takes('after')(each) && takes(name)(each), {
      [`next/without-${name}`]: [`loses ${name} in the next link`, nexts(without(name))],
    }),
  ),
]
