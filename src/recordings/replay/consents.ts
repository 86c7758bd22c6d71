import type { Organisation } from '../../organisation.ts'
import { type Json, member, textOf } from '../../exchange/json.ts'

type Model = Organisation['model']
type Server = Model['authorizationServers']['own']
type Scope = ReturnType<Model['authorizationServers']['addScope']>

/** The scope of the mock for a grant; recordings mostly show its id and the name that people see. */
export function scopeOf({ authorizationServers, ids }: Model, server: Server, json: Json): Scope {
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
export function serverOf({ authorizationServers, baseUrl }: Model, json: Json): Server {
  const issuer = textOf(json['issuer'])
  const segment = /\/oauth2\/([\w-]+)$/.exec(issuer)?.[1]
  if (segment === undefined || issuer === baseUrl) return authorizationServers.own
  const title = textOf(member(json, '_links', 'authorizationServer', 'title')) || segment
  return authorizationServers.atPath(segment) ?? authorizationServers.create(title, { id: segment })
}
