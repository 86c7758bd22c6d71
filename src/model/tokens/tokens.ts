import { OrgService } from '../kernel/org-service.ts'
import { lastRow } from '../kernel/stored.ts'
import type { Page, PageOptions, RowsSnapshot } from '../store/rows.ts'
import { entryOf, kinds, type Reference, type Room } from './kinds.ts'
import type { Kind, Token, TokenOf, TokenRecords } from './records.ts'

/** @throws TypeError for a row that is not a token of a known kind, with its secret. */
function tokenOf(row: unknown): Token {
  const { kind, value } = (row ?? {}) as { readonly kind?: unknown; readonly value?: unknown }
  if (!Object.hasOwn(kinds, String(kind)))
    throw new TypeError(`expected a token of a known kind, got ${JSON.stringify(kind)}`)
  if (kinds[kind as Kind].secret === 'value' && typeof value !== 'string')
    throw new TypeError('expected a token with its value')
  return row as Token
}

/** The number of tokens of a kind at which the first sweep removes expired ones. */
const firstSweep = 1000

/** How much of its room a kind takes, and when it is swept next. */
interface Tally {
  length: number
  sweepAt: number
}

/**
 * Every token of an organisation; nothing else stores one. There are sessions, one-time tokens, API tokens, access and
 * refresh tokens. There are codes, requests that wait for a user, and the memory against replays.
 *
 * - `records.ts` says what a token of each kind is.
 * - `kinds.ts` says how long and how many are kept, and by what they are found.
 * - `ends.ts` says what ends when something ends.
 *
 * `sessions.ts` and `device-codes.ts` issue and read tokens of one kind.
 */
export class Tokens extends OrgService {
  readonly collection = this.org.tables.tokens
  /** Id of the API token that was created with the organisation. This token outlives its owner. */
  ownApiTokenId = ''
  /** By kind, each from its first token on. */
  readonly #tallies = new Map<Kind, Tally>()

  constructor(org: Tokens['org']) {
    super(org)
    this.collection.coding = { encode: (token) => token, decode: tokenOf }
    org.changes.onReplaced(this.collection.declared, () => this.#tallies.clear())
    org.changes.listenTo(this.collection.declared, ({ before, after }) =>
      this.#changed(before as Token | undefined, after as Token | undefined),
    )
  }

  /** Adds a token with a new secret. Its kind says how long it works. */
  issue<Name extends 'code' | 'device' | 'interaction' | 'challenge'>(
    kind: Name,
    details: Omit<TokenRecords[Name], 'id' | 'expiresAt'>,
  ): TokenOf<Name> {
    const { clock, ids, settings } = this.org
    const { length, lifetime } = kinds[kind].issued!
    const id = this.unused(() => ids.token(length))
    const expiresAt = clock.now() + lifetime(settings)
    return this.add({ kind, ...details, id, expiresAt } as unknown as TokenOf<Name>)
  }

  /** Adds a token, and removes those that it leaves no room for. */
  add<Name extends Kind>(token: TokenOf<Name>): TokenOf<Name> {
    this.collection.insert(token as Token)
    const { keptFor, room } = kinds[token.kind]
    if (keptFor !== undefined) this.#sweep(token.kind, keptFor)
    if (room) this.#makeRoom(token.kind, room)
    return token
  }

  /** Replaces the token with the same id. */
  put<Name extends Kind>(token: TokenOf<Name>): TokenOf<Name> {
    this.collection.put(token as Token)
    return token
  }

  /** Ends a token. */
  remove({ id }: { readonly id: string }): void {
    this.collection.remove(id)
  }

  /** The token of a kind that a caller sends, also an expired one. */
  find<Name extends Kind>(kind: Name, secret: string): TokenOf<Name> | undefined {
    return ofKind(
      kind,
      kinds[kind].secret === 'value' ? this.collection.by('value', secret) : this.collection.get(secret),
    )
  }

  /** The token of a kind that a caller sends, unless it has expired. */
  live<Name extends Kind>(kind: Name, secret: string): TokenOf<Name> | undefined {
    const token = this.find(kind, secret)
    return token && !this.isOver(token) ? token : undefined
  }

  /** The token of a kind with an id. */
  get<Name extends Kind>(kind: Name, id: string): TokenOf<Name> | undefined {
    return ofKind(kind, this.collection.get(id))
  }

  /** The tokens of a kind that refer to a record, oldest first. */
  of<Name extends Kind>(kind: Name, reference: Reference, id: string): readonly TokenOf<Name>[] {
    return this.collection.allBy(reference, entryOf(kind, id)) as unknown as readonly TokenOf<Name>[]
  }

  /** A page of the tokens of a kind that refer to a record. */
  page<Name extends Kind>(
    kind: Name,
    reference: Reference,
    id: string,
    { where, ...page }: PageOptions<TokenOf<Name>>,
  ): Page<TokenOf<Name>> {
    const test = where as ((token: Token) => boolean) | undefined
    const found = this.collection.pageBy(reference, entryOf(kind, id), { ...page, where: test })
    return found as unknown as Page<TokenOf<Name>>
  }

  /** The number of tokens of a kind that refer to a record. */
  countOf(kind: Kind, reference: Reference, id: string): number {
    return this.collection.countBy(reference, entryOf(kind, id))
  }

  /** All tokens of a kind, oldest first. */
  all<Name extends Kind>(kind: Name): readonly TokenOf<Name>[] {
    const found = kinds[kind].isUnlisted
      ? this.collection.values().filter((token) => token.kind === kind)
      : this.collection.allBy('kind', kind)
    return found as unknown as readonly TokenOf<Name>[]
  }

  /** The API tokens in the order of their creation, with that of the organisation first. */
  apiTokens(): readonly TokenOf<'api'>[] {
    const all = this.all('api')
    const own = all.findIndex(({ id }) => id === this.ownApiTokenId)
    return own <= 0 ? all : [all[own]!, ...all.toSpliced(own, 1)]
  }

  /** The number of tokens of a kind, including expired ones that were not yet swept. */
  count(kind: Kind): number {
    return kinds[kind].isUnlisted ? this.all(kind).length : this.collection.countBy('kind', kind)
  }

  /** Whether a text gives access to something. */
  isCredential(text: string): boolean {
    if (this.collection.by('value', text)) return true
    const token = this.collection.get(text)
    return token !== undefined && kinds[token.kind].secret === 'id'
  }

  /** A secret that no token has. A caller may have chosen the one that the seed gives next. */
  unused(make: () => string): string {
    for (;;) {
      const secret = make()
      if (!this.isTaken(secret)) return secret
    }
  }

  /** Whether a token has a text as its secret or its id. */
  isTaken(text: string): boolean {
    return this.collection.by('value', text) !== undefined || this.collection.has(text)
  }

  isOver(token: Token | TokenRecords[Kind]): boolean {
    // Not with `in`, which is slow on records of many kinds, and every request asks.
    const { expiresAt } = token as { readonly expiresAt?: number }
    return expiresAt !== undefined && expiresAt <= this.org.clock.now()
  }

  /**
   * The tokens for a copy of another organisation with the same seed. It keeps its own tokens that name its address,
   * and its own API token.
   */
  adopted(state: RowsSnapshot<Token>): RowsSnapshot<Token> {
    const rows = new Map<string, unknown>()
    const own = this.collection.get(this.ownApiTokenId)
    let hasOwn = own === undefined
    for (const key of this.collection.rowKeys(state)) {
      if (key === lastRow) continue
      const token = this.collection.row(key, state) as Token
      if (token.id === own?.id) {
        rows.set(String(key), own)
        hasOwn = true
      } else if (kinds[token.kind].isOfOneAddress) rows.set(String(key), null)
    }
    let { last } = state
    const added = this.collection.values().filter(({ kind }) => kinds[kind].isOfOneAddress)
    for (const token of hasOwn ? added : [own!, ...added]) rows.set(String((last += 1)), token)
    return this.collection.stateOf(rows.set(lastRow, last), state)
  }

  #changed(before: Token | undefined, after: Token | undefined): void {
    const { kind } = (after ?? before)!
    const { room } = kinds[kind]
    if (room?.length !== undefined) {
      const tally = this.#tallies.get(kind)
      if (tally) tally.length += lengthOf(after) - lengthOf(before)
    }
  }

  #tally(kind: Kind): Tally {
    const known = this.#tallies.get(kind)
    if (known) return known
    const isMeasured = kinds[kind].room?.length !== undefined
    const length = isMeasured ? this.all(kind).reduce((sum, token) => sum + lengthOf(token as Token), 0) : 0
    const tally = { length, sweepAt: firstSweep }
    this.#tallies.set(kind, tally)
    return tally
  }

  #sweep(kind: Kind, keptFor: number): void {
    const tally = this.#tally(kind)
    if (this.count(kind) < tally.sweepAt) return
    const now = this.org.clock.now()
    for (const token of this.collection.allBy('kind', kind)) {
      if ('expiresAt' in token && token.expiresAt + keptFor <= now) this.remove(token)
    }
    tally.sweepAt = Math.max(firstSweep, this.count(kind) * 2)
  }

  #makeRoom(kind: Kind, { count, length = Number.POSITIVE_INFINITY }: Room): void {
    const tally = this.#tally(kind)
    while (this.count(kind) > 1 && (this.count(kind) > count || tally.length > length)) {
      const [oldest] = this.collection.pageBy('kind', kind, { limit: 1 }).items
      this.remove(oldest!)
    }
  }
}

function ofKind<Name extends Kind>(kind: Name, token: Token | undefined): TokenOf<Name> | undefined {
  return token?.kind === kind ? (token as unknown as TokenOf<Name>) : undefined
}

function lengthOf(token: Token | undefined): number {
  return token === undefined ? 0 : JSON.stringify(token).length
}
