/** The documentation of this version. A test compares the version with package.json. */
export const docs = 'https://github.com/identikit/identikit/blob/v0.1.0/docs'

/**
 * The page that explains a cited section: its anchor in docs/reference/the-api.md of this version (scripts/the-api-page.ts), or
 * an RFC. `interpretation x` is the row of that interpretation.
 */
export function docsOf(section: string): string {
  const [, rfc, part] = /^RFC (\d+), sections? ([\d.]+\d)/.exec(section) ?? []
  if (rfc !== undefined) return `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${part}`
  if (section.startsWith('interpretation '))
    return `${docs}/reference/interpretations.md#${section.slice('interpretation '.length)}`
  return `${docs}/reference/the-api.md#${sectionAnchor(section)}`
}

/** `Users, POST /api/v1/users` as `users-post-api-v1-users`. Only the first two parts count. */
export function sectionAnchor(section: string): string {
  return section.toLowerCase().split(', ', 2).join().replaceAll(/\W+/g, '-')
}
