import type { z } from 'zod'
import type { RefusalName } from './errors/catalogue.ts'
import type { Operation } from './operation.ts'

const always: readonly RefusalName[] = [
  'unacceptable-accept',
  'rate-limited',
  'server-fault',
  'read-only-mode',
]
const ofBodies: readonly RefusalName[] = [
  'malformed-json',
  'unsupported-content-encoding',
  'unsupported-content-type',
  'missing-content-type',
]

/** The errors of an operation itself, and those of its path, its body, its pages and its query. */
export function ownRefusals({
  body,
  errorFormat,
  page,
  path,
  query,
  refusals = [],
}: Operation): readonly RefusalName[] {
  const isOAuth = errorFormat === 'oauth'
  const ofPath: readonly RefusalName[] = path.includes('{') ? [isOAuth ? 'invalid-client' : 'not-found'] : []
  const ofBody: readonly RefusalName[] =
    body === undefined ? [] : isOAuth ? ['invalid-client-metadata', 'invalid-redirect-uri'] : ['validation']
  const isTyped = Object.values(query?.shape ?? {}).some((parameter) =>
    ['boolean', 'integer'].includes(String((parameter as z.ZodType).meta()?.['type'])),
  )
  const names = new Set<RefusalName>([
    ...[...ofPath, ...ofBody].filter((name) => !refusals.includes(name)),
    ...refusals,
    ...(page ? (['invalid-cursor', 'invalid-limit'] as const) : []),
    ...(isTyped ? (['query-type-mismatch'] as const) : []),
  ])
  return [...names]
}

/**
 * Every error that an operation can answer: its own, and those of its path, its callers and its input. The error for an
 * unknown address or method is not one of an operation.
 */
export function refusalsOf(operation: Operation): readonly RefusalName[] {
  const { auth = 'token', body, edition, method, page, path } = operation
  const names = new Set<RefusalName>([...always, ...ownRefusals(operation)])
  const add = (condition: boolean, ...more: readonly RefusalName[]): void => {
    if (condition) for (const name of more) names.add(name)
  }
  const [byToken, bySession] = [auth.startsWith('token'), auth.endsWith('session')]
  add(byToken, 'invalid-token', 'access-denied', 'insufficient-scope')
  add(bySession, 'invalid-session')
  add(bySession && method !== 'GET', 'untrusted-origin')
  add(edition === 'early-access', 'feature-not-enabled')
  add(path.includes('{'), 'malformed-path')
  add(body !== undefined, ...ofBodies)
  add(method !== 'GET', 'body-too-large')
  add(page !== undefined, 'time-out', 'uri-too-long')
  return [...names]
}
