import { expect, test } from 'vitest'
import { conform } from '../../conformance/index.ts'
import type { ConformanceResult } from '../../conformance/index.ts'
import type { Settings } from './server.ts'
import { createForeignServer } from './server.ts'

/** What its administrator set, and how many clauses have to be shown all the same. */
const servers: readonly (readonly [what: string, settings: Partial<Settings>, shown: number])[] = [
  ['is as it was written', {}, 740],
  ['shows null for what is not set, in whole seconds', { nulls: true, seconds: true }, 740],
  ['shows no links and no classes', { links: false }, 720],
  ['has pages of one and two', { pages: { usual: 1, most: 2 } }, 740],
]

test.concurrent.each(servers)(
  'nothing is held against a foreign server that %s',
  async (_what, settings, shown) => {
    const result = await judged(settings)
    expect(wrong(result)).toEqual([])
    expect(result.counts.pass).toBeGreaterThan(shown)
  },
)

async function judged(settings: Partial<Settings>): Promise<ConformanceResult> {
  const server = createForeignServer(settings)
  return conform({
    baseUrl: 'http://127.0.0.1:1',
    token: server.token,
    fetch: (request) => server.fetch(request),
    ledger: false,
    lag: 2000,
    concurrency: 24,
    allow: ['mail', 'me', 'end-sessions'],
  })
}

/** What was held against it, and what the suite could not decide. */
function wrong({ clauses }: ConformanceResult): readonly string[] {
  return clauses
    .filter(({ verdict }) => ['fail', 'error', 'inconclusive'].includes(verdict))
    .map(({ id, verdict, why }) => `${id}: ${verdict}: ${why}`)
}
