import { type Prerequisite, needs } from '../../registry/prerequisites.ts'
import { type Permission, permissions } from './rights.ts'

export type { Prerequisite } from '../../registry/prerequisites.ts'

/** The value that a check gets for a needed thing: an id, a credential, or a function of an adapter. */
export interface FixtureValues {
  /** A live browser session: the cookie as `name=value`, and whose it is. */
  'session-cookie': { cookie: string; userId: string; password?: string }
  'trusted-origin': { origin: string }
  /** A user with at least two consent grants for the client; the check may revoke them. */
  grants: {
    userId: string
    clientId: string
    grantIds: readonly string[]
    scopeIds: readonly string[]
    /** A grant of the same user for another client, where there is one. */
    other?: { clientId: string; grantId: string }
  }
  /** A user with at least two refresh tokens of the client; the check may revoke them. */
  'refresh-tokens': {
    userId: string
    clientId: string
    tokenIds: readonly string[]
    /** A refresh token of the same user for another client, where there is one. */
    other?: { clientId: string; tokenId: string }
  }
  /**
   * Access tokens of the user and client. `issued` came with the refresh token `tokenId`; `standalone` was issued
   * without one. `active` returns whether a token is still good.
   */
  'access-tokens': {
    userId: string
    clientId: string
    tokenId: string
    issued: string
    standalone?: string
    active: (accessToken: string) => Promise<boolean>
  }
  /** The whole value of the Authorization header. */
  'scoped-access-token': { header: string }
  'read-only-token': { token: string }
  'group-admin-token': { token: string }
  'app-group': { id: string; name?: string; sourceId?: string }
  'directory-group': { id: string }
  /** The check may delete it. */
  'disposable-app-group': { id: string }
  'pushed-app-group': { id: string }
  'built-in-group': { id: string; name?: string }
  'group-custom-property': { name: string }
  'custom-property': { name: string }
  'custom-array-property': { name: string }
  'user-type': { id: string }
  /** The check may unlock it. */
  'locked-out-user': { id: string; login?: string }
  /** An ACTIVE user blocked from unknown devices; the check may unlock it. */
  'device-block': { id: string; login?: string }
  /** An ACTIVE user enrolled in a second factor; the check may reset it. */
  factor: { id: string; login?: string }
  /** Signs a user in as the sign-in page does. */
  'sign-in': {
    signIn: (login: string, password: string) => Promise<{ ok: boolean; cookie?: string; reason?: string }>
  }
  /** The expression that is true for the user of this login. `proven` is false if nobody saw it work. */
  'rule-expression': { expression: (login: string) => string; proven?: boolean }
  /** A user and a group with at least one application assigned. */
  application: { userId?: string; groupId?: string; appId?: string }
  /** The mails sent to a user, oldest first. */
  outbox: {
    mailTo: (
      userId: string,
    ) => Promise<readonly { kind: string; to?: string; token?: string; url?: string }[]>
  }
  /** Moves the clock of the target ahead. Others would notice: such a check stands `alone`. */
  clock: { advance: (milliseconds: number) => Promise<void> }
  /** The optional password feature, with this enrollment policy for passwords. Wish for one: `{ policy: 'required' }`. */
  'optional-password': { policy: 'required' | 'optional' | 'disabled' }
  /** Transitions take this long from now on, for users of this run. Others would notice: such a check stands `alone`. */
  'slow-transitions': { milliseconds: number }
}

/** A need that is a thing a check works with. */
export type FixtureKind = keyof FixtureValues

/** Things that the suite finds by itself if nobody supplies them: by reading, or with its own records. */
export const findable: ReadonlySet<FixtureKind> = new Set([
  'built-in-group',
  'rule-expression',
  'application',
  'custom-property',
  'custom-array-property',
  'group-custom-property',
  'user-type',
])

/** Parts of the service that a target may lack and still keep its contract. */
export const features = [
  'early-access',
  'newer-engine',
  'jwks-uri',
  'saml2-bearer',
  'frontchannel-logout',
  'federation',
  'password-hook',
] as const

/**
 * A feature: yes, no, or found by a probe if one exists. If it stays undecided, its requirements are blocked: the part need
 * not be absent. `defaults` means that no administrator changed the password policy, the login format, or the required
 * names.
 */
export type Feature = (typeof features)[number] | 'defaults'

/** The operator's statement about a feature; `probe` lets the suite find out. */
export type FeatureState = 'yes' | 'no' | 'probe'

/** Whether a need is met by a permission. */
export function isPermission(need: Prerequisite): need is Prerequisite & Permission {
  return permissions.some((each) => each === need)
}

/** Whether a need is met by a feature of the target. */
function isFeature(need: Prerequisite): need is Prerequisite & Feature {
  return features.some((each) => each === need)
}

/** Whether a need is met by a thing. */
export function isThing(need: Prerequisite): need is FixtureKind {
  return !isPermission(need) && !isFeature(need)
}

/** All things that a target profile can hold. */
export const fixtureKinds: readonly FixtureKind[] = (Object.keys(needs) as Prerequisite[]).filter(isThing)

const howTo: Readonly<Partial<Record<Prerequisite, string>>> = {
  'session-cookie': '--session-cookie env:NAME',
  'rule-expression': 'target.yaml: things: { rule-expression: { template: \'user.login=="{login}"\' } }',
}

/** The sentence that says how an operator can supply this need. */
export function needHint(need: Prerequisite): string {
  if (isPermission(need)) return `${needs[need]} (--allow ${need})`
  if (isFeature(need)) return `${needs[need]} (--features +${need}, or -${need} if it does not)`
  return `${needs[need]} (${howTo[need] ?? `target.yaml: things: { ${need}: … }`})`
}
