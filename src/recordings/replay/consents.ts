import { grantStatuses } from '../../contract/resources/grant.ts'
import type { Organisation } from '../../organisation.ts'
import { type Json, member, textOf, textsOf } from '../../exchange/json.ts'
import { timesOf } from './shown.ts'

type Model = Organisation['model']
type Server = Model['authorizationServers']['own']
type Scope = ReturnType<Model['authorizationServers']['addScope']>

/** The owners of a grant or token, by ids of the mock. */
interface Parties {
  readonly userId: string
  readonly clientId: string
}

/** Makes a grant of the mock from a reply, and returns its id. */
export function makeGrant(model: Model, json: Json, parties: Parties): string {
  const { grants, ids } = model
  const id = textOf(json['id'])
  if (grants.collection.has(id)) return id
  const server = serverOf(model, json)
  const scope = scopeOf(model, server, json)
  const isKnown = grants.consentedScopeIds(parties.userId, parties.clientId).has(scope.id)
  if (!isKnown) ids.choose('grant', id)
  const [grant] = grants.consent({ ...parties, scopes: [scope.name], server })
  copyGrant(model, grant!.id, json)
  return grant!.id
}

/** Makes a refresh token of the mock from a reply, and returns its id. */
export function makeToken(model: Model, json: Json, parties: Parties): string {
  const { refreshTokens, authorizationServers, ids, tokens } = model
  const id = textOf(json['id'])
  if (tokens.collection.has(id)) return id
  const server = serverOf(model, json)
  const scopes = authorizationServers.scopesNamed(server, textsOf(json['scopes']))
  ids.choose('refreshToken', id)
  refreshTokens.issue({ ...parties, scopes, server })
  copyToken(model, id, json)
  return id
}

/** Updates a grant of the mock to match a reply. */
export function copyGrant({ grants }: Model, id: string, json: Json): void {
  const grant = grants.collection.get(id)
  const status = grantStatuses.find((each) => each === json['status'])
  if (grant && status) grants.collection.put({ ...grant, ...timesOf(json, times), status })
}

/** Updates a refresh token of the mock to match a reply. */
export function copyToken({ tokens }: Model, id: string, json: Json): void {
  const token = tokens.get('refresh', id)
  const expiresAt = Date.parse(textOf(json['expiresAt']))
  if (token)
    tokens.put<'refresh'>({
      ...token,
      ...timesOf(json, times),
      isRevoked: json['status'] === 'REVOKED',
      ...(Number.isNaN(expiresAt) ? {} : { expiresAt }),
    })
}

const times = ['created', 'lastUpdated']

/** The scope of the mock for a grant; recordings mostly show its id and the name that people see. */
function scopeOf({ authorizationServers, ids }: Model, server: Server, json: Json): Scope {
  const id = textOf(json['scopeId'])
  const embedded = member(json, '_embedded', 'scope')
  const title = textOf(member(embedded, 'displayName') ?? member(json, '_links', 'scope', 'title'))
  const name = textOf(member(embedded, 'name')) || (/^\S+$/.test(title) ? title : id)
  const known = authorizationServers
    .scopesOf(server)
    .find((scope) => scope.id === id || scope.name === name || scope.displayName === title)
  if (known) return known
  ids.choose('scope', id)
  return authorizationServers.addScope(server, { name, displayName: title || name })
}

/** The server of the mock for a grant or token; a missing one is made. */
function serverOf({ authorizationServers, baseUrl }: Model, json: Json): Server {
  const issuer = textOf(json['issuer'])
  const segment = /\/oauth2\/([\w-]+)$/.exec(issuer)?.[1]
  if (segment === undefined || issuer === baseUrl) return authorizationServers.own
  const title = textOf(member(json, '_links', 'authorizationServer', 'title')) || segment
  return authorizationServers.atPath(segment) ?? authorizationServers.create(title, { id: segment })
}
