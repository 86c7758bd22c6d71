import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { compileValueExpression, ExpressionError } from '../../query/expression/index.ts'
import { wholeTextTest } from '../../query/pattern.ts'
import type { Coding } from '../kernel/stored.ts'
import type { UserRecord } from '../users/records.ts'

/** The tokens that contain a claim. UserInfo shows the claims of ID tokens. */
export type ClaimToken = 'access' | 'id'

/** The groups of a user that a claim names. A group must match every condition. */
export interface GroupFilter {
  readonly startsWith?: string | undefined
  readonly contains?: string | undefined
  readonly equals?: string | undefined
  /** A pattern that a whole name matches. */
  readonly matches?: string | undefined
}

/** The argument of a function that computes a claim. */
export interface ClaimContext {
  readonly token: ClaimToken
  readonly user: { readonly id: string; readonly profile: Readonly<Record<string, unknown>> } | undefined
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly groups: readonly string[]
}

/** The source of a claim's value. */
export type ClaimSource =
  | { readonly value: unknown }
  /** In the language of group rules (Groups, Group rule). */
  | { readonly expression: string }
  | { readonly groups: GroupFilter }
  /** A claim is left out if its function returns undefined. */
  | { readonly compute: (context: ClaimContext) => unknown }

/** A claim that an administrator added to tokens. */
export interface CustomClaim {
  readonly id: string
  readonly name: string
  readonly tokens: readonly ClaimToken[]
  /** Only with one of these scopes; empty: with any. */
  readonly scopes: readonly string[]
  /** Only of this server, user or client. */
  readonly authorizationServerId?: string
  readonly userId?: string
  readonly clientId?: string
  readonly source: ClaimSource
  readonly isActive?: boolean
  /** Only UserInfo shows it, unless the ID token comes without an access token. */
  readonly isOfUserInfo?: boolean
}

/** The subject of new tokens. */
export interface ClaimSubject {
  readonly user: UserRecord | undefined
  readonly clientId: string
  readonly authorizationServerId: string
  readonly scopes: readonly string[]
}

/** Claims on issuer, audience and lifetime of a token: only the service sets these. */
const reserved: ReadonlySet<string> = new Set(
  'iss aud exp iat nbf jti azp nonce at_hash c_hash sid scp cid uid ver auth_time'.split(' '),
)

/** A row contains no function: a loaded claim with one is in no token until it is added again. */
const claimCoding: Coding<CustomClaim> = {
  encode: (claim) => ('compute' in claim.source ? { ...claim, source: { compute: 'a function' } } : claim),
  decode(row) {
    const claim = row as CustomClaim
    return 'compute' in claim.source ? { ...claim, source: { compute: () => undefined } } : claim
  },
}

/** The claims that an administrator added. A later one of the same name wins. */
export class CustomClaims extends OrgService<'memberships'> {
  readonly collection = this.org.tables.claims

  constructor(org: CustomClaims['org']) {
    super(org)
    this.collection.coding = claimCoding
  }

  /**
   * Adds a claim.
   *
   * @param patternAt Where the caller gave the pattern of names, for the error.
   * @throws `Refusal` `validation` for a reserved or blank name, and for a wrong expression.
   */
  add(claim: Omit<CustomClaim, 'id'>, patternAt = 'groups.matches'): CustomClaim {
    this.#refuseWrong(claim, patternAt)
    return this.collection.insert({ ...claim, id: this.org.ids('claim') })
  }

  /** Replaces a claim. @throws `Refusal` as for a new one. */
  replace(id: string, claim: Omit<CustomClaim, 'id'>, patternAt = 'groups.matches'): CustomClaim {
    this.#refuseWrong(claim, patternAt)
    return this.collection.put({ ...claim, id })
  }

  #refuseWrong({ name, source }: Omit<CustomClaim, 'id'>, patternAt: string): void {
    if (name.trim() === '') refuse('blank', { at: 'name' })
    if (reserved.has(name)) refuse('other', { at: 'name', message: `Only the service says ${name}` })
    if ('groups' in source && source.groups.matches !== undefined && !wholeTextTest(source.groups.matches))
      refuse('form', { at: patternAt, expected: 'a regular expression' })
    try {
      if ('expression' in source && !isPrefix(source.expression)) compileValueExpression(source.expression)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      refuse('other', { at: 'expression', message: error.message })
    }
  }

  /** The claims of a token in addition to the standard ones; all of a user with `isUserInfo`. */
  of(token: ClaimToken, subject: ClaimSubject, isUserInfo = false): Record<string, unknown> {
    const claims: Record<string, unknown> = {}
    for (const claim of this.collection.values()) {
      if (!applies(claim, token, subject) || (claim.isOfUserInfo && token === 'id' && !isUserInfo)) continue
      const value = this.#valueOf(claim.source, token, subject)
      if (value !== undefined) claims[claim.name] = value
    }
    return claims
  }

  /** The names of a user's groups that match a filter. */
  groupNames(user: UserRecord | undefined, filter: GroupFilter = {}): readonly string[] {
    if (!user) return []
    const { startsWith = '', contains = '', equals, matches } = filter
    const pattern = matches === undefined ? undefined : wholeTextTest(matches)
    return this.org.memberships
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

  #valueOf(source: ClaimSource, token: ClaimToken, subject: ClaimSubject): unknown {
    if ('value' in source) return source.value
    const { user, clientId, scopes } = subject
    if ('groups' in source) return user && this.groupNames(user, source.groups)
    if ('compute' in source) {
      const shown = user && { id: user.id, profile: user.profile }
      return source.compute({ token, user: shown, clientId, scopes, groups: this.groupNames(user) })
    }
    if (isPrefix(source.expression)) return undefined
    const groups = user ? this.org.memberships.groupsOf(user.id) : []
    const value = compileValueExpression(source.expression).value({
      user: user?.profile ?? {},
      isMember: (id) => groups.some((group) => group.id === id),
      groupNames: () => this.groupNames(user),
    })
    // The token of a client itself has what is said without a user.
    return user ? value : (value ?? undefined)
  }
}

/** A word alone names nothing; the service takes it, and its tokens leave the claim out. */
function isPrefix(expression: string): boolean {
  return /^[a-z_]\w*$/i.test(expression) && !/^(?:true|false|null)$/.test(expression)
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
