import { z } from 'zod'
import { type RefusalName, refusals } from '../contract/errors.ts'
import { isHeaderName, isHeaderValue } from '../contract/formats/index.ts'
import { operationNames, type OperationName } from '../contract/operation-names.ts'
import type { FaultSpec } from '../model/access/faults.ts'
import { defineAction } from './action.ts'

/** Statuses that a fault may be given by, and the refusal that each stands for. */
const refusalByStatus = {
  429: 'rate-limited',
  500: 'server-fault',
  501: 'not-implemented',
  503: 'read-only-mode',
} as const satisfies Record<number, RefusalName>

const operation = z.enum(Object.values(operationNames).flat() as [OperationName, ...OperationName[]])
const refusal = z.enum(Object.keys(refusals) as [RefusalName, ...RefusalName[]])

/** Headers by which a connection is kept are the transport's: others in their place would break it. */
const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
])

const headerName = z
  .string()
  .refine(isHeaderName, { error: 'Expected the name of a header' })
  .refine((name) => !framing.has(name.toLowerCase()), { error: 'Expected a header that frames no message' })

const headerValue = z.string().refine(isHeaderValue, { error: 'Expected what a header can hold' })

const faultInput = z
  .strictObject({
    operation: operation.optional().describe('Only calls of this operation'),
    method: z.string().optional(),
    path: z.string().startsWith('/').optional().describe('* stands for any run of characters'),
    status: z
      .union([z.literal(429), z.literal(500), z.literal(501), z.literal(503)], {
        error: 'Expected 429, 500, 501 or 503; a refusal stands for any other',
      })
      .optional()
      .describe('Short for the refusal that has this status'),
    refusal: refusal.optional().describe('The refusal to answer with; without one the call is only delayed'),
    headers: z.record(headerName, headerValue).optional(),
    latency: z.number().min(0).max(600_000).optional().describe('Milliseconds to wait first'),
    times: z.int().min(1).optional().describe('How many calls it meets before it is gone'),
    probability: z.number().min(0).max(1).optional(),
  })
  .refine(({ status, refusal: name }) => status === undefined || name === undefined, {
    error: 'Expected a status or a refusal, not both',
  })
  .refine(({ status, refusal: name, latency }) => status ?? name ?? latency, {
    error: 'Expected a status, a refusal or a latency',
  })

export const faultActions = {
  addFault: defineAction({
    summary: 'Let calls fail or wait: by operation, method or path, a number of times, or with a probability',
    input: faultInput,
    run(org, { status, ...input }) {
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
      const spec: FaultSpec = status === undefined ? given : { ...given, refusal: refusalByStatus[status] }
      return org.traffic.faults.add(spec)
    },
  }),
  listFaults: defineAction({
    summary: 'List the faults in force',
    input: z.strictObject({}),
    run: (org) => org.traffic.faults.list(),
  }),
  clearFaults: defineAction({
    summary: 'End one fault, or all of them',
    input: z.strictObject({ id: z.string().optional() }),
    run: (org, { id }) => ({ cleared: org.traffic.faults.clear(id) }),
  }),
}
