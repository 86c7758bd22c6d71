import { z } from 'zod'
import { characters, resource } from './common.ts'

/** The bodies that set up authorization servers and the organisation. Null counts as not sent. */

const text = () => z.string().nullish()
const name = () => characters(1, 100)

export const ServerInput = resource('AuthorizationServerInput', {
  name,
  description: text,
  audiences: () => z.array(z.string().min(1)).min(1).max(1),
  issuerMode: () => z.enum(['ORG_URL', 'CUSTOM_URL', 'DYNAMIC']).nullish(),
  credentials: () =>
    z
      .looseObject({
        signing: z.looseObject({ rotationMode: z.enum(['AUTO', 'MANUAL']).nullish() }).nullish(),
      })
      .nullish(),
})

export const ClaimInput = resource('AuthorizationServerClaimInput', {
  name,
  claimType: () => z.enum(['RESOURCE', 'IDENTITY']),
  valueType: () => z.enum(['EXPRESSION', 'GROUPS', 'SYSTEM']),
  value: text,
  group_filter_type: () => z.enum(['STARTS_WITH', 'EQUALS', 'CONTAINS', 'REGEX']).nullish(),
  conditions: () => z.looseObject({ scopes: z.array(z.string()).nullish() }).nullish(),
  alwaysIncludeInToken: () => z.boolean().nullish(),
  status: () => z.enum(['ACTIVE', 'INACTIVE']).nullish(),
})

/** The texts about an organisation, for people. */
export const organisationTexts: readonly string[] = [
  'companyName',
  'website',
  'phoneNumber',
  'endUserSupportHelpURL',
  'supportPhoneNumber',
  'address1',
  'address2',
  'city',
  'state',
  'country',
  'postalCode',
]

export const OrganisationInput = resource(
  'OrganisationInput',
  Object.fromEntries(organisationTexts.map((each) => [each, text])),
)
