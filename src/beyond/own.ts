import { refuse, refuseMistakes } from '../contract/errors/refusal.ts'
import { wrong } from '../contract/errors/mistakes.ts'
import { refusals } from '../contract/errors/catalogue.ts'
import { bodiless, isFramingHeader, isHeaderName, isHeaderValue } from '../contract/formats/header.ts'
import { AnyBody } from '../contract/operations/beyond.ts'
import { type Method, named, type Operation } from '../contract/operation.ts'
import type { OperationName } from '../contract/operation-names.ts'
import type { AnyHandler, Call } from '../handlers/call.ts'
import {
  ownEndpoints,
  type OwnEndpoint,
  type OwnRequest,
  type SchemaIssue,
  type StandardSchema,
} from '../handlers/own-endpoints.ts'
import type { Reply } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { isPlainObject } from '../model/store/rows.ts'

/** How an endpoint of the user runs. */
interface Runnable {
  readonly operation: Operation
  readonly handler: AnyHandler
}

const known = new WeakMap<OwnEndpoint, Runnable>()

/** An endpoint of the user of an organisation, by its method and path. */
export function ownEndpointOf(org: Org, route: string): Runnable {
  const endpoint = ownEndpoints(org).find((each) => each.route === route)!
  const made = known.get(endpoint) ?? { operation: operationOf(endpoint), handler: handlerOf(endpoint) }
  known.set(endpoint, made)
  return made
}

function operationOf({ route, name, summary, auth, scope }: OwnEndpoint): Operation {
  const [method, path] = route.split(' ') as [Method, `/${string}`]
  return named(name as OperationName, {
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
      org: org.extension!.organisation,
      refuse: refuseChecked,
    } as never)
    return replyOf(route, answered)
  }
}

async function read(schema: StandardSchema, value: unknown, whole: string): Promise<unknown> {
  const checked = await schema['~standard'].validate(value)
  if (!checked.issues) return checked.value
  return refuseMistakes(
    checked.issues.map((issue) => wrong('other', pathOf(issue) || whole, { message: issue.message })),
  )
}

function pathOf({ path = [] }: SchemaIssue): string {
  return path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
}

const members = new Set(['status', 'headers', 'body'])

/** @throws TypeError that says what the handler should have answered. */
function replyOf(route: string, answered: unknown): Reply {
  if (answered === undefined) return { status: 204 }
  const wrong = (problem: string) => new TypeError(`${route}: ${problem}`)
  const { status = 200, headers: given = {}, body } = (answered ?? {}) as Partial<Reply>
  const isReply = isPlainObject(answered) && Object.keys(answered).every((name) => members.has(name))
  if (!isReply || !Number.isInteger(status) || status < 200 || status > 599)
    throw wrong('expected a reply { status, headers, body } with a status of 200 to 599')
  if (!isPlainObject(given)) throw wrong('headers: expected an object of texts')
  for (const [name, value] of Object.entries(given)) {
    if (!isHeaderName(name) || isFramingHeader(name))
      throw wrong(`headers: expected names of headers that the server does not set itself, got '${name}'`)
    if (typeof value !== 'string' || !isHeaderValue(value))
      throw wrong(`headers: expected ${name} to be a text that a header can hold`)
  }
  const headers = given as Readonly<Record<string, string>>
  const head = { status, headers }
  if (body === undefined) return head
  if (bodiless.has(status)) throw wrong(`expected no body with a status of ${status}`)
  const [, type = 'application/json'] =
    Object.entries(headers).find(([name]) => /^content-type$/i.test(name)) ?? []
  if (typeof body === 'string' && !/\bjson\b/i.test(type)) return { ...head, text: body }
  return { ...head, text: jsonOf(body, wrong) }
}

function jsonOf(body: unknown, wrong: (problem: string) => TypeError): string {
  let text: string | undefined
  try {
    text = JSON.stringify(body)
  } catch (error) {
    throw wrong(`body: expected what JSON can hold: ${(error as Error).message}`)
  }
  if (text === undefined) throw wrong(`body: expected what JSON can hold, got a ${typeof body}`)
  return text
}

/** `refuse` for handlers in JavaScript, whose mistakes no type checker finds. */
function refuseChecked(...[name, values = {}, causes]: Parameters<OwnRequest<unknown>['refuse']>): never {
  if (!Object.hasOwn(refusals, name))
    throw new TypeError(`refuse: expected the name of an error (docs/reference/refusals.md), got '${name}'`)
  const missing = [...refusals[name].summary.matchAll(/\{(\w+)\}/g)].find(
    ([, place = '']) => !(place in values),
  )
  if (missing) throw new TypeError(`refuse('${name}'): expected a value for ${missing[1]}`)
  if (causes !== undefined && !Array.isArray(causes))
    throw new TypeError(`refuse('${name}'): expected causes to be a list of texts`)
  return refuse(name, values, causes && { causes })
}
