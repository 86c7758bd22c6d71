import type { Seed } from '../../fixtures/index.ts'
import { createNames } from '../../fixtures/build/names.ts'
import { PersonBuilder } from '../../fixtures/build/person.ts'
import { type Place, places } from '../../fixtures/build/places.ts'
import { userProfileProperties } from '../../contract/resources/profiles.ts'
import { Random } from '../../model/kernel/random.ts'
import { defined } from '../../model/kernel/defined.ts'

type UserSeed = NonNullable<Seed['users']>[number]
type Profile = Readonly<Record<string, unknown>>

/** If fewer users share a value of a custom property, it can identify a person. */
const sharedMin = 3

const usual: ReadonlySet<string> = new Set(userProfileProperties().map(({ name }) => name))

/**
 * Replaces real people by made-up ones, everywhere in a seed: in profiles, as managers and members, in rules and
 * descriptions. With the same seed of names, a login always gets the same person. Departments, titles, cities, time
 * zones and similar values stay, since rules and tests depend on them.
 *
 * @param nameSeed Any text. Without knowing it, nobody can find the made-up person of a login.
 */
export function withFakeNames(seed: Seed, nameSeed: string): Seed {
  const { users, ...rest } = seed
  const names = new FakeNames(users ?? [], new Random(nameSeed))
  const swept = names.everywhere(rest) as Seed
  return { ...swept, ...(users === undefined ? {} : { users: users.map((user) => names.user(user)) }) }
}

interface Person {
  readonly login: string
  readonly email: string
  readonly profile: Profile
}

class FakeNames {
  readonly #random: Random
  readonly #domains: ReadonlyMap<string, string>
  /** Made-up people by the logins of real ones. */
  readonly #people = new Map<string, Person>()
  /** The replacement of a real login, address or full name. */
  readonly #words = new Map<string, string>()
  readonly #taken = new Set<string>()
  /** How many users share a value of a custom property. */
  readonly #shares = new Map<string, number>()
  readonly #values = new Map<string, number>()

  constructor(users: readonly UserSeed[], random: Random) {
    this.#random = random
    this.#domains = domainsOf(users)
    for (const { profile = {} } of users) {
      for (const [name, value] of Object.entries(profile)) {
        if (usual.has(name)) continue
        for (const each of [value].flat()) {
          const key = JSON.stringify([name, each])
          this.#shares.set(key, (this.#shares.get(key) ?? 0) + 1)
        }
      }
    }
    for (const user of users) this.#invent(user)
  }

  user(user: UserSeed): UserSeed {
    const { login, email, profile: fake } = this.#people.get(user.login)!
    const { manager, recoveryQuestion, profile, groups } = user
    return defined({
      ...user,
      login,
      email: user.email === undefined ? undefined : email,
      firstName: user.firstName === undefined ? undefined : String(fake['firstName']),
      lastName: user.lastName === undefined ? undefined : String(fake['lastName']),
      profile: profile && this.#profile(profile, fake, login),
      groups: groups?.map((name) => this.#text(name)),
      manager: manager === undefined ? undefined : (this.#people.get(manager)?.login ?? manager),
      recoveryQuestion: recoveryQuestion && { ...recoveryQuestion, question: 'Favourite flower?' },
    })
  }

  /** A value without the data of real people in its texts. */
  everywhere(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value)
    if (Array.isArray(value)) return value.map((each) => this.everywhere(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.everywhere(each)]))
  }

  #invent({ login, email = login, firstName = '', lastName = '', profile }: UserSeed): void {
    const random = this.#random.fork(login.toLowerCase())
    const domain = this.#domainFor(login) ?? this.#domainFor(email) ?? 'example.com'
    const fake = new PersonBuilder(createNames(random.fork('name')), random.fork('person'), domain).profile({
      place: placeLike(profile, random),
    })
    const isAddress = login.includes('@')
    const local = this.#free(fake.login.split('@')[0]!)
    const newLogin = isAddress ? `${local}@${domain}` : local.padEnd(5, '0')
    const newEmail = `${local}@${this.#domainFor(email) ?? domain}`
    this.#people.set(login, {
      login: newLogin,
      email: newEmail,
      profile: { ...fake, employeeNumber: `E${100_000 + random.int(900_000)}`, local },
    })
    const fullName = `${fake.firstName} ${fake.lastName}`
    const words = { [login]: newLogin, [email]: newEmail, [`${firstName} ${lastName}`]: fullName }
    const shown = profile?.['displayName']
    if (typeof shown === 'string') words[shown] = fullName
    for (const [word, instead] of Object.entries(words)) this.#words.set(word.toLowerCase(), instead)
  }

  /** The replacement of the domain of an address. */
  #domainFor(address: string): string | undefined {
    const domain = domainOf(address)
    return domain === undefined ? undefined : this.#domains.get(domain)
  }

  /** The local part of a login, with a number if another login has it. */
  #free(local: string): string {
    let free = local
    for (let number = 2; this.#taken.has(free); number++) free = `${local}${number}`
    this.#taken.add(free)
    return free
  }

  #profile(profile: Profile, fake: Profile, login: string): Profile {
    const local = String(fake['local'])
    const fakes: Profile = {
      secondEmail: `${local}@private.example.com`,
      middleName: fake['firstName'],
      nickName: fake['firstName'],
      displayName: `${String(fake['firstName'])} ${String(fake['lastName'])}`,
      profileUrl: `https://people.example.com/${local}`,
      primaryPhone: fake['primaryPhone'],
      mobilePhone: fake['mobilePhone'],
      streetAddress: fake['streetAddress'],
      postalAddress: fake['streetAddress'],
      zipCode: fake['zipCode'],
      employeeNumber: fake['employeeNumber'],
      managerId: undefined,
      manager: undefined,
    }
    const entries = Object.entries(profile).map(([name, value]) => {
      if (name in fakes) return [name, fakes[name]] as const
      if (usual.has(name)) return [name, this.everywhere(value)] as const
      const faked = Array.isArray(value)
        ? value.map((each) => this.#custom(name, each))
        : this.#custom(name, value)
      return [name, faked] as const
    })
    // Removes members that only the real profile has.
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== login))
  }

  /** A value of a custom property: unchanged if enough users share it, else a made-up one of its type. */
  #custom(name: string, value: unknown): unknown {
    const key = JSON.stringify([name, value])
    if (typeof value === 'boolean' || (this.#shares.get(key) ?? 0) >= sharedMin) return this.everywhere(value)
    const number = this.#values.get(key) ?? this.#values.size + 1
    this.#values.set(key, number)
    return typeof value === 'number' ? number : `${name} ${number}`
  }

  #text(text: string): string {
    const instead = (word: string): string | undefined => this.#words.get(word.toLowerCase())
    const whole = instead(text)
    if (whole !== undefined) return whole
    const swept = text
      .replaceAll(/[^\s"'<>(),;:=]+@[\w-]+(?:\.[\w-]+)*/g, (word) => instead(word) ?? word)
      .replaceAll(/"([^"@]+)"/g, (quoted, word: string) => {
        const found = instead(word)
        return found === undefined ? quoted : `"${found}"`
      })
      .replaceAll(/[\w-]+(?:\.[\w-]+)+/g, (name) => this.#domain(name))
    return this.#fullNames(swept)
  }

  /** A text with made-up full names instead of real ones. */
  #fullNames(text: string): string {
    // Words, and the separators between them.
    const parts = text.split(/([\p{L}\p{M}'’-]+)/u)
    for (let at = 1; at + 2 < parts.length; at += 2) {
      if (parts[at + 1] !== ' ') continue
      const found = this.#words.get(`${parts[at]} ${parts[at + 2]}`.toLowerCase())
      if (found !== undefined) parts.splice(at, 3, found)
    }
    return parts.join('')
  }

  /** A host below a real domain, with the replaced domain. */
  #domain(name: string): string {
    const lower = name.toLowerCase()
    for (const [real, instead] of this.#domains) {
      if (lower === real) return instead
      if (lower.endsWith(`.${real}`)) return `${lower.slice(0, -real.length)}${instead}`
    }
    return name
  }
}

/** A place in the same city, or at least the same country, so that address and telephone number fit. */
function placeLike(profile: Profile = {}, random: Random): Place {
  const inCity = places.filter(({ city }) => city === profile['city'])
  const inCountry = places.filter(({ countryCode }) => countryCode === profile['countryCode'])
  return random.pick([inCity, inCountry, places].find((some) => some.length > 0)!)
}

/** The replacements of domains in logins and addresses: example.com for the most frequent one. */
function domainsOf(users: readonly UserSeed[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const { login, email = login } of users) {
    for (const domain of new Set([domainOf(login), domainOf(email)])) {
      if (domain !== undefined) counts.set(domain, (counts.get(domain) ?? 0) + 1)
    }
  }
  const ordered = [...counts].toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
  return new Map(
    ordered.map(([domain], index) => [domain, index === 0 ? 'example.com' : `org${index + 1}.example.com`]),
  )
}

function domainOf(address: string): string | undefined {
  return /@([\w-]+(?:\.[\w-]+)*)$/.exec(address)?.[1]?.toLowerCase()
}
