import { refuse, refuseInput } from '../contract/errors.ts'
import { AnyBody, beyondOperations } from '../contract/operations/beyond.ts'
import { operations } from '../contract/operations/index.ts'
import { type Method, namedOperation, type Operation } from '../contract/operation.ts'
import type { OperationName } from '../contract/operation-names.ts'
import type { Call } from '../handlers/call.ts'
import type { AnyHandler } from '../handlers/index.ts'
import {
  type OwnEndpoint,
  ownEndpoints,
  type SchemaIssue,
  type StandardSchema,
} from '../handlers/own-endpoints.ts'
import { Router } from '../handlers/router.ts'
import type { Reply } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'

/** What an organisation answers that the API description does not have. */
export interface Routes {
  readonly router: Router
  readonly handlers: Readonly<Record<string, AnyHandler>>
}

/** Endpoints of one's own, and those that others have as far as they are not in their place. */
export function routesWith(
  org: Org,
  endpoints: readonly OwnEndpoint[],
  others: Readonly<Record<string, AnyHandler>>,
): Routes {
  const own = endpoints.map(operationOf)
  const places = new Set(own.map(placeOf))
  const left = org.settings.beyond
    ? beyondOperations.filter((operation) => !places.has(placeOf(operation)))
    : []
  return {
    router: new Router([...operations, ...left, ...own]),
    handlers: { ...others, ...Object.fromEntries(endpoints.map((each) => [each.name, handlerOf(each)])) },
  }
}

/** Where an operation is, whatever its placeholders are called. */
function placeOf({ method, path }: Operation): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`
}

function operationOf({ route, name, summary, auth, scope }: OwnEndpoint): Operation {
  const [method, path] = route.split(' ') as [Method, `/${string}`]
  return namedOperation(name as OperationName, {
    method,
    path,
    summary,
    source: 'endpoint of the user',
    auth,
    beyond: scope,
    responses: {},
    refusals: [],
    ...(method === 'POST' || method === 'PUT' ? { body: AnyBody(), bodyOptional: true } : {}),
  })
}

function handlerOf({ route, query, body, handle }: OwnEndpoint): AnyHandler {
  return async (input: { params: Readonly<Record<string, string>>; body: unknown }, org, call: Call) => {
    const { request, caller } = call
    const asked = Object.fromEntries(new URLSearchParams(request.query))
    const answered = await handle({
      params: input.params,
      query: query ? await read(query, asked, 'query') : asked,
      body: body ? await read(body, input.body, 'body') : input.body,
      header: (name: string) => request.header(name.toLowerCase()),
      caller,
      org: ownEndpoints.get(org)!.organisation,
      refuse,
    } as never)
    return replyOf(route, answered)
  }
}

async function read(schema: StandardSchema, value: unknown, whole: string): Promise<unknown> {
  const checked = await schema['~standard'].validate(value)
  if (!checked.issues) return checked.value
  const causes = checked.issues.map((issue) => `${pathOf(issue) || whole}: ${issue.message}`)
  return refuseInput(causes[0]!.split(':', 1)[0]!, causes)
}

function pathOf({ path = [] }: SchemaIssue): string {
  return path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
}

const members = new Set(['status', 'headers', 'body'])

/** @throws TypeError that says what the handler should have answered. */
function replyOf(route: string, answered: unknown): Reply {
  if (answered === undefined) return { status: 204 }
  const isReply =
    typeof answered === 'object' &&
    answered !== null &&
    Object.keys(answered).every((name) => members.has(name))
  const { status = 200, headers = {}, body } = (answered ?? {}) as Partial<Reply>
  if (!isReply || !Number.isInteger(status) || status < 200 || status > 599)
    throw new TypeError(`${route}: expected a reply { status, headers, body } with a status of 200 to 599`)
  return { status, headers, body }
}
