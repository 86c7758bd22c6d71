import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { compileValueExpression, ExpressionError } from '../../query/expression/index.ts'
import { wholeTextTest } from '../../query/pattern.ts'
import type { Coding } from '../kernel/stored.ts'

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
export class CustomClaims extends OrgService {
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
}

/** A word alone names nothing; the service takes it, and its tokens leave the claim out. */
export function isPrefix(expression: string): boolean {
  return /^[a-z_]\w*$/i.test(expression) && !/^(?:true|false|null)$/.test(expression)
}
