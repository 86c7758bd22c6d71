import type { CheckDefinition } from '../engine/run/check.ts'
import { loadChecks } from '../engine/plan/load-checks.ts'
import { gradable } from '../registry/clause.ts'
import { clauseById } from '../registry/clauses.ts'
import { answer, reply } from './alter/answer.ts'
import { platformBody } from './alter/refusal.ts'
import type { SelftestOptions } from './selftest/selftest.ts'
import { runAltered, verdictsOf } from './selftest/selftest.ts'
import type { Alteration } from './alter/wire.ts'
import { answerOf } from './alter/wire.ts'

/** A hollow server: it answers every request alike, and must pass nothing. */
export interface Hollow {
  readonly id: string
  /** Its behaviour, as a sentence without its subject. */
  readonly summary: string
  readonly alter: Alteration
}

/** A record that looks like any other, for any request. */
const anyRecord = {
  id: '00uhollow',
  client_id: '00uhollow',
  status: 'ACTIVE',
  created: '2024-01-01T00:00:00.000Z',
  lastUpdated: '2024-01-01T00:00:00.000Z',
  profile: {},
  credentials: {},
  _links: {},
}

const hollowServers: readonly Hollow[] = [
  { id: 'empty-object', summary: 'answers 200 {} to everything', alter: reply(200, {}) },
  { id: 'empty-list', summary: 'answers 200 [] to everything', alter: reply(200, []) },
  { id: 'no-content', summary: 'answers 204 to everything', alter: reply(204) },
  { id: 'empty-success', summary: 'answers 200 without a body', alter: reply(200) },
  {
    id: 'not-found',
    summary: 'answers 404 with a platform-style body to everything',
    alter: reply(404, platformBody('E0000007')),
  },
  {
    id: 'not-a-client',
    summary: 'answers 401 with an OAuth-style body to everything',
    alter: reply(401, { error: 'invalid_client', error_description: 'Refused' }),
  },
  {
    id: 'bad-request',
    summary: 'answers 400 with a platform-style body to everything',
    alter: reply(400, platformBody('E0000001')),
  },
  { id: 'forbidden', summary: 'answers 403 with E0000038', alter: reply(403, platformBody('E0000038')) },
  { id: 'broken', summary: 'answers 500 to everything', alter: reply(500, platformBody('E0000009')) },
  {
    id: 'echo',
    summary: 'answers with the body that was sent',
    alter:
      () =>
      async ({ json }) =>
        answerOf(200, json ?? {}),
  },
  {
    id: 'page',
    summary: 'answers with an HTML page, as a gateway does',
    alter: answer(() => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      json: undefined,
      text: '<!doctype html><title>Sign in</title>',
    })),
  },
  {
    id: 'reads-only',
    summary: 'lists nothing, finds nothing, and accepts every write',
    alter:
      () =>
      async ({ method, path }) => {
        if (method !== 'GET') return answerOf(method === 'DELETE' ? 204 : 200, {})
        return /\/(users|groups|rules|clients|apps|grants|tokens|appLinks)$/.test(path)
          ? answerOf(200, [])
          : answerOf(404, platformBody('E0000007'))
      },
  },
]

/**
 * Servers that answer every request with something like a record. They really fulfil some clauses: their answer to a
 * create has an id. So they may pass some, but look at those that they pass.
 */
export const lookalikes: readonly Hollow[] = [
  {
    id: 'echo-with-id',
    summary: 'answers with the body that was sent, as if it were a record',
    alter:
      () =>
      async ({ json, method }) =>
        answerOf(method === 'DELETE' ? 204 : 200, { ...anyRecord, ...json }),
  },
  { id: 'one-record', summary: 'answers with the same record to everything', alter: reply(200, anyRecord) },
]

/** The clauses that a hollow server passed by mistake. */
export interface HollowResult {
  readonly id: string
  readonly summary: string
  /** Gradable clauses that it passed. */
  readonly passed: readonly string[]
  readonly milliseconds: number
}

/** Runs the whole suite against each hollow server. */
export async function tryHollowServers(
  options: Pick<SelftestOptions, 'createTarget' | 'checks' | 'signal'> & {
    readonly servers?: readonly Hollow[]
  },
): Promise<HollowResult[]> {
  const checks: readonly CheckDefinition[] = options.checks ?? (await loadChecks())
  const results: HollowResult[] = []
  for (const { id, summary, alter } of options.servers ?? hollowServers) {
    const begun = performance.now()
    // Nothing is worth a wait.
    const outcome = await runAltered({ ...options, lag: 20 }, checks, { alter }, { concurrency: 16 })
    const verdicts = verdictsOf(outcome.checks)
    results.push({
      id,
      summary,
      passed: Object.keys(verdicts).filter((clause) => verdicts[clause] === 'pass' && isGradable(clause)),
      milliseconds: Math.round(performance.now() - begun),
    })
  }
  return results
}

function isGradable(id: string): boolean {
  const clause = clauseById(id)
  return clause !== undefined && gradable(clause)
}
