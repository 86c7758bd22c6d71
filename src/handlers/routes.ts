import { operations } from '../contract/operations/index.ts'
import type { Operation } from '../contract/operation.ts'
import { additionalPaths, controlPath, oauthPaths, oauthPlace } from '../contract/paths.ts'
import type { ErrorFormat } from '../contract/errors/catalogue.ts'
import { spelledPath } from '../contract/tolerances.ts'
import type { Org } from '../model/org.ts'
import { activationPath, oneTimePaths, signInPath } from '../views/links.ts'
import { ownEndpoints } from './own-endpoints.ts'
import { type Match, type Route, Router } from './router.ts'

/** Which part answers a path. */
export type ServedKind =
  | 'operation'
  /** An endpoint that the API description does not have. */
  | 'additional'
  /** An endpoint of the user. */
  | 'own'
  /** An endpoint of an authorization server. */
  | 'oauth'
  /** A page on which people sign in. */
  | 'page'
  /** A page behind a one-time link of a mail. */
  | 'link'
  /** The rest is for servers. */
  | 'home'
  | 'control'
  | 'console'
  | 'health'
  | 'openapi'
  | 'image'

type ServedRoute = Route<ServedKind>

const form = ['GET', 'POST']
const read = ['GET']
const server = '/oauth2/{serverId:[\\w-]+}'

/** A document is after the issuer's path (OpenID Connect Discovery 1.0), or before it (RFC 8414). */
const ofServers = () =>
  Object.entries(oauthPaths).flatMap(([key, row]) => {
    const name = key as keyof typeof oauthPaths
    const places = [oauthPlace(name), oauthPlace(name, server)]
    if ('isOfIssuer' in row) places.push(`${row.path}/{issuer...}`)
    const methods = Object.keys(row.methods)
    return places.map((path): ServedRoute => ({ kind: 'oauth', name, path, methods }))
  })

/** Everything that is served. */
const served = (): readonly ServedRoute[] => [
  ...operations.flatMap((operation) =>
    [{ path: operation.path, query: undefined }, ...(operation.aliases ?? [])].map(
      ({ path, query }): ServedRoute => ({ ...ofOperation(operation), path, query }),
    ),
  ),
  ...Object.entries(additionalPaths).flatMap(([method, paths]) =>
    Object.entries<string>(paths).map(([name, path]): ServedRoute => ({
      kind: 'additional',
      name,
      // Other documents at a root are those of the page, where it has the address of the service.
      path: path.replace('{document}', '{document:[\\w-]+-organization}'),
      methods: [method],
    })),
  ),
  ...ofServers(),
  // Verifiers of the service's own tokens ask below the unchanged issuer (interpretation: keys-of-own-issuer).
  { kind: 'oauth', name: 'keys', path: '/v1/keys', methods: read },
  { kind: 'oauth', name: 'activate', path: activationPath, methods: form },
  { kind: 'page', name: 'sign-in', path: signInPath, methods: form },
  { kind: 'page', name: 'forgot-password', path: `${signInPath}/forgot-password`, methods: form },
  { kind: 'page', name: 'sign-out', path: '/signout', methods: ['POST'] },
  { kind: 'page', name: 'start', path: '/home/{app:.+}/{appId:.+}/{link:.+}', methods: read },
  ...Object.entries(oneTimePaths).map(([name, path]): ServedRoute => ({
    kind: 'link',
    name,
    path: path.replace('{token}', '{token:[A-Za-z0-9]+}'),
    methods: form,
  })),
  { kind: 'home', name: 'home', path: '/', methods: read },
  { kind: 'health', name: 'health', path: '/_health', methods: read },
  { kind: 'control', name: 'control', path: controlPath },
  { kind: 'control', name: 'control', path: `${controlPath}/{action...}` },
  { kind: 'console', name: 'console', path: '/_console', methods: read },
  { kind: 'console', name: 'console', path: '/_console/{file...}', methods: read },
  { kind: 'openapi', name: 'json', path: '/openapi.json', methods: read },
  { kind: 'openapi', name: 'yaml', path: '/openapi.yaml', methods: read },
  { kind: 'image', name: 'app-medium.png', path: '/favicon.ico', methods: read },
  { kind: 'image', name: 'logo', path: '/assets/logos/{name:[a-z-]+\\.png}', methods: read },
]

function ofOperation(operation: Operation): Omit<ServedRoute, 'path'> {
  return { kind: 'operation', name: operation.name, methods: [operation.method], operation }
}

/** The routes of an organisation without endpoints of the user. */
export const router = new Router(served)

/** Those without the additional endpoints, once somebody asks. */
let described: Router<ServedKind> | undefined

/** The routes of an organisation. An endpoint of the user replaces an additional one at the same place. */
export function routerOf({
  extension,
  settings: { interpretations },
}: Pick<Org, 'extension' | 'settings'>): Router<ServedKind> {
  const base =
    interpretations['beyond-the-description'] === 'served'
      ? router
      : (described ??= new Router(() => router.routes.filter(({ kind }) => kind !== 'additional')))
  if (!extension) return base
  const known = extension.routes as { readonly base: unknown; readonly all: Router<ServedKind> } | undefined
  if (known?.base === base) return known.all
  const own = ownEndpoints({ extension }).map(({ route }): ServedRoute => {
    const [method = '', path = ''] = route.split(' ')
    return { kind: 'own', name: route, path, methods: [method] }
  })
  const all = new Router(() => [...own, ...base.routes])
  extension.routes = { base, all }
  return all
}

/** The kinds of the endpoints that callers of the API know by their paths. */
export const endpointKinds: ReadonlySet<ServedKind> = new Set(['operation', 'additional', 'own'])

/** The paths of the endpoints of the API. */
export function endpointPaths({ routes }: Router<ServedKind>): readonly string[] {
  return [...new Set(routes.flatMap(({ kind, path }) => (endpointKinds.has(kind) ? [path] : [])))]
}

/** Where every path is the service's, and its errors are in one form. Below a root, no path is another one's. */
const areas = new Router<'area' | 'root'>(() => [
  { kind: 'area', name: 'platform', path: '/api/{rest...}' },
  { kind: 'root', name: 'platform', path: '/api/v1/{rest...}' },
  { kind: 'area', name: 'oauth', path: '/oauth2/{rest...}' },
  { kind: 'root', name: 'oauth', path: '/oauth2/{server:.+}/{rest...}' },
  { kind: 'area', name: 'platform', path: '/.well-known/{rest...}' },
])

/** The part of the service that a path is in, known or not. */
export function areaOf(path: string): 'area' | 'root' | undefined {
  return areas.find('GET', path)?.target.kind
}

/** The form of the errors of a path (Clients, Errors). */
export function errorFormatOf(path: string, match: Match<ServedKind> | undefined): ErrorFormat {
  const operation = match?.target.operations[0]
  if (operation) return operation.errorFormat ?? 'platform'
  return (areas.find('GET', path)?.target.name as ErrorFormat | undefined) ?? 'platform'
}

/** Whether a path is a page for people: sign-in, sign-out, consent, connecting a device, or a link of a mail. */
export function isPagePath(path: string): boolean {
  const { kind, name = '' } = router.find('GET', spelledPath(path).path)?.target ?? {}
  return kind === 'oauth'
    ? pagesOfServers.has(name)
    : kind === 'link' || (kind === 'page' && name !== 'start')
}

/** Endpoints that browsers of people are led to; programs call the other ones. */
export const pagesOfServers: ReadonlySet<string> = new Set(['authorize', 'logout', 'activate'])
