import { grantStatuses } from '../../contract/resources/grant.ts'
import type { Organisation } from '../../organisation.ts'
import { type Json, member, textOf, textsOf } from '../json.ts'
import { timesOf } from './shown.ts'

type Model = Organisation['model']
type Server = Model['authorizationServers']['own']
type Scope = ReturnType<Model['authorizationServers']['addScope']>

/** Whose a grant or token is, by ids of ours. */
interface Parties {
  readonly userId: string
  readonly clientId: string
}

/** Makes a grant of ours that is as a reply shows it, and answers its id. */
export function makeGrant(model: Model, json: Json, parties: Parties): string {
  const { grants, ids } = model
  const id = textOf(json['id'])
  if (grants.collection.has(id)) return id
  const server = serverOf(model, json)
  const scope = scopeOf(model, server, json)
  const isKnown = grants.consentedScopeIds(parties.userId, parties.clientId).has(scope.id)
  if (!isKnown) ids.choose('grant', id)
  const [grant] = grants.consent({ ...parties, scopes: [scope.name], server })
  likenGrant(model, grant!.id, json)
  return grant!.id
}

/** Makes a refresh token of ours that is as a reply shows it, and answers its id. */
export function makeToken(model: Model, json: Json, parties: Parties): string {
  const { refreshTokens, authorizationServers, ids } = model
  const id = textOf(json['id'])
  if (refreshTokens.collection.has(id)) return id
  const server = serverOf(model, json)
  const scopes = authorizationServers.scopesNamed(server, textsOf(json['scopes']))
  ids.choose('refreshToken', id)
  refreshTokens.issue({ ...parties, scopes, server })
  likenToken(model, id, json)
  return id
}

/** Has a grant of ours be as a reply shows it. */
export function likenGrant({ grants }: Model, id: string, json: Json): void {
  const grant = grants.collection.get(id)
  const status = grantStatuses.find((each) => each === json['status'])
  if (grant && status) grants.collection.put({ ...grant, ...timesOf(json, times), status })
}

/** Has a refresh token of ours be as a reply shows it. */
export function likenToken({ refreshTokens }: Model, id: string, json: Json): void {
  const token = refreshTokens.collection.get(id)
  const expiresAt = Date.parse(textOf(json['expiresAt']))
  if (token)
    refreshTokens.collection.put({
      ...token,
      ...timesOf(json, times),
      isRevoked: json['status'] === 'REVOKED',
      ...(Number.isNaN(expiresAt) ? {} : { expiresAt }),
    })
}

const times = ['created', 'lastUpdated']

/** The scope of ours that a grant is of; recordings mostly show its id and the name that people see. */
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

/** The server of ours that a grant or token is of; made where the recording has one that ours has not. */
function serverOf({ authorizationServers, baseUrl }: Model, json: Json): Server {
  const issuer = textOf(json['issuer'])
  const segment = /\/oauth2\/([\w-]+)$/.exec(issuer)?.[1]
  if (segment === undefined || issuer === baseUrl) return authorizationServers.own
  const title = textOf(member(json, '_links', 'authorizationServer', 'title')) || segment
  return authorizationServers.atPath(segment) ?? authorizationServers.create(title, { id: segment })
}
