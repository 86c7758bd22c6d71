import { z } from 'zod'
import { didYouMean, unknownName } from '../../../src/query/suggestion.ts'

/**
 * Reports each unknown name of a strict object on its own line, with the nearest known name. Does the same for a word
 * that is not in a list.
 *
 * @param kind The noun for the names: `option`.
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

/** How many mistakes a message lists. */
const listedMax = 20

/** Mistakes in one line: the first of them, and how many more there are. */
export function listed(mistakes: readonly string[]): string {
  const more = mistakes.length - listedMax
  return [...mistakes.slice(0, listedMax), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

/** The message of one issue of such a schema, each mistake with its path. */
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
