import { isOrganisationName } from '../server/organisations/name.ts'
import { addressed } from '../server/organisations/routes.ts'

/** The organisation of a request, and the request as the organisation gets it. */
export interface Address {
  readonly name: string
  /** The address of the organisation, without a trailing slash. */
  readonly baseUrl: string
  /** The request's own address, without the part that leads to the organisation. */
  readonly url: string
}

/**
 * Reads the name of an organisation from the address of a request. The name is in the path (`/orgs/{name}/…`), or in
 * front of the worker's domain or of `localhost`.
 */
export function addressOf(
  request: string,
  { domain, baseUrl }: { readonly domain?: string | undefined; readonly baseUrl?: string | undefined },
): Address | undefined {
  // The unparsed text: parsing an address would resolve dots and escape characters.
  const start = request.indexOf('/', request.indexOf('://') + 3)
  const origin = start === -1 ? request : request.slice(0, start)
  const rest = start === -1 ? '/' : request.slice(start)
  const [path = ''] = rest.split(/[?#]/, 1)
  const found = addressed(path, '')
  if (found?.kind === 'organisation') {
    const { name, below = '/' } = found
    if (!isOrganisationName(name)) return undefined
    return {
      name,
      baseUrl: `${baseUrl ?? origin}/orgs/${name}`,
      url: origin + below + rest.slice(path.length),
    }
  }
  const host = origin.slice(origin.indexOf('://') + 3)
  const name = labelBelow(host, domain) ?? labelBelow(host.replace(/:\d+$/, ''), 'localhost')
  return name === undefined ? undefined : { name, baseUrl: origin, url: request }
}

function labelBelow(host: string, domain: string | undefined): string | undefined {
  if (domain === undefined || !host.endsWith(`.${domain}`)) return undefined
  const label = host.slice(0, -domain.length - 1)
  return isOrganisationName(label) ? label : undefined
}
