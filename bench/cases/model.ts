import { loadWorld } from '../../src/fixtures/index.ts'
import { Org } from '../../src/model/org.ts'
import { createOrganisation } from '../../src/organisation.ts'
import { median } from '../side-by-side.ts'

/** What the model costs at a size that hurts. */
export interface ModelOutcome {
  /** Bytes of heap for each of 100,000 users. */
  readonly bytesPerUser: number
  /** Milliseconds of a search by department and status, sorted, over 100,000 users. */
  readonly sortedSearch: number
  /** Milliseconds from the activation of a rule over 100,000 users to its end. */
  readonly ruleActivation: number
  /** Milliseconds of processor time for one user's update with 200 active rules. */
  readonly updateWithRules: number
}

const users = 100_000

/** Measures the model; run with `--expose-gc`. */
export async function measureModel(): Promise<ModelOutcome> {
  const before = heap()
  const organisation = createOrganisation({ seed: 'bench', apiToken: 'bench-token' })
  await loadWorld(organisation, `large:${users}`)
  const bytesPerUser = (heap() - before) / users
  const org = organisation.model
  const sortedSearch = median(
    await times(15, async () => {
      const search = encodeURIComponent('profile.department sw "Eng" and status eq "ACTIVE"')
      const url = `http://bench/api/v1/users?search=${search}&sortBy=profile.lastName&sortOrder=desc&limit=200`
      const headers = { authorization: 'SSWS bench-token' }
      const response = await organisation.fetch(new Request(url, { headers }))
      if (response.status !== 200) throw new Error(await response.text())
    }),
  )
  const activations: number[] = []
  for (let index = 0; index < 5; index++) {
    const rule = newRule(org, 'user.department=="Engineering"')
    activations.push((await times(1, () => org.rules.activate(rule)))[0]!)
  }
  for (let index = 0; index < 195; index++) org.rules.activate(newRule(org, ruleOver(index)))
  return {
    bytesPerUser,
    sortedSearch,
    ruleActivation: median(activations),
    updateWithRules: updateTime(org),
  }
}

const attributes = ['department', 'title', 'city', 'costCenter', 'division']

function ruleOver(index: number): string {
  return `user.${attributes[index % attributes.length]}=="Value ${index}" or user.department=="Department ${index}"`
}

function newRule(org: Org, expression: string): string {
  const group = org.groups.create({ profile: { name: `Rule group ${org.groups.collection.size}` } })
  return org.rules.create({
    name: `Rule ${org.groups.collection.size}`,
    conditions: { expression: { value: expression, type: org.vocabulary.expressionType } },
    actions: { assignUserToGroups: { groupIds: [group.id] } },
  }).id
}

/** Processor time of an update that changes what every rule reads, in milliseconds. */
function updateTime(org: Org): number {
  const { items } = org.users.collection.page({ limit: 2000 })
  const active = items.filter(({ status }) => status === 'ACTIVE').slice(0, 1000)
  const update = (from: number, to: number): void => {
    for (let index = from; index < to; index++) {
      org.users.update(active[index]!.id, { profile: { department: `Department ${index % 200}` } })
    }
  }
  update(0, 200)
  const start = process.cpuUsage()
  update(200, active.length)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / (active.length - 200)
}

async function times(count: number, run: () => unknown): Promise<number[]> {
  const taken: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    await run()
    taken.push(performance.now() - start)
  }
  return taken
}

function heap(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
