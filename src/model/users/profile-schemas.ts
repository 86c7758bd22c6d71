import {
  type Profile,
  type ProfileProperty,
  profilePropertyName,
  type ProfileMistake,
  profileReader,
  type ProfileReader,
} from '../../contract/profile.ts'
import { userProfileProperties } from '../../contract/resources/profiles.ts'
import { causesMax, refuse, refuseMistakes } from '../../contract/errors/refusal.ts'
import { type Mistake, wrong } from '../../contract/errors/mistakes.ts'
import { gotAt, valueAt } from '../../contract/errors/got.ts'
import { didYouMean } from '../../query/suggestion.ts'
import { patternTest, type PropertyType } from '../../query/index.ts'
import type { ParsedOrgOptions } from '../kernel/org-options.ts'
import type { OrgSettings } from '../kernel/settings.ts'
import type { Single } from '../kernel/single.ts'
import type { IdGenerator } from '../kernel/ids.ts'

/** Changes to a property; null removes a setting. */
export type PropertyChanges = {
  readonly [Name in Exclude<keyof ProfileProperty, 'name'>]?: ProfileProperty[Name] | null | undefined
}

type Changeable = Readonly<Record<string, readonly (keyof ProfileProperty)[]>>

/**
 * The schema of one kind of profile: default properties and those that an administrator added. Profiles accept custom
 * properties only after that (Groups and Users).
 */
export class ProfileSchema {
  readonly #stored: Single<readonly ProfileProperty[]>
  readonly #whole: string
  readonly #defaults: readonly ProfileProperty[]
  readonly #changeable: Changeable

  /**
   * @param whole The name of the whole profile in errors, for example `newUser`.
   * @param changeable The settings of each default property that can change.
   */
  constructor(
    stored: Single<readonly ProfileProperty[]>,
    whole: string,
    defaults: readonly ProfileProperty[],
    changeable: Changeable = {},
  ) {
    this.#stored = stored
    stored.value = defaults
    stored.coding = {
      encode: (properties) => properties,
      decode: (row) => readable(this.#shared(row as readonly ProfileProperty[])),
    }
    this.#changeable = changeable
    this.#whole = whole
    this.#defaults = defaults
  }

  /** Every property, the default ones first. */
  get properties(): readonly ProfileProperty[] {
    return this.#stored.value
  }

  get names(): readonly string[] {
    return this.properties.map(({ name }) => name)
  }

  find(name: string): ProfileProperty | undefined {
    return this.properties.find((property) => property.name === name)
  }

  isDefault(name: string): boolean {
    return this.#defaults.some((property) => property.name === name)
  }

  /** How queries compare the values of a property. */
  queryType(name: string): PropertyType | undefined {
    const type = this.find(name)?.type
    if (type === 'integer') return 'number'
    return type === 'array' ? 'string-or-number' : type
  }

  /**
   * Adds a property.
   *
   * @throws `Refusal` `validation` for a taken or wrong name, and for a wrong pattern.
   */
  add(property: ProfileProperty): void {
    if (!profilePropertyName.test(property.name)) {
      refuse('form', { at: 'name', expected: 'a letter followed by letters, digits or _' })
    }
    if (this.find(property.name)) refuse('taken', { at: 'name' })
    this.replace([...this.properties, property])
  }

  /**
   * Changes a property in place; null removes a setting. A custom one can change in any way. For a default one see
   * Users, Profile, 3. Stored values stay. Adds an unknown property, by default of texts.
   *
   * @throws `Refusal` `validation` for a wrong name, or for a setting that cannot change.
   */
  set(name: string, changes: PropertyChanges): void {
    const present = this.find(name)
    if (!present) return this.add(withChanges({ name, type: 'string' }, changes))
    const isDefault = this.isDefault(name)
    if (isDefault) refuseForbidden(present, changes, this.#changeable[name] ?? [])
    // The pattern of login replaces its default format (interpretation: login-format).
    const form = isDefault && changes.pattern !== undefined ? { format: null } : {}
    const changed = withChanges(present, { ...changes, ...form })
    this.replace(this.properties.map((each) => (each.name === name ? changed : each)))
  }

  /** Removes a custom property. Returns whether it existed. */
  remove(name: string): boolean {
    if (this.isDefault(name)) {
      refuse('default-property', { at: 'name', name, change: ' and cannot be removed' })
    }
    const rest = this.properties.filter((property) => property.name !== name)
    const found = rest.length < this.properties.length
    if (found) this.replace(rest)
    return found
  }

  /**
   * Parses a profile: removes unset properties, and adds defaults.
   *
   * @throws `Refusal` `validation` with one cause for each mistake.
   */
  parse(profile: unknown): Profile {
    const mistakes: ProfileMistake[] = []
    const read = readerOf(this.properties)(profile, mistakes)
    if (mistakes.length === 0) return Object.freeze(withOneText(read))
    const located = this.#placed(profile, mistakes)
    const field = located.find(({ code }) => code !== 'unknown-property')?.at ?? this.#whole
    return refuseMistakes(located, { field, more: mistakes.length - located.length })
  }

  /**
   * The mistakes in a profile of a body.
   *
   * @param isPartial Whether properties that are missing stay as they are.
   */
  mistakesIn(profile: object, isPartial: boolean): readonly Mistake[] {
    const mistakes: ProfileMistake[] = []
    readerOf(this.properties)(profile, mistakes)
    return this.#placed(
      profile,
      mistakes.filter(
        (mistake) => !isPartial || 'unknown' in mistake || Object.hasOwn(profile, mistake.path[0] ?? ''),
      ),
    )
  }

  #placed(profile: unknown, mistakes: readonly ProfileMistake[]): readonly Mistake[] {
    return mistakes.slice(0, causesMax).map((mistake) => placedIn(profile, mistake, this.names))
  }

  /** Replaces every property. */
  replace(properties: readonly ProfileProperty[]): void {
    this.#stored.value = readable(properties)
  }

  /** Returns the default list if nothing differs, so that organisations share a profile reader. */
  #shared(properties: readonly ProfileProperty[]): readonly ProfileProperty[] {
    return JSON.stringify(properties) === JSON.stringify(this.#defaults) ? this.#defaults : properties
  }
}

/** A mistake in a profile, with its field and the value there. */
function placedIn(profile: unknown, mistake: ProfileMistake, known: readonly string[]): Mistake {
  if ('unknown' in mistake) {
    const { unknown: name } = mistake
    const meant = didYouMean(name.slice(0, 80), known)
    return {
      ...wrong('unknown-property', `profile.${name}`, { name }),
      ...(meant === undefined ? {} : { advice: meant }),
    }
  }
  const { path, ...fault } = mistake
  const at = String(path[0] ?? 'profile')
  return { ...fault, at, got: gotAt(valueAt(profile, path), [at]) }
}

/**
 * Most logins are the e-mail address: JSON contains the text twice, but it is stored once. Without it an activated user
 * takes 41 bytes more. The bar is 650 bytes.
 */
function withOneText(profile: Profile): Profile {
  const { email, login } = profile
  return email !== undefined && email === login ? Object.assign(profile, { email: login }) : profile
}

/** Readers by their list of properties: lists are replaced, never changed. */
const readers = new WeakMap<readonly ProfileProperty[], ProfileReader>()

function readerOf(properties: readonly ProfileProperty[]): ProfileReader {
  const known = readers.get(properties)
  if (known) return known
  const reader = profileReader(properties, patternTest)
  readers.set(properties, reader)
  return reader
}

/** Whether a property takes a value that is set. */
export function takesValue(property: ProfileProperty, value: unknown): boolean {
  const mistakes: ProfileMistake[] = []
  profileReader([property], patternTest)({ [property.name]: value }, mistakes)
  return mistakes.length === 0
}

/** @throws TypeError or SyntaxError for a wrong pattern. */
function readable(properties: readonly ProfileProperty[]): readonly ProfileProperty[] {
  readerOf(properties)
  return properties
}

/** Rejects changes to a default property that the API description forbids. The present value is not a change. */
function refuseForbidden(
  property: ProfileProperty,
  changes: PropertyChanges,
  changeable: readonly (keyof ProfileProperty)[],
): void {
  const may =
    changeable.length === 0 ? 'nothing may be changed of it' : `only ${changeable.join(' and ')} may`
  const mistakes = Object.entries(changes)
    .filter(([what, value]) => {
      const held = property[what as keyof ProfileProperty]
      const isSame = (value ?? undefined) === held || (value === false && held === undefined)
      return !isSame && !changeable.includes(what as keyof ProfileProperty)
    })
    .map(([what]) => wrong('default-property', what, { name: property.name, change: `: ${may}` }))
  if (mistakes.length > 0) refuseMistakes(mistakes)
}

function withChanges(property: ProfileProperty, changes: PropertyChanges): ProfileProperty {
  const entries = Object.entries({ ...property, ...changes })
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined)) as never
}

type ProfileOptions = NonNullable<ParsedOrgOptions['profile']>
type Interpretations = OrgSettings['interpretations']

/** The default properties of user profiles for these options (Users, Profile, 2 and 3). */
export function customisedUserProperties(
  interpretations: Interpretations,
  options: ProfileOptions = {},
): readonly ProfileProperty[] {
  const properties = userProfileProperties().map((property) => customised(property, interpretations, options))
  // Returns the default list if nothing differs: a thousand organisations then share one reader.
  const isDefault = properties.every((property, index) => property === userProfileProperties()[index])
  return isDefault ? userProfileProperties() : properties
}

function customised(
  given: ProfileProperty,
  interpretations: Interpretations,
  options: ProfileOptions,
): ProfileProperty {
  const { name, required } = given
  const keepsEmpty = interpretations['profile-empty-texts'] === 'recorded' && !required
  const property: ProfileProperty = keepsEmpty ? { ...given, takesEmpty: true } : given
  if (options.nullableNames && (name === 'firstName' || name === 'lastName')) {
    return { ...property, required: false }
  }
  if (name === 'login' && options.loginPattern !== undefined) {
    const { format: _, ...rest } = property
    return options.loginPattern === null ? rest : { ...rest, pattern: options.loginPattern }
  }
  if (name === 'locale' && interpretations['profile-locale'] === 'recorded') {
    const { default: _, ...rest } = property
    return rest
  }
  return property
}

/** Ids of the available user types; the first is the default. */
export class UserTypes {
  readonly #ids: Single<readonly string[]>
  readonly #references = new Map<string, { readonly id: string }>()

  constructor(ids: Single<readonly string[]>) {
    this.#ids = ids
  }

  get ids(): readonly string[] {
    return this.#ids.value
  }

  /** Adds a type. Returns its id. */
  add(ids: IdGenerator): string {
    const id = ids('userType')
    this.#ids.value = [...this.ids, id]
    return id
  }

  /** The default type of new users. */
  get byDefault(): { readonly id: string } {
    return this.reference(this.ids[0]!)
  }

  /**
   * The type with an id.
   *
   * @throws `Refusal` `type-unknown`.
   */
  known(id: string): { readonly id: string } {
    return this.ids.includes(id) ? this.reference(id) : refuse('type-unknown', { at: 'type', id })
  }

  /** One object for each user type, so that a hundred thousand users share it. */
  reference(id: string): { readonly id: string } {
    const known = this.#references.get(id)
    if (known) return known
    const reference = Object.freeze({ id })
    this.#references.set(id, reference)
    return reference
  }
}
