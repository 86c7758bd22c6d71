import { once } from '../contract/once.ts'
import { OrgService } from '../model/kernel/org-service.ts'
import type { z } from 'zod'
import { operationSpecs } from '../contract/operations/index.ts'
import type { User as UserReply } from '../contract/resources/user.ts'
import type { ProfileProperty } from '../contract/profile.ts'
import { type LinkNeed, userTransitions, type UserTransition } from '../contract/user-lifecycle.ts'
import { isFederated, isServiceSourced } from '../model/users/credentials-input.ts'
import type { UserRecord } from '../model/users/records.ts'

/** A user as replies show it. */
export type User = z.output<ReturnType<typeof UserReply>>

/** The parts that a reply leaves out or adds (Users, the `svc-response` parameter and `expand`). */
export interface UserViewOptions {
  readonly omitCredentials?: boolean
  readonly omitCredentialsLinks?: boolean
  readonly omitTransitioningToStatus?: boolean
  readonly expandBlock?: boolean
}

const noOptions: UserViewOptions = {}

interface LinkObject {
  readonly href: string
  readonly method?: string
}

/** Writes users as replies show them. */
export class UserView extends OrgService {
  /** `activated` of a user who never was active; undefined leaves it out (interpretation: activated-unset). */
  readonly #unsetActivated =
    this.org.settings.interpretations['activated-unset'] === 'recorded' ? null : undefined
  /**
   * JSON texts of links, by what makes them differ; in pieces between which the user's id stands. Without it POST user
   * takes 20.3 instead of 16.5 µs. The bar is 0.75 of a server that keeps bodies.
   */
  readonly #linkPieces = new Map<string, readonly string[]>()
  /** The base URL and the schema of the kept texts. */
  #baseUrl: string | undefined
  #properties: readonly ProfileProperty[] | undefined
  /** The profile properties that are always shown, each null. */
  #unset!: Readonly<Record<string, null>>

  /** One user, as JSON text. */
  singleText(user: UserRecord): string {
    this.#refresh()
    return `${JSON.stringify(this.#body(user)).slice(0, -1)},"_links":${this.#linksText(user)}}`
  }

  /** One user with the links that its status allows (Users, User links). */
  single(user: UserRecord, options?: UserViewOptions): Record<string, unknown> {
    this.#refresh()
    const { _links, ...body } = this.#body(user, options, this.links(user, options))
    const embedded = options?.expandBlock ? { _embedded: { block: user.hidden.block ?? null } } : {}
    return { ...body, ...embedded, _links }
  }

  /** An element of a list: its only link is `self`. */
  listed(user: UserRecord, options?: UserViewOptions): Record<string, unknown> {
    this.#refresh()
    return this.#body(user, options, { self: { href: this.url(user) } })
  }

  /** Address of a user. */
  url(user: Pick<UserRecord, 'id'>): string {
    return `${this.org.baseUrl}/api/v1/users/${user.id}`
  }

  /** Forgets what is kept when the base URL or the profile schema is another. */
  #refresh(): void {
    const { baseUrl, schemas } = this.org
    const { properties } = schemas.user
    if (baseUrl === this.#baseUrl && properties === this.#properties) return
    this.#baseUrl = baseUrl
    this.#properties = properties
    this.#unset = unsetOf(properties)
    this.#linkPieces.clear()
  }

  /** The links of a single user, read off the transition table. */
  links(user: UserRecord, options: UserViewOptions = {}): Record<string, LinkObject> {
    const self = this.url(user)
    const links: Record<string, LinkObject> = {}
    for (const { relation, link, from, path, method } of offers()) {
      if (!this.#isOffered(user, link, from)) continue
      if (options.omitCredentialsLinks && link.isOfCredentials) continue
      links[relation] = { href: self + path, method }
    }
    if (unlockable(user) && !options.omitCredentialsLinks) {
      const { path, method } = offers().find(({ relation }) => relation === 'unlock')!
      links.unlock = { href: self + path, method }
    }
    links.schema = { href: `${this.org.baseUrl}/api/v1/meta/schemas/user/${user.type.id}` }
    links.type = { href: `${this.org.baseUrl}/api/v1/meta/types/user/${user.type.id}` }
    links.self = { href: self }
    return links
  }

  /** Whether a user has a link: where its operation is allowed, or where recordings have it. */
  #isOffered(user: UserRecord, link: Link, from: UserTransition['from']): boolean {
    const { recordedIn, isBeyond = false, needs: need, recordedNeeds = need } = link
    if (!recordedIn.includes(user.status)) return false
    const { interpretations } = this.org.settings
    if (isBeyond) return interpretations['user-links-beyond'] === 'recorded'
    const isRecorded = interpretations['user-links-by-status'] === 'recorded'
    const needsLess = isRecorded || interpretations['forgot-password-question'] === 'recorded'
    return (
      (isRecorded || from.includes(user.status)) && hasWhatItNeeds(user, needsLess ? recordedNeeds : need)
    )
  }

  /** The same links as text. Users whose links are of one kind have them alike, but for the id. */
  #linksText(user: UserRecord): string {
    let met = Number(unlockable(user))
    for (const need of needs()) met = met * 2 + Number(hasWhatItNeeds(user, need))
    const kind = `${user.status} ${met} ${user.type.id}`
    let pieces = this.#linkPieces.get(kind)
    if (pieces === undefined) {
      pieces = JSON.stringify(this.links(user)).split(user.id)
      this.#linkPieces.set(kind, pieces)
    }
    return pieces.join(user.id)
  }

  /** The credentials as replies show them: never a secret (Users, Credentials). */
  credentials(user: UserRecord): Record<string, unknown> {
    const { password, recovery } = user.hidden
    const credentials: Record<string, unknown> = {}
    if (password) credentials.password = {}
    if (recovery) credentials.recovery_question = { question: recovery.question }
    credentials.provider = user.provider
    return credentials
  }

  /**
   * JSON leaves out undefined members. An object that gets or loses members later takes several times as long to write.
   */
  #body(user: UserRecord, options = noOptions, links?: object): Record<string, unknown> {
    return {
      id: user.id,
      status: user.status,
      created: user.created,
      activated: user.activated ?? this.#unsetActivated,
      statusChanged: user.statusChanged,
      lastLogin: user.lastLogin,
      lastUpdated: user.lastUpdated,
      passwordChanged: user.passwordChanged,
      type: user.type,
      transitioningToStatus: options.omitTransitioningToStatus ? undefined : user.transitioningToStatus,
      profile: { ...this.#unset, ...user.profile },
      credentials: options.omitCredentials ? undefined : this.credentials(user),
      _links: links,
    }
  }
}

function unsetOf(properties: readonly ProfileProperty[]): Readonly<Record<string, null>> {
  return Object.fromEntries(
    properties.flatMap(({ name, alwaysShown }) => (alwaysShown ? [[name, null]] : [])),
  )
}

/** The links to operations: relation, requirements, and path below the user's own. */
const offers = once(() =>
  Object.entries<UserTransition>(userTransitions).flatMap(([relation, { operation, link, from }]) => {
    if (!operation || !link) return []
    const { path, method } = operationSpecs[operation]
    return [{ relation, link, from, path: path.replace('/api/v1/users/{userId}', ''), method }]
  }),
)

function unlockable(user: UserRecord): boolean {
  return (
    isServiceSourced(user.provider) &&
    user.status === 'ACTIVE' &&
    user.hidden.block?.appliesTo === 'UNKNOWN_DEVICES'
  )
}

type Link = NonNullable<UserTransition['link']>

/** The requirements of links on a user. */
const needs = once((): readonly (LinkNeed | undefined)[] => [
  ...new Set(offers().map(({ link }) => link.needs)),
])

function hasWhatItNeeds({ hidden, provider }: UserRecord, need: LinkNeed | undefined): boolean {
  switch (need) {
    case undefined:
      return true
    case 'factor':
      return (hidden.factors?.length ?? 0) > 0
    case 'recovery-question':
      return hidden.recovery !== undefined
    case 'password':
      return hidden.password !== undefined && hidden.password.kind !== 'hook'
    case 'no-federation':
      return !isFederated(provider)
    case 'service-source':
      return isServiceSourced(provider)
  }
}
