/** Faults that any answer may have: of its records, and of a refusal. */
import { decoded } from '../words/text.ts'
import { isTimestamp } from './expectation.ts'
import type { Json } from '../wire/reply.ts'
import { speaksOAuth } from '../wire/routes.ts'
import { factorLink, userLinks } from '../../tables/user-links.ts'

type RecordKind = 'user' | 'group' | 'rule' | 'client' | 'grant' | 'token'

/** The kind of a record, and its fault. */
export type RecordFault = `${RecordKind}-time` | `${'user' | 'group' | 'grant' | 'token'}-self` | LinkFault

const times: Readonly<Record<Exclude<RecordKind, 'client'>, readonly string[]>> = {
  user: ['created', 'activated', 'statusChanged', 'lastLogin', 'lastUpdated', 'passwordChanged'],
  group: ['created', 'lastUpdated', 'lastMembershipUpdated'],
  rule: ['created', 'lastUpdated'],
  grant: ['created', 'lastUpdated'],
  token: ['created', 'lastUpdated', 'expiresAt'],
}

/** The faults of a record, or of the records of a list; each fault once. */
export function faultsOf(json: Json): ReadonlySet<RecordFault> {
  const found = new Set<RecordFault>()
  const records: readonly Json[] = Array.isArray(json) ? json : [json]
  for (const record of records) {
    const kind = kindOf(record)
    if (kind === undefined) continue
    if (kind === 'client') {
      const issued: unknown = record.client_id_issued_at ?? 0
      if (typeof issued !== 'number') found.add('client-time')
      continue
    }
    if (times[kind].some((name) => (record[name] ?? null) !== null && !isTimestamp(record[name])))
      found.add(`${kind}-time`)
    if (kind === 'rule') continue
    if (leadsElsewhere(record)) found.add(`${kind}-self`)
    for (const fault of linkFaultsOf(kind, record)) found.add(fault)
  }
  return found
}

function kindOf(record: Json): RecordKind | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  if ('grant_types' in record) return 'client'
  if (record.type === 'group_rule') return 'rule'
  if ('scopeId' in record) return 'grant'
  if ('scopes' in record && 'expiresAt' in record) return 'token'
  if ('objectClass' in record) return 'group'
  return 'status' in record && typeof record.profile?.login === 'string' ? 'user' : undefined
}

/** Whether the self link of a record contains its id, its login or `me` in no segment of its path. */
function leadsElsewhere({ id, profile, _links: links }: Json): boolean {
  const href: unknown = links?.self?.href
  if (typeof href !== 'string' || !URL.canParse(href)) return false
  const login = typeof profile?.login === 'string' ? profile.login : undefined
  const names = new Set([id, login, login?.split('@')[0], ...(login === undefined ? [] : ['me'])])
  return !new URL(href).pathname.split('/').some((part) => names.has(decoded(part)))
}

/** A part that a refusal lacks, or a style that it may not have (Clients, Errors). */
export type RefusalFault =
  | 'error-summary'
  | 'error-link'
  | 'error-id'
  | 'error-causes'
  | 'oauth-description'
  | 'new-secret-style'

/** Statuses for which the API description shows a body; others may come from a gateway. */
const shown: ReadonlySet<number> = new Set([400, 403, 404])

/** The faults of the body of a refusal, whichever of the two styles it has. */
export function faultsOfRefusal(path: string, status: number, json: Json): RefusalFault[] {
  if (!shown.has(status)) return []
  const { errorCode, errorSummary, errorLink, errorId, errorCauses, error, error_description } = json
  const isText = (value: unknown): boolean => typeof value === 'string'
  if (isText(errorCode))
    return [
      ...(isText(errorSummary) ? [] : (['error-summary'] as const)),
      ...(errorLink === errorCode ? [] : (['error-link'] as const)),
      ...(isText(errorId) ? [] : (['error-id'] as const)),
      ...(Array.isArray(errorCauses) ? [] : (['error-causes'] as const)),
    ]
  if (!isText(error)) return []
  if (speaksOAuth(path)) return isText(error_description) ? [] : ['oauth-description']
  return path.endsWith('/newSecret') ? ['new-secret-style'] : []
}

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
function linkFaultsOf(kind: keyof typeof rules, record: Json): readonly LinkFault[] {
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
