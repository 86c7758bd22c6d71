import { z } from 'zod'
import { characters, resource } from './common.ts'

/** The bodies that set up scopes and policies of authorization servers. Seeds have the same settings. */

const text = () => z.string().nullish()
const flag = () => z.boolean().nullish()
const name = () => characters(1, 100)
const texts = () => z.array(z.string())
const status = () => z.enum(['ACTIVE', 'INACTIVE']).nullish()
const included = () => z.looseObject({ include: texts().nullish(), exclude: texts().nullish() }).nullish()

export const ScopeInput = resource('AuthorizationServerScopeInput', {
  name,
  displayName: text,
  description: text,
  consent: () => z.enum(['REQUIRED', 'IMPLICIT', 'FLEXIBLE']).nullish(),
  default: flag,
  metadataPublish: () => z.enum(['ALL_CLIENTS', 'NO_CLIENTS']).nullish(),
  optional: flag,
})

const ofPolicies = { name, priority: () => z.int().min(1).nullish(), status }

export const PolicyInput = resource('AccessPolicyInput', {
  ...ofPolicies,
  description: text,
  conditions: () => z.looseObject({ clients: included() }).nullish(),
})

const minutes = (least: number, max: number) => z.int().min(least).max(max).nullish()

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
