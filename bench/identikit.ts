import { loadWorld } from '../src/fixtures/index.ts'
import { type RunningServer, serve } from '../src/server.ts'
import { tellCpuTime } from './protocol.ts'
import { processorTime } from './rounds.ts'

/**
 * The mock in its own process. The first argument names the world; the second, if given, a preparation below; the third
 * a state file. Sends its port, its token, and the results of the preparation.
 */
const [world = 'empty', preparation = '', state] = process.argv.slice(2)

const preparations: Readonly<Record<string, (server: RunningServer) => unknown>> = {
  '': () => ({}),
  /** A group whose members, everyone, were added by hand. */
  'everyone-group': ({ org: { model: org } }) => {
    const group = org.groups.create({ profile: { name: 'Everybody, by hand' } })
    for (const { id } of org.users.collection.page({ limit: 1_000_000 }).items) org.members.add(group.id, id)
    return { groupId: group.id }
  },
  /** A second organisation, and the processor time of the start in milliseconds. */
  beside: async ({ organisations }) => {
    await organisations.create({ name: 'beside', world: 'empty', apiToken: 'bench-token' }).catch(() => {})
    return { started: String(started) }
  },
}

const before = process.cpuUsage()
const options = { seed: 'bench', apiToken: 'bench-token' }
const server = await serve({ port: 0, options, ...(state === undefined ? {} : { state }) })
const started = processorTime(before)
if (server.org.model.users.collection.size === 1) await loadWorld(server.org, world)
const found = await preparations[preparation]!(server)
tellCpuTime()
if (state !== undefined) process.on('SIGTERM', () => void server.close().then(() => process.exit()))
process.send!({ port: server.port, token: server.org.apiToken, found })
