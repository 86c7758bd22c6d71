import { refuse } from '../contract/errors/refusal.ts'
import type { ClaimSource, CustomClaim, GroupFilter } from '../model/oauth/custom-claims.ts'
import { claimsOfScopes } from '../model/oauth/user-claims.ts'
import type { Org } from '../model/org.ts'
import { type BeyondHandlers, sliced } from './handler.ts'
import { addressOf, linkTo, serverOf } from './servers.ts'

/** A claim in the form of the service. */
interface Given {
  readonly name: string
  readonly claimType: string
  readonly valueType: string
  readonly value?: string | null | undefined
  readonly group_filter_type?: string | null | undefined
  readonly conditions?: { readonly scopes?: readonly string[] | null | undefined } | null | undefined
  readonly alwaysIncludeInToken?: boolean | null | undefined
  readonly status?: string | null | undefined
}

type Params = { readonly serverId: string; readonly claimId: string }

export const claims = {
  listClaims({ params, query }, org, call) {
    const { q = '' } = query
    const all = [...standard(), ...own(org, params)].filter(({ name }) => name.includes(q))
    return sliced(call, query, all, (claim) => withLinks(org, params, claim))
  },
  getClaim({ params }, org) {
    const { claimId } = params
    const found = standardClaim(claimId) ?? shown(claimOf(org, params))
    serverOf(org, params)
    return { status: 200, body: withLinks(org, params, found) }
  },
  createClaim({ params, body }, org) {
    const { id: authorizationServerId } = serverOf(org, params)
    const claim = org.customClaims.add({ ...read(body), authorizationServerId }, 'value')
    return { status: 201, body: withLinks(org, params, shown(claim)) }
  },
  replaceClaim({ params, body }, org) {
    const { id: authorizationServerId } = serverOf(org, params)
    const fixed = standardClaim(params.claimId)
    if (fixed) {
      refuseChanges(fixed, body)
      return { status: 200, body: withLinks(org, params, fixed) }
    }
    const { id } = claimOf(org, params)
    const claim = org.customClaims.replace(id, { ...read(body), authorizationServerId }, 'value')
    return { status: 200, body: withLinks(org, params, shown(claim)) }
  },
  deleteClaim({ params }, org) {
    const fixed = standardClaim(params.claimId)
    if (fixed) refuse('other', { at: 'claim', message: 'Every server has this claim' })
    org.customClaims.collection.remove(claimOf(org, params).id)
    return { status: 204 }
  },
} satisfies Partial<BeyondHandlers>

interface Shown extends Given {
  readonly id: string
  readonly system: boolean
}

/** The claims of the standard scopes, which every server has; ID tokens always contain them. */
function standard(): readonly Shown[] {
  return claimsOfScopes().map(([name, scope]) => ({
    id: `ocl.${name}`,
    name,
    status: 'ACTIVE',
    claimType: 'IDENTITY',
    valueType: 'SYSTEM',
    conditions: { scopes: [scope] },
    system: true,
    alwaysIncludeInToken: true,
  }))
}

function standardClaim(id: string): Shown | undefined {
  return standard().find((claim) => claim.id === id)
}

function refuseChanges(fixed: Shown, body: Given): void {
  for (const name of ['name', 'claimType', 'valueType', 'status', 'alwaysIncludeInToken'] as const) {
    const given = body[name] ?? fixed[name]
    if (given !== fixed[name])
      refuse('form', { at: name, expected: `${fixed[name]}: every server has this claim` })
  }
}

function own(org: Org, params: { readonly serverId: string }): readonly Shown[] {
  return ofServer(org, params).map(shown)
}

/** The claims of a server alone. */
function ofServer(org: Org, params: { readonly serverId: string }): readonly CustomClaim[] {
  const server = serverOf(org, params)
  return org.customClaims.collection.values().filter((claim) => claim.authorizationServerId === server.id)
}

function claimOf(org: Org, params: Params): CustomClaim {
  return (
    ofServer(org, params).find((claim) => claim.id === params.claimId) ??
    refuse('not-found', { id: params.claimId, kind: 'OAuth2Claim' })
  )
}

const filters = {
  STARTS_WITH: 'startsWith',
  EQUALS: 'equals',
  CONTAINS: 'contains',
  REGEX: 'matches',
} as const

function read(body: Given): Omit<CustomClaim, 'id'> {
  const { name, claimType, conditions, alwaysIncludeInToken, status } = body
  return {
    name,
    tokens: [claimType === 'RESOURCE' ? 'access' : 'id'],
    scopes: conditions?.scopes ?? [],
    source: sourceOf(body),
    ...(status === 'INACTIVE' ? { isActive: false } : {}),
    ...(alwaysIncludeInToken === false ? { isOfUserInfo: true } : {}),
  }
}

function sourceOf({ valueType, value, group_filter_type: type }: Given): ClaimSource {
  if (valueType === 'SYSTEM') refuse('form', { at: 'valueType', expected: 'EXPRESSION or GROUPS' })
  if (value === undefined || value === null || value === '') return refuse('blank', { at: 'value' })
  if (valueType === 'EXPRESSION') return { expression: value }
  if (!type) return refuse('blank', { at: 'group_filter_type' })
  return { groups: { [filters[type as keyof typeof filters]]: value } }
}

function shown({
  id,
  name,
  tokens,
  scopes,
  source,
  isActive = true,
  isOfUserInfo = false,
}: CustomClaim): Shown {
  return {
    id,
    name,
    status: isActive ? 'ACTIVE' : 'INACTIVE',
    claimType: tokens.includes('access') ? 'RESOURCE' : 'IDENTITY',
    ...valueOf(source),
    conditions: { scopes },
    system: false,
    alwaysIncludeInToken: !isOfUserInfo,
  }
}

/** A claim of the control plane may have a value that no expression has. */
function valueOf(source: ClaimSource): Pick<Given, 'valueType' | 'value' | 'group_filter_type'> {
  if ('expression' in source) return { valueType: 'EXPRESSION', value: source.expression }
  if ('groups' in source) return { valueType: 'GROUPS', ...groupsOf(source.groups) }
  return { valueType: 'EXPRESSION', value: 'value' in source ? JSON.stringify(source.value) : null }
}

function groupsOf(filter: GroupFilter): Pick<Given, 'value' | 'group_filter_type'> {
  const [type, member] = Object.entries(filters).find(([, name]) => filter[name] !== undefined) ?? []
  return member === undefined
    ? { value: '.*', group_filter_type: 'REGEX' }
    : { value: filter[member]!, group_filter_type: type }
}

function withLinks(org: Org, params: { readonly serverId: string }, claim: Shown): object {
  const self = `${addressOf(org, params)}/claims/${claim.id}`
  return { ...claim, _links: { self: linkTo(self, 'GET', 'PUT', 'DELETE') } }
}
