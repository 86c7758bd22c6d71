import type { loadDataset } from '../../src/fixtures/index.ts'
import type { createOrg, Organisation } from '../../src/index.ts'
import { parsingTime } from '../reference.ts'
import { median, mediansInTurn, processorTime } from '../rounds.ts'

/** The functions of the build that is measured. */
export interface Built {
  readonly createOrg: typeof createOrg
  readonly loadDataset: typeof loadDataset
}

const users = 100_000
const options = { seed: 'bench', apiToken: 'bench-token' }
const headers = { authorization: 'SSWS bench-token', 'content-type': 'application/json' }

/**
 * The cost of the model with 100,000 users, by the names in own-process.ts. Times are milliseconds of the processor. It
 * needs `--expose-gc`. `parsing` is the known document.
 */
export async function measureModel(built: Built): Promise<Readonly<Record<string, number>>> {
  const bytesPerActivated = await activatedBytes(built)
  const before = heap()
  const org = built.createOrg(options)
  await built.loadDataset(org, `large:${users}`)
  const bytesPerUser = (heap() - before) / users
  const sortedSearch = await timed(15, (round) =>
    search(
      org,
      `profile.department sw "${departments[round % departments.length]}" and status eq "ACTIVE"`,
      `&sortBy=profile.${['lastName', 'firstName', 'city'][round % 3]}&sortOrder=desc`,
    ),
  )
  const startsWith = await timed(15, (round) =>
    search(org, `profile.displayName sw "zz${round}" or profile.title sw "zz${round}"`),
  )
  const drafts: string[] = []
  for (let index = 0; index < 5; index++)
    drafts.push(await newRule(org, `user.department=="${departments[index]}"`))
  const ruleActivation = await timed(4, (round) => activateRule(org, drafts[round]!))
  for (let index = 0; index < 195; index++) await activateRule(org, await newRule(org, ruleOver(index)))
  const updateWithRules = await updateTime(org)
  return {
    bytesPerUser,
    bytesPerActivated,
    sortedSearch,
    startsWith,
    ruleActivation,
    updateWithRules,
    parsing: parsingTime(),
  }
}

const departments = ['Eng', 'Sal', 'Mar', 'Fin', 'Leg', 'Sup', 'Ope', 'Des']

/** The processor time of a call, the median. The first call does not count: it builds what later ones use. */
async function timed(rounds: number, run: (round: number) => unknown): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const start = process.cpuUsage()
    await run(round)
    taken.push(processorTime(start))
  }
  return median(taken.slice(1))
}

async function ask(org: Organisation, method: string, path: string, body?: unknown): Promise<Response> {
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const response = await org.fetch(new Request(`${org.baseUrl}${path}`, init))
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  return response
}

/** A one-time token waits for each user. The first fifth fills the journal, the mails and the events, which have their own limits. */
async function activatedBytes({ createOrg }: Built): Promise<number> {
  const org = createOrg(options)
  const first = users / 5
  await activate(org, 0, first)
  const before = heap()
  await activate(org, first, users)
  return (heap() - before) / (users - first)
}

async function activate(org: Organisation, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number += 1) {
    const login = `bench-${String(number).padStart(8, '0')}@example.com`
    await ask(org, 'POST', '/api/v1/users', {
      profile: { login, email: login, firstName: 'Hedy', lastName: 'Lamarr' },
    })
  }
}

function search(org: Organisation, expression: string, more = ''): Promise<Response> {
  return ask(org, 'GET', `/api/v1/users?search=${encodeURIComponent(expression)}${more}&limit=200`)
}

const attributes = ['department', 'title', 'city', 'costCenter', 'division']

function ruleOver(index: number): string {
  return `user.${attributes[index % attributes.length]}=="Value ${index}" or user.department=="Department ${index}"`
}

let made = 0

async function newRule(org: Organisation, expression: string): Promise<string> {
  made += 1
  const group = await ask(org, 'POST', '/api/v1/groups', { profile: { name: `Rule group ${made}` } })
  const rule = await ask(org, 'POST', '/api/v1/groups/rules', {
    type: 'group_rule',
    name: `Rule ${made}`,
    conditions: { expression: { value: expression, type: 'urn:svc:expression:1.0' } },
    actions: { assignUserToGroups: { groupIds: [((await group.json()) as Identified).id] } },
  })
  return ((await rule.json()) as Identified).id
}

interface Identified {
  readonly id: string
}

function activateRule(org: Organisation, id: string): Promise<Response> {
  return ask(org, 'POST', `/api/v1/groups/rules/${id}/lifecycle/activate`)
}

/** Processor time in milliseconds of an update that changes a property that every rule reads. */
async function updateTime(org: Organisation): Promise<number> {
  const ids = await firstIds(org, 1000)
  const update = async (from: number, to: number): Promise<void> => {
    for (let index = from; index < to; index++)
      await ask(org, 'POST', `/api/v1/users/${ids[index]}`, {
        profile: { department: `Department ${index % 200}` },
      })
  }
  await update(0, 200)
  const start = process.cpuUsage()
  await update(200, ids.length)
  return processorTime(start) / (ids.length - 200)
}

/** The ids of the first users that are active. */
async function firstIds(org: Organisation, count: number): Promise<readonly string[]> {
  const ids: string[] = []
  for (let path = '/api/v1/users?limit=200'; ids.length < count;) {
    const response = await ask(org, 'GET', path)
    const read = (await response.json()) as readonly (Identified & { readonly status: string })[]
    ids.push(...read.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id))
    const { pathname, search: query } = new URL(
      /<([^>]+)>; rel="next"/.exec(response.headers.get('link')!)![1]!,
    )
    path = pathname + query
  }
  return ids.slice(0, count)
}

/**
 * A million users: milliseconds of processor time to load them, and the time of calls compared with ten thousand users.
 */
export async function measureMillion(built: Built): Promise<Readonly<Record<string, number>>> {
  const few = await filled(built, 10_000)
  const many = await filled(built, 1_000_000)
  const figures: Record<string, number> = { load: many.taken, parsing: parsingTime() }
  for (const [name, call] of Object.entries(calls)) {
    const taken = await mediansInTurn(9, { few: () => callTime(few, call), many: () => callTime(many, call) })
    figures[name] = taken.many / taken.few
  }
  return figures
}

interface Person extends Identified {
  readonly profile: { readonly login: string }
}

type Call = (org: Organisation, user: Person) => Promise<unknown>

const calls: Readonly<Record<string, Call>> = {
  'GET one user': (org, { id }) => ask(org, 'GET', `/api/v1/users/${id}`),
  'list, a page of 200': (org) => ask(org, 'GET', '/api/v1/users?limit=200'),
  'search by login': (org, { profile: { login } }) => search(org, `profile.login eq "${login}"`),
  'create a user': (org) => ask(org, 'POST', '/api/v1/users?activate=false', { profile: newProfile() }),
  'update a user': (org, { id }) =>
    ask(org, 'POST', `/api/v1/users/${id}`, { profile: { nickName: `Nick ${(made += 1)}` } }),
  async 'suspend and unsuspend a user'(org, { id }) {
    await ask(org, 'POST', `/api/v1/users/${id}/lifecycle/suspend`)
    await ask(org, 'POST', `/api/v1/users/${id}/lifecycle/unsuspend`)
  },
}

function newProfile(): object {
  made += 1
  return {
    login: `made-${made}@example.com`,
    email: `made-${made}@example.com`,
    firstName: 'Hedy',
    lastName: 'Lamarr',
  }
}

interface Filled {
  readonly org: Organisation
  readonly taken: number
  /** Some of all, in an order that no table has. */
  readonly people: readonly Person[]
}

async function filled({ createOrg, loadDataset }: Built, count: number): Promise<Filled> {
  const org = createOrg(options)
  const start = process.cpuUsage()
  await loadDataset(org, `large:${count}`)
  const taken = processorTime(start)
  // The search makes the index of status, which later writes must update.
  const found = await search(org, 'status eq "ACTIVE"', '&sortBy=profile.streetAddress')
  return { org, taken, people: (await found.json()) as readonly Person[] }
}

/** Milliseconds of processor time of a call: the average of 200 calls. */
async function callTime({ org, people }: Filled, call: Call): Promise<number> {
  const start = process.cpuUsage()
  for (const user of people) await call(org, user)
  return processorTime(start) / people.length
}

function heap(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
