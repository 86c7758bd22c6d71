import { type Control, createControl } from './control/index.ts'
import { Dispatcher } from './handlers/dispatcher.ts'
import { OrgEvents } from './control/events/event-log.ts'
import { answerFetch } from './handlers/fetch.ts'
import type { OrgOptions } from './model/kernel/options.ts'
import { Org } from './model/org.ts'

/** An organisation that answers requests, with everything that acts on it behind the API's back. */
export interface Organisation {
  /** What the organisation knows: records, clock, ids, settings. */
  readonly model: Org
  /** What a test does behind the API's back: sign-ins, mails, the clock, faults, and the rest. */
  readonly control: Control
  /** What happens in it: `org.events.on('user.suspended', …)`. */
  readonly events: OrgEvents
  /** Answers requests of any transport; the faces are made of it. */
  readonly dispatcher: Dispatcher
  /** Value of the super administrator's API token, for `Authorization: SSWS …`. */
  readonly apiToken: string
  /** Address under which links are made, without a trailing slash. */
  readonly baseUrl: string
  /**
   * Answers a fetch API request, whatever its host: for Bun, Deno, Workers, Hono and the like. Never rejects
   * for what is in the request.
   */
  readonly fetch: (request: Request) => Promise<Response>
  /** Goes back to the seeded state: records, ids, tokens, mails, settings and clock. */
  readonly reset: () => void
}

/**
 * Makes an organisation that needs no mocking library: the server is made of it.
 *
 * @throws TypeError that lists every mistake in the options.
 */
export function createOrganisation(options: OrgOptions = {}): Organisation {
  return organisationOf(new Org(options))
}

/** Puts the faces on an organisation's model. */
function organisationOf(model: Org): Organisation {
  const dispatcher = new Dispatcher(model)
  return {
    model,
    dispatcher,
    control: createControl(model),
    events: new OrgEvents(model.traffic.recorder),
    get apiToken() {
      return model.apiToken
    },
    get baseUrl() {
      return model.baseUrl
    },
    fetch: (request) => answerFetch(dispatcher, request),
    reset: () => model.reset(),
  }
}
