import type { z } from 'zod'
import { refuse } from '../../contract/errors/refusal.ts'
import type { PolicyInput, PolicyRuleInput } from '../../contract/resources/authorization-server.ts'
import type { Stored } from '../../contract/resources/common.ts'
import { OrgService } from '../kernel/org-service.ts'
import type { AuthorizationServerRecord } from './authorization-server-records.ts'

type OfPolicy = Stored<z.output<ReturnType<typeof PolicyInput>>>
type OfRule = Stored<z.output<ReturnType<typeof PolicyRuleInput>>>

/** The conditions of a policy are on clients; those of a rule on the rest. */
export type PolicyConditions = Partial<
  NonNullable<OfPolicy['conditions']> & NonNullable<OfRule['conditions']>
>

/** Those to whom a policy or a rule applies: ids, or names. */
type Included = PolicyConditions['scopes']

/** A policy of an authorization server, or a rule of a policy. */
export interface PolicyRecord {
  readonly id: string
  /** The authorization server of a policy; the policy of a rule. */
  readonly parentId: string
  readonly name: string
  readonly description?: string
  readonly priority: number
  readonly isActive: boolean
  readonly created: string
  readonly lastUpdated: string
  readonly conditions: PolicyConditions
  /** Only of a rule. */
  readonly actions?: NonNullable<OfRule['actions']>
}

/** A policy or a rule as callers set it. */
export type PolicySettings = Pick<PolicyRecord, 'name' | 'description' | 'conditions' | 'actions'> & {
  readonly priority?: number | undefined
  readonly isActive?: boolean | undefined
}

/** The subject of new tokens, as policies see it. */
export interface PolicySubject {
  readonly clientId: string
  readonly userId: string | undefined
  /** Names of scopes. */
  readonly scopes: readonly string[]
  /** Absent where the tokens follow from earlier ones: then every rule may apply. */
  readonly grantType?: string | undefined
}

/**
 * Which clients get tokens of an authorization server, for whom and for how long. Without policies, all do. It has no
 * state but its table: most organisations never load it.
 */
export class AccessPolicies extends OrgService<'authorizationServers' | 'memberships'> {
  readonly collection = this.org.tables.policies

  /** The policies of a server, or the rules of a policy, by priority. */
  of(parentId: string): readonly PolicyRecord[] {
    return this.collection.allBy('parent', parentId).toSorted((one, other) => one.priority - other.priority)
  }

  /** @throws `Refusal` `not-found` for an unknown id, and for one of another server or policy. */
  resolve(parentId: string, id: string, kind: string): PolicyRecord {
    const found = this.collection.get(id)
    return found?.parentId === parentId ? found : refuse('not-found', { id, kind })
  }

  create(kind: 'policy' | 'groupRule', parentId: string, settings: PolicySettings): PolicyRecord {
    const { priority = (this.of(parentId).at(-1)?.priority ?? 0) + 1, isActive = true } = settings
    const now = this.org.clock.iso()
    const id = this.org.ids(kind)
    return this.collection.insert({
      ...settings,
      id,
      parentId,
      priority,
      isActive,
      created: now,
      lastUpdated: now,
    })
  }

  /** Replaces the settings of a policy or rule; its place and its status stay where they are not given. */
  replace(known: PolicyRecord, settings: PolicySettings): PolicyRecord {
    const { id, parentId, created } = known
    const { priority = known.priority, isActive = known.isActive } = settings
    const lastUpdated = this.org.clock.iso()
    return this.collection.put({ ...settings, id, parentId, created, priority, isActive, lastUpdated })
  }

  /** Removes a policy with its rules, or a rule. */
  remove(id: string): void {
    this.org.authorizationServers.removePolicies(id)
    this.collection.remove(id)
  }

  /** The rule that applies; undefined where the server has no policy in use. `denied` if no rule applies. */
  ruleFor(server: AuthorizationServerRecord, subject: PolicySubject): PolicyRecord | 'denied' | undefined {
    if (this.collection.size === 0) return undefined
    const policies = this.of(server.id).filter(({ isActive }) => isActive)
    if (policies.length === 0) return undefined
    for (const { id, conditions } of policies) {
      if (!includes(conditions.clients, [subject.clientId], 'ALL_CLIENTS')) continue
      const rule = this.of(id).find((each) => each.isActive && this.#applies(each.conditions, subject))
      if (rule) return rule
    }
    return 'denied'
  }

  /** A server with the lifetimes of tokens of the rule that applies. */
  applied(server: AuthorizationServerRecord, subject: PolicySubject): AuthorizationServerRecord {
    const rule = this.ruleFor(server, subject)
    if (rule === undefined || rule === 'denied') return server
    const { accessTokenLifetimeMinutes: access, refreshTokenLifetimeMinutes: refresh } =
      rule.actions?.token ?? {}
    const tokenLifetimes = {
      ...server.tokenLifetimes,
      ...(access ? { access: access * minute } : {}),
      ...(refresh ? { refresh: refresh * minute } : {}),
    }
    return { ...server, tokenLifetimes }
  }

  #applies({ people, grantTypes, scopes }: PolicyConditions, subject: PolicySubject): boolean {
    const { userId, grantType } = subject
    const isForScopes = subject.scopes.every((name) => includes(scopes, [name], '*'))
    if (!isForScopes || (grantType !== undefined && !includes(grantTypes, [grantType]))) return false
    if (userId === undefined) return true
    const groups = this.org.memberships.groupsOf(userId).map(({ id }) => id)
    const { users, groups: named } = people ?? {}
    if (users?.exclude?.includes(userId) || named?.exclude?.some((id) => groups.includes(id))) return false
    const isNamed = [users, named].some((each) => each?.include?.length)
    return (
      !isNamed ||
      [users, named].some((each) =>
        each?.include?.some((id) => id === userId || id === everyone || groups.includes(id)),
      )
    )
  }
}

const minute = 60_000
const everyone = 'EVERYONE'

/** Whether one of some values is included. A list that is not given, or is empty, includes every value. */
function includes(list: Included, values: readonly string[], all?: string): boolean {
  if (list?.exclude?.some((each) => values.includes(each))) return false
  return !list?.include?.length || list.include.some((each) => each === all || values.includes(each))
}
