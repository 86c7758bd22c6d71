import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { installIn } from '../../scripts/packed.ts'
import { isThorough } from '../support/runs.ts'

const run = promisify(execFile)
const packed = inject('packed')

const consumer = `
import { expect as matching, orgFixtures, test as withMatchers } from 'identikit/vitest'
import { registerChecks } from 'identikit/conformance'
import { createOrg } from 'identikit'
import { expect, test as base } from 'vitest'

const test = base.extend(orgFixtures())
test('knows its own user', async ({ client }) => {
  expect((await client.getUser({ params: { userId: 'me' } })).status).toBe('ACTIVE')
})

withMatchers('knows the matchers', async ({ client, org }) => {
  await client.getUser({ params: { userId: 'me' } })
  matching(org).toHaveReceived('getUser', { params: { userId: 'me' } })
  matching('admin@example.com').not.toHaveStatus('SUSPENDED')
})

const { baseUrl, apiToken, fetch } = createOrg()
await registerChecks({ baseUrl, token: apiToken, fetch, ledger: false, only: ['users.suspend.not-active', 'grants.list.*'] })

const broken = (request) => (request.url.endsWith('/lifecycle/suspend') ? Response.json({}, { status: 409 }) : fetch(request))
await registerChecks({ baseUrl, token: apiToken, fetch: broken, ledger: false, only: ['users.suspend.ok'] })
`

// runners.test.ts runs fixtures, matchers and checks in the newest: a commit tries the oldest here.
test.each(isThorough ? ['3.0.9', '3', '4', '5'] : ['3.0.9'])(
  'fixtures and checks run in the Vitest %s that the user has',
  async (version) => {
    const folder = join(packed.folder, version)
    await mkdir(folder)
    installIn(folder, { type: 'module' }, packed.tarball, `vitest@${version}`)
    await writeFile(join(folder, 'consumer.test.js'), consumer)
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--testTimeout=120000', '--reporter=json', '--outputFile=tests.json']
    await run(process.execPath, args, { cwd: folder }).catch(() => {})
    const report = JSON.parse(await readFile(join(folder, 'tests.json'), 'utf8')) as {
      testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
    }
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults)
    const failed = results.filter(({ status }) => status === 'failed')
    expect(results.filter(({ status }) => status === 'passed').length).toBeGreaterThan(2)
    expect(results.find(({ title }) => title === 'knows the matchers')?.status).toBe('passed')
    // The broken server fails its own requirement. Otherwise only requirements without a consent fail.
    expect(failed.flatMap(({ failureMessages }) => failureMessages.join()).join()).toContain(
      'users.suspend.ok: fail',
    )
  },
  300_000,
)
