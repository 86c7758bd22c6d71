import { type Client, createClient } from '../client.ts'
import type { Organisation } from '../organisation.ts'
import type { RunningServer } from '../server/http.ts'
import { type AsUser, asUserOf } from './as-user.ts'
import { type TestClock, testClock } from './test-clock.ts'
import type { FakeTimers } from './test-clock.ts'
import { outboxOf, type TestOutbox } from './test-outbox.ts'

/** A test's own organisation, with helpers. */
export interface TestKit {
  /** The organisation. */
  readonly org: Organisation
  /** A client of it, in process, with the administrator's token. */
  readonly client: Client
  /** Makes a client that calls as one of the organisation's users. */
  readonly asUser: AsUser
  /** The mails that the service would have sent. */
  readonly outbox: TestOutbox
  /** Its time, moved together with the runner's fake timers while they are on. */
  readonly clock: TestClock
  /** Serves it over HTTP at a free port of this machine, until the test ends; the same server each time. */
  readonly service: () => Promise<RunningServer>
}

/** The helpers of a given organisation. */
export function kitOf(org: Organisation, along: () => readonly FakeTimers[] = () => []): TestKit & Closable {
  let server: Promise<RunningServer> | undefined
  return {
    org,
    client: createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch }),
    asUser: asUserOf(org),
    outbox: outboxOf(org),
    clock: testClock(org, along),
    service: () => (server ??= served(org)),
    async close() {
      await (await server)?.close()
    },
  }
}

/** Something to close after a test. */
export interface Closable {
  /** Ends everything that was started for the test. */
  readonly close: () => Promise<void>
}

async function served(org: Organisation): Promise<RunningServer> {
  // Loaded on first use, since it is Node's.
  const { serve } = await import('../server/http.ts')
  return serve({ org, port: 0 })
}
