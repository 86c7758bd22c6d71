import type { Api, Json, Reply } from '../../engine/run/check.ts'
import { Expectation } from '../../engine/judge/expectation.ts'
import { userPath } from './stage-user.ts'

/** A demand for an existing property: a string, or null. */
export const textOrNull = new Expectation(
  'a string or null',
  (value) => value === null || typeof value === 'string',
)

/** A demand for a string, if there is a value: a server may leave out null. */
export const textOrNothing = new Expectation(
  'a string or nothing',
  (value) => value === undefined || value === null || typeof value === 'string',
)

/** A demand for hints that allow at least these methods. */
export function allowing(...methods: readonly string[]): object {
  return {
    allow: new Expectation(
      `a list with ${methods.join(' and ')}`,
      (value) => Array.isArray(value) && methods.every((method) => value.includes(method)),
    ),
  }
}

/** Paths below a user and a client (Users, Grants and Refresh tokens). */
export function consentPaths(
  userId: unknown,
  clientId: unknown = '',
): Readonly<Record<'grants' | 'clients' | 'clientGrants' | 'clientTokens', string>> {
  const user = userPath(userId)
  const client = `${user}/clients/${encodeURIComponent(String(clientId))}`
  return {
    grants: `${user}/grants`,
    clients: `${user}/clients`,
    clientGrants: `${client}/grants`,
    clientTokens: `${client}/tokens`,
  }
}

/** The path of one grant or token in a list. */
export function within(list: string, id: unknown): string {
  return `${list}/${encodeURIComponent(String(id))}`
}

/** The first page with one item, and the page after it. */
export async function twoPages(api: Api, path: string): Promise<readonly [Reply, Reply | undefined]> {
  const first = await api.get(path, { query: { limit: 1 } })
  const next = first.links['next']
  return [first, next === undefined ? undefined : await api.get(next)]
}

/** Whether one of these is valid: a revoked one may be shown as such, or not at all. */
export function isActive(ids: readonly string[]): (each: Json) => boolean {
  return (each) => ids.includes(each?.id) && each?.status === 'ACTIVE'
}
