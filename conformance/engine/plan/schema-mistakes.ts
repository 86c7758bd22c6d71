import { z } from 'zod'
import { didYouMean, unknownName } from '../../../src/query/suggestion.ts'

/**
 * Lets names that a strict object does not have be told with the nearest that it has, a line each, and words that are
 * none of those that can be likewise.
 *
 * @param kind What the names are called: `option`.
 */
export function tellUnknownNames(kind: string): z.core.$ZodErrorMap {
  // Only here is the schema known that met the names.
  return ({ code, inst, keys, values, input, message }) => {
    if (code === 'unrecognized_keys')
      return keys.map((name) => `${name}: ${unknownName(kind, name, namesOf(inst))}`).join('\n')
    if (code !== 'invalid_value' || typeof input !== 'string') return message
    const words = (values as unknown[]).map(String)
    const hint = didYouMean(input.slice(0, 80), words)
    return `expected one of ${words.join(', ')}${hint === undefined ? '' : `; ${hint}`}`
  }
}

/** What one issue of such a schema says, each mistake with its path. */
export function mistakesOf(
  { code, path, message }: z.core.$ZodIssue,
  above: readonly PropertyKey[],
): string[] {
  const place = [...above, ...path].map(String)
  if (code === 'unrecognized_keys') return message.split('\n').map((line) => [...place, line].join('.'))
  return [
    `${place.join('.') || 'content'}: ${message.replace(/^(?:Invalid [a-z]+|Too (?:small|big)): /, '')}`,
  ]
}

function namesOf(schema: unknown): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}
