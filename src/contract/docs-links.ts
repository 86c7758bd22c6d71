/** The documentation of this version. A test compares the version with package.json. */
export const docs = 'https://github.com/identikit/identikit/blob/v0.1.0/docs'

/** Headings of docs/the-api.md, by the sections of the API description that each covers. The first that fits counts. */
const headings: readonly (readonly [RegExp, string])[] = [
  [/^Clients, Auth/, 'authentication'],
  [/, (?:Errors|Limits)/, 'errors'],
  [/^Clients, (?:Conv|Vers|Groups)|, What|, Endpoints/, 'conventions'],
  [/^Groups, (?:Group )?(?:rule|States)/, 'group-rules'],
  [/^Groups/, 'groups'],
  [/^Clients/, 'clients'],
  [/session/, 'sessions'],
  [/grant|token/i, 'consent-grants-and-refresh-tokens'],
  [/, (?:Credential|Pass|Provider)/, 'credentials'],
  [/, (?:States|Lifecycle)/, 'life-cycle-of-a-user'],
]

/** Where a section is explained: a heading of docs/the-api.md of this version, an RFC, or another page. */
export function docsOf(section: string): string {
  const [, rfc, part] = /^RFC (\d+), sections? ([\d.]+\d)/.exec(section) ?? []
  if (rfc !== undefined) return `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${part}`
  if (section.startsWith('OpenID')) return 'https://openid.net/specs/openid-connect-core-1_0.html'
  const [, page] = /^docs\/(\S+)/.exec(section) ?? []
  if (page !== undefined) return `${docs}/${page}`
  const [, decision] = /decision (\S+)/.exec(section) ?? []
  if (decision !== undefined) return `${docs}/reference/decisions.md#${decision}`
  const [, heading] = headings.find(([form]) => form.test(section)) ?? []
  return `${docs}/the-api.md#${heading ?? 'users'}`
}
