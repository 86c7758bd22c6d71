/** Whether the links of a record lead to the operations that they are named after, and by the right method. */
import { factorLink, userLinks } from '../../tables/user-links.ts'
import { decoded } from '../words/decoded.ts'
import type { Json } from '../wire/reply.ts'

/** The rule for a link that is there. */
interface LinkRule {
  readonly relation: string
  /** The method of the one operation that it leads to. `hints.allow` and `method` may be missing, but not differ. */
  readonly method?: string
  /** Whether a path, without a slash at its end, is one that it may lead to. */
  readonly leads: (path: string, record: Json) => boolean
}

/** A link of a record that leads elsewhere, or by another method. */
export type LinkFault = `${'user' | 'group' | 'grant' | 'token'}-link-${string}`

/** Whether a path ends with a name of a record and the suffix; true for a record without names. */
function isBelow(path: string, collection: string, names: readonly unknown[], suffix: string): boolean {
  const known = names.filter((name) => typeof name === 'string' && name !== '')
  return known.length === 0 || known.some((name) => path.endsWith(`${collection}/${String(name)}${suffix}`))
}

const ofUser = (user: Json): readonly unknown[] => {
  const login: unknown = user.profile?.login
  return [user.id, login, typeof login === 'string' ? login.split('@')[0] : undefined, 'me']
}

/** A link to another record of a kind that the API description names; one of another form says nothing. */
const named =
  (collection: string, key: string): LinkRule['leads'] =>
  (path, record) =>
    path.endsWith(`${collection}/${String(record[key])}`) || !path.includes(`${collection}/`)

const ofParties: readonly LinkRule[] = [
  { relation: 'client', leads: named('/oauth2/v1/clients', 'clientId') },
  { relation: 'user', leads: named('/api/v1/users', 'userId') },
]

const rules: Readonly<Record<'user' | 'group' | 'grant' | 'token', readonly LinkRule[]>> = {
  user: [...userLinks, factorLink].map(({ relation, path: suffix }) => ({
    relation,
    method: 'POST',
    leads: (path, user) => isBelow(path, '/api/v1/users', ofUser(user), suffix),
  })),
  group: ['users', 'apps'].map((relation) => ({
    relation,
    leads: (path, { id }) => isBelow(path, '/api/v1/groups', [id], `/${relation}`),
  })),
  grant: ofParties,
  token: [
    ...ofParties,
    { relation: 'revoke', method: 'DELETE', leads: (path, { id }) => isBelow(path, '', [id], '') },
  ],
}

/** The relations of a record that lead elsewhere than to the operation they are named after, or by another method. */
export function linkFaultsOf(kind: keyof typeof rules, record: Json): readonly LinkFault[] {
  return rules[kind]
    .filter((rule) => faultOf(rule, record) !== undefined)
    .map(({ relation }) => `${kind}-link-${relation}` as const)
}

/** Why a link of a user does not lead to the operation of its name; undefined if right or missing. */
export function wrongUserLink(relation: string, user: Json): string | undefined {
  const rule = rules.user.find((each) => each.relation === relation)
  return rule && faultOf(rule, user)
}

function faultOf({ relation, method, leads }: LinkRule, record: Json): string | undefined {
  const link: Json = record?._links?.[relation]
  if (link === undefined || link === null) return undefined
  const { href, method: stated, hints } = link
  // The requirements of all links report a link without a full URL.
  if (typeof href !== 'string' || !URL.canParse(href)) return undefined
  const url = new URL(href)
  const path = url.pathname.replace(/\/$/, '')
  if (!leads(path, record) && !leads(decoded(path), record)) return `leads to ${href}`
  const self: unknown = record._links?.self?.href
  if (typeof self === 'string' && URL.canParse(self) && new URL(self).origin !== url.origin)
    return `leads to ${url.origin}, and the self link to ${new URL(self).origin}`
  if (method === undefined) return undefined
  if (typeof stated === 'string' && stated.toUpperCase() !== method)
    return `is said to be called by ${stated}`
  const allowed: unknown = hints?.allow
  if (Array.isArray(allowed) && !allowed.map((each) => String(each).toUpperCase()).includes(method))
    return `is said to allow ${allowed.join(' and ')}`
  return undefined
}

/** The targets of the links of a record, or of the records of a list. */
export function hrefsOf(json: Json): string[] {
  const records: readonly Json[] = Array.isArray(json) ? json : [json]
  return records.flatMap((record) =>
    Object.values<Json>(record?._links ?? {})
      .flat()
      .map((link) => link?.href as unknown)
      .filter((href) => typeof href === 'string'),
  )
}

/** The scheme and host of each link that leads to an operation of the service, in records or in `beside`. */
export function addressesOf(json: Json, beside: readonly string[]): string[] {
  return [...hrefsOf(json), ...beside]
    .filter((href) => URL.canParse(href))
    .map((href) => new URL(href))
    .filter(({ pathname }) => /\/(api\/v1\/(users|groups)|oauth2\/v1\/clients)(\/|$)/.test(pathname))
    .map(({ origin }) => origin)
}
