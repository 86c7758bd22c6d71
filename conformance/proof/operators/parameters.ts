/** Parameters and bodies that the server reads wrongly. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { on } from '../alter/flow.ts'
import { isObject } from '../alter/path.ts'
import { ignoreQuery, query, request } from '../alter/request.ts'
import type { Alteration } from '../alter/wire.ts'
import { sentWith } from '../alter/wire.ts'
import { hasBody, hasRecord, onlyIf, parameters, takes } from './fits.ts'
import type { Operator } from './operator.ts'

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

const flipped =
  (name: string) =>
  (operation: OperationName): Alteration =>
    on(
      operation,
      query(name, (old) => (old === 'true' ? 'false' : old === 'false' ? 'true' : (old ?? undefined))),
    )

const otherDefault =
  (name: string) =>
  (operation: OperationName): Alteration =>
    on(
      operation,
      query(name, (old) => old ?? String(defaults[name]?.(operation) !== true)),
    )

const decodedAgain = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const queries =
  (change: (value: string) => string) =>
  (operation: OperationName): Alteration =>
    on(
      operation,
      request((sent) =>
        sentWith(sent, {
          query: new URLSearchParams([...sent.query].map(([name, value]) => [name, change(value)])),
        }),
      ),
    )

/** Reads the segments of the path differently; they are percent-encoded. */
const segments =
  (change: (encoded: string) => string) =>
  (operation: OperationName): Alteration =>
    on(
      operation,
      request((sent) => ({ ...sent, path: sent.path.split('/').map(change).join('/') })),
    )

const texts = ['q', 'search', 'filter'] as const
const takesText = onlyIf(
  (each) => texts.some((name) => takes(name)(each)),
  'it takes no text that has to be decoded',
)
const takesBody = onlyIf(hasBody, 'it takes no record')

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
const expressions = (change: (expression: string) => string) => (operation: OperationName) =>
  on(
    operation,
    ...(['search', 'filter'] as const).map((name) =>
      query(name, (old) => (old === null ? undefined : change(old))),
    ),
  )

/** Changes the values to match in a query with `search`. */
const searches = (change: (expression: string) => string) => (operation: OperationName) =>
  on(
    operation,
    query('search', (old) => (old === null ? undefined : change(old))),
  )

const takesExpression = onlyIf(
  (each) => each === 'listUsers' || each === 'listGroups',
  'it takes no expression',
)

/** Operations whose bodies have lists of two or more. */
const hasLists = new Set<OperationName>([
  'registerClient',
  'updateClient',
  'createGroupRule',
  'updateGroupRule',
  'createUser',
])

const credentialBodies = new Set<OperationName>(['changePassword', 'changeRecoveryQuestion'])

export const parameterOperators: readonly Operator[] = [
  ...all.map((name): Operator => ({
    id: `ignored/${name}`,
    summary: `ignores ${name}`,
    unfit: onlyIf(takes(name), `it takes no ${name}`),
    alter: (operation) => on(operation, ignoreQuery(name)),
  })),
  ...flags.map((name): Operator => ({
    id: `flipped/${name}`,
    summary: `takes ${name} the other way round`,
    unfit: onlyIf(
      (each) => takes(name)(each) && defaults[name]?.(each) !== undefined,
      `it takes no flag ${name}`,
    ),
    alter: flipped(name),
  })),
  ...flags.map((name): Operator => ({
    id: `default/${name}`,
    summary: `takes ${name} the other way round where it is not sent`,
    unfit: onlyIf(
      (each) => takes(name)(each) && defaults[name]?.(each) !== undefined,
      `it takes no flag ${name}`,
    ),
    alter: otherDefault(name),
  })),
  {
    id: 'parameters/after-ignored',
    summary: 'starts at the first page whatever after says',
    unfit: onlyIf(takes('after'), 'it is not paged'),
    alter: (operation) => on(operation, ignoreQuery('after')),
  },
  {
    id: 'parameters/limit-one-more',
    summary: 'lists one more than limit',
    unfit: onlyIf(takes('limit'), 'it takes no limit'),
    alter: (operation) =>
      on(
        operation,
        query('limit', (old) => (old === null ? undefined : String(Number(old) + 1))),
      ),
  },
  {
    id: 'parameters/order-swapped',
    summary: 'sorts the other way round',
    unfit: onlyIf(takes('sortOrder'), 'it is not sorted'),
    alter: (operation) =>
      on(
        operation,
        query('sortOrder', (old) => (old === 'desc' ? 'asc' : 'desc')),
      ),
  },
  {
    id: 'parameters/decoded-twice',
    summary: 'decodes what stands in the query twice',
    unfit: takesText,
    alter: queries(decodedAgain),
  },
  {
    id: 'parameters/not-decoded',
    summary: 'leaves what stands in the query encoded',
    unfit: takesText,
    alter: queries((value) => encodeURIComponent(value)),
  },
  {
    id: 'parameters/path-decoded-twice',
    summary: 'decodes the reference to a user in the path twice',
    unfit: onlyIf(
      (each) => hasRecord(each) && each === 'getUser',
      'it takes no login in its path, or is looked up as getUser is',
    ),
    alter: segments((encoded) => encodeURIComponent(decodedAgain(decodedAgain(encoded)))),
  },
  {
    id: 'parameters/path-not-decoded',
    summary: 'leaves the reference to a user in the path encoded',
    unfit: onlyIf(
      (each) => hasRecord(each) && each === 'getUser',
      'it takes no login in its path, or is looked up as getUser is',
    ),
    alter: segments((encoded) => (encoded.includes('%') ? encodeURIComponent(encoded) : encoded)),
  },
  {
    id: 'body/null-as-absent',
    summary: 'takes null for what was left out',
    unfit: takesBody,
    alter: bodies(withoutNulls),
  },
  {
    id: 'body/absent-as-null',
    summary: 'takes what was left out for null',
    unfit: takesBody,
    alter: bodies(withNulls),
  },
  {
    id: 'body/first-of-two',
    summary: 'takes the first element of every list alone',
    unfit: onlyIf((each) => hasLists.has(each), 'no list in its body means anything'),
    alter: bodies(firstOnly),
  },
  {
    id: 'body/swapped',
    summary: 'takes two properties that stand side by side for each other',
    unfit: onlyIf(
      (each) => credentialBodies.has(each) || (hasBody(each) && /^\w+e(User|Group)$/.test(each)),
      'it takes no two properties of one kind, or which of them a user may write is not stated',
    ),
    alter: bodies(exchanged),
  },
  {
    id: 'matching/first-condition',
    summary: 'heeds the first condition of an expression alone',
    unfit: takesExpression,
    alter: expressions((expression) =>
      expression.includes('(') ? expression : (expression.split(/ (?:and|or) /i)[0] ?? expression),
    ),
  },
  {
    id: 'matching/any-condition',
    summary: 'takes and for or',
    unfit: takesExpression,
    alter: expressions((expression) => expression.replaceAll(/ and /gi, ' or ')),
  },
  {
    id: 'matching/prefix',
    summary: 'finds what only begins with the value that should be equal',
    unfit: takesExpression,
    alter: searches((expression) => expression.replaceAll(/ eq "/gi, ' sw "')),
  },
  {
    id: 'matching/at-the-bound',
    summary: 'finds what is equal where it should be greater or less',
    unfit: takesExpression,
    alter: expressions((expression) =>
      expression.replaceAll(/([\w.]+) (gt|lt) ("[^"]*")/g, '($1 $2 $3 or $1 eq $3)'),
    ),
  },
  {
    id: 'matching/filter-case',
    summary: 'compares the values of a filter without regard to case',
    unfit: onlyIf((each) => each === 'listUsers', 'of its filter no case is stated'),
    alter: (operation) =>
      on(
        operation,
        request((sent) => {
          const filter = sent.query.get('filter')
          if (filter === null) return sent
          const others = [...sent.query].filter(([name]) => name !== 'filter')
          return sentWith(sent, { query: new URLSearchParams([...others, ['search', filter]]) })
        }),
      ),
  },
]
