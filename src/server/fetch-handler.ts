import { checkOptions } from '../model/kernel/check-options.ts'
import type { OrgOptions } from '../model/kernel/options.ts'
import { createOrganisation, isOrganisation, type Organisation } from '../organisation.ts'
import { assemble, logError, withOwnSecrets } from './assemble.ts'
import type { Organisations } from './organisations/registry.ts'
import type { ServeOptions } from './serve-options.ts'
import { fetchHandlerSchema } from './serve-options-schema.ts'
import { hostReply } from './unreadable.ts'

/** How a fetch handler serves an organisation. */
export interface FetchHandlerOptions extends Pick<
  ServeOptions,
  | 'baseUrl'
  | 'allowedHosts'
  | 'controlToken'
  | 'webhook'
  | 'extend'
  | 'organisations'
  | 'readOnly'
  | 'onOrganisation'
  | 'onOrganisationLoaded'
  | 'onHostRefused'
  | 'onError'
> {
  /**
   * Default `closed`: a handler does not know who can reach it, and the control plane reads and changes everything.
   * `open` lets everybody use it without a token: only where this machine alone reaches the application.
   */
  readonly control?: 'open' | 'closed'
}

/** Answers fetch API requests with everything that `serve` answers. */
export interface FetchHandler {
  (request: Request): Promise<Response>
  /** The organisation that it serves. */
  readonly org: Organisation
  /** The organisations beside it, at `/orgs/{name}`. */
  readonly organisations: Organisations
}

/**
 * Makes a handler for a catch-all route: the service, sign-in, the control plane and the console, in Next.js, Hono,
 * SvelteKit, Nuxt, Bun, Deno.
 *
 * ```ts
 * const identikit = createFetchHandler(createOrg(), { controlToken: 'secret' })
 * app.all('*', (context) => identikit(context.req.raw))
 * ```
 *
 * It answers under the names of this machine, that of the base URL and `allowedHosts`; others get 421. Without
 * `baseUrl`, links lead to the origin of the first request. It never rejects, unless a fault resets the connection.
 *
 * @param served An organisation, or the options to make one with; its tokens, codes and secrets are random unless named,
 *   or `control` is `open`.
 * @throws TypeError that lists every mistake in the options.
 */
export function createFetchHandler(
  served: Organisation | OrgOptions = {},
  options: FetchHandlerOptions = {},
): FetchHandler {
  checkOptions(fetchHandlerSchema(), options)
  const org = isOrganisation(served) ? served : createOrganisation(madeFor(served, options))
  const { controlToken, control = 'closed', onError = logError, onHostRefused } = options
  const { baseUrl = org.model.options.baseUrl } = options
  if (baseUrl !== undefined) org.model.baseUrl = baseUrl
  let isPlaced = baseUrl !== undefined
  const access = controlToken === undefined ? control : { token: controlToken }
  const { front, organisations, hosts } = assemble(org, { ...options, control: access, onError })
  const handle = async (request: Request): Promise<Response> => {
    // Loaded with the first request: the server does without.
    const { answerFetchBy, responseOf } = await import('./answer-fetch.ts')
    const { host: addressed, protocol } = new URL(request.url)
    const host = request.headers.get('host') ?? addressed
    if (!hosts.isServed(host)) {
      onHostRefused?.(host)
      return responseOf(hostReply({ reason: 'foreign', host }), request)
    }
    if (!isPlaced) {
      org.model.baseUrl = `${protocol}//${host}`
      isPlaced = true
    }
    return answerFetchBy(front, request)
  }
  return Object.assign(handle, { org, organisations })
}

/** Secrets that follow from the seed, which is known, are for this machine alone. */
function madeFor(given: OrgOptions, { control }: FetchHandlerOptions): OrgOptions {
  return control === 'open' ? given : withOwnSecrets(given)
}
