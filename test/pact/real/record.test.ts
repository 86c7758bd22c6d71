import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../../src/client.ts'
import { createOrg } from '../../../src/index.ts'
import { recordPact, verifyPacts } from '../../../src/pact.ts'
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

test('eight test files at the same time lose nothing', async () => {
  const folder = await mkdtemp(join(root, 'node_modules/.identikit-test-pact-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = Array.from({ length: 8 }, (_, index) => join(folder, `worker-${index}.test.ts`))
  await Promise.all(
    files.map((file, index) =>
      writeFile(
        file,
        `import { afterAll, test } from 'vitest'
         import { createClient } from ${JSON.stringify(join(root, 'src/client.ts'))}
         import { createOrg } from ${JSON.stringify(join(root, 'src/index.ts'))}
         import { recordPact } from ${JSON.stringify(join(root, 'src/pact.ts'))}
         const org = createOrg({ seed: 'worker ${index}' })
         const client = createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch })
         const recording = recordPact(org, { consumer: 'web' })
         afterAll(() => recording.writePart(${JSON.stringify(join(folder, 'pacts'))}))
         test('asks', async () => {
           await client.listGroups()
           await client.listGroups({ query: { q: 'worker ${index}' } })
         })`,
      ),
    ),
  )
  const vitest = join(root, 'node_modules/.bin/vitest')
  await promisify(execFile)(
    vitest,
    ['run', '--testTimeout=120000', '--root', folder, '--config', '/dev/null'],
    {
      cwd: folder,
    },
  ).catch(async () =>
    promisify(execFile)(vitest, ['run', '--testTimeout=120000', '--root', folder], { cwd: folder }),
  )
  const { mergePacts } = await import('../../../src/pact.ts')
  const path = await mergePacts(join(folder, 'pacts'), { consumer: 'web', provider: 'identity-service' })
  const { interactions, summary } = await verifyPacts({ pacts: [path] })
  expect(interactions.map(({ description }) => description)).toHaveLength(9)
  expect(summary).toMatchObject({ match: 9, mismatch: 0 })
})
