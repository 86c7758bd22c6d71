/** Calls that the types forbid, but JavaScript allows: each line of wrong-calls.txt, and its error. */
import { runInThisContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client.ts'
import { createBuilders, loadDataset, parseSeed } from '../../src/fixtures/index.ts'
import { createOrg } from '../../src/index.ts'
import { setupServer } from '../../src/node.ts'
import * as pact from '../../src/pact.ts'
import { serve } from '../../src/server.ts'
import { createTestKit, expectThat } from '../../src/testing.ts'
import { signInBrowser } from '../../src/testing/sign-in-browser.ts'
import { orgFixtures } from '../../src/vitest.ts'
import { createWorker } from '../../src/worker.ts'
import { expectGolden } from '../support/golden-cases.ts'

test('a wrong call is refused with what was expected', async () => {
  const server = await serve({ port: 0 })
  onTestFinished(() => server.close())
  await using kit = await createTestKit()
  const { org, asUser, outbox } = kit
  const circle: Record<string, unknown> = { a: 1 }
  circle['self'] = circle
  await loadDataset(org, 'demo')
  const names: Readonly<Record<string, unknown>> = {
    ...pact,
    asUser,
    baseUrl: org.baseUrl,
    circle,
    outbox,
    build: createBuilders({ traits: { contractor: {} } }),
    createBuilders,
    createClient,
    createOrg,
    createTestKit,
    createWorker,
    expectThat,
    loadDataset,
    org,
    orgFixtures,
    parseSeed,
    serve,
    server,
    setupServer,
    signInBrowser,
    client: createClient({ baseUrl: org.baseUrl, fetch: org.fetch, token: org.apiToken }),
    context: { addCookies: async () => {} },
    all: (query: { where(by: object): unknown }) => query.where({}),
    crew: (query: { where(by: object): unknown }) => query.where({ type: 'SVC_GROUP' }),
    store: { write: () => {} },
  }
  await expectGolden(new URL('wrong-calls.txt', import.meta.url), async (input) => {
    const call = runInThisContext(`async ({ ${Object.keys(names).join(', ')} }) => ${input}`) as (
      given: typeof names,
    ) => Promise<unknown>
    const error = await call(names).catch((thrown: unknown) => thrown)
    expect([input, error instanceof Error]).toEqual([input, true])
    return String(error)
  })
})
