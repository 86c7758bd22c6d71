import { kinds } from './kinds.ts'
import type { AccessTokenRecord, Kind, Token } from './records.ts'

/** The references of any token. */
type Referring = { readonly kind: Kind } & Partial<
  Pick<
    AccessTokenRecord,
    'value' | 'userId' | 'clientId' | 'scopeIds' | 'authorizationServerId' | 'refreshTokenId' | 'familyId'
  >
>

type IndexOf = (token: Token) => string | readonly string[] | undefined

/**
 * The entry of a kind for a record. Each kind has its own: a user may have many tokens of one kind, and a few of another.
 * Most users have a one-time token. A longer entry takes 48 bytes more for each of them.
 */
export function entryOf(kind: Kind, id: string): string {
  return kinds[kind].isUnlisted ? id : `${kind} ${id}`
}

function by(referred: (token: Referring) => string | readonly string[] | undefined): IndexOf {
  return (token) => {
    const of = referred(token)
    if (of === undefined) return undefined
    return typeof of === 'string' ? entryOf(token.kind, of) : of.map((each) => entryOf(token.kind, each))
  }
}

/** The records that tokens come from or refer to. */
const references = {
  user: by(({ userId }) => userId),
  client: by(({ clientId }) => clientId),
  userClient: by(({ userId, clientId }) => userId && clientId && `${userId} ${clientId}`),
  scope: by(({ scopeIds }) => scopeIds),
  authorizationServer: by(({ authorizationServerId }) => authorizationServerId),
  /** The refresh token that it was issued with or from, or that has another value now. */
  refreshToken: by(({ refreshTokenId }) => refreshTokenId),
  /** The authorization that it was issued from. */
  family: by(({ familyId }) => familyId),
}

/** A record that tokens come from or refer to. */
export type Reference = keyof typeof references

/** How tokens are found. */
export const tokenIndexes = {
  unique: {
    value: (token: Token) => (token as Referring).value,
    /** The code that people type for a device that waits. */
    userCode: (token: Token) =>
      token.kind === 'device' && token.status === 'pending' ? token.userCode : undefined,
  },
  indexes: {
    kind: ({ kind }: Token) => (kinds[kind].isUnlisted ? undefined : kind),
    ...references,
  },
}
