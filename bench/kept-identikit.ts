import { loadWorld } from '../src/fixtures/index.ts'
import { serve } from '../src/server.ts'
import { tellCpuTime } from './cpu-time.ts'

/**
 * The mock in its own process, with a second organisation. The second argument, if given, names the state file. Sends
 * its port, its token, and the processor time of its start in milliseconds.
 */
const [world = 'empty', state] = process.argv.slice(2)

const before = process.cpuUsage()
const server = await serve({
  port: 0,
  options: { seed: 'bench', apiToken: 'bench-token' },
  ...(state === undefined ? {} : { state }),
})
const { user, system } = process.cpuUsage(before)
const taken = (user + system) / 1000
if (server.org.model.users.collection.size === 1 && world !== 'empty') await loadWorld(server.org, world)
await server.organisations.create({ name: 'beside', world: 'empty', apiToken: 'bench-token' }).catch(() => {})
tellCpuTime()
process.on('SIGTERM', () => void server.close().then(() => process.exit()))
process.send!({ port: server.port, token: server.org.apiToken, found: { started: String(taken) } })
