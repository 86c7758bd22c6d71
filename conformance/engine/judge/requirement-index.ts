import type { Requirement } from '../../registry/requirement.ts'

/** Look-ups in the requirements of a run. */
interface RequirementIndex {
  readonly byId: ReadonlyMap<string, Requirement>
  /** By operation, the first requirement about its success; by status and operation, the requirement about that transition. */
  readonly owners: ReadonlyMap<string, string>
}

const known = new WeakMap<readonly Requirement[], RequirementIndex>()

/** Made once for each list of requirements, since a self-test makes thousands of runs with the same list. */
export function requirementIndex(requirements: readonly Requirement[]): RequirementIndex {
  let index = known.get(requirements)
  if (index === undefined) {
    const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))
    known.set(requirements, (index = { byId, owners: ownersIn(requirements) }))
  }
  return index
}

function ownersIn(requirements: readonly Requirement[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { id, covers = [] } of requirements) {
    for (const cover of covers) {
      const operation = /^(?:success|transition):(.+)/.exec(cover)?.[1]
      if (operation !== undefined && !owners.has(operation)) owners.set(operation, id)
    }
  }
  return owners
}
