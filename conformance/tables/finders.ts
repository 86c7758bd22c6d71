/**
 * The properties and operators by which a search or a filter finds users and groups (Users, Groups). Requirements, checks
 * and mutants are generated from these rows, which stand together where their records get the value alike.
 */
import {
  type Requirement,
  type RequirementPlace,
  requirementsOf,
  type Cover,
  tableOf,
} from '../registry/requirement.ts'
import type { Prerequisite } from '../registry/prerequisites.ts'

/** A comparison in a search or a filter. */
export interface Finder {
  /** The id of its requirement, which begins with the list and the parameter: `users.filter.email`. */
  readonly id: string
  /** The property, as an expression spells it. Left out if the requirement is about an operator. */
  readonly by?: string
  /** The operator. Default: eq. */
  readonly with?: 'eq' | 'sw' | 'gt' | 'ge' | 'lt' | 'le'
  /** The value, if the property has a list of values and each has a requirement. */
  readonly value?: string
  /** The records that it finds: the end of the statement. Default: those that carry the value. */
  readonly finds?: string
  /** The statement, where it is not the usual one. */
  readonly statement?: string
  /** Properties whose values must not find the record: a wrong server takes them for this one. */
  readonly not?: readonly string[]
  /** Whether a value without its last letter must find nothing. */
  readonly isWhole?: true
  /** Whether a run may have no record with this value. */
  readonly mayFindNothing?: true
  /** The rows of the API description that it covers, if not the usual one. */
  readonly covers?: readonly Cover[]
  /** Further rows of the API description that it covers. */
  readonly also?: readonly Cover[]
  readonly needs?: readonly Prerequisite[]
}

const table = tableOf<Finder, 'id'>()

const id = { by: 'id', isWhole: true } as const
const login = { by: 'profile.login' } as const
const email = { by: 'profile.email' } as const
const status = { by: 'status' } as const
const otherType = { by: 'type', finds: 'no group of another type', mayFindNothing: true } as const
const updated = { by: 'lastUpdated' } as const
const members = { by: 'lastMembershipUpdated' } as const

export const userFilters = {
  value: table([
    { ...status, id: 'users.filter.status.active', value: 'ACTIVE', also: ['query:listUsers.filter'] },
    { ...status, id: 'users.filter.status.deprovisioned', value: 'DEPROVISIONED' },
    {
      ...status,
      id: 'users.filter.status.locked-out',
      value: 'LOCKED_OUT',
      also: ['enum:User.status.LOCKED_OUT'],
      needs: ['locked-out-user'],
    },
    { ...status, id: 'users.filter.status.password-expired', value: 'PASSWORD_EXPIRED' },
    {
      ...status,
      id: 'users.filter.status.provisioned',
      value: 'PROVISIONED',
      finds: 'no user of another status',
    },
    { ...status, id: 'users.filter.status.recovery', value: 'RECOVERY' },
    { ...status, id: 'users.filter.status.staged', value: 'STAGED' },
    { ...status, id: 'users.filter.status.suspended', value: 'SUSPENDED' },
  ]),
  text: table([
    { ...id, id: 'users.filter.id', finds: 'exactly the user of that id', not: ['profile.login'] },
    { ...login, id: 'users.filter.login', finds: 'exactly the user of that login', not: ['profile.email'] },
    {
      ...email,
      id: 'users.filter.email',
      finds: 'users of that e-mail and no other',
      not: ['profile.login'],
    },
    { id: 'users.filter.first-name', by: 'profile.firstName', finds: 'users of that name and no other' },
    { id: 'users.filter.last-name', by: 'profile.lastName', finds: 'users of that name and no other' },
  ]),
  time: table([
    { ...updated, id: 'users.filter.last-updated.eq', with: 'eq' },
    { ...updated, id: 'users.filter.last-updated.gt', with: 'gt' },
    { ...updated, id: 'users.filter.last-updated.ge', with: 'ge' },
    { ...updated, id: 'users.filter.last-updated.lt', with: 'lt' },
    { ...updated, id: 'users.filter.last-updated.le', with: 'le' },
  ]),
}

export const userSearches = {
  text: table([
    {
      ...login,
      id: 'users.search.profile',
      finds: 'the user of that login and no other',
      not: ['profile.email'],
      isWhole: true,
      covers: ['query:listUsers.search', 'search:User.profile', 'search:User.eq'],
    },
    {
      id: 'users.search.profile-any',
      by: 'profile.department',
      finds: 'the users of that department and no other',
      covers: [],
    },
    { ...id, id: 'users.search.id', finds: 'exactly the user of that id' },
  ]),
  value: table([
    {
      ...status,
      id: 'users.search.status',
      finds: 'users of that status and no other, DEPROVISIONED ones too',
    },
  ]),
  time: table([
    { id: 'users.search.created', by: 'created' },
    { id: 'users.search.activated', by: 'activated' },
    { id: 'users.search.status-changed', by: 'statusChanged' },
    { ...updated, id: 'users.search.last-updated' },
  ]),
  given: table([{ id: 'users.search.type-id', by: 'type.id', finds: 'the user of that type' }]),
  start: table([
    { id: 'users.search.sw', with: 'sw', finds: 'values that start with the given one and no others' },
  ]),
  order: table([
    { id: 'users.search.gt', with: 'gt' },
    { id: 'users.search.lt', with: 'lt' },
  ]),
}

export const groupFilters = {
  text: table([
    {
      ...id,
      id: 'groups.filter.id',
      finds: 'exactly the group of that id',
      also: ['query:listGroups.filter'],
    },
  ]),
  time: table([
    { ...members, id: 'groups.filter.last-membership-updated.eq', with: 'eq', not: ['lastUpdated'] },
    { ...members, id: 'groups.filter.last-membership-updated.gt', with: 'gt' },
    { ...members, id: 'groups.filter.last-membership-updated.lt', with: 'lt' },
    { ...updated, id: 'groups.filter.last-updated.eq', with: 'eq', not: ['lastMembershipUpdated'] },
    { ...updated, id: 'groups.filter.last-updated.gt', with: 'gt' },
    { ...updated, id: 'groups.filter.last-updated.lt', with: 'lt' },
  ]),
  value: table([
    {
      id: 'groups.filter.type.svc-group',
      by: 'type',
      value: 'SVC_GROUP',
      finds: 'a group made through the API, and no group of another type',
    },
    { ...otherType, id: 'groups.filter.type.app-group', value: 'APP_GROUP' },
    { ...otherType, id: 'groups.filter.type.built-in', value: 'BUILT_IN' },
  ]),
}

export const groupSearches = {
  text: table([
    {
      id: 'groups.search.name',
      by: 'profile.name',
      finds: 'the group of that name and no other',
      covers: ['query:listGroups.search', 'search:Group.profile'],
    },
    {
      id: 'groups.search.description',
      by: 'profile.description',
      finds: 'the group of that description and no other',
      covers: [],
    },
    { ...id, id: 'groups.search.id', finds: 'exactly the group of that id' },
  ]),
  time: table([
    { id: 'groups.search.created', by: 'created', not: ['lastMembershipUpdated'] },
    { ...members, id: 'groups.search.last-membership-updated', not: ['lastUpdated'] },
    { ...updated, id: 'groups.search.last-updated', not: ['lastMembershipUpdated'] },
  ]),
  value: table([
    {
      id: 'groups.search.type',
      by: 'type',
      statement:
        'A search by type eq "SVC_GROUP" finds a group made through the API, and no group of another type.',
    },
  ]),
  given: table([
    {
      id: 'groups.search.imported',
      by: 'profile.samAccountName',
      statement: 'A search by profile.samAccountName finds the directory group that holds the value.',
      covers: ['search:Group.imported'],
      needs: ['directory-group'],
    },
    {
      id: 'groups.search.source-id',
      by: 'source.id',
      finds: 'the APP_GROUP of that source',
      needs: ['app-group'],
    },
  ]),
  start: table([
    { id: 'groups.search.sw', with: 'sw', finds: 'names that start with the value and no others' },
  ]),
  order: table([
    { id: 'groups.search.gt', with: 'gt' },
    { id: 'groups.search.lt', with: 'lt' },
  ]),
}

/** The values that an operator finds. */
const found: Readonly<Record<string, string>> = {
  gt: 'later values and leaves out the equal one',
  ge: 'later values and the equal one',
  lt: 'earlier values and leaves out the equal one',
  le: 'earlier values and the equal one',
}

/** The list and the parameter of a row. */
export function partsOf({ id }: Pick<Finder, 'id'>) {
  const [list, parameter] = id.split('.') as ['users' | 'groups', 'filter' | 'search']
  return list === 'users'
    ? ({ on: 'listUsers', kind: 'User', noun: 'user', parameter } as const)
    : ({ on: 'listGroups', kind: 'Group', noun: 'group', parameter } as const)
}

/** Whether a row compares texts that a caller wrote, or ids. */
export const isText = ({ by = '', needs }: Finder): boolean =>
  needs === undefined && /^(id$|profile\.)/.test(by)

function statementOf(row: Finder): string {
  const { by, with: operator = 'eq', value } = row
  const { noun, parameter } = partsOf(row)
  const carried =
    parameter === 'search' ? `the ${noun} that carries the value` : `a ${noun} by the value it carries`
  const listed = `${/^[AEIOU]/.test(value ?? '') ? 'an' : 'a'} ${value} ${noun} and no ${noun} of another ${by}`
  const finds = row.finds ?? found[operator] ?? (value === undefined ? carried : listed)
  const literal = value === undefined ? '' : ` "${value}"`
  const condition = by === undefined ? `with ${operator}` : `by ${by}${isText(row) ? ' eq' : ''}`
  const subject = parameter === 'search' ? `A search ${condition}` : `The filter ${by} ${operator}${literal}`
  return row.statement ?? `${subject} finds ${finds}.`
}

/** The rows of the API description that a row covers, if it does not say so. */
function coverOf(row: Finder): Cover {
  const { by, with: operator = 'eq', value = operator } = row
  const { kind, parameter } = partsOf(row)
  return parameter === 'filter' ? `filter:${kind}.${by}.${value}` : `search:${kind}.${by ?? operator}`
}

/** The requirements of the finders of a list, all but those written by hand. */
export function finderRequirements<Id extends string>(
  place: RequirementPlace,
  kinds: Readonly<Record<string, readonly (Finder & { readonly id: Id })[]>>,
): readonly (Requirement & { readonly id: Id })[] {
  return requirementsOf(
    place,
    Object.values(kinds).flatMap((rows) =>
      rows.map((row) => ({
        id: row.id,
        statement: statementOf(row),
        ...(row.needs === undefined ? {} : { needs: row.needs }),
        covers: row.covers ?? [...(row.also ?? []), coverOf(row)],
      })),
    ),
  )
}
