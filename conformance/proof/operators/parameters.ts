/** Parameters and bodies that the server reads wrongly. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { on } from '../alter/flow.ts'
import { isObject } from '../alter/path.ts'
import { byDefault, filterAsSearch, ignoreQuery, oneMore, query, request, rewrite } from '../alter/request.ts'
import { sentWith, type Alteration } from '../alter/wire.ts'
import { fitting, hasBody, hasRecord, inCalls, named, parameters, takes, type Operator } from './operator.ts'

const all = [...new Set(Object.values(parameters).flat())].filter((name) => name !== 'after')

/** Flags, each with its default; `undefined` if nothing states it. */
const defaults: Readonly<Record<string, (operation: OperationName) => boolean | undefined>> = {
  activate: () => true,
  provider: (operation) => (operation === 'createUser' ? false : undefined),
  sendEmail: (operation) => /^(activateUser|resetPassword|forgotPassword)$/.test(operation),
  revokeSessions: () => false,
  tempPassword: () => false,
  oauthTokens: () => false,
  removeUsers: () => false,
}

const flags = Object.keys(defaults)

const ofFlag = (name: string, rows: Parameters<typeof fitting>[1]): Operator[] =>
  fitting((each) => takes(name)(each) && defaults[name]?.(each) !== undefined, rows)

const flipped = (name: string): Operator['alter'] =>
  inCalls(rewrite(name, (old) => (old === 'true' ? 'false' : old === 'false' ? 'true' : old)))

const otherDefault =
  (name: string): Operator['alter'] =>
  (operation) =>
    on(operation, byDefault(name, String(defaults[name]?.(operation) !== true)))

const decodedAgain = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const queries = (change: (value: string) => string): Operator['alter'] =>
  inCalls(
    request((sent) =>
      sentWith(sent, {
        query: new URLSearchParams([...sent.query].map(([name, value]) => [name, change(value)])),
      }),
    ),
  )

/** Reads the segments of the path differently; they are percent-encoded. */
const segments = (change: (encoded: string) => string): Operator['alter'] =>
  inCalls(request((sent) => ({ ...sent, path: sent.path.split('/').map(change).join('/') })))

const texts = ['q', 'search', 'filter'] as const

const bodies =
  (change: (json: Json, operation: OperationName) => Json) =>
  (operation: OperationName): Alteration =>
    on(
      operation,
      request((sent) =>
        isObject(sent.json) ? sentWith(sent, { json: change(sent.json, operation) }) : sent,
      ),
    )

function withoutNulls(json: Json): Json {
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, withoutNulls(value)]),
  )
}

const optional = ['title', 'nickName', 'department', 'secondEmail', 'mobilePhone', 'description']

/** Adds null for missing optional properties. */
function withNulls(json: Json, operation: OperationName): Json {
  if (operation.endsWith('Client')) return { logo_uri: null, policy_uri: null, tos_uri: null, ...json }
  if (!isObject(json['profile'])) return json
  const names = operation.endsWith('Group') ? ['description'] : optional.slice(0, -1)
  return {
    ...json,
    profile: { ...Object.fromEntries(names.map((name) => [name, null])), ...json['profile'] },
  }
}

/** Only the first element of every list in a body. */
function firstOnly(json: Json): Json {
  if (Array.isArray(json)) return json.slice(0, 1).map(firstOnly)
  if (!isObject(json)) return json
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, firstOnly(value)]))
}

const pairs = [
  ['firstName', 'lastName'],
  ['name', 'description'],
  ['question', 'answer'],
  ['oldPassword', 'newPassword'],
] as const

/** Exchanges two properties that belong together. */
function exchanged(json: Json): Json {
  if (!isObject(json)) return json
  const made = Object.fromEntries(Object.entries(json).map(([key, value]) => [key, exchanged(value)]))
  for (const [one, other] of pairs)
    if (one in made && other in made) [made[one], made[other]] = [made[other], made[one]]
  return made
}

/** Changes the expression of `search` or `filter`. */
const expressions = (change: (expression: string) => string): Operator['alter'] =>
  inCalls(rewrite('search', change), rewrite('filter', change))

/** Operations whose bodies have lists of two or more. */
const hasLists = named('registerClient updateClient createGroupRule updateGroupRule createUser')

const credentialBodies = named('changePassword changeRecoveryQuestion')

export const parameterOperators: readonly Operator[] = [
  ...all.flatMap((name) =>
    fitting(takes(name), {
      [`ignored/${name}`]: [`ignores ${name}`, inCalls(ignoreQuery(name))],
    }),
  ),
  ...flags.flatMap((name) =>
    ofFlag(name, { [`flipped/${name}`]: [`takes ${name} the other way round`, flipped(name)] }),
  ),
  ...flags.flatMap((name) =>
    ofFlag(name, {
      [`default/${name}`]: [`takes ${name} the other way round where it is not sent`, otherDefault(name)],
    }),
  ),
  ...fitting(takes('after'), {
    'parameters/after-ignored': [
      'starts at the first page whatever after says',
      inCalls(ignoreQuery('after')),
    ],
  }),
  ...fitting(takes('limit'), {
    'parameters/limit-one-more': ['lists one more than limit', inCalls(oneMore())],
  }),
  ...fitting(takes('sortOrder'), {
    'parameters/order-swapped': [
      'sorts the other way round',
      inCalls(query('sortOrder', (old) => (old === 'desc' ? 'asc' : 'desc'))),
    ],
  }),
  ...fitting((each) => texts.some((name) => takes(name)(each)), {
    'parameters/decoded-twice': ['decodes what stands in the query twice', queries(decodedAgain)],
    'parameters/not-decoded': [
      'leaves what stands in the query encoded',
      queries((value) => encodeURIComponent(value)),
    ],
  }),
  ...fitting((each) => hasRecord(each) && each === 'getUser', {
    'parameters/path-decoded-twice': [
      'decodes the reference to a user in the path twice',
      segments((encoded) => encodeURIComponent(decodedAgain(decodedAgain(encoded)))),
    ],
    'parameters/path-not-decoded': [
      'leaves the reference to a user in the path encoded',
      segments((encoded) => (encoded.includes('%') ? encodeURIComponent(encoded) : encoded)),
    ],
  }),
  ...fitting(hasBody, {
    'body/null-as-absent': ['takes null for what was left out', bodies(withoutNulls)],
    'body/absent-as-null': ['takes what was left out for null', bodies(withNulls)],
  }),
  ...fitting(hasLists, {
    'body/first-of-two': ['takes the first element of every list alone', bodies(firstOnly)],
  }),
  ...fitting((each) => credentialBodies(each) || (hasBody(each) && /^\w+e(User|Group)$/.test(each)), {
    'body/swapped': ['takes two properties that stand side by side for each other', bodies(exchanged)],
  }),
  ...fitting((each) => each === 'listUsers' || each === 'listGroups', {
    'matching/first-condition': [
      'heeds the first condition of an expression alone',
      expressions((expression) =>
        expression.includes('(') ? expression : (expression.split(/ (?:and|or) /i)[0] ?? expression),
      ),
    ],
    'matching/any-condition': [
      'takes and for or',
      expressions((expression) => expression.replaceAll(/ and /gi, ' or ')),
    ],
    'matching/prefix': [
      'finds what only begins with the value that should be equal',
      inCalls(rewrite('search', (expression) => expression.replaceAll(/ eq "/gi, ' sw "'))),
    ],
    'matching/at-the-bound': [
      'finds what is equal where it should be greater or less',
      expressions((expression) =>
        expression.replaceAll(/([\w.]+) (gt|lt) ("[^"]*")/g, '($1 $2 $3 or $1 eq $3)'),
      ),
    ],
  }),
  ...fitting((each) => each === 'listUsers', {
    'matching/filter-case': [
      'compares the values of a filter without regard to case',
      inCalls(filterAsSearch()),
    ],
  }),
]
