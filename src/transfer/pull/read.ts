import type { Client, ClientResult } from '../../client.ts'
import type { ClientArguments, ListName } from '../../client/types.ts'
import { inTurn } from '../in-turn.ts'
import type { Progress } from '../progress.ts'

/** Records as the replies of a deployment show them. */
export type ReadUser = ClientResult<'listUsers'>[number]
export type ReadGroup = ClientResult<'listGroups'>[number]
export type ReadRule = ClientResult<'listGroupRules'>[number]
export type ReadClient = ClientResult<'listClients'>[number]
export type ReadApp = ClientResult<'listGroupApps'>[number]

/** The data that a pull reads. */
export interface Deployment {
  readonly users: readonly ReadUser[]
  readonly groups: readonly ReadGroup[]
  /** Ids of members by the id of their group; groups of every user are left out. */
  readonly members: ReadonlyMap<string, readonly string[]>
  readonly apps: ReadonlyMap<string, readonly ReadApp[]>
  readonly rules: readonly ReadRule[]
  readonly clients: readonly ReadClient[]
}

/** Reads a deployment, list by list, page by page. */
export async function readDeployment(
  client: Client,
  concurrency: number,
  progress: Progress,
): Promise<Deployment> {
  const users = await all('users', listed(client, 'listUsers'), progress)
  // The plain list leaves them out (Users).
  const gone = listed(client, 'listUsers', { query: { filter: 'status eq "DEPROVISIONED"' } })
  users.push(...(await all('deactivated users', gone, progress)))
  const groups = await all('groups', listed(client, 'listGroups'), progress)
  const rules = await all('rules', listed(client, 'listGroupRules'), progress)
  const clients = await all('clients', listed(client, 'listClients'), progress)
  const members = new Map<string, string[]>()
  const apps = new Map<string, ReadApp[]>()
  let done = 0
  await inTurn(groups, concurrency, async ({ id, type }) => {
    const params = { groupId: id }
    apps.set(id, await all('', listed(client, 'listGroupApps', { params })))
    if (type !== 'BUILT_IN') {
      const inGroup = await all('', listed(client, 'listGroupUsers', { params }))
      members.set(
        id,
        inGroup.map((user) => user.id),
      )
    }
    progress.show('Reading groups', ++done, groups.length)
  })
  progress.clear()
  return { users: distinct(users), groups, members, apps, rules, clients }
}

async function all<Item>(what: string, items: AsyncIterable<Item>, progress?: Progress): Promise<Item[]> {
  const read: Item[] = []
  for await (const item of items) {
    read.push(item)
    progress?.show(`Reading ${what}`, read.length)
  }
  progress?.clear()
  return read
}

/** A user who was deactivated between two lists is in both. */
function distinct(users: readonly ReadUser[]): readonly ReadUser[] {
  return [...new Map(users.map((user) => [user.id, user])).values()]
}

/**
 * Goes through a list of a deployment, which may be anything.
 *
 * @throws Error that names the list, for an element that is no record.
 */
async function* listed<Name extends ListName>(
  client: Client,
  name: Name,
  ...input: ClientArguments<Name>
): ReturnType<typeof client.each<Name>> {
  for await (const item of client.each(name, ...input)) {
    const { [idOf(name)]: id } = (item ?? {}) as Readonly<Record<string, unknown>>
    if (typeof id !== 'string') throw new Error(`${name}: an element of the list has no ${idOf(name)}`)
    yield item
  }
}

function idOf(name: ListName): string {
  return name === 'listClients' ? 'client_id' : 'id'
}
