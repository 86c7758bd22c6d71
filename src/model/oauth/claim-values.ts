import { compileValueExpression } from '../../query/expression/index.ts'
import { wholeTextTest } from '../../query/pattern.ts'
import type { Uses } from '../kernel/org-service.ts'
import type { UserRecord } from '../users/records.ts'
import {
  type ClaimSource,
  type ClaimToken,
  type CustomClaim,
  type GroupFilter,
  isPrefix,
} from './custom-claims.ts'

/** The subject of new tokens. */
export interface ClaimSubject {
  readonly user: UserRecord | undefined
  readonly clientId: string
  readonly authorizationServerId: string
  readonly scopes: readonly string[]
}

/** The claims of a token in addition to the standard ones; all of a user with `isUserInfo`. */
export function customClaimsOf(
  org: Uses<'customClaims' | 'memberships'>,
  token: ClaimToken,
  subject: ClaimSubject,
  isUserInfo = false,
): Record<string, unknown> {
  const claims: Record<string, unknown> = {}
  for (const claim of org.customClaims.collection.values()) {
    if (!applies(claim, token, subject) || (claim.isOfUserInfo && token === 'id' && !isUserInfo)) continue
    const value = valueOf(org, claim.source, token, subject)
    if (value !== undefined) claims[claim.name] = value
  }
  return claims
}

/** The names of a user's groups that match a filter. */
export function groupNames(
  { memberships }: Uses<'memberships'>,
  user: UserRecord | undefined,
  filter: GroupFilter = {},
): readonly string[] {
  if (!user) return []
  const { startsWith = '', contains = '', equals, matches } = filter
  const pattern = matches === undefined ? undefined : wholeTextTest(matches)
  return memberships
    .groupsOf(user.id)
    .map(({ profile }) => String((profile as { readonly name?: unknown }).name))
    .filter(
      (name) =>
        name.startsWith(startsWith) &&
        name.includes(contains) &&
        (equals === undefined || name === equals) &&
        pattern?.(name) !== false,
    )
}

function valueOf(
  org: Uses<'memberships'>,
  source: ClaimSource,
  token: ClaimToken,
  subject: ClaimSubject,
): unknown {
  if ('value' in source) return source.value
  const { user, clientId, scopes } = subject
  if ('groups' in source) return user && groupNames(org, user, source.groups)
  if ('compute' in source) {
    const shown = user && { id: user.id, profile: user.profile }
    return source.compute({ token, user: shown, clientId, scopes, groups: groupNames(org, user) })
  }
  if (isPrefix(source.expression)) return undefined
  const groups = user ? org.memberships.groupsOf(user.id) : []
  const value = compileValueExpression(source.expression).value({
    user: user?.profile ?? {},
    isMember: (id) => groups.some((group) => group.id === id),
    groupNames: () => groupNames(org, user),
  })
  // The token of a client itself has what is said without a user.
  return user ? value : (value ?? undefined)
}

function applies(claim: CustomClaim, token: ClaimToken, subject: ClaimSubject): boolean {
  const { tokens, scopes, authorizationServerId, userId, clientId, isActive = true } = claim
  return (
    isActive &&
    tokens.includes(token) &&
    (scopes.length === 0 || scopes.some((scope) => subject.scopes.includes(scope))) &&
    (authorizationServerId === undefined || authorizationServerId === subject.authorizationServerId) &&
    (userId === undefined || userId === subject.user?.id) &&
    (clientId === undefined || clientId === subject.clientId)
  )
}
