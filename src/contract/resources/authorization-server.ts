import { z } from 'zod'
import { characters, resource } from './common.ts'

/** The bodies that set up authorization servers. Unknown members are ignored, and null counts as not sent. */

const text = () => z.string().nullish()
const flag = () => z.boolean().nullish()
const name = () => characters(1, 100)
const texts = () => z.array(z.string())
const status = () => z.enum(['ACTIVE', 'INACTIVE']).nullish()
const included = () => z.looseObject({ include: texts().nullish(), exclude: texts().nullish() }).nullish()

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

export const ScopeInput = resource('AuthorizationServerScopeInput', {
  name,
  displayName: text,
  description: text,
  consent: () => z.enum(['REQUIRED', 'IMPLICIT', 'FLEXIBLE']).nullish(),
  default: flag,
  metadataPublish: () => z.enum(['ALL_CLIENTS', 'NO_CLIENTS']).nullish(),
  optional: flag,
})

export const ClaimInput = resource('AuthorizationServerClaimInput', {
  name,
  claimType: () => z.enum(['RESOURCE', 'IDENTITY']),
  valueType: () => z.enum(['EXPRESSION', 'GROUPS', 'SYSTEM']),
  value: text,
  group_filter_type: () => z.enum(['STARTS_WITH', 'EQUALS', 'CONTAINS', 'REGEX']).nullish(),
  conditions: () => z.looseObject({ scopes: texts().nullish() }).nullish(),
  alwaysIncludeInToken: flag,
  status,
})

const ofPolicies = { name, priority: () => z.int().min(1).nullish(), status }

export const PolicyInput = resource('AccessPolicyInput', {
  ...ofPolicies,
  description: text,
  conditions: () => z.looseObject({ clients: included() }).nullish(),
})

const minutes = (least: number, most: number) => z.int().min(least).max(most).nullish()

export const PolicyRuleInput = resource('AccessPolicyRuleInput', {
  ...ofPolicies,
  conditions: () =>
    z
      .looseObject({
        people: z.looseObject({ users: included(), groups: included() }).nullish(),
        grantTypes: included(),
        scopes: included(),
      })
      .nullish(),
  actions: () =>
    z
      .looseObject({
        token: z
          .looseObject({
            accessTokenLifetimeMinutes: minutes(5, 1440),
            // 0 is for no limit.
            refreshTokenLifetimeMinutes: minutes(0, 2_628_000),
            refreshTokenWindowMinutes: minutes(10, 2_628_000),
          })
          .nullish(),
      })
      .nullish(),
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
