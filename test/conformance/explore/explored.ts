import { expect } from 'vitest'
import { fetchSender } from '../../../conformance/engine/wire/http-sender.ts'
import { runChecks } from '../../../conformance/engine/run/run-checks.ts'
import type { ExplorationResult } from '../../../conformance/explore/exploration.ts'
import { reachOf } from '../../../conformance/explore/reach.ts'
import { alteredFetch } from '../../../conformance/proof/alter/sender.ts'
import type { Alteration } from '../../../conformance/proof/alter/wire.ts'
import type { SelftestTarget } from '../../../conformance/proof/selftest/run-altered.ts'
import { requirements } from '../../../conformance/registry/requirements.ts'
import type { OrgOptions } from '../../../src/model/kernel/org-options.ts'
import { createOrganisation } from '../../../src/organisation.ts'

/** Bugs by a sentence that begins with "a server that", and the requirements that may name each. */
export type PlantedMutant = Readonly<Record<string, readonly [alteration: Alteration, requirement: RegExp]>>

type Target = Pick<SelftestTarget, 'baseUrl' | 'token' | 'fetch' | 'control'>
type Budget = NonNullable<NonNullable<Parameters<typeof runChecks>[2]>['explore']>

/** The mock, whose ids and times are the same in each test. */
export function mockTarget(options: OrgOptions = {}) {
  const baseUrl = 'https://target.example.com'
  const { apiToken, fetch } = createOrganisation({ seed: 7, baseUrl, ...options })
  return { baseUrl, token: apiToken, fetch: (request: Request) => fetch(request) }
}

/** For tests of what a run meets with most seeds, but not with each: they try one after the other. */
export const seeds = [11, 12, 6] as const

/** Explores a target behind an alteration, by default with the first of the seeds. */
export async function explored(
  { baseUrl, token, fetch, control }: Target,
  budget: Partial<Budget>,
  alteration?: Alteration,
): Promise<ExplorationResult> {
  const plain = async (request: Request): Promise<Response> => fetch!(request)
  const sender = fetchSender(alteration === undefined ? plain : alteredFetch(plain, baseUrl, alteration))
  const { exploration } = await runChecks(
    [],
    { baseUrl, token, sender, requirements, allow: ['mail'], ...(control && { adapter: control }) },
    { explore: { milliseconds: 900_000, seed: seeds[0], ...budget } },
  )
  // Each requirement that it names is one that it reaches, as conform explain says.
  const reached = requirements.filter((each) => reachOf(each) !== undefined).map(({ id }) => id)
  for (const { requirement = reached[0] } of exploration!.differences) expect(reached).toContain(requirement)
  return exploration!
}

/**
 * Explores new targets behind an alteration, a seed after the other, until a difference is found. The calls that one
 * seed draws change with each new command.
 */
export async function foundBy(
  targetOf: () => Target | Promise<Target>,
  budget: Partial<Budget>,
  alteration: Alteration,
): Promise<ExplorationResult> {
  let result: ExplorationResult | undefined
  for (const seed of seeds) {
    result = await explored(await targetOf(), { maxFound: 1, ...budget, seed }, alteration)
    if (result.differences.length > 0) break
  }
  return result!
}
