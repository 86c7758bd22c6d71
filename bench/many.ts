import { serve } from '../src/server.ts'
import { parsingTime } from './reference.ts'
import { processorTime } from './rounds.ts'

/** Creates organisations in its own process; sends their cost in processor time, which other programs do not change. */
const server = await serve({ port: 0, options: { seed: 'bench' } })
const { organisations } = server
await organisations.create({ name: 'template', dataset: 'demo' })
await organisations.create({ name: 'first', dataset: 'empty' })

const before = await settledMemory()
const start = process.cpuUsage()
for (let index = 0; index < 1000; index++)
  await organisations.create({ name: `empty-${index}`, dataset: 'empty' })
const thousand = processorTime(start)
const megabytes = ((await settledMemory()) - before) / 1e6

const clones = 200
const from = process.cpuUsage()
for (let index = 0; index < clones; index++) {
  await organisations.create({ name: `clone-${index}`, from: 'template' })
}
const clone = processorTime(from) / clones
process.send!({ thousand, megabytes, clone, parsing: parsingTime() })
await server.close()
process.exit()

/** The memory of the process, in bytes, after its other threads have returned free memory to the system. */
async function settledMemory(): Promise<number> {
  for (let turn = 0; turn < 10; turn++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return process.memoryUsage().rss
}
