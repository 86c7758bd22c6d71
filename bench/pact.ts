import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './side-by-side.ts'

/** Milliseconds from the start of a process to its end. */
export interface PactTimes {
  /** `identikit pact verify` on 50 interactions. */
  readonly verify: number
  /** `identikit pact check` on 500 interactions. */
  readonly check: number
}

const built = fileURLToPath(new URL('../dist/cli/identikit.js', import.meta.url))

/** Measures the commands that judge pacts, from the existing build. */
export function measurePact(rounds: number): PactTimes {
  const folder = mkdtempSync(join(tmpdir(), 'identikit-bench-pact-'))
  try {
    const timed = (command: string, interactions: number): number => {
      const file = join(folder, `${interactions}.json`)
      writeFileSync(file, JSON.stringify(pactOf(interactions)))
      const times = Array.from({ length: rounds + 1 }, () => {
        const start = performance.now()
        const { status, stderr } = spawnSync(process.execPath, [built, 'pact', command, file], {
          encoding: 'utf8',
        })
        if (status !== 0) throw new Error(`pact ${command} ended with ${status}\n${stderr}`)
        return performance.now() - start
      })
      // The first run compiles, and caches the compiled code.
      return median(times.slice(1))
    }
    return { verify: timed('verify', 50), check: timed('check', 500) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
