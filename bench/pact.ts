import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cli, timed } from './processes.ts'
import { atMost, type Row } from './report.ts'
import { mediansInTurn } from './rounds.ts'

/** Measures the commands that judge pacts, from the existing build, from start to exit. */
export async function pactRows(rounds: number): Promise<readonly Row[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'identikit-bench-pact-'))
  const judge = (command: string, interactions: number): number => {
    const file = join(folder.path, `${interactions}.json`)
    writeFileSync(file, JSON.stringify(pactOf(interactions)))
    return timed(cli, 'pact', command, file)
  }
  const { verify, check } = await mediansInTurn(rounds, {
    verify: () => judge('verify', 50),
    check: () => judge('check', 500),
  })
  return [
    atMost('pact verify: 50 interactions, from start to exit', verify, 'ms', 4000),
    atMost('pact check: 500 interactions, from start to exit', check, 'ms', 1000),
  ]
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
