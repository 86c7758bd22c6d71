import { isBlank, type PatternCompiler, type Profile, type ProfileProperty, stringCheck } from './profile.ts'

/** Reads a profile in which nothing is wrong; undefined where the schema has to say what is. */
export type PlainProfileReader = (profile: unknown) => Profile | undefined

/** Why a value cannot be taken here; whatever it is, the schema decides. */
type Refuses = (value: unknown) => boolean

/**
 * Makes a reader that answers what `profileSchema` of the same properties does, for most profiles, and in a
 * fraction of the time: a profile is read on every write of a user, and mostly nothing is wrong with it.
 */
export function plainProfileReader(
  properties: readonly ProfileProperty[],
  compile?: PatternCompiler,
): PlainProfileReader {
  const readers = properties.map((property) => ({ property, refuses: refusal(property, compile) }))
  return (profile) => {
    if (typeof profile !== 'object' || profile === null || Array.isArray(profile)) return undefined
    const given = profile as Readonly<Record<string, unknown>>
    const read: Record<string, unknown> = {}
    let known = 0
    for (const { property, refuses } of readers) {
      const { name, required, default: otherwise } = property
      const isGiven = Object.hasOwn(given, name)
      const value = isGiven ? given[name] : undefined
      if (isGiven) known += 1
      if (value === undefined || value === null) {
        if (required) return undefined
        if (otherwise !== undefined) read[name] = otherwise
      } else if (refuses(value)) {
        return undefined
      } else {
        read[name] = value
      }
    }
    return known === Object.keys(given).length ? read : undefined
  }
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
