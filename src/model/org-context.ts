import {
  changeableOfDefaults,
  groupProfileProperties,
  userProfileProperties,
} from '../contract/resources/profiles.ts'
import { createVocabulary, type Vocabulary } from '../contract/vocabulary.ts'
import { parseBaseUrl, reached, underWay } from './kernel/base-url.ts'
import { Changes } from './kernel/changes.ts'
import { VirtualClock } from './kernel/clock.ts'
import { createIdGenerator, type IdGenerator } from './kernel/ids.ts'
import { defined } from './kernel/defined.ts'
import { orgOptions, type OrgOptions, type ParsedOrgOptions, seedsOf } from './kernel/org-options.ts'
import { parseOrgOptions } from './kernel/parse-options.ts'
import { passwordPolicy, type PasswordPolicy } from './users/password/index.ts'
import { ProfileSchema, UserTypes } from './users/profile-schemas.ts'
import { Random } from './kernel/random.ts'
import type { Provider } from './users/records.ts'
import { type OrgSettings, settingsCoding, settingsFrom } from './kernel/settings.ts'
import { keptOptions, rowsVersion } from './org-identity.ts'
import { createTables } from './tables.ts'

/** The most addresses by which an organisation knows its issuers. */
const askedMax = 100

/** The base of an organisation: options and settings, clock, ids, address, and the schemas of profiles. */
export class OrgContext {
  readonly options: ParsedOrgOptions
  readonly vocabulary: Vocabulary
  readonly clock: VirtualClock
  readonly random: Random
  readonly ids: IdGenerator
  /** The seed of the cursors of pages. */
  readonly cursorSeed: string | number
  /** Reports changes of the state, at the moment of the change. */
  readonly changes = new Changes()
  /** Its whole state. */
  readonly tables = createTables(this.changes)
  /** The schemas of profiles, by their kinds. */
  readonly schemas = {
    user: new ProfileSchema(
      this.tables.userSchema,
      'newUser',
      userProfileProperties(),
      changeableOfDefaults(),
    ),
    group: new ProfileSchema(this.tables.groupSchema, 'profile', groupProfileProperties()),
  }
  readonly userTypes = new UserTypes(this.tables.userTypes)
  /** The provider of users whose credentials the service stores. */
  readonly ownProvider: Provider
  /** Receives messages on trouble that no reply shows, such as a receiver of events that does not answer. */
  onTrouble: (message: string) => void = warn
  /** The seeds, from which signing keys are derived together with the address. */
  readonly keySeed: string
  protected foundedAt = Number.NaN
  #baseUrl: string
  /** The other addresses by which requests came. */
  readonly #asked = new Set<string>()

  /**
   * @throws TypeError that lists every mistake in the options.
   * @throws RangeError for a password policy that no password can meet.
   */
  constructor(given: OrgOptions) {
    const options = (this.options = parseOrgOptions(given))
    const { ids: seed, secrets } = seedsOf(options)
    const { baseUrl = orgOptions.baseUrl.default } = options
    this.vocabulary = createVocabulary(options)
    this.clock = new VirtualClock(options.clock, this.tables.clock)
    this.random = new Random(seed)
    this.ids = createIdGenerator(this.random.fork('ids'), new Random(secrets).fork('ids'), this.tables.ids)
    this.cursorSeed = secrets
    this.keySeed = `${seed} ${secrets}`
    const settings = settingsFrom(options)
    this.tables.settings.coding = settingsCoding(settings)
    this.tables.settings.value = settings
    this.#baseUrl = parseBaseUrl(baseUrl)
    this.tables.organisation.follow({
      read: () => ({
        version: rowsVersion,
        options: keptOptions(this.options),
        foundedAt: this.foundedAt,
        baseUrl: this.#baseUrl,
      }),
      write: ({ baseUrl: address }) => void (this.#baseUrl = parseBaseUrl(address)),
    })
    this.ownProvider = Object.freeze({
      type: this.vocabulary.providerType,
      name: this.vocabulary.providerType,
    })
  }

  /**
   * Base address of links, without a trailing slash. During a request to a server without a base URL, it is the address
   * by which the request came.
   *
   * @throws TypeError when you set it to a wrong address.
   */
  get baseUrl(): string {
    const at = underWay.reached?.()
    if (!at) return this.#baseUrl
    const url = reached(this.#baseUrl, at)
    if (url !== this.#baseUrl && this.#asked.size < askedMax) this.#asked.add(url)
    return url
  }

  set baseUrl(url: string) {
    this.#baseUrl = parseBaseUrl(url)
    this.tables.organisation.touch()
  }

  /** The settings that can change while it runs. */
  get settings(): OrgSettings {
    return this.tables.settings.value
  }

  set settings(settings: OrgSettings) {
    this.tables.settings.value = settings
  }

  /** The base URL that was set, whichever address a request came by. */
  get homeUrl(): string {
    return this.#baseUrl
  }

  /** The base URL, and the other addresses by which requests came. */
  addresses(): readonly string[] {
    return [this.#baseUrl, ...this.#asked]
  }

  get passwordPolicy(): PasswordPolicy {
    return this.tables.passwordPolicy.value
  }

  /**
   * Changes some rules of the password policy.
   *
   * @throws RangeError for a policy that no password can meet.
   */
  changePasswordPolicy(changes: {
    readonly [Name in keyof PasswordPolicy]?: PasswordPolicy[Name] | undefined
  }): void {
    this.tables.passwordPolicy.value = passwordPolicy({ ...this.passwordPolicy, ...defined(changes) })
  }
}

function warn(message: string): void {
  // oxlint-disable-next-line no-console -- who runs the organisation reads it there
  console.warn(`identikit: ${message}`)
}
