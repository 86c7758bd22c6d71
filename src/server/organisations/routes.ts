import { oauthPaths } from '../../contract/paths.ts'
import { pathBelow, type Route, Router } from '../../handlers/router.ts'

type Kind = 'management' | 'organisation' | 'metadata'

/** Where the organisations of a server are, and where they are made. */
const routes = new Router<Kind>(() => [
  { kind: 'management', name: 'all', path: '/_orgs' },
  { kind: 'management', name: 'one', path: '/_orgs/{name...}' },
  { kind: 'organisation', name: 'address', path: '/orgs/{name:.+}' },
  { kind: 'organisation', name: 'below', path: '/orgs/{name:.+}/{below...}' },
  { kind: 'organisation', name: 'nameless', path: '/orgs/{name...}' },
  ...[oauthPaths.openIdMetadata, oauthPaths.oauthMetadata].map(({ path }): Route<Kind> => ({
    kind: 'metadata',
    name: 'metadata',
    path: `${path}/{issuer...}`,
  })),
])

/** The meaning of a path of a server with organisations. */
export type Addressed =
  /** The list of organisations, or one of them by its name. */
  | { readonly kind: 'management'; readonly name: string }
  /** An organisation: `below` is the path as it knows it, and undefined at its address without a slash. */
  | { readonly kind: 'organisation'; readonly name: string; readonly below: string | undefined }

/**
 * The meaning of a path; undefined for one of the server's own organisation. The metadata of an organisation may be at
 * `/.well-known/oauth-authorization-server/orgs/acme/oauth2/default` (RFC 8414, section 3.1): it keeps its path.
 *
 * @param path Below the base URL of the server.
 */
export function addressed(path: string, baseUrl: string): Addressed | undefined {
  const { target, params } = routes.find('GET', path) ?? {}
  if (!target) return undefined
  const { name = '', below, issuer } = params!
  if (target.kind === 'management') return { kind: target.kind, name: name.replace(/\/$/, '') }
  if (target.kind === 'organisation')
    return { kind: target.kind, name, below: below === undefined ? undefined : `/${below}` }
  const ofIssuer = addressed(pathBelow(`/${issuer}`, baseUrl), baseUrl)
  return ofIssuer?.kind === 'organisation' ? { ...ofIssuer, below: path } : undefined
}
