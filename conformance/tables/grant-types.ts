/**
 * Which grant types go with which type of client (Clients, Client Application). Requirements, checks and mutants are
 * generated from these rows.
 */
import {
  type RequirementPlace,
  type RequirementRow,
  type Cover,
  requirementsForEach,
  tableOf,
} from '../registry/requirement.ts'

/** The grant type for SAML assertions, as a client spells it. */
export const saml2Bearer = 'urn:ietf:params:oauth:grant-type:saml2-bearer'

/** The grant type that a client of each type has anyway. */
const usual = {
  browser: 'authorization_code',
  native: 'authorization_code',
  service: 'client_credentials',
  web: 'authorization_code',
} as const

/** A grant type that a client may have, or may not. */
export interface ClientGrant {
  /** The name in the id of its requirement: `clients.grant-types.<slug>`. */
  readonly slug: string
  readonly type: keyof typeof usual
  readonly grant: string
  /** Whether a client may have it without the usual one of its type. */
  readonly isAlone?: true
  /** Whether its requirement stands for the value as such, too. */
  readonly isFirst?: true
  readonly isRefused?: true
  /** For a required grant type: the grant types of clients that lack it, and are refused. */
  readonly without?: readonly string[]
}

const browser = { type: 'browser' } as const
const native = { type: 'native' } as const
const service = { type: 'service' } as const
const web = { type: 'web' } as const
const isRefused = true

/** The table of valid grant types. */
export const clientGrants = tableOf<ClientGrant>()([
  { ...browser, slug: 'browser.authorization-code', grant: 'authorization_code' },
  { ...browser, slug: 'browser.implicit', grant: 'implicit' },
  { ...browser, slug: 'browser.implicit-alone', grant: 'implicit', isAlone: true },
  { ...browser, slug: 'browser.saml2-bearer', grant: 'saml2-bearer' },
  { ...browser, slug: 'browser.not-client-credentials', grant: 'client_credentials', isRefused },
  { ...browser, slug: 'browser.not-password', grant: 'password', isRefused },
  { ...browser, slug: 'browser.not-refresh-token', grant: 'refresh_token', isRefused },
  { ...native, slug: 'native.authorization-code', grant: 'authorization_code', isFirst: true },
  { ...native, slug: 'native.implicit', grant: 'implicit', isFirst: true },
  { ...native, slug: 'native.password', grant: 'password', isFirst: true },
  { ...native, slug: 'native.refresh-token', grant: 'refresh_token', isFirst: true },
  { ...native, slug: 'native.saml2-bearer', grant: 'saml2-bearer' },
  { ...native, slug: 'native.not-client-credentials', grant: 'client_credentials', isRefused },
  {
    ...native,
    slug: 'native.needs-authorization-code',
    grant: 'authorization_code',
    without: ['implicit', 'password'],
  },
  { ...service, slug: 'service.client-credentials', grant: 'client_credentials', isFirst: true },
  { ...service, slug: 'service.saml2-bearer', grant: 'saml2-bearer', isFirst: true },
  { ...service, slug: 'service.not-authorization-code', grant: 'authorization_code', isRefused },
  { ...service, slug: 'service.not-implicit', grant: 'implicit', isRefused },
  { ...service, slug: 'service.not-password', grant: 'password', isRefused },
  { ...service, slug: 'service.not-refresh-token', grant: 'refresh_token', isRefused },
  { ...web, slug: 'web.authorization-code', grant: 'authorization_code' },
  { ...web, slug: 'web.implicit', grant: 'implicit' },
  { ...web, slug: 'web.refresh-token', grant: 'refresh_token' },
  { ...web, slug: 'web.client-credentials', grant: 'client_credentials' },
  { ...web, slug: 'web.saml2-bearer', grant: 'saml2-bearer' },
  { ...web, slug: 'web.not-password', grant: 'password', isRefused },
  {
    ...web,
    slug: 'web.needs-authorization-code',
    grant: 'authorization_code',
    without: ['implicit', 'client_credentials'],
  },
])

/** The types of clients that have to hold the usual grant type. */
const requiring = new Set(clientGrants.filter(({ without }) => without !== undefined).map(({ type }) => type))

/** Whether a client with this grant type is refused, or one without it. */
export const isForbidden = (row: ClientGrant): boolean => row.isRefused === true || row.without !== undefined

function statementOf({ type, grant, isAlone, without, ...row }: ClientGrant): string {
  if (row.isRefused) return `A ${type} client with ${grant} is refused.`
  if (without !== undefined) return `A ${type} client without ${grant} is refused.`
  const beside = requiring.has(type) && grant !== usual[type] ? ` together with ${usual[type]}` : ''
  return `A ${type} client may hold ${grant}${isAlone ? ` without ${usual[type]}` : beside}.`
}

function coversOf({ type, grant, isAlone, isFirst, without, ...row }: ClientGrant): { covers?: Cover[] } {
  if (isAlone) return {}
  const kind = row.isRefused ? '.not' : without === undefined ? '' : '.requires'
  const value = isFirst ? [`enum:Client.grant_types.${grant}` as const] : []
  return { covers: [`grant:${type}${kind}.${grant}`, ...value] }
}

/** Whether a grant type needs early access. */
export const isEarly = ({ grant }: ClientGrant): boolean => grant === 'saml2-bearer'

const early = { level: 'edition', needs: ['saml2-bearer'] } as const satisfies Partial<RequirementRow>

/** The requirements of the table. */
export function clientGrantRequirements(place: RequirementPlace) {
  return requirementsForEach(place, clientGrants, {
    'clients.grant-types.*': (row) => ({
      ...(isEarly(row) ? early : {}),
      statement: statementOf(row),
      ...coversOf(row),
    }),
  })
}

/** The grant types of the clients that show a row: all accepted, or all refused. */
export function triedGrants({ type, grant, isAlone, without }: ClientGrant): readonly (readonly string[])[] {
  if (without !== undefined) return without.map((other) => [other])
  const sent = grant === 'saml2-bearer' ? saml2Bearer : grant
  return [isAlone || grant === usual[type] ? [sent] : [usual[type], sent]]
}
