import { fetchSender } from '../../../conformance/engine/wire/http-sender.ts'
import { runChecks } from '../../../conformance/engine/run/run-checks.ts'
import type { ExplorationResult } from '../../../conformance/explore/exploration.ts'
import { alteredFetch } from '../../../conformance/proof/alter/sender.ts'
import type { Alteration } from '../../../conformance/proof/alter/wire.ts'
import type { SelftestTarget } from '../../../conformance/proof/selftest/target.ts'
import { requirements } from '../../../conformance/registry/requirements.ts'
import type { OrgOptions } from '../../../src/model/kernel/org-options.ts'
import { createOrganisation } from '../../../src/organisation.ts'

type Target = Pick<SelftestTarget, 'baseUrl' | 'token' | 'fetch' | 'control'>
type Budget = NonNullable<NonNullable<Parameters<typeof runChecks>[2]>['explore']>

/** The mock, whose ids and times are the same in each test. */
export function mockTarget(options: OrgOptions = {}) {
  const baseUrl = 'https://target.example.com'
  const { apiToken, fetch } = createOrganisation({ seed: 7, baseUrl, ...options })
  return { baseUrl, token: apiToken, fetch: (request: Request) => fetch(request) }
}

/** Explores a target behind an alteration, by default with a seed of 11. */
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
    { explore: { milliseconds: 900_000, seed: 11, ...budget } },
  )
  return exploration!
}
