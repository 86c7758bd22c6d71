import { existsSync } from 'node:fs'
import { entryOf } from './processes.ts'
import { tellCpuTime } from './protocol.ts'
import { processorTime } from './rounds.ts'

/**
 * The built mock of a checkout in its own process. The arguments: the folder of the checkout, the world, and a state
 * file. Before the file, `beside` adds a second organisation, and `journal` keeps 10,000 requests. Sends its port, its token, and the processor time of the start in milliseconds.
 */
const [folder = '', world = 'empty', preparation, state] = process.argv.slice(2)
const isKnown = state !== undefined && existsSync(state)

type Server = typeof import('../src/server.ts')
type Fixtures = typeof import('../src/fixtures/index.ts')
const { serve } = (await import(entryOf(folder, './server'))) as Server
const { loadDataset } = (await import(entryOf(folder, './fixtures'))) as Fixtures

const before = process.cpuUsage()
const journal = preparation === 'journal' ? { journal: { entries: 10_000 } } : {}
const options = { seed: 'bench', apiToken: 'bench-token', ...journal }
const server = await serve({ port: 0, options, ...(state === undefined ? {} : { state }) })
const started = processorTime(before)
if (!isKnown) await loadDataset(server.org, world)
if (preparation === 'beside')
  await server.organisations
    .create({ name: 'beside', dataset: 'empty', apiToken: 'bench-token' })
    .catch(() => {})
tellCpuTime()
if (state !== undefined) process.on('SIGTERM', () => void server.close().then(() => process.exit()))
process.send!({ port: server.port, token: server.org.apiToken, found: { started: String(started) } })
