/**
 * Properties that only the service sets (Users, Groups, Group rules). Requirements, checks and mutants are generated from
 * these rows.
 */
import type { OperationName } from '../../src/contract/operation-names.ts'
import { a, type Expectation } from '../engine/judge/expectation.ts'
import type { Json } from '../engine/wire/reply.ts'
import { type RequirementPlace, requirementsForEach, tableOf } from '../registry/requirement.ts'

/** A property that a caller may send, and never sets. */
export interface ReadOnlyProperty {
  /** The name in the id of its requirement: `users.<slug>.read-only`. */
  readonly slug: string
  readonly name: string
  /** Values that a caller sends. */
  readonly sent: readonly Json[]
  /** The end of the statement, if it is not just `is not taken over`. */
  readonly says?: string
  /** The value that the record has afterwards. Default: any but the one that was sent. */
  readonly stays?: Expectation | string
  /** Whether an update leaves it as it was. */
  readonly isFixed?: true
}

const table = tableOf<ReadOnlyProperty>()
const past = { sent: ['2001-02-03T04:05:06.000Z'] } as const
const created = {
  ...past,
  slug: 'created',
  name: 'created',
  says: 'is not taken over, and an update does not move created',
  isFixed: true,
} as const

/** The id of a record: an update may send its own. */
const idOf = (record: string) =>
  ({ slug: 'id', name: 'id', sent: [], says: `never becomes the id of the ${record}` }) as const

export const userReadOnly = table([
  idOf('user'),
  { slug: 'status', name: 'status', sent: ['SUSPENDED'], isFixed: true },
  created,
  { ...past, slug: 'activated', name: 'activated' },
  { ...past, slug: 'status-changed', name: 'statusChanged' },
  { ...past, slug: 'last-login', name: 'lastLogin' },
  { ...past, slug: 'last-updated', name: 'lastUpdated' },
  { ...past, slug: 'password-changed', name: 'passwordChanged' },
  { slug: 'transitioning', name: 'transitioningToStatus', sent: ['DEPROVISIONED'] },
])

export const groupReadOnly = table([
  idOf('group'),
  created,
  { ...past, slug: 'last-updated', name: 'lastUpdated' },
  { ...past, slug: 'last-membership-updated', name: 'lastMembershipUpdated' },
  { slug: 'object-class', name: 'objectClass', sent: [['svc:cf_class']] },
  {
    slug: 'type',
    name: 'type',
    sent: ['APP_GROUP', 'BUILT_IN'],
    says: 'is not taken over; the group stays an SVC_GROUP',
    stays: 'SVC_GROUP',
  },
  {
    slug: 'source',
    name: 'source',
    sent: [{ id: 'cf-source' }],
    says: 'does not come back',
    stays: a.nothing,
  },
])

export const ruleReadOnly = table([
  idOf('rule'),
  { ...past, slug: 'created', name: 'created' },
  { ...past, slug: 'last-updated', name: 'lastUpdated' },
])

/** The requirements of the read-only properties of a kind of record. */
export function readOnlyRequirements<Slug extends string, Pattern extends `${string}*${string}`>(
  place: RequirementPlace,
  pattern: Pattern,
  { kind, writes }: { readonly kind: string; readonly writes: readonly OperationName[] },
  rows: readonly (ReadOnlyProperty & { readonly slug: Slug })[],
) {
  const write = ({ name, says = 'is not taken over' }: ReadOnlyProperty) => ({
    statement: `${/^[aeiou]/.test(name) ? 'An' : 'A'} ${name} sent in a create or an update ${says}.`,
    operations: writes,
    covers: [`read-only:${kind}.${name}` as const],
  })
  return requirementsForEach(place, rows, { [pattern]: write } as Record<Pattern, typeof write>)
}
