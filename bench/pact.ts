import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandRows } from './cold-start.ts'
import type { Row } from './report.ts'

/** Measures the commands that judge pacts, from the existing build, from start to exit. */
export async function pactRows(rounds: number): Promise<readonly Row[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'identikit-bench-pact-'))
  const pact = (interactions: number): string => {
    const file = join(folder.path, `${interactions}.json`)
    writeFileSync(file, JSON.stringify(pactOf(interactions)))
    return file
  }
  return await commandRows(rounds, [
    ['pact verify: 50 interactions', 30, 'pact', 'verify', pact(50)],
    ['pact check: 500 interactions', 8, 'pact', 'check', pact(500)],
  ])
}

function pactOf(count: number): unknown {
  return {
    consumer: { name: 'bench' },
    provider: { name: 'identity-service' },
    interactions: Array.from({ length: count }, (_, index) => ({
      type: 'Synchronous/HTTP',
      description: `reads user ${index}`,
      providerStates: [{ name: 'user {id} is {status}', params: { id: `00u${index}`, status: 'ACTIVE' } }],
      request: {
        method: 'GET',
        path: `/api/v1/users/00u${index}`,
        headers: { Accept: ['application/json'], Authorization: ['SSWS example'] },
      },
      response: {
        status: 200,
        headers: { 'Content-Type': ['application/json'] },
        body: {
          content: { id: `00u${index}`, status: 'ACTIVE', profile: { firstName: 'Jo' } },
          contentType: 'application/json',
          encoded: false,
        },
      },
    })),
    metadata: { pactSpecification: { version: '4.0' } },
  }
}
