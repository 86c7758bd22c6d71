import { didYouMean } from '../query/suggestion.ts'

/** The names of all variants: apart from their code, so that every organisation can check them. */
export const variantNames = [
  'short-pages',
  'other-order',
  'search-lag',
  'slow-transitions',
  'rate-limits',
  'unknown-members',
  'nothing-for-null',
  'null-for-nothing',
  'newer-members',
  'whole-seconds',
  'other-ids',
  'other-secrets',
  'other-cursors',
  'other-urls',
  'other-words',
  'other-refusals',
  'other-success-codes',
  'fewer-links',
  'links-by-policy',
  'deactivates-otherwise',
  'no-contents',
  'fewer-headers',
  'other-matching',
  'few-matches',
  'late-rules',
  'refuses-repeats',
  'refuses-read-only',
  'strict-spelling',
  'ended-grants-shown',
  'unique-client-names',
  'large-pages-fail',
  'locked-rules',
  'other-json',
  'other-headers',
  'one-link-header',
  'unavailable',
  'connection-reset',
  'lost-replies',
  'slow-replies',
  'clock-apart',
] as const
export type VariantName = (typeof variantNames)[number]

/** A variation as it is written: the names of variants, and the folder for a log. */
export interface NamedVariation {
  /** Names of variants; `!MISTAKE@OPERATION` is a mistake of a broken service. */
  readonly names: readonly string[]
  readonly log: string | undefined
}

/**
 * Reads a variation from texts, each with one name or several with commas. A last part `log:FOLDER` is for
 * `identikit vary`.
 *
 * @param option Where it is given, for the message.
 * @throws TypeError that names an unknown variant and the known ones.
 */
export function readVariation(texts: readonly string[], option: string): NamedVariation {
  const [, listed = '', log] = /^(.*?)(?:(?:^|,)log:(.*))?$/s.exec(texts.join(',')) ?? []
  const names = listed.split(/[\s,]+/).filter((name) => name !== '')
  for (const name of names) if (!name.startsWith('!')) nameOf(name, option)
  return { names, log }
}

/**
 * The name of a variant.
 *
 * @param option Where it is given, for the message.
 * @throws TypeError that names an unknown variant and the known ones.
 */
export function nameOf(text: string, option: string): VariantName {
  const name = variantNames.find((each) => each === text)
  if (name !== undefined) return name
  const meant = didYouMean(text.slice(0, 80), variantNames)
  throw new TypeError(
    `${option}: expected one of ${variantNames.join(', ')}, got '${text}'${meant === undefined ? '' : `; ${meant}`}`,
  )
}
