import { ownSample, type SampleSecrets } from '../../fixtures/datasets/sample-secrets.ts'
import type { Organisation } from '../../organisation.ts'

export interface OrganisationFacts {
  readonly baseUrl: string | undefined
  readonly apiToken: string
  readonly users: number
  readonly groups: number
}

export type Shown = Readonly<Record<string, string | number | SampleSecrets>>

/** An organisation as the control plane shows it, on a server and in a worker. */
export function shownOrganisation(name: string, { baseUrl, apiToken, model }: Organisation): Shown {
  const users = model.users.collection.size
  const groups = model.groups.collection.size
  return { ...shownFacts(name, { baseUrl, apiToken, users, groups }), ...ownSample(model) }
}

/** The same for an organisation that is not in memory. */
export function shownFacts(
  name: string,
  { baseUrl = '', apiToken, users, groups }: OrganisationFacts,
): Shown {
  return { name, baseUrl, apiToken, control: `${baseUrl}/_control`, users, groups }
}
