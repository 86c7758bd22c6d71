import type { Organisation } from '../../organisation.ts'

/** An organisation as whoever may use the control plane sees it, on a server and in a worker. */
export function shownOrganisation(
  name: string,
  { baseUrl, apiToken, model }: Organisation,
): Readonly<Record<string, string | number>> {
  return {
    name,
    baseUrl,
    apiToken,
    control: `${baseUrl}/_control`,
    users: model.users.collection.size,
    groups: model.groups.collection.size,
  }
}
