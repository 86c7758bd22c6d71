import { z } from 'zod'
import { once } from '../../contract/once.ts'
import { type RefusalName, refusals } from '../../contract/errors/catalogue.ts'
import { bodiless, isFramingHeader, isHeaderName, isHeaderValue } from '../../contract/formats/header.ts'
import { duration, operationName, patience } from '../input.ts'
import { breakages, type FaultSpec } from '../../model/access/faults.ts'

/** Statuses that select a fault, each with its error. */
const refusalByStatus: Readonly<Record<number, RefusalName>> = {
  429: 'rate-limited',
  500: 'server-fault',
  501: 'not-implemented',
  503: 'read-only-mode',
}

const refusal = once(() => z.enum(Object.keys(refusals) as [RefusalName, ...RefusalName[]]))

const headerName = once(() =>
  z
    .string()
    .refine(isHeaderName, { error: 'expected the name of a header' })
    .refine((name) => !isFramingHeader(name), {
      error: 'expected a header that frames no message',
    }),
)

const headerValue = once(() => z.string().refine(isHeaderValue, { error: 'expected what a header can hold' }))

const latency = once(() =>
  z.union(
    [
      patience(),
      z.strictObject({ min: patience(), max: patience() }).refine(({ min, max }) => min <= max, {
        error: 'expected min to be at most max',
      }),
      z.strictObject({ mean: patience(), deviation: patience() }),
    ],
    {
      error:
        'expected a time such as 300ms or 2s, at most 10 minutes, { min, max } with min at most max, or { mean, deviation }',
    },
  ),
)

/** The fields of a fault. */
const faultFields = once(() =>
  z
    .strictObject({
      operation: operationName().optional().describe('Only calls of this operation'),
      method: z.string().optional().describe('Only calls of this HTTP method'),
      path: z.string().startsWith('/').optional().describe('* stands for any run of characters'),
      caller: z
        .string()
        .min(1)
        .optional()
        .describe('Only calls of this user (id or login), token or session (id)'),
      user: z.string().min(1).optional().describe('Only calls with this user in the path: id or login'),
      from: z.iso.datetime().optional().describe('Only then or later, by the clock of the organisation'),
      until: z.iso.datetime().optional().describe('Only before then'),
      skip: z.int().min(1).optional().describe('How many calls that match pass first'),
      times: z.int().min(1).optional().describe('How many calls it meets before it is gone'),
      probability: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe('Which part of the matching calls it meets: 0 to 1. Default 1'),
      refusal: refusal().optional().describe('The error to answer with'),
      status: z
        .int()
        .min(200)
        .max(599)
        .optional()
        .describe(
          'The status to answer with. Without a body, 429, 500, 501 and 503 come with their own error',
        ),
      body: z.unknown().optional().describe('The body to answer with a status: JSON, or a text as it is'),
      retryAfter: duration()
        .optional()
        .describe('Retry-After of a 429: milliseconds or a duration such as 5s. Default 1s'),
      headers: z.record(headerName(), headerValue()).optional().describe('Headers of the reply, by name'),
      breaks: z.enum(breakages).optional().describe('How the reply is broken'),
      bytesPerSecond: z.int().min(1).max(1_000_000).optional().describe('How fast a slow-body comes'),
      latency: latency()
        .optional()
        .describe(
          'Delay of replies: milliseconds, a duration such as 300ms, { min, max } or { mean, deviation }',
        ),
    })
    .refine(({ status, refusal: name }) => status === undefined || name === undefined, {
      error: 'expected a status or a refusal, not both',
    })
    .refine(
      ({ status, refusal: name, retryAfter }) =>
        retryAfter === undefined || status === 429 || name === 'rate-limited',
      { error: 'expected a status of 429 with it', path: ['retryAfter'] },
    )
    .refine(({ status, body }) => body === undefined || (status !== undefined && !bodiless.has(status)), {
      error: 'expected a body only with a status that has one',
      path: ['body'],
    })
    .refine(({ breaks, bytesPerSecond }) => bytesPerSecond === undefined || breaks === 'slow-body', {
      error: 'expected only with breaks: slow-body',
      path: ['bytesPerSecond'],
    })
    .refine(({ status, refusal: name, latency: wait, breaks }) => status ?? name ?? wait ?? breaks, {
      error: 'expected an effect: a status, a refusal, a latency, or what it breaks',
    }),
)

/** The fields as callers write them: an interface, so that declarations name it. */
export interface GivenFields extends z.input<ReturnType<typeof faultFields>> {}
export interface Fields extends z.output<ReturnType<typeof faultFields>> {}

/** The effects of a fault, of which it needs one. */
type Effect = 'status' | 'refusal' | 'latency' | 'breaks'

/** The input with at least one effect: the schema checks it, but its type does not show it. */
export type WithEffect<Input> = Input &
  { [Name in Effect]: Required<Pick<Input, Name & keyof Input>> }[Effect]

/** A fault as callers write it. */
export type GivenFault = WithEffect<GivenFields>

/** A fault in the form of the input. */
export const faultInput = once(() => faultFields() as unknown as z.ZodType<WithEffect<Fields>, GivenFault>)

/** Resolves a name in a fault to every name of that user. */
export type NamesOfUser = (reference: string) => readonly string[]

/** A fault as the model takes it. */
export function faultSpec(
  { status, body, from, until, user, ...input }: z.output<ReturnType<typeof faultInput>>,
  namesOf: NamesOfUser,
): FaultSpec {
  const known = status === undefined || body !== undefined ? undefined : refusalByStatus[status]
  const spec = {
    ...input,
    ...(known === undefined ? { status, body } : { refusal: known }),
    caller: input.caller === undefined ? undefined : (namesOf(input.caller)[0] ?? input.caller),
    user: user === undefined ? undefined : namesOf(user),
    from: from === undefined ? undefined : Date.parse(from),
    until: until === undefined ? undefined : Date.parse(until),
  }
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined)) as FaultSpec
}
