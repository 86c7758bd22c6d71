import { refuse } from '../contract/errors/refusal.ts'
import type { Reply } from '../handlers/wire.ts'
import { AccessPolicies, type PolicyRecord, type PolicySettings } from '../model/oauth/access-policies.ts'
import type { AuthorizationServerRecord, ScopeRecord } from '../model/oauth/authorization-server-records.ts'
import { isStandardScope, type NewScope } from '../model/oauth/standard-scopes.ts'
import type { Org } from '../model/org.ts'
import { type BeyondHandlers, sliced, withoutNulls } from './handler.ts'

type OfServer = { readonly serverId: string }
type OfPolicy = OfServer & { readonly policyId: string }
type OfRule = OfPolicy & { readonly policyRuleId: string }

export const servers = {
  listAuthorizationServers({ query }, org, call) {
    const { q = '' } = query
    const all = org.authorizationServers.collection.values().filter(({ name }) => name.includes(q))
    return sliced(call, query, all, (server) => shownServer(org, server))
  },
  getAuthorizationServer: ({ params }, org) => ok(shownServer(org, serverOf(org, params))),
  createAuthorizationServer({ body }, org) {
    const made = org.authorizationServers.create(body.name, { audience: body.audiences[0] })
    return created(shownServer(org, org.authorizationServers.change(made, settingsOf(body))))
  },
  replaceAuthorizationServer({ params, body }, org) {
    const server = serverOf(org, params)
    const settings = { name: body.name, audience: body.audiences[0], ...settingsOf(body) }
    return ok(shownServer(org, org.authorizationServers.change(server, settings)))
  },
  deleteAuthorizationServer({ params }, org) {
    org.authorizationServers.remove(serverOf(org, params).id)
    return gone
  },
  activateAuthorizationServer({ params }, org) {
    org.authorizationServers.setActive(serverOf(org, params).id, true)
    return gone
  },
  deactivateAuthorizationServer({ params }, org) {
    org.authorizationServers.setActive(serverOf(org, params).id, false)
    return gone
  },

  listScopes({ params, query }, org, call) {
    const { q = '' } = query
    const all = org.authorizationServers.scopesOf(serverOf(org, params))
    const scopes = all.filter(({ name, isActive }) => isActive && name.includes(q))
    return sliced(call, query, scopes, (scope) => shownScope(org, scope))
  },
  getScope: ({ params }, org) => ok(shownScope(org, scopeOf(org, params))),
  createScope: ({ params, body }, org) =>
    created(shownScope(org, org.authorizationServers.addScope(serverOf(org, params), newScope(body)))),
  replaceScope({ params, body }, org) {
    const scope = scopeOf(org, params)
    return ok(shownScope(org, org.authorizationServers.replaceScope(scope, newScope(body))))
  },
  deleteScope({ params }, org) {
    const scope = scopeOf(org, params)
    if (isStandardScope(scope)) refuse('other', { at: 'scope', message: 'Every server has this scope' })
    org.authorizationServers.scopes.remove(scope.id)
    return gone
  },

  listPolicies: ({ params, query }, org, call) =>
    sliced(call, query, new AccessPolicies(org).of(serverOf(org, params).id), (policy) =>
      shownPolicy(org, params, policy),
    ),
  getPolicy: ({ params }, org) => ok(shownPolicy(org, params, policyOf(org, params))),
  createPolicy({ params, body }, org) {
    const { id } = serverOf(org, params)
    return created(
      shownPolicy(org, params, new AccessPolicies(org).create('policy', id, policySettings(body))),
    )
  },
  replacePolicy({ params, body }, org) {
    const replaced = new AccessPolicies(org).replace(policyOf(org, params), policySettings(body))
    return ok(shownPolicy(org, params, replaced))
  },
  deletePolicy({ params }, org) {
    new AccessPolicies(org).remove(policyOf(org, params).id)
    return gone
  },
  activatePolicy: ({ params }, org) => setActive(org, policyOf(org, params), true),
  deactivatePolicy: ({ params }, org) => setActive(org, policyOf(org, params), false),

  listPolicyRules: ({ params, query }, org, call) =>
    sliced(call, query, new AccessPolicies(org).of(policyOf(org, params).id), (rule) =>
      shownRule(org, params, rule),
    ),
  getPolicyRule: ({ params }, org) => ok(shownRule(org, params, ruleOf(org, params))),
  createPolicyRule({ params, body }, org) {
    const { id } = policyOf(org, params)
    return created(
      shownRule(org, params, new AccessPolicies(org).create('groupRule', id, policySettings(body))),
    )
  },
  replacePolicyRule({ params, body }, org) {
    const replaced = new AccessPolicies(org).replace(ruleOf(org, params), policySettings(body))
    return ok(shownRule(org, params, replaced))
  },
  deletePolicyRule({ params }, org) {
    new AccessPolicies(org).remove(ruleOf(org, params).id)
    return gone
  },
  activatePolicyRule: ({ params }, org) => setActive(org, ruleOf(org, params), true),
  deactivatePolicyRule: ({ params }, org) => setActive(org, ruleOf(org, params), false),
} satisfies Partial<BeyondHandlers>

const gone: Reply = { status: 204 }

function ok(body: object): Reply {
  return { status: 200, body }
}

function created(body: object): Reply {
  return { status: 201, body }
}

export function serverOf(
  { authorizationServers }: Org,
  { serverId: id }: OfServer,
): AuthorizationServerRecord {
  return (
    authorizationServers.collection.get(id) ??
    authorizationServers.atPath(id) ??
    refuse('not-found', { id, kind: 'AuthorizationServer' })
  )
}

/** The address of a server, as the caller named it. */
export function addressOf({ baseUrl }: Org, { serverId }: OfServer): string {
  return `${baseUrl}/api/v1/authorizationServers/${encodeURIComponent(serverId)}`
}

export function linkTo(href: string, ...allow: readonly string[]): object {
  return allow.length === 0 ? { href } : { href, hints: { allow } }
}

function settingsOf({
  description,
  issuerMode,
  credentials,
}: {
  readonly description?: string | null | undefined
  readonly issuerMode?: string | null | undefined
  readonly credentials?:
    | { readonly signing?: { readonly rotationMode?: string | null | undefined } | null | undefined }
    | null
    | undefined
}) {
  return withoutNulls({ description, issuerMode, rotationMode: credentials?.signing?.rotationMode })
}

function shownServer(org: Org, server: AuthorizationServerRecord): object {
  const { id, name, audience, isActive, description = null, issuerMode = 'ORG_URL' } = server
  const { created: since = org.groups.resolve(org.groups.everyoneId).created, lastUpdated = since } = server
  const self = addressOf(org, { serverId: id })
  return {
    id,
    name,
    description,
    audiences: audience === undefined ? [] : [audience],
    issuer: org.authorizationServers.issuer(server),
    issuerMode,
    status: isActive ? 'ACTIVE' : 'INACTIVE',
    created: since,
    lastUpdated,
    credentials: { signing: { rotationMode: server.rotationMode ?? 'AUTO' } },
    default: id === 'default',
    _links: {
      self: linkTo(self, 'GET', 'PUT', 'DELETE'),
      scopes: linkTo(`${self}/scopes`, 'GET', 'POST'),
      claims: linkTo(`${self}/claims`, 'GET', 'POST'),
      policies: linkTo(`${self}/policies`, 'GET', 'POST'),
    },
  }
}

function scopeOf(org: Org, params: OfServer & { readonly scopeId: string }): ScopeRecord {
  const { id } = serverOf(org, params)
  const scope = org.authorizationServers.scopes.get(params.scopeId)
  return scope?.authorizationServerId === id
    ? scope
    : refuse('not-found', { id: params.scopeId, kind: 'scope' })
}

function newScope({
  name,
  displayName,
  description,
  consent = 'IMPLICIT',
  ...more
}: {
  readonly [Name in keyof NewScope]: NewScope[Name] | null
} & {
  readonly [Name in 'consent' | 'metadataPublish']?: string | null | undefined
} & {
  readonly [Name in 'default' | 'optional']?: boolean | null | undefined
}): NewScope {
  const { default: isDefault, metadataPublish, optional } = more
  return {
    name: name!,
    ...withoutNulls({ displayName, description }),
    more: withoutNulls({ consent, default: isDefault, metadataPublish, optional }),
  }
}

function shownScope(org: Org, scope: ScopeRecord): object {
  const { id, authorizationServerId: serverId, name, displayName, description } = scope
  const { consent = 'REQUIRED', metadataPublish = 'ALL_CLIENTS', optional = false } = scope
  return {
    id,
    name,
    displayName,
    description,
    system: isStandardScope(scope),
    metadataPublish,
    consent,
    optional,
    default: scope.default ?? false,
    _links: { self: linkTo(`${addressOf(org, { serverId })}/scopes/${id}`, 'GET', 'PUT', 'DELETE') },
  }
}

function policyOf(org: Org, params: OfPolicy): PolicyRecord {
  return new AccessPolicies(org).resolve(serverOf(org, params).id, params.policyId, 'Policy')
}

function ruleOf(org: Org, params: OfRule): PolicyRecord {
  return new AccessPolicies(org).resolve(policyOf(org, params).id, params.policyRuleId, 'PolicyRule')
}

function setActive(org: Org, known: PolicyRecord, isActive: boolean): Reply {
  new AccessPolicies(org).replace(known, { ...known, isActive })
  return gone
}

function policySettings({
  status,
  ...body
}: {
  readonly name: string
  readonly description?: string | null | undefined
  readonly priority?: number | null | undefined
  readonly status?: string | null | undefined
  readonly conditions?: PolicySettings['conditions'] | null | undefined
  readonly actions?: PolicySettings['actions'] | null | undefined
}): PolicySettings {
  const { name, description, priority, conditions, actions } = body
  return {
    name,
    conditions: {},
    ...withoutNulls({ description, priority, conditions, actions }),
    ...(status ? { isActive: status === 'ACTIVE' } : {}),
  }
}

function shownPolicy(org: Org, params: OfServer, policy: PolicyRecord): object {
  const self = `${addressOf(org, params)}/policies/${policy.id}`
  return {
    type: 'OAUTH_AUTHORIZATION_POLICY',
    ...shown(policy),
    description: policy.description ?? null,
    _links: { ...linksOf(policy, self), rules: linkTo(`${self}/rules`, 'GET', 'POST') },
  }
}

function shownRule(org: Org, params: OfPolicy, rule: PolicyRecord): object {
  const self = `${addressOf(org, params)}/policies/${params.policyId}/rules/${rule.id}`
  const { actions = {} } = rule
  return { type: 'RESOURCE_ACCESS', ...shown(rule), actions, _links: linksOf(rule, self) }
}

function shown({ id, name, priority, isActive, created: since, lastUpdated, conditions }: PolicyRecord) {
  const status = isActive ? 'ACTIVE' : 'INACTIVE'
  return { id, name, priority, status, system: false, created: since, lastUpdated, conditions }
}

function linksOf({ isActive }: PolicyRecord, self: string): object {
  const action = isActive ? 'deactivate' : 'activate'
  return {
    self: linkTo(self, 'GET', 'PUT', 'DELETE'),
    [action]: { ...linkTo(`${self}/lifecycle/${action}`, 'POST'), method: 'POST' },
  }
}
