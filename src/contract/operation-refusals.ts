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

/**
 * Every error that an operation can answer: its own, and those of its path, its callers and its input. The error for an
 * unknown address or method is not one of an operation.
 */
export function refusalsOf(operation: Operation): readonly RefusalName[] {
  const { auth = 'token', body, dialect, edition, method, page, path, refusals } = operation
  const names = new Set<RefusalName>([...always, ...refusals])
  const add = (condition: boolean, ...more: RefusalName[]): void => {
    if (condition) for (const name of more) names.add(name)
  }
  const [byToken, bySession] = [/token/.test(auth), /session/.test(auth)]
  add(byToken, 'invalid-token', 'access-denied', 'insufficient-scope')
  add(bySession, 'invalid-session')
  add(bySession && method !== 'GET', 'untrusted-origin')
  add(edition === 'early-access', 'feature-not-enabled')
  add(path.includes('{'), 'malformed-path')
  add(body !== undefined, ...ofBodies, dialect === 'oauth' ? 'invalid-client-metadata' : 'validation')
  add(method !== 'GET', 'body-too-large')
  add(page !== undefined, 'time-out', 'uri-too-long')
  return [...names]
}
