import type { Organisation } from '../organisation.ts'

/** The organisations of the tests that run at the moment. */
const live = new Set<Organisation>()

/** Notes that a test has an organisation; returns what takes it back. */
export function enterOrg(org: Organisation): () => void {
  live.add(org)
  return () => void live.delete(org)
}

/**
 * The organisation that a matcher is about when nobody says which.
 *
 * @throws Error when no test has one, or several have.
 */
export function onlyLiveOrg(matcher: string): Organisation {
  const [org, another] = live
  if (org !== undefined && another === undefined) return org
  const found = org === undefined ? 'no test has an organisation now' : `${live.size} tests have one now`
  throw new Error(`${matcher}: which organisation? ${found}; say it as the last argument: { org }`)
}
