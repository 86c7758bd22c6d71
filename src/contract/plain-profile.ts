import { isBlank, type PatternCompiler, type Profile, type ProfileProperty, stringCheck } from './profile.ts'

/** Reads a profile in which nothing is wrong; undefined where the schema has to say what is. */
export type PlainProfileReader = (profile: unknown) => Profile | undefined

/** Why a value cannot be taken here; whatever it is, the schema decides. */
type Refuses = (value: unknown) => boolean

/**
 * Makes a reader with the results of `profileSchema` for most profiles. Every write of a user reads a profile, and
 * mostly nothing is wrong with it. Without it POST user takes 28.7 instead of 20.2 µs. The bar is 0.75 of a server that
 * keeps bodies.
 */
export function plainProfileReader(
  properties: readonly ProfileProperty[],
  compile?: PatternCompiler,
): PlainProfileReader {
  const readers = properties.map((property) => ({ property, refuses: refusal(property, compile) }))
  const places = new Map(properties.map(({ name }, place) => [name, place]))
  /** The properties that need a default or an error where they are missing. */
  const missed = readers.flatMap(({ property: { required, default: otherwise } }, place) =>
    required || otherwise !== undefined ? [place] : [],
  )
  /** The places of the properties to look at, in order. One list serves all profiles, as one is read at a time. */
  const wanted = properties.map(() => 0)
  return (profile) => {
    if (typeof profile !== 'object' || profile === null || Array.isArray(profile)) return undefined
    const given = profile as Readonly<Record<string, unknown>>
    // Most properties are not given: only those that are, and those that may not be left out, are looked at.
    let count = 0
    for (const place of missed) wanted[count++] = place
    for (const name of Object.keys(given)) {
      const place = places.get(name)
      if (place === undefined) return undefined
      count = insert(wanted, count, place)
    }
    const read: Record<string, unknown> = {}
    for (let index = 0; index < count; index += 1) {
      const { property, refuses } = readers[wanted[index]!]!
      const { name, required, default: otherwise } = property
      const value = Object.hasOwn(given, name) ? given[name] : undefined
      if (value === undefined || value === null) {
        if (required) return undefined
        if (otherwise !== undefined) read[name] = otherwise
      } else if (refuses(value)) {
        return undefined
      } else {
        read[name] = value
      }
    }
    return read
  }
}

/** Adds a number to the first `count` of an ascending list, unless it is among them. Returns their new count. */
function insert(ascending: number[], count: number, number: number): number {
  let at = count
  // Before the first there is none, which is neither greater nor the same.
  while (ascending[at - 1]! > number) at -= 1
  if (ascending[at - 1] === number) return count
  for (let from = count; from > at; from -= 1) ascending[from] = ascending[from - 1]!
  ascending[at] = number
  return count + 1
}

function refusal(property: ProfileProperty, compile: PatternCompiler | undefined): Refuses {
  if (property.type === 'boolean') return (value) => typeof value !== 'boolean'
  if (property.type !== 'string') return () => true
  const { required, enum: values } = property
  const check = stringCheck(property, compile)
  return (value) =>
    typeof value !== 'string' ||
    (required === true && isBlank(value)) ||
    check(value) !== undefined ||
    (values !== undefined && !values.includes(value))
}
