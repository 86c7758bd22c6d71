/**
 * Lists that come in pages (Clients, Groups, Users). Requirements, checks and mutants of their parameters limit and after are
 * generated from these rows.
 */
import type { OperationName } from '../../src/contract/operation-names.ts'
import type { Cover, Requirement } from '../registry/requirement.ts'

interface PagedList {
  readonly on: OperationName
  /** The records, in a statement. */
  readonly items: string
  /** One of them. */
  readonly one: string
  /** The list, in a statement, if it is not `The list of <items>`. */
  readonly all?: string
}

/** The lists by the beginnings of the ids of their requirements. */
const lists = {
  'clients.list': { on: 'listClients', items: 'clients', one: 'an item' },
  'groups.list': { on: 'listGroups', items: 'groups', one: 'an item' },
  'membership.list': { on: 'listGroupUsers', items: 'members', one: 'a member', all: 'The members' },
  'rules.list': { on: 'listGroupRules', items: 'rules', one: 'a rule' },
  'group-apps.list': { on: 'listGroupApps', items: 'applications', one: 'one', all: 'The applications' },
  'users.list': { on: 'listUsers', items: 'users', one: 'a user' },
  'grants.list': { on: 'listUserGrants', items: 'grants', one: 'one', all: 'The grants of a user' },
  'grants.list-client': {
    on: 'listUserClientGrants',
    items: 'grants for a client',
    one: 'one',
    all: 'The grants for a client',
  },
  'tokens.list': {
    on: 'listUserClientTokens',
    items: 'refresh tokens',
    one: 'one',
    all: 'The refresh tokens',
  },
} as const satisfies Readonly<Record<string, PagedList>>

/** The beginning of the ids of the requirements of a list. */
export type ListName = keyof typeof lists

/** The lists with their operations. */
export const pagedLists = (Object.keys(lists) as ListName[]).map((name) => [name, lists[name].on] as const)

/** The requirements of a list, to be spread into those of its section. */
export function pageRows<Name extends ListName>(name: Name) {
  const { on, items, one, all }: PagedList = lists[name]
  const goes =
    all === undefined
      ? `The list of ${items} goes on after the cursor of its`
      : `${all} go on after the cursor of the`
  const rows: Readonly<Record<string, readonly [string, Cover]>> = {
    [`${name}.after`]: [`${goes} next link, without ${one} twice.`, `query:${on}.after`],
    [`${name}.limit`]: [`limit bounds the number of ${items} in a page.`, `query:${on}.limit`],
  }
  return rows as Readonly<Record<`${Name}.${'after' | 'limit'}`, readonly [string, Cover]>>
}

/** A requirement of the default or the largest size of a page. */
export function pageSize<const Limit extends `${OperationName}.${string}`>(
  limit: Limit,
  statement: string,
  ...alsoIn: NonNullable<Requirement['alsoIn']>
) {
  return {
    level: 'may-change',
    statement,
    reason: `${limit.endsWith('max') ? 'Maximum' : 'Default'} page sizes may change.`,
    covers: [`limit:${limit}`],
    ...(alsoIn.length > 0 ? { alsoIn } : {}),
  } as const
}
