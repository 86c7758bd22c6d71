import { counted } from '../words/text.ts'
import type { RunOutcome } from '../run/run-checks.ts'
import type { Exchange } from '../wire/reply.ts'

/** The writes of a run: how often it sends each kind of write, with ids removed from the paths. */
export interface WritePlan {
  readonly writes: readonly { readonly method: string; readonly path: string; readonly count: number }[]
  /** How many records of each kind it creates, and removes again. */
  readonly created: Readonly<Record<string, number>>
  readonly reads: number
  /** Requests in all, clean-up included. */
  readonly requests: number
}

/** Reads off a run that kept all its evidence what the same run would write elsewhere. */
export function planOf({
  checks,
  facts,
}: Pick<RunOutcome, 'checks'> & { facts: Pick<RunOutcome['facts'], 'created' | 'requests'> }): WritePlan {
  const counts = new Map<string, { method: string; path: string; count: number }>()
  let reads = 0
  for (const { exchanges } of checks) {
    for (const exchange of exchanges) {
      if (exchange.reused === true) continue
      if (exchange.method === 'GET') {
        reads++
        continue
      }
      const path = templateOf(exchange)
      const key = `${exchange.method} ${path}`
      const write = counts.get(key) ?? { method: exchange.method, path, count: 0 }
      write.count++
      counts.set(key, write)
    }
  }
  const writes = [...counts.values()].sort(
    (one, other) => one.path.localeCompare(other.path) || one.method.localeCompare(other.method),
  )
  return { writes, created: facts.created, reads, requests: facts.requests }
}

const names: Readonly<Record<string, string>> = {
  users: '{userId}',
  groups: '{groupId}',
  rules: '{ruleId}',
  clients: '{clientId}',
  grants: '{grantId}',
  tokens: '{tokenId}',
}

function templateOf({ path }: Exchange): string {
  const [plain = '', query] = path.split('?')
  const parts = plain.split('/')
  const template = parts.map((part, at) => {
    const name = names[parts[at - 1] ?? '']
    const isId = name !== undefined && part !== 'me' && !(parts[at - 1] === 'groups' && part === 'rules')
    return isId && parts.slice(0, at).includes('v1') ? name : part
  })
  const flags = [...new URLSearchParams(query)]
    .filter(([, value]) => /^(true|false|changePassword|FEDERATION)$/.test(value))
    .map(([name, value]) => `${name}=${value}`)
  return template.join('/') + (flags.length > 0 ? `?${flags.join('&')}` : '')
}

/** The plan as text, with its duration at a rate of requests per second; 0 for no bound. */
export function planText({ writes, created, reads, requests }: WritePlan, rps: number): string {
  const list = Object.entries(created)
    .map(([kind, count]) => counted(count, kind))
    .join(', ')
  const lines = writes.map(
    ({ method, path, count }) => `${String(count).padStart(5)}  ${method.padEnd(6)} ${path}`,
  )
  return [
    `This run would create and remove ${list || 'nothing'}, and read ${counted(reads, 'time')}.`,
    `It would send about ${counted(requests, 'request')}: ${
      rps > 0
        ? `${inMinutes(requests / rps)} at ${rps} a second (--rps)`
        : 'no longer than the target takes to answer them, for no rate is set (--rps)'
    }.`,
    ...lines,
    'The clean-up is not listed: each record created is deleted again (users twice).',
  ].join('\n')
}

function inMinutes(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}
