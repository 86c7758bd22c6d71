import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createClient } from '../../../src/client.ts'
import { createOrg } from '../../../src/index.ts'
import { mergePacts, recordPact, verifyPacts } from '../../../src/pact.ts'
import { walk } from '../walk.ts'

const root = join(import.meta.dirname, '../../..')

test('a recorded pact is verified whole: what is not pending matches', async () => {
  const org = createOrg()
  const recording = recordPact(org, { consumer: 'web' })
  await walk(org, createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch }))
  const path = await recording.write(await mkdtemp(join(tmpdir(), 'identikit-test-record-')))
  const { interactions, summary } = await verifyPacts({ pacts: [path] })
  expect(interactions.filter(({ verdict }) => verdict === 'mismatch')).toEqual([])
  expect(summary).toMatchObject({ mismatch: 0, unspecified: 0 })
  expect(summary.match).toBeGreaterThan(15)
})

test('four processes at the same time lose nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'identikit-test-pact-'))
  const sources = (name: string): string => JSON.stringify(join(root, 'src', name))
  const run = async (index: number): Promise<void> => {
    const file = join(folder, `worker-${index}.mjs`)
    await writeFile(
      file,
      `import { createClient } from ${sources('client.ts')}
       import { createOrg } from ${sources('index.ts')}
       import { recordPact } from ${sources('pact.ts')}
       const org = createOrg({ seed: 'worker ${index}' })
       const client = createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch })
       const recording = recordPact(org, { consumer: 'web' })
       await client.listGroups()
       await client.listGroups({ query: { q: 'worker ${index}' } })
       await recording.writePart(${JSON.stringify(join(folder, 'pacts'))})`,
    )
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') }
    await promisify(execFile)(process.execPath, [file], { env })
  }
  await Promise.all(Array.from({ length: 4 }, (_, index) => run(index)))
  const path = await mergePacts(join(folder, 'pacts'), { consumer: 'web', provider: 'identity-service' })
  const { interactions, summary } = await verifyPacts({ pacts: [path] })
  expect(interactions.map(({ description }) => description)).toHaveLength(5)
  expect(summary).toMatchObject({ match: 5, mismatch: 0 })
})
