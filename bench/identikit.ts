import { loadWorld } from '../src/fixtures/index.ts'
import type { Org } from '../src/model/org.ts'
import { serve } from '../src/server.ts'
import { tellCpuTime } from './cpu-time.ts'

/**
 * The mock in its own process. The first argument names the world; the second, if given, a preparation below. Sends its
 * port, its token, and the results of the preparation.
 */
const [world = 'empty', preparation] = process.argv.slice(2)

const preparations: Readonly<Record<string, (org: Org) => Record<string, unknown>>> = {
  /** A group whose members, everyone, were added by hand. */
  'everyone-group': (org) => {
    const group = org.groups.create({ profile: { name: 'Everybody, by hand' } })
    for (const { id } of org.users.collection.page({ limit: 1_000_000 }).items) org.members.add(group.id, id)
    return { groupId: group.id }
  },
}

const server = await serve({ port: 0, options: { seed: 'bench', apiToken: 'bench-token' } })
await loadWorld(server.org, world)
const found = preparation === undefined ? {} : preparations[preparation]!(server.org.model)
tellCpuTime()
process.send!({ port: server.port, token: server.org.apiToken, found })
