/** Whether the links of a record lead to the operations that they are named after, and by the right method. */
import { factorLink, userLinks } from '../../tables/user-links.ts'
import { decoded } from '../words/decoded.ts'
import type { Json } from '../wire/reply.ts'

/** What a link has to be, where it is there. */
interface LinkRule {
  readonly relation: string
  /** The method of the one operation that it leads to; `hints.allow` and `method` may be left out, but not say otherwise. */
  readonly method?: string
  /** Whether a path, without a slash at its end, is one that it may lead to. */
  readonly leads: (path: string, record: Json) => boolean
}

/** A link of a record that leads elsewhere, or by another method. */
export type LinkFault = `${'user' | 'group' | 'grant' | 'token'}-link-${string}`

/** Whether a path ends with one of the names of a record, and what follows; a record without a name says nothing. */
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

/** Why a link of a user is not one to the operation that it is named after; undefined where it is, or is not there. */
export function wrongUserLink(relation: string, user: Json): string | undefined {
  const rule = rules.user.find((each) => each.relation === relation)
  return rule && faultOf(rule, user)
}

function faultOf({ relation, method, leads }: LinkRule, record: Json): string | undefined {
  const link: Json = record?._links?.[relation]
  if (link === undefined || link === null) return undefined
  const { href, method: stated, hints } = link
  // A link without a full URL is told by the clauses of all links.
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

/** Where the links of records, and those beside them, lead to operations of the service: scheme and host of each. */
export function addressesOf(json: Json, beside: readonly string[]): string[] {
  return [...hrefsOf(json), ...beside]
    .filter((href) => URL.canParse(href))
    .map((href) => new URL(href))
    .filter(({ pathname }) => /\/(api\/v1\/(users|groups)|oauth2\/v1\/clients)(\/|$)/.test(pathname))
    .map(({ origin }) => origin)
}
