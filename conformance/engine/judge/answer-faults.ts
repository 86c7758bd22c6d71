/** Faults that any answer may have: of its records, and of a refusal. */
import { decoded } from '../words/decoded.ts'
import { isTimestamp } from './expectation.ts'
import type { LinkFault } from './record-links.ts'
import { linkFaultsOf } from './record-links.ts'
import type { Json } from '../wire/reply.ts'
import { speaksOAuth } from '../wire/routes.ts'

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
