import { createOrganisation } from '../src/organisation.ts'
import { median } from './side-by-side.ts'

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
  const { user, system } = process.cpuUsage(from)
  return (user + system) / calls
}

await cost(org)
await cost(silent)
const rounds: { readonly without: number; readonly kept: number }[] = []
for (let round = 0; round < 7; round += 1) rounds.push({ without: await cost(silent), kept: await cost(org) })
const kept = median(rounds.map((round) => round.kept))
const without = median(rounds.map((round) => round.without))
const ratio = median(rounds.map((round) => round.kept / round.without))

globalThis.gc?.()
const full = process.memoryUsage().heapUsed
org.control.clearJournal()
globalThis.gc?.()
process.send!({ kept, without, ratio, megabytes: (full - process.memoryUsage().heapUsed) / 1e6 })
process.exit()
