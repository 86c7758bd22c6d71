import type { ConformanceResult, ConformOptions, ControlAdapter } from '../../conformance/index.ts'
import { conform } from '../../conformance/index.ts'
import { createMockAdapter } from '../../conformance/engine/supply/mock-adapter.ts'
import type { OrgOptions } from '../../src/index.ts'
import { createOrg } from '../../src/index.ts'
import { toResponse, wireRequestOf } from '../../src/handlers/fetch.ts'
import type { Organisation } from '../../src/organisation.ts'
import { setupServer } from '../../src/node.ts'
import { answerControl } from '../../src/server/control.ts'

type More = Partial<ConformOptions>

/** The options of a run that may change everything in its own target. */
const everything: More = {
  allow: ['mail', 'me', 'end-sessions'],
  ledger: false,
  // Other tests try exploration.
  explore: false,
  concurrency: 8,
  // These tests do not check timeouts: a busy machine is slow.
  checkTimeout: 600_000,
  requestTimeout: 600_000,
}

/** Runs the whole suite against `org.fetch`. */
export async function conformFetch(options: OrgOptions = {}, more: More = {}): Promise<ConformanceResult> {
  const org = createOrg(options)
  const { baseUrl, apiToken: token, fetch } = org
  return conform({ ...everything, baseUrl, token, fetch, adapter: await controlOf(org), ...more })
}

/** Runs the suite against `org.fetch` with the API token of an administrator of a role, and nothing else. */
export async function conformAs(
  role: 'READ_ONLY_ADMIN' | 'GROUP_ADMIN' | 'HELP_DESK_ADMIN',
  more: More = {},
): Promise<ConformanceResult> {
  const org = createOrg()
  const { baseUrl, fetch } = org
  const { token } = org.control.createApiToken({ role })
  return conform({ ...everything, allow: [], baseUrl, token, fetch, ...more })
}

/** A function between the suite and its target. */
type Between = (request: Request, answer: () => Promise<Response>) => Promise<Response>

/** Runs the whole suite against `org.fetch`, and shows every request and reply to `see`. */
export async function conformSeen(see: Between, more: More = {}): Promise<ConformanceResult> {
  const org = createOrg()
  const { baseUrl, apiToken: token } = org
  const fetch = (request: Request): Promise<Response> => see(request, () => org.fetch(request))
  return conform({ ...everything, baseUrl, token, fetch, adapter: await controlOf(org), ...more })
}

/** Runs the whole suite by the global `fetch`, which msw intercepts. */
export async function conformMsw(more: More = {}): Promise<ConformanceResult> {
  const server = setupServer()
  server.listen()
  try {
    const { baseUrl, apiToken: token } = server.org
    const adapter = await controlOf(server.org)
    return await conform({ ...everything, baseUrl, token, adapter, fetch: (sent) => fetch(sent), ...more })
  } finally {
    server.close()
  }
}

/** The control adapter of an organisation that is not served. */
function controlOf({ model, baseUrl }: Organisation): Promise<ControlAdapter> {
  return createMockAdapter({
    baseUrl,
    async fetch(request) {
      const { href } = new URL(request.url)
      const wire = wireRequestOf(request, await request.text())
      return toResponse(await answerControl(model, wire, href.slice(`${baseUrl}/_control/`.length)))
    },
  })
}

/** Everything that went wrong in a run, a line each, to be read in the output of a test. */
export function wrongs(result: ConformanceResult, verdicts: readonly string[]): string[] {
  const bad = result.requirements.filter(({ verdict }) => verdicts.includes(verdict))
  return bad.map(({ id, verdict, why = '', checks }) => {
    const culprits = checks.filter((each) => each.verdict === verdict).map(({ key }) => key)
    return `${verdict} ${id}: ${why} (${culprits.join('; ')})`
  })
}

/** The graded requirements that a run did not show, or only in part, a line each. */
export function notShown({ requirements }: ConformanceResult): string[] {
  return requirements.flatMap(({ id, graded, verdict, why = '', partly }) =>
    graded && (verdict !== 'pass' || partly.length > 0)
      ? [`${verdict} ${id}: ${[why, ...partly].join(' ')}`]
      : [],
  )
}
