import { z } from 'zod'
import { characters, type FieldRows, resource } from './common.ts'

/** The bodies that set up scopes and policies of authorization servers. Seeds have the same settings. */

const text = () => z.string().nullish()
const flag = () => z.boolean().nullish()
const name = () => characters(1, 100)
const texts = () => z.array(z.string())
const status = () => z.enum(['ACTIVE', 'INACTIVE']).nullish()
const included = () => z.looseObject({ include: texts().nullish(), exclude: texts().nullish() }).nullish()

export const scopeRows = {
  name,
  displayName: text,
  description: text,
  consent: {
    schema: () => z.enum(['REQUIRED', 'IMPLICIT', 'FLEXIBLE']).nullish(),
    seed: 'IMPLICIT: users are not asked for their consent',
  },
  default: { schema: flag, seed: 'Requests that name no scope have it' },
  metadataPublish: {
    schema: () => z.enum(['ALL_CLIENTS', 'NO_CLIENTS']).nullish(),
    seed: 'NO_CLIENTS: not in the metadata',
  },
  optional: { schema: flag, seed: 'Users can refuse it alone' },
} as const satisfies FieldRows

export const ScopeInput = resource('AuthorizationServerScopeInput', scopeRows)

const ofPolicies = { name, priority: () => z.int().min(1).nullish(), status }

export const policyRows = {
  ...ofPolicies,
  description: text,
  conditions: { schema: () => z.looseObject({ clients: included() }).nullish(), seed: 'On clients' },
} as const satisfies FieldRows

export const PolicyInput = resource('AccessPolicyInput', policyRows)

const minutes = (least: number, max: number) => z.int().min(least).max(max).nullish()

export const policyRuleRows = {
  ...ofPolicies,
  conditions: {
    schema: () =>
      z
        .looseObject({
          people: z.looseObject({ users: included(), groups: included() }).nullish(),
          grantTypes: included(),
          scopes: included(),
        })
        .nullish(),
    seed: 'On users, groups, grant types and scopes',
  },
  actions: {
    schema: () =>
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
    seed: 'How long the tokens live',
  },
} as const satisfies FieldRows

export const PolicyRuleInput = resource('AccessPolicyRuleInput', policyRuleRows)
