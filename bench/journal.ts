import { createOrganisation } from '../src/organisation.ts'
import { inTurn, median, processorTime } from './rounds.ts'

/** The cost of the journal for a GET in process, and the memory of 100,000 entries. Run with `--expose-gc`. */
const calls = 100_000
const org = createOrganisation({ seed: 'bench', journal: { entries: 100_000 } })
const silent = createOrganisation({ seed: 'bench' })
silent.model.traffic.entries.note = () => {}

const userOf = (of: typeof org): string => of.model.users.collection.page({ limit: 1 }).items[0]!.id

/** A GET as the server passes it to the dispatcher, without a transport. */
async function get(of: typeof org, path: string): Promise<void> {
  const headers = { authorization: `SSWS ${of.apiToken}` }
  await of.dispatcher.dispatch({
    method: 'GET',
    path,
    query: '',
    header: (name) => (name === 'authorization' ? headers.authorization : undefined),
    headers: () => Object.entries(headers),
    body: '',
  })
}

/** Microseconds of processor time of a GET. */
async function cost(of: typeof org): Promise<number> {
  const path = `/api/v1/users/${userOf(of)}`
  const from = process.cpuUsage()
  for (let index = 0; index < calls; index += 1) await get(of, path)
  return (1000 * processorTime(from)) / calls
}

const taken = await inTurn(7, { without: () => cost(silent), kept: () => cost(org) })
const ratio = median(taken.kept.map((kept, round) => kept / taken.without[round]!))

globalThis.gc?.()
const full = process.memoryUsage().heapUsed
org.control.clear({ only: 'journal' })
globalThis.gc?.()
process.send!({
  kept: median(taken.kept),
  without: median(taken.without),
  ratio,
  megabytes: (full - process.memoryUsage().heapUsed) / 1e6,
})
process.exit()
