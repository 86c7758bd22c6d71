import type { OperationSpec } from '../../../src/contract/operation.ts'
import { operations } from '../../../src/contract/operations/index.ts'
import { sendsMail } from '../../engine/run/write-guard.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import type { Call } from '../sequence/sequence.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

/** A parameter or header that a proposed call may have in addition; undefined leaves it out. */
type Addition = Readonly<Record<string, string | undefined>>

/** Parameters that change the subject of a call: each has its own commands. */
const ofCommands = new Set(['activate', 'provider', 'tempPassword=true', 'removeUsers', 'strict=true'])

/** Every documented value of the parameters that do not change the subject of an operation. */
function parametersOf({ query }: OperationSpec): Addition[] {
  return Object.entries(query?.shape ?? {}).flatMap(([name, schema]) => {
    const { type, values, default: usual } = (schema.meta() ?? {}) as Readonly<Record<string, unknown>>
    const words = Array.isArray(values)
      ? [...(values as string[]), ...(values.length > 1 ? [values.join()] : [])]
      : []
    const flags = type === 'boolean' || usual === 'false' ? ['true', 'false', undefined] : words
    return flags
      .filter((value) => ![name, `${name}=${value}`].some((each) => ofCommands.has(each)))
      .map((value) => ({ [name]: value }))
  })
}

const omissions = ['omitCredentials', 'omitCredentialsLinks', 'omitTransitioningToStatus'] as const

const lists = [...omissions.map((each) => [each]), omissions, [omissions[0], 'omitNothing', omissions[1]]]

/** Lists of the parts that a read leaves out, with and without quotes (Users). */
const withOmissions: readonly Addition[] = lists.flatMap((list) =>
  [list.join(), `"${list.join()}"`].map((text) => ({
    'Content-Type': `application/json; svc-response=${text}`,
  })),
)

const headersOf = ({ headers }: OperationSpec): readonly Addition[] =>
  Object.keys(headers?.shape ?? {}).flatMap((name) =>
    name === 'prefer' ? [{ Prefer: 'respond-async' }] : withOmissions,
  )

const additions = new Map<string, readonly (readonly ['query' | 'headers', Addition])[]>(
  operations.map((operation) => [
    operation.name,
    [
      ...parametersOf(operation).map((each) => ['query', each] as const),
      ...headersOf(operation).map((each) => ['headers', each] as const),
    ],
  ]),
)

/** Calls whose answer the description does not state: these are not compared. */
const unstated: readonly ((call: Call) => boolean)[] = [
  // It is open whether a missing flag counts as sent.
  ({ operation, query }) => operation === 'reactivateUser' && query?.['sendEmail'] === undefined,
  ({ operation, query }) =>
    operation === 'resetPassword' && query?.['provider'] !== undefined && query['sendEmail'] === 'true',
  ({ operation, query, body }) =>
    operation === 'forgotPassword' && body !== undefined && query?.['sendEmail'] !== undefined,
]

/** Requirements about a parameter or a header, by the part that remains in the call of a shortened sequence. */
const requirements: readonly (readonly [operation: RegExp, part: RegExp, RequirementId])[] = [
  [/^(get|list)User/, /svc-response="/, 'users.omit.quoted'],
  [/^(get|list)User/, /omitNothing/, 'users.omit.unknown'],
  [/^(get|list)User/, /omitCredentials\b.*,/, 'users.omit.all'],
  [/^listUser/, /omitCredentials\b/, 'users.omit.credentials-list'],
  [/^getUser/, /omitCredentials\b/, 'users.omit.credentials'],
  [/^getUser/, /omitCredentialsLinks/, 'users.omit.links'],
  [/^deactivateUser/, /respond-async/, 'users.deactivate.asynchronous'],
  [/^deleteUser/, /respond-async/, 'users.delete.asynchronous'],
  [/^deactivateUser/, /"sendEmail":"true"/, 'users.deactivate.mail'],
  [/^deleteUser/, /"sendEmail":"true"/, 'users.delete.mail'],
  [/^resetPassword/, /"sendEmail":"true"/, 'users.reset-password.mail'],
  [/^activateUser/, /"sendEmail":"true"/, 'users.activate.mail'],
  [/^reactivateUser/, /"sendEmail":"true"/, 'users.reactivate.mail'],
  [/^forgotPassword/, /"sendEmail":"true"/, 'credentials.forgot.mail'],
  [/^resetPassword/, /"revokeSessions":"true"/, 'users.reset-password.revoke-sessions'],
  [/^changePassword/, /"revokeSessions":true/, 'credentials.change-password.revoke-sessions'],
  [/^clearUserSessions/, /"oauthTokens":"true"/, 'sessions.clear.tokens'],
  [/^listGroups/, /"expand":"stats"/, 'groups.list.expand-stats'],
]

/** The requirement about the parameters of a call, if any. */
export function requirementOfParameters({
  operation,
  query,
  headers,
  body,
}: Call): RequirementId | undefined {
  const parts = [JSON.stringify([query, body]), ...Object.values(headers ?? {})].join(' ')
  return requirements.find(([which, part]) => which.test(operation) && part.test(parts))?.[2]
}

/** A call with one documented parameter or header more or less: preferably one that it was seldom sent with. */
export function varied(state: GeneratorState, call: Call): Call {
  const possible = (additions.get(call.operation) ?? []).flatMap(([part, addition]): [string, Call][] => {
    const [name = ''] = Object.keys(addition)
    if (part === 'query' && name !== 'sendEmail' && call.query?.[name] !== undefined) return []
    if (part === 'headers' && call.headers !== undefined) return []
    const entries = Object.entries({ ...call[part], ...addition }).filter(([, value]) => value !== undefined)
    const { [part]: _, ...rest } = call
    const made = { ...rest, ...(entries.length === 0 ? {} : { [part]: Object.fromEntries(entries) }) } as Call
    const url = {
      method: call.method,
      path: call.path,
      query: new URLSearchParams(made.query),
      body: call.body as unknown,
    }
    return unstated.some((is) => is(made)) || (sendsMail(url) && !state.means.mail)
      ? []
      : [[`${part} ${JSON.stringify(addition)}`, made]]
  })
  if (possible.length === 0) return call
  const some = [...possible, ['as it is', call] as const]
  return state.leastUsed(
    some,
    ([name]) => `${call.operation} ${name}`,
    ([name]) => (name === 'as it is' ? (call.method === 'GET' ? 4 * some.length : 1) : 1),
  )[1]
}
