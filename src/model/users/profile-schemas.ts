import type { z } from 'zod'
import {
  groupProfileProperties,
  profileMessages,
  type Profile,
  type ProfileProperty,
  profilePropertyName,
  profileSchema,
  userProfileProperties,
} from '../../contract/profile.ts'
import { plainProfileReader, type PlainProfileReader } from '../../contract/plain-profile.ts'
import { refuseInput } from '../../contract/errors.ts'
import { patternTest } from '../../query/index.ts'
import type { Stateful } from '../kernel/state.ts'

type QueryType = 'string' | 'number' | 'boolean' | 'string-or-number'

/**
 * The schema of one kind of profile: the default properties and those an administrator added. Custom
 * properties are allowed in profiles only once they are here (document 2 and 3).
 */
export class ProfileSchema implements Stateful {
  readonly #whole: string
  readonly #defaults: readonly ProfileProperty[]
  #properties: readonly ProfileProperty[]
  #readPlain: PlainProfileReader
  /** Made when a profile is first not plain, which most organisations never see. */
  #parser: z.ZodType<Profile> | undefined

  /** @param whole What a refusal calls the profile as a whole, for example `newUser`. */
  constructor(whole: string, defaults: readonly ProfileProperty[]) {
    this.#whole = whole
    this.#defaults = defaults
    this.#properties = defaults
    this.#readPlain = plainProfileReader(defaults, patternTest)
  }

  /** Every property, the default ones first. */
  get properties(): readonly ProfileProperty[] {
    return this.#properties
  }

  /** The properties that were added, by name, with the type by which they are queried. */
  get custom(): ReadonlyMap<string, QueryType> {
    const names = new Set(this.#defaults.map((property) => property.name))
    return new Map(
      this.#properties
        .filter((property) => !names.has(property.name))
        .map((property) => [property.name, queryType(property)]),
    )
  }

  find(name: string): ProfileProperty | undefined {
    return this.#properties.find((property) => property.name === name)
  }

  /**
   * Adds a property.
   *
   * @throws Refusal `validation` when the name is taken or not a name, or the pattern is not one.
   */
  add(property: ProfileProperty): void {
    if (!profilePropertyName.test(property.name)) {
      refuseInput('name', ['name: Expected a letter followed by letters, digits or _'])
    }
    if (this.find(property.name)) refuseInput('name', [`name: ${profileMessages.taken}`])
    this.#replace([...this.#properties, property])
  }

  /**
   * Changes a property in place: what may be changed of a default one (document 3, Profile, 3) or anything of
   * a custom one. Values already stored stay.
   */
  change(name: string, changes: Partial<Omit<ProfileProperty, 'name'>>): void {
    if (!this.find(name)) refuseInput('name', [`name: ${profileMessages.undefinedProperty(name)}`])
    this.#replace(this.#properties.map((each) => (each.name === name ? { ...each, ...changes } : each)))
  }

  /** Takes a custom property away again. Returns whether there was one. */
  remove(name: string): boolean {
    if (this.#defaults.some((property) => property.name === name)) {
      refuseInput('name', [`name: ${name} is a default property and cannot be removed`])
    }
    const rest = this.#properties.filter((property) => property.name !== name)
    const found = rest.length < this.#properties.length
    if (found) this.#replace(rest)
    return found
  }

  /**
   * Parses a profile: unset properties fall away, defaults come in.
   *
   * @throws Refusal `validation` with one cause for each thing wrong.
   */
  parse(profile: unknown): Profile {
    const plain = this.#readPlain(profile)
    if (plain) return Object.freeze(plain)
    this.#parser ??= profileSchema(this.#properties, patternTest)
    const parsed = this.#parser.safeParse(profile)
    if (parsed.success) return Object.freeze(parsed.data)
    const causes: string[] = []
    let field: string | undefined
    for (const issue of parsed.error.issues) {
      if (issue.code === 'unrecognized_keys') {
        causes.push(...issue.keys.map(profileMessages.undefinedProperty))
        continue
      }
      const name = String(issue.path[0] ?? 'profile')
      field ??= name
      causes.push(`${name}: ${issue.message}`)
    }
    return refuseInput(field ?? this.#whole, causes)
  }

  snapshot(): readonly ProfileProperty[] {
    return this.#properties
  }

  restore(state: unknown): void {
    this.#replace(state as readonly ProfileProperty[])
  }

  #replace(properties: readonly ProfileProperty[]): void {
    const readPlain = plainProfileReader(properties, patternTest)
    this.#properties = properties
    this.#readPlain = readPlain
    this.#parser = undefined
  }
}

/** Changes to the default profile that an organisation may make (document 3, Profile, 2 and 3). */
export interface UserProfileOptions {
  readonly loginPattern?: string | null | undefined
  readonly nullableNames?: boolean | undefined
}

/** The schema of user profiles. */
export function userProfileSchema(): ProfileSchema {
  return new ProfileSchema('newUser', userProfileProperties)
}

/** The default properties of user profiles, as an organisation made with these options has them. */
export function customisedUserProperties(options: UserProfileOptions): readonly ProfileProperty[] {
  return userProfileProperties.map((property) => customised(property, options))
}

/** The schema of group profiles. */
export function groupProfileSchema(): ProfileSchema {
  return new ProfileSchema('profile', groupProfileProperties)
}

function customised(property: ProfileProperty, options: UserProfileOptions): ProfileProperty {
  const { name } = property
  if (options.nullableNames && (name === 'firstName' || name === 'lastName')) {
    return { ...property, required: false }
  }
  if (name === 'login' && options.loginPattern !== undefined) {
    const { format: _, ...rest } = property
    return options.loginPattern === null ? rest : { ...rest, pattern: options.loginPattern }
  }
  return property
}

function queryType({ type }: ProfileProperty): QueryType {
  if (type === 'integer') return 'number'
  return type === 'array' ? 'string-or-number' : type
}
