import { type Interpretation, interpretations } from '../contract/interpretations/index.ts'
import { withoutStatus } from '../contract/interpretations/operation-groups.ts'
import type { Operation } from '../contract/operation.ts'
import type { OperationName } from '../contract/operation-names.ts'

import { ruleTransitions } from '../contract/rule-lifecycle.ts'
import { userTransitions } from '../contract/user-lifecycle.ts'
import calls from '../../generated/openapi-examples.json' with { type: 'json' }
import { areaTexts, beyondText, operationTexts, replyTexts } from './operation-texts.ts'
import type { Settings } from './options.ts'
import { parametersOf } from './parameters.ts'
import { isShared, refusalReplies, refusalResponse, sharedName } from './refusal-replies.ts'
import { replyHeaders } from './reply-headers.ts'
import { replyLinks } from './reply-links.ts'
import type { ContractSchemas } from './schemas.ts'
import { securityOf } from './security.ts'
import {
  type Example,
  type Json,
  type JsonObject,
  type JsonSchema,
  type OperationObject,
  refTo,
} from './types.ts'

/** The object of one path and method: an operation, or two of which one has a body. */
export function operationObject(
  operations: readonly Operation[],
  schemas: ContractSchemas,
  settings: Settings,
): OperationObject {
  const [operation] = operations as readonly [Operation]
  const { name, area, edition, source, beyond } = operation
  const requestBody = requestBodyOf(operations, schemas)
  const interpretedBy = interpretationsAbout(operations)
  const aliases = operations.flatMap((each) => each.aliases ?? [])
  return {
    operationId: name,
    summary: operations.map(({ summary }) => summary).join('; or: '),
    description: operations.map((each) => (beyond ? each.summary : operationTexts[each.name])).join('\n\n'),
    tags: [beyond ? beyondText.title : areaTexts[area!].title],
    parameters: parametersOf(operations, schemas, settings),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...successes(operations, schemas, settings), ...refused(operations, settings) },
    security: securityOf(operation, settings),
    ...(edition === undefined ? {} : { 'x-early-access': true }),
    ...(beyond === undefined ? {} : { 'x-beyond-the-description': true }),
    ...(operations.length > 1 ? { 'x-operations': operations.map((each) => each.name) } : {}),
    ...(aliases.length > 0 ? { 'x-aliases': aliases.map(({ path, query }) => ({ path, query })) } : {}),
    ...shownTransition(name),
    'x-source': source,
    ...(interpretedBy.length > 0 ? { 'x-interpretations': interpretedBy } : {}),
  }
}

/** The ids of the interpretations that are about some operations in particular. */
function interpretationsAbout(operations: readonly Operation[]): readonly string[] {
  const isAbout = ({ id, operations: names = [] }: Interpretation): boolean =>
    operations.some((operation) => {
      if (id === ofStatuses) return isStatusOpen(operation)
      return names === 'lists' ? operation.page !== undefined : names.some((each) => each === operation.name)
    })
  return interpretations.filter(isAbout).map(({ id }) => id)
}

const ofStatuses = 'success-statuses'

/** Whether the success status is our choice: the API description shows none, or does not have the operation. */
const isStatusOpen = ({ name, beyond }: Operation): boolean =>
  beyond !== undefined || withoutStatus.some((each) => each === name)

/** An operation under a second spelling of its path. */
export function aliasObject(
  operation: Operation,
  path: string,
  schemas: ContractSchemas,
  settings: Settings,
): OperationObject {
  const { 'x-aliases': _others, ...object } = operationObject([operation], schemas, settings)
  return {
    ...object,
    operationId: `${operation.name}_${path.slice(path.lastIndexOf('/') + 1)}`,
    parameters: object.parameters,
    'x-alias-of': operation.name,
    'x-interpretations': ['new-spellings'],
  }
}

function requestBodyOf(operations: readonly Operation[], schemas: ContractSchemas): JsonObject | undefined {
  const operation = operations.find(({ body }) => body !== undefined)
  const schema = operation && schemas.body(operation)
  if (!schema) return undefined
  return {
    required: operations.length === 1 && operation.bodyOptional === undefined,
    content: { 'application/json': { schema, ...exampled(examples[operation.name], 'request') } },
  }
}

function successes(
  operations: readonly Operation[],
  schemas: ContractSchemas,
  settings: Settings,
): Record<string, JsonObject> {
  const byStatus = new Map<string, Operation[]>()
  for (const operation of operations) {
    for (const status of Object.keys(operation.responses)) {
      byStatus.set(status, [...(byStatus.get(status) ?? []), operation])
    }
  }
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [status, success(Number(status), each, schemas, settings)]),
  )
}

function success(
  status: number,
  operations: readonly Operation[],
  schemas: ContractSchemas,
  settings: Settings,
): JsonObject {
  const replies = operations
    .map((operation) => schemas.reply(operation, status))
    .filter((schema) => schema !== undefined)
  const isList = replies.some((schema) => schema['type'] === 'array')
  const [operation] = operations as readonly [Operation]
  const links = replyLinks(operation)
  return {
    description: `${replyTexts[status] ?? 'Done'}.`,
    headers: replyHeaders(settings, isList),
    ...(replies.length > 0
      ? {
          content: { 'application/json': { schema: anyOf(replies), ...replyExamples(operations) } },
        }
      : {}),
    ...(links ? { links } : {}),
    ...(isStatusOpen(operation) ? { 'x-interpretations': [ofStatuses] } : {}),
  }
}

/** One of several forms; forms of forms are forms. */
function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const forms = schemas.flatMap(
    (schema) => (schema['anyOf'] as readonly JsonSchema[] | undefined) ?? [schema],
  )
  return forms.length === 1 ? forms[0]! : { anyOf: forms }
}

const examples: Readonly<Partial<Record<OperationName, Example>>> = calls

function replyExamples(operations: readonly Operation[]): JsonObject {
  const named = operations.map(({ name }) => [name, examples[name]] as const)
  const [first] = named
  if (named.length === 1) return exampled(first?.[1], 'reply')
  return {
    examples: Object.fromEntries(
      named.flatMap(([name, example]) =>
        example?.reply === undefined ? [] : [[name, { value: example.reply }]],
      ),
    ),
  }
}

function exampled(example: Example | undefined, part: 'request' | 'reply'): JsonObject {
  const value: Json | undefined = example?.[part]
  return value === undefined ? {} : { example: value }
}

function refused(operations: readonly Operation[], settings: Settings): Record<string, JsonObject> {
  const errorFormat = operations[0]!.errorFormat ?? 'platform'
  return Object.fromEntries(
    refusalReplies(operations).map((reply) => [
      String(reply.status),
      isShared(reply)
        ? refTo('responses', sharedName(reply, errorFormat))
        : refusalResponse(reply, errorFormat, settings),
    ]),
  )
}

/** The row of a transition table that an operation takes. */
function shownTransition(name: OperationName): JsonObject {
  const rows = [...Object.values(userTransitions), ...Object.values(ruleTransitions)]
  const row = rows.find((each) => 'operation' in each && each.operation === name)
  return row === undefined ? {} : { 'x-transition': { from: row.from, to: row.to } }
}
