import { counted } from '../../../conformance/engine/words/text.ts'
import { routes } from '../../../generated/client-routes.ts'
import type { ClientInput } from '../../client/types.ts'
import { operationNames, type OperationName } from '../../contract/operation-names.ts'
import type { SharedOrg } from '../../client/shared-org.ts'
import type { Exchange } from '../../exchange/journal.ts'
import { paramsIn } from '../../exchange/params.ts'
import type { Organisation } from '../../organisation.ts'
import { didYouMean } from '../../query/suggestion.ts'
import { type Difference, differences, told, wishes } from './differences.ts'
import {
  type CallFacts,
  factsOf,
  isOrganisation,
  isSharedOrg,
  type Later,
  type OrgFacts,
  andThen,
} from './facts.ts'
import { type MatcherOutcome, printed, refuseNoCount, refuseStrays } from './outcome.ts'

/** A part of a value, at every depth; also a runner's asymmetric matcher. */
export type PartOf<Value> = Value extends string
  ? Value | RegExp | AnyMatcher
  : Value extends readonly (infer Item)[]
    ? readonly PartOf<Item>[] | AnyMatcher
    : Value extends object
      ? { readonly [Key in keyof Value]?: PartOf<Value[Key]> | undefined } | AnyMatcher
      : Value | AnyMatcher

/** An asymmetric matcher, such as `expect.any(String)`. */
interface AnyMatcher {
  readonly asymmetricMatch: (found: unknown) => boolean
}

/** Which call of an operation is wanted. Omitted parts may have any value, and objects may have more members. */
export interface WantedCall<Name extends OperationName> {
  /** The places of the path: `{ userId: 'ada@example.com' }`. */
  readonly params?: PartOf<ClientInput<Name>['params']>
  /** Query parameters; numbers and booleans match their texts. */
  readonly query?: PartOf<ClientInput<Name>['query']>
  /** The body, as a JSON value. */
  readonly body?: PartOf<ClientInput<Name>['body']>
  /** Headers, by name. */
  readonly headers?: Readonly<Record<string, string | RegExp | AnyMatcher>>
  /** The status of the reply. */
  readonly status?: number
  /** Who called: the id or login of the user on whose behalf it was. */
  readonly caller?: string
  /** The expected number of such calls. Default: one or more. */
  readonly times?: number
}

type Wanted = Omit<WantedCall<OperationName>, 'times'>

/** Whether an organisation received such a call. Calls answered with an error count, unless `status` excludes them. */
export function toHaveReceived<Name extends OperationName>(
  subject: unknown,
  operation: Name,
  wanted: WantedCall<Name> = {},
): Later<MatcherOutcome> {
  if (!isOrg(subject)) {
    throw new TypeError(`toHaveReceived: expected an organisation, got ${printed(subject)}`)
  }
  refuseUnknownNames(operation, wanted)
  const { times, ...only } = wanted as WantedCall<OperationName>
  const org = factsOf('toHaveReceived', subject)
  return andThen(withCallerId(only, org), (exact) =>
    andThen(org.calls(operation), (all) => {
      const calls = all.map((call) => ({ call, wrong: wrongWith(call, operation, exact) }))
      const fitting = calls.filter(({ wrong }) => wrong.length === 0)
      const pass = times === undefined ? fitting.length > 0 : fitting.length === times
      const count = times === undefined ? '' : ` ${counted(times, 'time')}`
      const wish = (): string => [`${operation}${count}`, ...wishes(only)].join('\n')
      if (pass) {
        const message = (): string => {
          const found = fitting[0]
            ? `found ${nameOf(fitting[0].call)}`
            : `found ${counted(all.length, 'call')}, none such`
          return `Expected the organisation not to have received ${wish()}\n\n${found}`
        }
        return { pass, message }
      }
      const nearest = calls.toSorted((a, b) => a.wrong.length - b.wrong.length)[0]
      return andThen(nearest ? '' : otherCalls(org), (others) => ({
        pass,
        message: () =>
          `Expected the organisation to have received ${wish()}\n\n${nearest ? foundInstead(nearest, calls.length, fitting.length) : `${operation} was not called. ${others}`}`,
      }))
    }),
  )
}

function isOrg(value: unknown): value is Organisation | SharedOrg {
  return isOrganisation(value) || isSharedOrg(value)
}

const known = ['params', 'query', 'body', 'headers', 'status', 'caller', 'times']
const names = Object.values(operationNames).flat() as string[]

function refuseUnknownNames(operation: OperationName, wanted: WantedCall<OperationName>): void {
  if (!names.includes(operation)) {
    const advice = didYouMean(operation, names)
    throw new TypeError(
      `toHaveReceived: there is no operation ${printed(operation)}${advice ? `; ${advice}` : ''}`,
    )
  }
  refuseStrays('toHaveReceived', 'a call', wanted, known)
  refuseNoCount('toHaveReceived', wanted.times)
  const places = [...routes[operation][1].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  refuseStrays('toHaveReceived', `the path of ${operation}`, wanted.params ?? {}, places)
}

/** A caller is kept by its id. */
function withCallerId({ caller, ...rest }: Wanted, org: OrgFacts): Later<Wanted> {
  if (caller === undefined) return rest
  return andThen(org.user(caller), (user) => ({ ...rest, caller: user?.id ?? caller }))
}

function wrongWith(
  { exchange, headers, body }: CallFacts,
  operation: OperationName,
  wanted: Wanted,
): readonly Difference[] {
  const params = paramsIn(operation, exchange.path)
  const query = Object.fromEntries(new URLSearchParams(exchange.query))
  const { status, caller, request } = exchange
  const found = { params, query, body, headers, status, caller: caller?.userId }
  const struck = { ...found, body: request.body, headers: request.headers }
  return differences(asTexts(wanted), found).map((difference) => withoutSecret(difference, struck))
}

/** A message shows no secret, like the journal. */
function withoutSecret(difference: Difference, struck: object): Difference {
  const shown = difference.path
    .split('.')
    .reduce<unknown>(
      (value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name],
      struck,
    )
  return JSON.stringify(shown) === JSON.stringify(difference.found)
    ? difference
    : { ...difference, found: shown }
}

/** In a path and in a query, every value is a text; header names ignore case. */
function asTexts({ query, headers, ...others }: Wanted): object {
  const lowered = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  const rest = headers === undefined ? others : { ...others, headers: Object.fromEntries(lowered) as unknown }
  if (query === undefined) return rest
  const texts = Object.entries(query).map(([name, value]) => [
    name,
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
  ])
  return { ...rest, query: Object.fromEntries(texts) as unknown }
}

function foundInstead(
  nearest: { readonly call: CallFacts; readonly wrong: readonly Difference[] },
  calls: number,
  fitting: number,
): string {
  if (fitting > 0) return `found ${fitting} such of ${counted(calls, 'call')}`
  const of = calls === 1 ? 'The one call' : `The nearest of ${calls} calls`
  return `${of}, ${nameOf(nearest.call)}, differs (- wanted, + found):\n${told(nearest.wrong)}`
}

function otherCalls(org: OrgFacts): Later<string> {
  return andThen(org.journal(), (entries) => {
    const counts = new Map<string, number>()
    for (const { operation, method, path } of entries) {
      const name = operation ?? `${method} ${path}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    if (counts.size === 0) return 'No call came at all'
    const list = [...counts].map(([name, count]) => (count === 1 ? name : `${name} ${count} times`))
    return `What came: ${list.join(', ')}`
  })
}

function nameOf({ exchange }: CallFacts): string {
  const { number, method, path, status, explanation } = exchange satisfies Exchange
  const why = explanation?.found.length ? `: ${explanation.found.join('; ')}` : ''
  return `number ${number} (${method} ${path}, answered ${status}${why})`
}
