import { loadWorld } from '../../src/fixtures/index.ts'
import type { Org } from '../../src/model/org.ts'
import type { UserRecord } from '../../src/model/users/records.ts'
import { createOrganisation, type Organisation } from '../../src/organisation.ts'
import { median, mediansInTurn, processorTime } from '../rounds.ts'

const users = 100_000

/** The cost of the model with 100,000 users, by the names in own-process.ts; run with `--expose-gc`. */
export async function measureModel(): Promise<Readonly<Record<string, number>>> {
  const bytesPerActivated = await activatedBytes()
  const before = heap()
  const organisation = createOrganisation({ seed: 'bench', apiToken: 'bench-token' })
  await loadWorld(organisation, `large:${users}`)
  const bytesPerUser = (heap() - before) / users
  const org = organisation.model
  const sorted = 'profile.department sw "Eng" and status eq "ACTIVE"'
  const sortedSearch = await searchTime(organisation, sorted, '&sortBy=profile.lastName&sortOrder=desc')
  const startsWith = await searchTime(organisation, 'profile.displayName sw "zz" or profile.title sw "zz"')
  const activations: number[] = []
  for (let index = 0; index < 5; index++) {
    const rule = newRule(org, 'user.department=="Engineering"')
    const start = performance.now()
    org.rules.activate(rule)
    activations.push(performance.now() - start)
  }
  for (let index = 0; index < 195; index++) org.rules.activate(newRule(org, ruleOver(index)))
  return {
    bytesPerUser,
    bytesPerActivated,
    sortedSearch,
    startsWith,
    ruleActivation: median(activations),
    updateWithRules: updateTime(org),
  }
}

/** A one-time token waits for each user. The first fifth fills the journal, the mails and the events, which have their own limits. */
async function activatedBytes(): Promise<number> {
  const org = createOrganisation({ seed: 'bench', apiToken: 'bench-token' })
  const first = users / 5
  await activate(org, 0, first)
  const before = heap()
  await activate(org, first, users)
  return (heap() - before) / (users - first)
}

async function activate(org: Organisation, from: number, to: number): Promise<void> {
  const headers = { authorization: 'SSWS bench-token', 'content-type': 'application/json' }
  for (let number = from; number < to; number += 1) {
    const login = `bench-${String(number).padStart(8, '0')}@example.com`
    const body = JSON.stringify({ profile: { login, email: login, firstName: 'Hedy', lastName: 'Lamarr' } })
    const response = await org.fetch(
      new Request('http://bench/api/v1/users', { method: 'POST', headers, body }),
    )
    if (response.status !== 200) throw new Error(await response.text())
  }
}

/** Milliseconds of processor time of a search. The first search does not count: it builds what later ones use. */
async function searchTime(org: Organisation, search: string, more = ''): Promise<number> {
  const url = `http://bench/api/v1/users?search=${encodeURIComponent(search)}${more}&limit=200`
  const headers = { authorization: 'SSWS bench-token' }
  const taken: number[] = []
  for (let round = 0; round < 16; round++) {
    const start = process.cpuUsage()
    const response = await org.fetch(new Request(url, { headers }))
    if (response.status !== 200) throw new Error(await response.text())
    taken.push(processorTime(start))
  }
  return median(taken.slice(1))
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

/** Processor time in milliseconds of an update that changes a property that every rule reads. */
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
  return processorTime(start) / (active.length - 200)
}

/**
 * A million users: seconds of processor time to load them, and the time of calls compared with ten thousand users.
 */
export async function measureMillion(): Promise<Readonly<Record<string, number>>> {
  const few = await filled(10_000)
  const many = await filled(1_000_000)
  const figures: Record<string, number> = { load: many.seconds }
  for (const [name, path] of Object.entries(paths)) {
    const taken = await mediansInTurn(9, {
      few: () => callTime(few.org, path),
      many: () => callTime(many.org, path),
    })
    figures[name] = taken.many / taken.few
  }
  return figures
}

const paths: Readonly<Record<string, (user: UserRecord) => string>> = {
  'GET one user': ({ id }) => `/api/v1/users/${id}`,
  'list, a page of 200': () => '/api/v1/users?limit=200',
  'search by login': ({ profile }) =>
    `/api/v1/users?search=${encodeURIComponent(`profile.login eq "${String(profile.login)}"`)}`,
}

async function filled(count: number): Promise<{ org: Organisation; seconds: number }> {
  const org = createOrganisation({ seed: 'bench', apiToken: 'bench-token' })
  const start = process.cpuUsage()
  await loadWorld(org, `large:${count}`)
  return { org, seconds: processorTime(start) / 1000 }
}

/** Milliseconds of processor time of a call: the average of 200 calls for users from the middle. */
async function callTime(org: Organisation, pathOf: (user: UserRecord) => string): Promise<number> {
  const { collection } = org.model.users
  const { items } = collection.page({ after: Math.floor(collection.size / 2), limit: 200 })
  const headers = { authorization: 'SSWS bench-token' }
  const start = process.cpuUsage()
  for (const user of items) {
    const response = await org.fetch(new Request(`http://bench${pathOf(user)}`, { headers }))
    if (response.status !== 200) throw new Error(await response.text())
  }
  return processorTime(start) / items.length
}

function heap(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
