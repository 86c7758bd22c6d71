import type { Json, PactReply, Rules } from '../../exchange/pact/pact-file.ts'
import type { Reply } from '../../exchange/exchange.ts'
import { matchBody, type Mismatch } from './match-body.ts'
import { textMismatch, UnknownMatcher } from './match-value.ts'

/** Classes of statuses that a rule may name (Pact specification, version 4). */
const statusClasses: Readonly<Record<string, (status: number) => boolean>> = {
  info: (status) => status >= 100 && status < 200,
  success: (status) => status >= 200 && status < 300,
  redirect: (status) => status >= 300 && status < 400,
  clientError: (status) => status >= 400 && status < 500,
  serverError: (status) => status >= 500 && status < 600,
  nonError: (status) => status < 400,
  error: (status) => status >= 400,
}

/**
 * Compares a reply with the one that a pact expects. The verifier of the Pact project judges pacts. This one is for
 * hundreds of such comparisons without a socket.
 */
export function matchReply(expected: PactReply, actual: Reply): readonly Mismatch[] {
  return [
    ...matchStatus(expected, actual.status),
    ...matchHeaders(expected, actual),
    ...matchContent(expected, actual),
  ]
}

/** Whether a reply is as a pact expects it. An unknown rule fits any reply. */
export function fits(expected: PactReply, actual: Reply): boolean {
  try {
    return matchReply(expected, actual).length === 0
  } catch (error) {
    if (error instanceof UnknownMatcher) return true
    throw error
  }
}

/** Compares a status with the one that a pact expects, or with the class of those that it does. */
export function matchStatus({ status, rules }: PactReply, actual: number): readonly Mismatch[] {
  const matchers = rules.status?.matchers ?? []
  const holds =
    matchers.length === 0
      ? actual === status
      : matchers.every(({ status: wanted, match }) => {
          if (match !== 'statusCode') return actual === status
          if (Array.isArray(wanted)) return wanted.includes(actual)
          return statusClasses[String(wanted)]?.(actual) ?? false
        })
  return holds ? [] : [{ place: 'status', message: `expected ${status}, got ${actual}` }]
}

function matchHeaders(expected: PactReply, actual: Reply): readonly Mismatch[] {
  return Object.entries(expected.headers).flatMap(([name, values]) => {
    const found = actual.headers[name]
    if (!found) return [{ place: `header ${name}`, message: `expected ${values.join(', ')}, got nothing` }]
    const problem = matchHeader(name, values, found, expected.rules.header[name])
    return problem === undefined ? [] : [{ place: `header ${name}`, message: problem }]
  })
}

function matchHeader(
  name: string,
  expected: readonly string[],
  actual: readonly string[],
  rules: Rules | undefined,
): string | undefined {
  const wanted = expected.join(', ')
  const found = actual.join(', ')
  if (rules && rules.matchers.length > 0) {
    const problems = rules.matchers.map((matcher) => textMismatch(matcher, wanted, found))
    const wrong = problems.find((problem) => problem !== undefined)
    return rules.combine === 'OR' && problems.includes(undefined) ? undefined : wrong
  }
  const isSame = name === 'content-type' ? mediaType(wanted, found) : bare(wanted) === bare(found)
  return isSame ? undefined : `expected ${wanted}, got ${found}`
}

/** A type is the same with more parameters than expected, in any order. */
function mediaType(expected: string, actual: string): boolean {
  const [type, ...parameters] = parts(expected)
  const [actualType, ...actualParameters] = parts(actual)
  return type === actualType && parameters.every((parameter) => actualParameters.includes(parameter))
}

function parts(type: string): readonly string[] {
  return type.split(';').map((part) => part.trim().toLowerCase())
}

function bare(value: string): string {
  return value.replaceAll(/\s*,\s*/g, ',').trim()
}

function matchContent({ body: expected, rules }: PactReply, { body, json }: Reply): readonly Mismatch[] {
  if (expected === undefined) return []
  const actual = json === undefined && body !== '' ? body : (json as Json | undefined)
  if (expected === null) {
    return actual === undefined || actual === null ? [] : [{ place: '$', message: 'expected no body' }]
  }
  return matchBody(rules.body, expected, actual)
}
