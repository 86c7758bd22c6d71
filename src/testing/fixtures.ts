import { z } from 'zod'
import { type Client, createClient } from '../client.ts'
import { createSharedOrg, type SharedOrg } from '../client/shared-org.ts'
import type { Builders } from '../fixtures/build/index.ts'
import { checkOptions } from '../model/kernel/check-options.ts'
import { seedsOf } from '../model/kernel/org-options.ts'
import { once } from '../contract/once.ts'
import type { Organisation } from '../organisation.ts'
import type { RunningServer } from '../server/http.ts'
import type { AsUser } from './as-user.ts'
import { kitOf, type TestKit } from './kit.ts'
import { enterOrg, refuseUnawaited } from './live-orgs.ts'
import { makerOf, type OrgSource } from './org-source.ts'
import type { FakeTimers, TestClock } from './test-clock.ts'
import type { TestOutbox } from './test-outbox.ts'

/** Fixtures for a test; only the requested ones are made. */
export interface OrgFixtures {
  /** An organisation of this test's own. */
  readonly org: Organisation
  /** The running server of that organisation, over HTTP at a free port of this machine. */
  readonly service: RunningServer
  /** A client of that organisation, in process, with the administrator's token. */
  readonly client: Client
  /** Makes a client that calls as one of the organisation's users. */
  readonly asUser: AsUser
  /** The mails that the service would have sent. */
  readonly outbox: TestOutbox
  /** Its time, moved together with the runner's fake timers while they are on. */
  readonly clock: TestClock
  /** Builders of valid input, from the seed of the organisation. */
  readonly build: Builders
}

/** Fixtures for a test on a shared server; only the requested ones are made. */
export interface SharedOrgFixtures {
  /** An organisation of this test's own on the server, which is deleted after the test. */
  readonly org: SharedOrg
  /** Where that organisation answers. */
  readonly service: { readonly url: string }
  /** A client of that organisation, with the administrator's token. */
  readonly client: Client
}

/** A server that tests share: `identikit serve`, on this machine or another. */
export interface SharedServer {
  /** Where it is reached: `http://localhost:4010`. */
  readonly serverUrl: string
  /** Token of its control plane, if it needs one. */
  readonly controlToken?: string
  /** The data of each organisation: empty, demo, examples, large:N. Default: the setting of the server. */
  readonly dataset?: string
  /** The organisation of the server to copy for each test. */
  readonly from?: string
}

/** Passes a fixture to a test, and resolves after the test. */
export type Use<Value> = (value: Value) => Promise<void>

/** A fixture that needs other fixtures. */
type Fixture<Needs, Value> = (made: Needs, use: Use<Value>) => Promise<void>

/** Fixtures in the form that the `test.extend` of Vitest, and of Playwright, takes: all need the organisation. */
type FunctionsOf<Fixtures extends { readonly org: unknown }> = {
  readonly [Name in keyof Fixtures]: Fixture<
    Name extends 'org' ? object : Pick<Fixtures, 'org'>,
    Fixtures[Name]
  >
}

export type FixtureFunctions = FunctionsOf<OrgFixtures>

/** The same for a shared server. */
export type SharedFixtureFunctions = FunctionsOf<SharedOrgFixtures>

/**
 * Fixtures of organisations in this process.
 *
 * @param timers The runner's fake timers.
 * @throws TypeError that lists every mistake in the options.
 */
export function ownFixtures(source: OrgSource, timers: () => readonly FakeTimers[]): FixtureFunctions {
  const make = makerOf(source)
  const kits = new WeakMap<Organisation, TestKit>()
  const kit = (org: Organisation): TestKit => {
    const known = kits.get(org) ?? kitOf(org, timers)
    kits.set(org, known)
    return known
  }
  return {
    // Runners read from the destructuring what a fixture needs: an empty one says nothing.
    // oxlint-disable-next-line no-empty-pattern
    org: async ({}, use) => {
      const org = await make()
      const leave = enterOrg(org)
      try {
        await use(org)
      } finally {
        leave()
      }
    },
    service: async ({ org }, use) => {
      const { serve } = await import('../server/http.ts')
      const server = await serve({ org, port: 0 })
      await use(server)
      await server.close()
    },
    client: async ({ org }, use) => use(kit(org).client),
    asUser: async ({ org }, use) => use(kit(org).asUser),
    outbox: async ({ org }, use) => use(kit(org).outbox),
    clock: async ({ org }, use) => use(kit(org).clock),
    build: async ({ org }, use) => use(await buildersOf(org)),
  }
}

/** Builders from the seed of an organisation. */
export async function buildersOf(org: Organisation): Promise<Builders> {
  // Loaded on first use: names come from a large package.
  const { createBuilders } = await import('../fixtures/build/index.ts')
  const { options, vocabulary } = org.model
  return createBuilders({ seed: seedsOf(options).ids, prefix: vocabulary.prefix })
}

const sharedServerSchema = once(() =>
  z.strictObject({
    serverUrl: z.url({ protocol: /^https?$/ }),
    controlToken: z.string().optional(),
    dataset: z.string().optional(),
    from: z.string().optional(),
  }),
)

/**
 * Fixtures of organisations on a server that tests share.
 *
 * @throws TypeError that lists every mistake in the options.
 */
export function sharedFixtures(server: SharedServer): SharedFixtureFunctions {
  checkOptions(sharedServerSchema(), server)
  return {
    // oxlint-disable-next-line no-empty-pattern
    org: async ({}, use) => {
      const org = await createSharedOrg(server)
      const leave = enterOrg(org)
      try {
        await use(org)
        await refuseUnawaited(org)
      } finally {
        leave()
        await org.delete()
      }
    },
    service: async ({ org }, use) => use({ url: org.baseUrl }),
    client: async ({ org }, use) => use(createClient({ baseUrl: org.baseUrl, token: org.apiToken })),
  }
}
