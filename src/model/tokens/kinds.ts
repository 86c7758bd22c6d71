import type { Told } from '../kernel/changes.ts'
import type { OrgSettings } from '../kernel/settings.ts'
import type {
  AccessTokenRecord,
  ApiToken,
  Kind,
  RefreshTokenRecord,
  Session,
  Token,
  TokenOf,
} from './records.ts'

/** The maximum number of tokens of a kind, and the maximum length of their text. The oldest are removed first. */
export interface Room {
  readonly count: number
  /** Characters of the records as JSON. */
  readonly length?: number
}

/** The tokens that events and the journal show, by the name under which they do. */
export interface ToldTokens {
  readonly sessions: Session
  readonly apiTokens: ApiToken
  readonly accessTokens: AccessTokenRecord
  readonly refreshTokens: RefreshTokenRecord
}

/** The properties of a kind of token. */
interface KindOfToken<Name extends Kind> {
  /** The property that callers send. Left out for a kind that gives no access. */
  readonly secret?: 'value' | 'id'
  /** How `issue` makes its secret, which is its id: the number of characters, and how long it works. */
  readonly issued?: { readonly length: number; readonly lifetime: (settings: OrgSettings) => number }
  /** For how long an expired token is kept, in milliseconds: a late caller gets the right error. Left out: for ever. */
  readonly keptFor?: number
  readonly room?: Room
  /** How events show it, under which name, and whether they also report that a token changed. */
  readonly told?: Told<TokenOf<Name>> & { readonly as: keyof ToldTokens; readonly ofChanges?: boolean }
  /** It names the address of the organisation, and is invalid under another one. */
  readonly isOfOneAddress?: boolean
  /** Users have few of them, found only by their user. The list of all of them would take memory for each user. */
  readonly isUnlisted?: boolean
}

const hour = 3_600_000

/** How long a sign-in waits for a code, and how long a code that was sent works. */
export const challengeLifetime = 300_000

/** For tokens that callers without credentials can create: ten thousand of a common length fit. */
const smallRoom: Room = { count: 10_000, length: 8 * 1024 * 1024 }

/** For tokens that only callers with credentials can create, and that should stay as long as possible. */
const largeRoom: Room = { count: 100_000, length: 32 * 1024 * 1024 }

/** Every kind of token. A server may run for long, so expired tokens are swept, and callers cannot fill the memory. */
export const kinds: { readonly [Name in Kind]: KindOfToken<Name> } = {
  session: {
    secret: 'value',
    keptFor: 0,
    room: { count: 100_000 },
    told: {
      as: 'sessions',
      kind: 'session',
      label: ({ id }) => id,
      shown: ({ id, userId, created, expiresAt }) => ({ id, userId, created, expiresAt }),
    },
    isOfOneAddress: true,
  },
  oneTime: { secret: 'id', isUnlisted: true },
  api: {
    secret: 'value',
    told: { as: 'apiTokens', kind: 'api-token', label: ({ name, id }) => name ?? id, shown: withoutValue },
  },
  bearer: { secret: 'value', keptFor: 0 },
  access: {
    secret: 'value',
    keptFor: 0,
    told: { as: 'accessTokens', kind: 'access-token', label: ({ id }) => id, shown: withoutValue },
    isOfOneAddress: true,
  },
  refresh: {
    secret: 'value',
    told: {
      as: 'refreshTokens',
      kind: 'refresh-token',
      label: ({ id }) => id,
      shown: withoutValue,
      ofChanges: true,
    },
  },
  retired: { secret: 'id', keptFor: hour, room: largeRoom },
  code: {
    secret: 'id',
    issued: { length: 43, lifetime: ({ lifetimes }) => lifetimes.code },
    keptFor: hour,
    room: smallRoom,
    isOfOneAddress: true,
  },
  device: {
    secret: 'id',
    issued: { length: 43, lifetime: ({ lifetimes }) => lifetimes.deviceCode },
    keptFor: hour,
    // Anyone can ask for one, and people who guess a user code meet all of them.
    room: { count: 1000, length: 1024 * 1024 },
    isOfOneAddress: true,
  },
  guesses: { keptFor: hour, room: smallRoom },
  interaction: {
    secret: 'id',
    issued: { length: 32, lifetime: () => hour },
    keptFor: hour,
    room: smallRoom,
    isOfOneAddress: true,
  },
  challenge: {
    secret: 'id',
    issued: { length: 42, lifetime: () => challengeLifetime },
    keptFor: 0,
    room: smallRoom,
    isOfOneAddress: true,
  },
  assertion: { keptFor: hour, room: largeRoom, isOfOneAddress: true },
}

/** The name under which events and the journal show a change of a token. */
export function toldToken(before: Token | undefined, after: Token | undefined): string | undefined {
  const { told } = kinds[(after ?? before)!.kind]
  return told && (told.ofChanges || !before || !after) ? told.as : undefined
}

/** Without the secret of a token, and without what its other fields say already. */
function withoutValue(token: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(token).filter(([name]) => !notShown.has(name)))
}

const notShown: ReadonlySet<string> = new Set(['kind', 'value', 'scopes'])

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
