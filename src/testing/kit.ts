import { type Client, createClient } from '../client.ts'
import type { Organisation } from '../organisation.ts'
import type { RunningServer } from '../server/http.ts'
import { type AsUser, asUserOf } from './as-user.ts'
import { type TestClock, testClock } from './test-clock.ts'
import type { FakeTimers } from './test-clock.ts'
import { outboxOf, type TestOutbox } from './test-outbox.ts'

/** What a test has of an organisation of its own. */
export interface TestKit {
  /** The organisation. */
  readonly org: Organisation
  /** A client of it, in process, with the administrator's token. */
  readonly client: Client
  /** Makes a client that calls as one of its users. */
  readonly asUser: AsUser
  /** The mails that it would have sent. */
  readonly outbox: TestOutbox
  /** Its time, moved together with the runner's fake timers while they are on. */
  readonly clock: TestClock
  /** Serves it over HTTP, at a free port of this machine, until the test is over; the same each time. */
  readonly service: () => Promise<RunningServer>
}

/** What a test has of an organisation that somebody made. */
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

/** What is to be closed after a test. */
export interface Closable {
  /** Ends what was started for the test. */
  readonly close: () => Promise<void>
}

async function served(org: Organisation): Promise<RunningServer> {
  // Loaded when it is asked for, since it is Node's.
  const { serve } = await import('../server/http.ts')
  return serve({ org, port: 0 })
}
