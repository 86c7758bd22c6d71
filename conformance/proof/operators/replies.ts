/** Wrong answers. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { answer, body, editLink, header, noBody, status } from '../alter/answer.ts'
import { asks, on, when, whenRefused, whenSuccess } from '../alter/flow.ts'
import { at, changed, isObject } from '../alter/path.ts'
import { platformBody } from '../alter/refusal.ts'
import { speaksOAuth } from '../deviants/routes.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { answerWith, isSuccess } from '../alter/wire.ts'
import { always, isList, isRead, onlyIf, parameters, silent, unstated } from './fits.ts'
import type { Operator } from './operator.ts'
import { records } from './records.ts'

const answersBody = onlyIf((each) => !silent.has(each), 'its success has no body')

/** Shows the last secret of any request in every record of the answer. */
const shows =
  (secretOf: (json: Json) => unknown, place: string) =>
  (operation: OperationName): Alteration =>
  () => {
    let secret: string | undefined
    const one = (record: Json): Json =>
      isObject(record)
        ? changed(record, isObject(record['credentials']) ? place : 'shown', () => secret)
        : record
    const show = on(
      operation,
      whenSuccess(
        body((json) => (secret === undefined ? json : Array.isArray(json) ? json.map(one) : one(json))),
      ),
    )()
    return (sent, forward) => {
      const value = secretOf(sent.json)
      if (typeof value === 'string' && value.length >= 8) secret = value
      return show(sent, forward)
    }
  }

/** Shows the last client secret of any answer in every record of the answer. */
const showsClientSecret =
  (operation: OperationName): Alteration =>
  () => {
    let secret: string | undefined
    const one = (record: Json): Json => (isObject(record) ? { ...record, client_secret: secret } : record)
    const show = on(
      operation,
      whenSuccess(
        body((json) => (secret === undefined ? json : Array.isArray(json) ? json.map(one) : one(json))),
      ),
    )()
    return async (sent, forward) => {
      const answered = await show(sent, async (next) => {
        const plain = await forward(next)
        const given: unknown = isObject(plain.json) ? plain.json['client_secret'] : undefined
        if (typeof given === 'string') secret = given
        return plain
      })
      return answered
    }
  }

const swapped = (operation: OperationName): Alteration =>
  on(
    operation,
    whenRefused(
      answer((old, sent) =>
        answerWith(old, {
          json: speaksOAuth(sent.path)
            ? platformBody('E0000001')
            : { error: 'invalid_request', error_description: 'Refused' },
        }),
      ),
    ),
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

const pagedLists = onlyIf(
  (each) => parameters[each]?.includes('after') === true,
  'it is no list that is paged',
)

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

const nexts =
  (change: (url: URL, sent: Sent) => URL | string | undefined) =>
  (operation: OperationName): Alteration =>
    on(operation, whenSuccess(editLink('next', change)))

/** Changes every `_links` target of the records in the answer. */
const targets = (change: (href: string) => string): ((operation: OperationName) => Alteration) =>
  records((record) =>
    isObject(record['_links'])
      ? changed(record, '_links.*.href', (old) => (typeof old === 'string' ? change(old) : old))
      : record,
  )

/** Operations that answer a record with `_links`, or a list of such records. */
const recordsWithLinks = new Set<OperationName>([
  ...(['createUser', 'getUser', 'listUsers', 'updateUser', 'replaceUser', 'updateCurrentUser'] as const),
  ...(['createGroup', 'getGroup', 'listGroups', 'updateGroup', 'listGroupUsers', 'listUserGroups'] as const),
  ...(['listUserGrants', 'getUserGrant', 'listUserClientGrants', 'listUserClients'] as const),
  ...(['listUserClientTokens', 'getUserClientToken'] as const),
])

const linked = onlyIf(
  (each) => recordsWithLinks.has(each),
  'the API description states no links of its answer',
)

/** Operations that answer a record with an id, or a list of such records. */
const withId = new Set<OperationName>([
  ...recordsWithLinks,
  ...(['createGroupRule', 'getGroupRule', 'listGroupRules', 'updateGroupRule'] as const),
  ...(['registerClient', 'getClient', 'listClients', 'updateClient', 'newClientSecret'] as const),
  ...(['listGroupApps', 'expirePassword'] as const),
])

const ofRecords = onlyIf((each) => withId.has(each), 'its answer is no record')

export const replyOperators: readonly Operator[] = [
  {
    id: 'replies/empty',
    summary: 'answers without a body',
    unfit: answersBody,
    alter: (each) => on(each, whenSuccess(noBody())),
  },
  {
    id: 'replies/other-status',
    summary: 'answers a success with 206',
    unfit: onlyIf((each) => !unstated.has(each), 'the API description does not state its status'),
    alter: (each) => on(each, whenSuccess(status(206))),
  },
  {
    id: 'replies/text',
    summary: 'calls its answer text/plain',
    unfit: answersBody,
    alter: (each) => on(each, whenSuccess(header('content-type', 'text/plain'))),
  },
  {
    id: 'replies/wrapped',
    summary: 'wraps what it answers in an object',
    unfit: answersBody,
    alter: (each) => on(each, whenSuccess(body((json) => ({ data: json })))),
  },
  {
    id: 'replies/no-id',
    summary: 'leaves the id of a record out',
    unfit: ofRecords,
    alter: records((record) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'id' && name !== 'client_id')),
    ),
  },
  {
    id: 'replies/null-id',
    summary: 'gives null for the id of a record',
    unfit: ofRecords,
    alter: records((record) => ({ ...record, ['client_id' in record ? 'client_id' : 'id']: null })),
  },
  {
    id: 'replies/null-profile',
    summary: 'gives null for the profile',
    unfit: onlyIf(
      (each) =>
        withId.has(each) && /User|Password|Group(s|$)/.test(each) && !/UserGrant|UserClient/.test(each),
      'its answer is no record with a profile',
    ),
    alter: records((record) => ('profile' in record ? { ...record, profile: null } : record)),
  },
  {
    id: 'replies/other-form',
    summary: 'answers in the form of a record of another kind',
    unfit: ofRecords,
    alter: records(inOtherForm),
  },
  {
    id: 'replies/other-types',
    summary: 'gives times as numbers, and numbers as texts',
    unfit: onlyIf((each) => withId.has(each) && each !== 'listUserClients', 'its answer holds neither'),
    alter: records(withOtherTypes),
  },
  {
    id: 'replies/password',
    summary: 'shows the password that was last set',
    unfit: answersBody,
    alter: shows(
      (json) => at(json, 'credentials.password.value') ?? at(json, 'newPassword.value'),
      'credentials.password.value',
    ),
    first: 'forgotPasswordWithAnswer:',
  },
  {
    id: 'replies/answer',
    summary: 'shows the answer to the recovery question that was last set',
    unfit: answersBody,
    alter: shows(
      (json) => at(json, 'credentials.recovery_question.answer') ?? at(json, 'recovery_question.answer'),
      'credentials.recovery_question.answer',
    ),
    first: 'forgotPasswordWithAnswer:',
  },
  {
    id: 'replies/client-secret',
    summary: 'shows the secret of a client',
    unfit: onlyIf((each) => isRead(each) && !silent.has(each), 'it is no read'),
    alter: showsClientSecret,
    first: 'newClientSecret:',
  },
  {
    id: 'replies/dialect',
    summary: 'refuses in the other error format',
    unfit: always,
    alter: swapped,
  },
  {
    id: 'replies/server-error',
    summary: 'answers 500 where it should refuse',
    unfit: always,
    alter: (each) => on(each, whenRefused(status(500))),
  },
  {
    id: 'links/relative',
    summary: 'gives the targets of its links without a host',
    unfit: linked,
    alter: targets((href) => (URL.canParse(href) ? new URL(href).pathname : href)),
  },
  {
    id: 'links/of-another',
    summary: 'gives links that lead to a record that is not there',
    unfit: onlyIf(
      (each) => recordsWithLinks.has(each) && each !== 'listUserClients',
      'the API description states no link of its answer to itself',
    ),
    alter: records((record) =>
      isObject(record['_links'])
        ? changed(record, '_links.self.href', (old) => (typeof old === 'string' ? `${old}x` : old))
        : record,
    ),
  },
  {
    id: 'links/no-self-header',
    summary: 'gives no self link with its pages',
    unfit: pagedLists,
    alter: (operation) => on(operation, whenSuccess(editLink('self', () => undefined))),
  },
  {
    id: 'next/skips-one',
    summary: 'leaves out the first item of each later page',
    unfit: pagedLists,
    alter: (operation) =>
      on(
        operation,
        when(asks('after'), whenSuccess(body((json) => (Array.isArray(json) ? json.slice(1) : json)))),
      ),
  },
  {
    id: 'next/repeats-one',
    summary: 'begins each later page with the item that ended the one before',
    unfit: pagedLists,
    alter: repeatsOne,
  },
  {
    id: 'next/missing',
    summary: 'gives no next link',
    unfit: pagedLists,
    alter: nexts(() => undefined),
  },
  {
    id: 'next/relative',
    summary: 'gives the next link without a host',
    unfit: pagedLists,
    alter: nexts((url) => `${url.pathname}${url.search}`),
  },
  {
    id: 'next/without-limit',
    summary: 'loses the limit in the next link',
    unfit: pagedLists,
    alter: nexts((url) => without(url, 'limit')),
  },
  ...(['q', 'search', 'filter', 'expand', 'sortBy', 'sortOrder', 'scopeId'] as const).map(
    (name): Operator => ({
      id: `next/without-${name}`,
      summary: `loses ${name} in the next link`,
      unfit: onlyIf(
        (each) =>
          isList(each) && parameters[each]?.includes('after') === true && parameters[each].includes(name),
        `it is no paged list with ${name}`,
      ),
      alter: nexts((url) => without(url, name)),
    }),
  ),
]

function without(url: URL, name: string): URL {
  const shorter = new URL(url)
  shorter.searchParams.delete(name)
  return shorter
}
