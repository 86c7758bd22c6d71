import { isSecretField, isSecretName } from '../contract/secrets.ts'

/** Whether a name is one of a fact about a secret, such as its algorithm. */
export function isFact(name: string): boolean {
  return facts.test(name)
}

/** Facts about a secret: who knows them can do nothing with them. */
const facts =
  /^(?:algorithm|saltOrder|workFactor|iterationCount|keySize|digestAlgorithm|type|question|passwordChanged)$/

/**
 * Whether a value gives access, by the names that lead to it. It does below the name of a secret, too. Properties of
 * profiles are data of people, whatever their names.
 */
export function isSecretAt(names: readonly unknown[]): boolean {
  const texts = names.map(String)
  const last = texts.at(-1) ?? ''
  if (facts.test(last) || texts.includes('profile')) return false
  return isSecretName(last) || isBelowSecret(texts)
}

/** Whether a place has the name of a secret, or is below one. */
export function isBelowSecret(names: readonly unknown[]): boolean {
  const texts = names.map(String)
  return (
    !texts.includes('profile') && texts.some((name) => isSecretField(name) || name.startsWith('password'))
  )
}

/** The texts in a value that give access. */
export function secretsIn(value: unknown, names: readonly string[] = []): readonly string[] {
  if (typeof value === 'string') return isSecretAt(names) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, names))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => secretsIn(member, [...names, name]))
}
