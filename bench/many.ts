import { serve } from '../src/server.ts'

/** Makes organisations in a process of its own; tells what they took, in processor time, which no neighbour adds to. */
const server = await serve({ port: 0, options: { seed: 'bench' } })
const { organisations } = server
await organisations.create({ name: 'template', world: 'demo' })
await organisations.create({ name: 'first', world: 'empty' })

const before = await settledMemory()
const start = process.cpuUsage()
for (let index = 0; index < 1000; index++)
  await organisations.create({ name: `empty-${index}`, world: 'empty' })
const seconds = milliseconds(start) / 1000
const megabytes = ((await settledMemory()) - before) / 1e6

const clones = 200
const from = process.cpuUsage()
for (let index = 0; index < clones; index++) {
  await organisations.create({ name: `clone-${index}`, from: 'template' })
}
process.send!({ seconds, megabytes, clone: milliseconds(from) / clones })
await server.close()
process.exit()

/** What the process takes, in bytes, once memory that is free was given back: threads beside this one do that. */
async function settledMemory(): Promise<number> {
  for (let turn = 0; turn < 10; turn++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return process.memoryUsage().rss
}

function milliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}
