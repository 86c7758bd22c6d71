import { z } from 'zod'
import { once } from '../contract/once.ts'
import { checkOptions } from '../model/kernel/check-options.ts'
import { type InputOf, objectOf, option } from '../model/kernel/option.ts'
import type { OrgOptions } from '../model/kernel/org-options.ts'
import { createOrganisation, isOrganisation, type Organisation } from '../organisation.ts'
import { assemble, logError, withOwnSecrets } from './assemble.ts'
import type { Organisations } from './organisations/registry.ts'
import { serveOptions, type ServeOptions } from './serve-options.ts'

const names = [
  'baseUrl',
  'allowedHosts',
  'controlToken',
  'webhook',
  'extend',
  'organisations',
  'readOnly',
  'trustProxy',
  'onOrganisation',
  'onOrganisationLoaded',
  'onHostRefused',
  'onError',
] as const

/** The options that a server does not have. */
export const fetchHandlerOptions = {
  control: option(() => z.enum(['open', 'closed']), { default: 'closed' }).describe(
    'Whether the control plane needs no token. A handler does not know who can reach it, and the control plane reads and changes everything. Choose `open` only if nobody but this machine reaches the application',
  ),
}

/** How a fetch handler serves an organisation. */
export interface FetchHandlerOptions
  extends Pick<ServeOptions, (typeof names)[number]>, InputOf<typeof fetchHandlerOptions> {}

const schema = once(() =>
  objectOf({
    ...Object.fromEntries(names.map((name) => [name, serveOptions[name]])),
    ...fetchHandlerOptions,
  }),
)

/** Answers fetch API requests in the same way as `serve`. */
export interface FetchHandler {
  (request: Request): Promise<Response>
  /** The organisation that it serves. */
  readonly org: Organisation
  /** Further organisations, at `/orgs/{name}`. */
  readonly organisations: Organisations
}

/**
 * Creates a handler for a catch-all route in Next.js, Hono, SvelteKit, Nuxt, Bun or Deno. It serves the service,
 * sign-in, the control plane and the console.
 *
 * ```ts
 * const identikit = createFetchHandler(createOrg(), { controlToken: 'secret' })
 * app.all('*', (context) => identikit(context.req.raw))
 * ```
 *
 * It answers under the names of this machine, that of the base URL and `allowedHosts`; other names get 421. Without
 * `baseUrl`, links lead to the origin of the first request. It never rejects, unless a fault resets the connection.
 *
 * @param served An organisation, or the options to create one. Its tokens, codes and secrets, also those of
 *   sample data, are random unless named, or `control` is `open`.
 * @throws TypeError that lists every mistake in the options.
 */
export function createFetchHandler(
  served: Organisation | OrgOptions = {},
  options: FetchHandlerOptions = {},
): FetchHandler {
  checkOptions(schema(), options)
  const org = isOrganisation(served) ? served : createOrganisation(madeFor(served, options))
  const { controlToken, control = 'closed', onError = logError } = options
  const { baseUrl = org.model.options.baseUrl } = options
  if (baseUrl !== undefined) org.model.baseUrl = baseUrl
  const access = controlToken === undefined ? control : { token: controlToken }
  const { handle, organisations } = assemble(org, {
    ...options,
    control: access,
    onError,
    follows: baseUrl === undefined,
    isPlaced: baseUrl !== undefined,
  })
  const answer = async (request: Request): Promise<Response> => {
    // Loaded with the first request, because the server does not need it.
    const { answerFetchBy } = await import('./fetch-adapter.ts')
    return answerFetchBy(handle, request)
  }
  return Object.assign(answer, { org, organisations })
}

/** Secrets that follow from the known seed are only for a handler that this machine alone reaches. */
function madeFor(given: OrgOptions, { control }: FetchHandlerOptions): OrgOptions {
  return control === 'open' ? given : withOwnSecrets(given)
}
