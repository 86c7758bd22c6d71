import { sameValue } from '../judge/expectation.ts'
import { Blocked, NotAllowed, Refused } from './interruption.ts'
import { type Ledger, type RecordKind, kindMadeAt, recordKinds } from '../clean-up/ledger.ts'
import type { Permission } from '../plan/rights.ts'
import type { Json } from '../wire/reply.ts'
import { decoded } from '../words/text.ts'
import { markersOfLogins } from '../supply/unique.ts'

/** A write that is about to be sent. */
export interface Write {
  readonly method: string
  /** Path without the base URL's own path, no query, still percent-encoded. */
  readonly path: string
  readonly query: URLSearchParams
  /** Parsed body; undefined when there is none or it is not JSON. */
  readonly body: Json
  /** Whose `me` it is: the user of the session, when the call carries a session that was supplied. */
  readonly me?: string | undefined
  readonly unmarked?: boolean | undefined
  /** The domain of the logins that the target takes, if it is real: no mail goes to a login. */
  readonly loginDomain?: string | undefined
}

/** The record that a write creates. */
export interface Creation {
  readonly kind: RecordKind
  readonly name: string
}

/**
 * Decides whether a write may be sent: only to records of this run, to nonexistent ids, and to supplied records. The
 * access scope of a supplied record limits how far the write may go. Mail, `me` and sessions need a permission.
 *
 * @returns the record that it creates, if it creates one.
 * @throws Blocked when it goes further than the access scope allows.
 * @throws Refused when the check does something that no run may do.
 * @throws NotAllowed when the operator did not give the permission.
 */
export function guardWrite(
  write: Write,
  ledger: Ledger,
  allowed: ReadonlySet<Permission>,
  marker: string,
): Creation | undefined {
  const kind = write.method === 'POST' ? kindMadeAt(write.path) : undefined
  checkAddresses(write)
  checkTargetGroups(write, ledger)
  const mail = sendsMail(write)
  if (kind !== undefined) {
    if (mail) demand('mail', write, allowed)
    return { kind, name: creationName(kind, write, marker) }
  }
  const nonexistentId = checkTarget(write, ledger, allowed)
  if (mail && !nonexistentId) demand('mail', write, allowed)
  return undefined
}

function demand(permission: Permission, write: Write, allowed: ReadonlySet<Permission>): void {
  if (!allowed.has(permission)) {
    throw new NotAllowed(permission, `${write.method} ${write.path} needs --allow ${permission}`)
  }
}

function creationName(kind: RecordKind, { body, unmarked }: Write, marker: string): string {
  const field = recordKinds[kind].nameOf(body)
  if (typeof field !== 'string' || field.trim() === '') return ''
  const marks = kind === 'user' ? markersOfLogins(marker) : [marker]
  if (unmarked !== true && !marks.some((mark) => field.toLowerCase().includes(mark))) {
    throw new Refused(
      `a ${kind} of a run carries the run's marker '${marker}' in its name; '${field}' does not`,
    )
  }
  return field
}

/** Whether the target is an id that belongs to nothing. */
function checkTarget(write: Write, ledger: Ledger, allowed: ReadonlySet<Permission>): boolean {
  const { method, path } = write
  const parts = path.split('/').slice(1).map(decoded)
  const [top, , area, first = '', second, third = ''] = parts
  if (top === 'oauth2' && area === 'clients' && first !== '')
    return own('client', first, write, ledger, 'all')
  if (top !== 'api') throw new Refused(`${method} ${path} is no write that a run may send`)
  if (area === 'users' && first === 'me') return checkMe(write, ledger, allowed)
  if (area === 'users' && first !== '') return own('user', first, write, ledger, userReach(method, parts))
  if (area === 'groups' && first === 'rules' && second !== undefined && second !== '')
    return own('rule', second, write, ledger, 'all')
  if (area === 'groups' && first !== '' && first !== 'rules') {
    if (second === 'users') {
      const group = own('group', first, write, ledger, 'read')
      return own('user', third, write, ledger, 'all') || group
    }
    return own('group', first, write, ledger, method === 'PUT' ? 'own-profile' : 'all')
  }
  throw new Refused(`${method} ${path} is no write that a run may send`)
}

/** How far into a user a write reaches: what an access scope must cover. */
function userReach(method: string, parts: readonly string[]): 'all' | 'lifecycle' | 'consents' {
  const part = parts[4]
  if (part === 'lifecycle' || part === 'sessions') return 'lifecycle'
  if (method === 'DELETE' && (part === 'grants' || part === 'clients')) return 'consents'
  return 'all'
}

function own(
  kind: RecordKind,
  reference: string,
  write: Write,
  ledger: Ledger,
  reach: 'read' | 'own-profile' | 'lifecycle' | 'consents' | 'all',
): boolean {
  if (ledger.find(kind, reference)) return false
  if (ledger.isNonexistentId(reference)) return true
  const lent = ledger.accessScopeOf(kind, reference)
  if (lent?.accessScope === 'all') return false
  if (lent !== undefined) {
    if (reach === 'read' || reach === lent.accessScope) {
      if (reach !== 'own-profile' || sameValue(write.body?.profile, lent.profile)) return false
      throw new Refused(`a lent ${kind} is only ever sent its own profile again`)
    }
    const further = `${write.method} ${write.path} goes further than the ${kind} was lent for ('${lent.accessScope}')`
    if (kind !== 'user') throw new Refused(further)
    throw new Blocked(
      further,
      undefined,
      'Let the run do what it likes with the user. (target.yaml: disposable: true, beside its id)',
    )
  }
  throw new Refused(`${write.method} ${write.path} would write to a ${kind} that this run did not make`)
}

function checkMe(write: Write, ledger: Ledger, allowed: ReadonlySet<Permission>): boolean {
  const { method, path, me } = write
  if (path.endsWith('/lifecycle/delete_sessions')) {
    demand('end-sessions', write, allowed)
    return false
  }
  const ours =
    me !== undefined &&
    (ledger.find('user', me) !== undefined || ledger.accessScopeOf('user', me) !== undefined)
  if (!(method === 'POST' && path === '/api/v1/users/me') && !ours) {
    throw new Refused(`${method} ${path} would write to a current user who was not supplied for that`)
  }
  demand('me', write, allowed)
  return false
}

/** Rules and new users may only name groups of this run, so that nobody else's group changes. */
function checkTargetGroups({ path, body }: Write, ledger: Ledger): void {
  const named: unknown[] = [
    ...(path === '/api/v1/users' ? asList(body?.groupIds) : []),
    ...(path.startsWith('/api/v1/groups/rules') ? asList(body?.actions?.assignUserToGroups?.groupIds) : []),
  ]
  for (const id of named) {
    if (typeof id !== 'string' || ledger.find('group', id) || ledger.isNonexistentId(id)) continue
    throw new Refused(`the group '${id}' is not one of this run; nobody is to be added to it`)
  }
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function checkAddresses({ path, body, loginDomain }: Write): void {
  if (!path.startsWith('/api/v1/users')) return
  for (const field of ['login', 'email', 'secondEmail']) {
    const value: unknown = body?.profile?.[field]
    if (typeof value !== 'string' || !value.includes('@')) continue
    if (field === 'login' && loginDomain !== undefined && value.endsWith(`@${loginDomain}`)) continue
    if (!isSafeAddress(value)) {
      throw new Refused(
        `profile.${field} is an address that may belong to somebody; take one under example.com`,
      )
    }
  }
}

const reservedDomains = /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/i

/**
 * Whether mail to an address can reach nobody: its domain is reserved (RFC 2606), or is not a domain. A domain that
 * ends in a single letter also counts, since no top-level domain has one letter.
 */
function isSafeAddress(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return reservedDomains.test(domain) || !domain.includes('.') || /\.[a-z]?$/i.test(domain)
}

/** Whether the service sends mail for a write, by the API description (Users, Endpoints). */
export function sendsMail({
  method,
  path,
  query,
  body,
}: Pick<Write, 'method' | 'path' | 'query' | 'body'>): boolean {
  const flag = query.get('sendEmail')
  if (method === 'DELETE') return flag === 'true' && path.startsWith('/api/v1/users/')
  if (method !== 'POST') return false
  if (path === '/api/v1/users') return createSendsMail(query, body)
  // Rules have a lifecycle too, and nobody is written to about it.
  if (!path.startsWith('/api/v1/users/')) return false
  if (path === '/api/v1/users/me')
    return body?.profile?.email !== undefined || body?.profile?.secondEmail !== undefined
  if (/\/lifecycle\/(reactivate|deactivate)$/.test(path)) return flag === 'true'
  if (path.endsWith('/lifecycle/activate')) return flag !== 'false'
  if (path.endsWith('/lifecycle/reset_password')) return query.get('provider') === null && flag !== 'false'
  if (path.endsWith('/credentials/forgot_password')) return body === undefined && flag !== 'false'
  return false
}

function createSendsMail(query: URLSearchParams, body: Json): boolean {
  if (body === undefined || query.get('activate') === 'false' || query.get('provider') === 'true')
    return false
  const password: unknown = body?.credentials?.password
  return typeof password !== 'object' || password === null || Object.keys(password).length === 0
}
