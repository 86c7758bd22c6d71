import { conform } from '../../conformance/index.ts'
import type { ConformanceResult, ConformOptions } from '../../conformance/index.ts'
import type { Settings } from './server.ts'
import { createForeignServer } from './server.ts'

/** Runs the suite against a foreign server whose administrator set this. */
export async function judged(
  settings: Partial<Settings>,
  options: Partial<ConformOptions> = {},
): Promise<ConformanceResult> {
  const server = createForeignServer(settings)
  return conform({
    baseUrl: 'http://127.0.0.1:1',
    token: server.token,
    fetch: (request) => server.fetch(request),
    ledger: false,
    explore: false,
    lag: 10_000,
    concurrency: 16,
    allow: ['mail', 'me', 'end-sessions'],
    ...options,
  })
}
