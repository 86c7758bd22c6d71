/**
 * The properties and links that every record of a kind shows (Groups and Users). Requirements, checks and mutants are
 * generated from these rows.
 */
import type { OperationName } from '../../src/contract/operation-names.ts'
import { a } from '../engine/judge/expectation.ts'
import type { Json } from '../engine/wire/reply.ts'
import { type RequirementPlace, type Cover, requirementsForEach, tableOf } from '../registry/requirement.ts'
import { type Form, forms, linkThatAllows } from './forms.ts'
import { statuses } from './statuses.ts'

/** A property, or a link, that every record of a kind shows. */
export interface ShownProperty {
  /** The name in the id of its requirement: `tokens.<slug>`. */
  readonly slug: string
  /** Its path in the record: `status`, `_links.app`. */
  readonly path: string
  /** Its form, or its values. Without one, a check compares it with a value that the run knows. */
  readonly is?: Form | readonly string[]
  /** The words after `carries`, if they are not the name and the form. */
  readonly says?: string
  /** The statement, if it is not `<record> carries <says>.` */
  readonly statement?: string
  /** The methods that the hints of a link allow. */
  readonly allows?: readonly string[]
  /** Properties within it, each with its form. */
  readonly parts?: Readonly<Record<string, Form>>
  /** The operations that its requirement is about, if not those of the place. */
  readonly operations?: readonly OperationName[]
  /** The rows of the API description that its requirement covers, if not just the property or the link. */
  readonly covers?: readonly Cover[]
}

/** A property, and a value that a wrong server shows instead. */
type ShownOrWrong = ShownProperty & { readonly wrong: Json }

const shown = tableOf<ShownOrWrong>()

/** Rows of kinds whose properties a wrong server leaves out: a check demands each value with its form. */
const shownOnly = tableOf<ShownProperty>()

/** A consent grant (Users, Grant). */
export const grantProperties = shown([
  { slug: 'id', path: 'id', is: 'string', wrong: 42 },
  {
    slug: 'status',
    path: 'status',
    is: ['ACTIVE', 'REVOKED', 'EXPIRED'],
    wrong: 'GIVEN',
    covers: ['property:Grant.status', 'enum:Grant.status.REVOKED', 'enum:Grant.status.EXPIRED'],
  },
  {
    slug: 'status.active',
    path: 'status',
    is: ['ACTIVE'],
    wrong: 'EXPIRED',
    statement: 'A grant that is in force carries status ACTIVE.',
    covers: ['enum:Grant.status.ACTIVE'],
  },
  { slug: 'created', path: 'created', is: 'timestamp', wrong: 1_700_000_000 },
  { slug: 'last-updated', path: 'lastUpdated', is: 'timestamp', wrong: '2026-01-02' },
  { slug: 'issuer', path: 'issuer', is: 'url', wrong: '/oauth2/default' },
  {
    slug: 'client-id',
    path: 'clientId',
    wrong: 'another',
    says: 'the clientId of the client it was given to',
  },
  { slug: 'user-id', path: 'userId', wrong: 'another', says: 'the userId of the user who gave it' },
  { slug: 'scope-id', path: 'scopeId', is: 'string', wrong: null },
  {
    slug: 'links.app',
    path: '_links.app',
    wrong: 'https://svc.example.com/app',
    covers: ['property:Grant._links', 'link:Grant.app'],
  },
  { slug: 'links.scope', path: '_links.scope', wrong: {} },
  { slug: 'links.client', path: '_links.client', wrong: {} },
  {
    slug: 'links.self',
    path: '_links.self',
    allows: ['GET', 'DELETE'],
    wrong: { href: 'https://svc.example.com/grant' },
  },
  { slug: 'links.user', path: '_links.user', wrong: null },
  { slug: 'links.authorization-server', path: '_links.authorizationServer', wrong: [] },
])

/** A client that a user gave consent to (Users, Client Grant object). */
export const grantClientProperties = shown([
  {
    slug: 'client-id',
    path: 'client_id',
    is: 'string',
    wrong: 42,
    says: 'client_id, a string, and no two of them the same',
    covers: ['property:ClientGrant.client_id', 'unique:ClientGrant.client_id'],
  },
  { slug: 'client-name', path: 'client_name', is: 'string', wrong: null },
  {
    slug: 'client-uri',
    path: 'client_uri',
    is: 'textOrNothing',
    wrong: { href: 'https://client.example.com' },
  },
  {
    slug: 'logo-uri',
    path: 'logo_uri',
    is: 'textOrNothing',
    wrong: { href: 'https://client.example.com' },
    covers: ['property:ClientGrant.logo_uri', 'null:ClientGrant.logo_uri'],
  },
  {
    slug: 'links.grants',
    path: '_links.grants',
    allows: [],
    wrong: { href: 'https://svc.example.com/grants' },
    says: 'the link grants with hints',
    covers: ['property:ClientGrant._links', 'link:ClientGrant.grants'],
  },
  { slug: 'links.tokens', path: '_links.tokens', wrong: {} },
])

/** A refresh token (Users, Refresh token). */
export const tokenProperties = shown([
  { slug: 'id', path: 'id', is: 'string', wrong: 42 },
  { slug: 'status', path: 'status', is: 'string', wrong: true },
  { slug: 'created', path: 'created', is: 'timestamp', wrong: 1_700_000_000 },
  { slug: 'last-updated', path: 'lastUpdated', is: 'timestamp', wrong: '2026-01-02' },
  { slug: 'expires-at', path: 'expiresAt', is: 'timestamp', wrong: 3600 },
  { slug: 'issuer', path: 'issuer', is: 'string', wrong: { href: 'https://svc.example.com' } },
  {
    slug: 'client-id',
    path: 'clientId',
    wrong: 'another',
    says: 'the clientId of the client it was issued to',
  },
  { slug: 'user-id', path: 'userId', wrong: 'another', says: 'the userId of the user it was issued for' },
  { slug: 'scopes', path: 'scopes', is: 'strings', wrong: 'openid offline_access' },
  {
    slug: 'links.app',
    path: '_links.app',
    wrong: 'https://svc.example.com/app',
    covers: ['property:RefreshToken._links', 'link:RefreshToken.app'],
  },
  { slug: 'links.self', path: '_links.self', wrong: {} },
  {
    slug: 'links.revoke',
    path: '_links.revoke',
    allows: ['DELETE'],
    wrong: { href: 'https://svc.example.com/token' },
  },
  { slug: 'links.client', path: '_links.client', wrong: {} },
  { slug: 'links.user', path: '_links.user', wrong: null },
  { slug: 'links.authorization-server', path: '_links.authorizationServer', wrong: [] },
])

/** An application assigned to a group (Groups, Applications of a group). */
export const groupAppProperties = shownOnly([
  { slug: 'id', path: 'id', is: 'string' },
  { slug: 'name', path: 'name', is: 'string' },
  { slug: 'label', path: 'label', is: 'string' },
  { slug: 'status', path: 'status', is: 'string' },
  { slug: 'last-updated', path: 'lastUpdated', is: 'timestamp', says: 'lastUpdated' },
  { slug: 'created', path: 'created', is: 'timestamp', says: 'created' },
  {
    slug: 'accessibility',
    path: 'accessibility',
    says: 'accessibility with a Boolean selfService and an errorRedirectUrl',
    parts: { selfService: 'boolean', errorRedirectUrl: 'textOrNull' },
  },
  {
    slug: 'visibility',
    path: 'visibility',
    says: 'visibility with autoSubmitToolbar, hide.iOS, hide.web and appLinks',
    parts: {
      autoSubmitToolbar: 'boolean',
      'hide.iOS': 'boolean',
      'hide.web': 'boolean',
      appLinks: 'objectOrNull',
    },
  },
  { slug: 'features', path: 'features', is: 'array' },
  { slug: 'sign-on-mode', path: 'signOnMode', is: 'string', says: 'signOnMode' },
  { slug: 'credentials', path: 'credentials', is: 'objectOrNull', says: 'credentials' },
  { slug: 'settings', path: 'settings', is: 'objectOrNull', says: 'settings' },
  { slug: 'links', path: '_links', is: 'object', says: '_links' },
])

/** An application of a user (Users, App link). */
export const appLinkProperties = shownOnly([
  { slug: 'id', path: 'id', is: 'string' },
  { slug: 'label', path: 'label', is: 'text' },
  { slug: 'link-url', path: 'linkUrl', is: 'text' },
  { slug: 'logo-url', path: 'logoUrl', is: 'text' },
  { slug: 'app-name', path: 'appName', is: 'text' },
  { slug: 'app-instance-id', path: 'appInstanceId', is: 'text' },
  { slug: 'app-assignment-id', path: 'appAssignmentId', is: 'text' },
  { slug: 'credentials-setup', path: 'credentialsSetup', is: 'boolean' },
  { slug: 'hidden', path: 'hidden', is: 'boolean' },
  { slug: 'sort-order', path: 'sortOrder', is: 'number' },
])

/** The profile of a group from a directory (Groups). */
export const directoryProperties = shown([
  { slug: 'description', path: 'description', is: 'text', wrong: null },
  { slug: 'dn', path: 'dn', is: 'string', wrong: null },
  { slug: 'external-id', path: 'externalId', is: 'base64', wrong: 'not base 64!' },
  { slug: 'name', path: 'name', is: 'string', wrong: 17 },
  { slug: 'sam-account-name', path: 'samAccountName', is: 'string', wrong: null },
  { slug: 'qualified-name', path: 'directoryDomainQualifiedName', is: 'string', wrong: [] },
])

/** A user (Users, User). */
export const userProperties = shown([
  { slug: 'id', path: 'id', is: 'string', wrong: '', says: 'an id, a string that is not empty' },
  { slug: 'status', path: 'status', is: statuses, wrong: 'READY', says: 'a status, one of the eight listed' },
  { slug: 'created', path: 'created', is: 'timestamp', wrong: '2026-01-02' },
  { slug: 'last-updated', path: 'lastUpdated', is: 'timestamp', wrong: 1_767_225_600, says: 'lastUpdated' },
  { slug: 'type', path: 'type', is: 'withId', wrong: 'employee' },
  { slug: 'profile', path: 'profile', is: 'object', wrong: [], says: 'a profile, an object' },
  { slug: 'credentials', path: 'credentials', is: 'object', wrong: null },
])

/** A group (Groups, Group). */
export const groupProperties = shown([
  { slug: 'id', path: 'id', is: 'string', wrong: null, says: 'an id, a string that is not empty' },
  { slug: 'created', path: 'created', is: 'timestamp', wrong: '2026-01-01' },
  { slug: 'last-updated', path: 'lastUpdated', is: 'timestamp', wrong: null, says: 'lastUpdated' },
  {
    slug: 'last-membership-updated',
    path: 'lastMembershipUpdated',
    is: 'timestamp',
    wrong: null,
    says: 'lastMembershipUpdated',
  },
  {
    slug: 'type',
    path: 'type',
    is: ['SVC_GROUP', 'APP_GROUP', 'BUILT_IN'],
    wrong: 'USER_GROUP',
    says: 'a type, one of SVC_GROUP, APP_GROUP and BUILT_IN',
    operations: ['getGroup', 'listGroups'],
  },
  { slug: 'profile', path: 'profile', is: 'object', wrong: null, says: 'a profile, an object' },
])

/** A group rule (Groups, Group rule). */
export const ruleProperties = shown([
  { slug: 'id', path: 'id', is: 'string', wrong: 17, says: 'an id, a string that is not empty' },
  { slug: 'created', path: 'created', is: 'timestamp', wrong: '2026-01-01' },
  { slug: 'last-updated', path: 'lastUpdated', is: 'timestamp', wrong: null, says: 'lastUpdated' },
])

const isLink = ({ path }: ShownProperty): boolean => path.startsWith('_links.')

const listed = new Intl.ListFormat('en-GB')

function statementOf(record: string, row: ShownProperty): string {
  const { path, is = 'string', allows } = row
  const hints = allows === undefined ? '' : `, whose hints allow ${listed.format(allows)}`
  const form = typeof is === 'string' ? forms[is][0] : `one of ${listed.format(is)}`
  const usual = isLink(row) ? `the link ${path.slice('_links.'.length)}${hints}` : `${path}, ${form}`
  return row.statement ?? `${record} carries ${row.says ?? usual}.`
}

function coversOf(kind: string, row: ShownProperty, isNeverNull: boolean): readonly Cover[] {
  const { path, parts = {} } = row
  if (isLink(row)) return [`link:${kind}.${path.slice('_links.'.length)}`]
  return [
    `property:${kind}.${path}`,
    ...(isNeverNull ? [`not-null:${kind}.${path}` as const] : []),
    ...Object.keys(parts).map((part) => `property:${kind}.${path}.${part}` as const),
  ]
}

/** The words for a kind of record. */
interface ShownRecord {
  /** In statements: `A grant`. */
  readonly record: string
  /** In rows of the API description: `Grant`. */
  readonly kind: string
  /** Whether the API description says of each property that it is not null. */
  readonly isNeverNull?: boolean
}

/** The requirements of the properties of a kind of record. */
export function shownRequirements<Slug extends string, Pattern extends `${string}*${string}`>(
  place: RequirementPlace,
  pattern: Pattern,
  { record, kind, isNeverNull = false }: ShownRecord,
  rows: readonly (ShownProperty & { readonly slug: Slug })[],
) {
  const write = (row: ShownProperty) => ({
    statement: statementOf(record, row),
    ...(row.operations === undefined ? {} : { operations: row.operations }),
    covers: row.covers ?? coversOf(kind, row, isNeverNull),
  })
  return requirementsForEach(place, rows, { [pattern]: write } as Record<Pattern, typeof write>)
}

/** An object with a value at a path. */
function valueAt(path: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.')
  return { [name]: rest.length === 0 ? value : valueAt(rest.join('.'), value) }
}

/** The demand of a row that has a form. */
export const demandOf = (row: ShownProperty): object => demandsOf(row)[0] ?? {}

/** The demands of a row: one, or one for each part. */
export function demandsOf(row: ShownProperty): readonly object[] {
  const { path, is, allows, parts } = row
  if (isLink(row)) return [valueAt(path, linkThatAllows(allows))]
  if (parts !== undefined)
    return Object.entries(parts).map(([part, form]) => valueAt(`${path}.${part}`, forms[form][1]))
  if (is === undefined) return []
  return [valueAt(path, typeof is === 'string' ? forms[is][1] : a.oneOf(...is))]
}

/** The path of a row, and those of its parts. */
export function pathsOf({ path, parts = {} }: ShownProperty): readonly string[] {
  return [path, ...Object.keys(parts).map((part) => `${path}.${part}`)]
}
