import type { SharedOrg } from '../client/shared-org.ts'
import type { Organisation } from '../organisation.ts'

/** The organisations of the tests that run at the moment. */
const live = new Set<Organisation | SharedOrg>()

/** The organisations that tests have at the moment. */
export function liveOrgs(): readonly (Organisation | SharedOrg)[] {
  return [...live]
}

/** Notes that a test has an organisation; returns a function that removes it. */
export function enterOrg(org: Organisation | SharedOrg): () => void {
  live.add(org)
  return () => void live.delete(org)
}

/**
 * The organisation for a matcher if the test names none.
 *
 * @throws Error when no test has one, or several have.
 */
export function onlyLiveOrg(matcher: string): Organisation | SharedOrg {
  const [org, another] = live
  if (org !== undefined && another === undefined) return org
  const found = org === undefined ? 'no test has an organisation now' : `${live.size} tests have one now`
  throw new Error(`${matcher}: which organisation? ${found}; say it as the last argument: { org }`)
}

/** Pending matchers, by the organisation on a server that they ask. */
const asked = new WeakMap<SharedOrg, Map<Promise<unknown>, string>>()

/** Notes that a matcher asks an organisation on a server. */
export function noteAsked(org: SharedOrg, matcher: string, answer: Promise<unknown>): void {
  const underWay = asked.get(org) ?? new Map<Promise<unknown>, string>()
  asked.set(org, underWay)
  underWay.set(answer, matcher)
  const isOver = (): void => void underWay.delete(answer)
  answer.then(isOver, isOver)
}

/**
 * Waits for matchers that are still asking when a test is over.
 *
 * @throws Error that names one: a test without `await` passes, whatever the result.
 */
export async function refuseUnawaited(org: SharedOrg): Promise<void> {
  const [[answer, matcher] = []] = asked.get(org) ?? []
  if (matcher === undefined) return
  await answer?.catch(() => {})
  throw new Error(
    `${matcher}: the organisation is on a server, so the matcher returns a promise: await expect(…).${matcher}(…)`,
  )
}
