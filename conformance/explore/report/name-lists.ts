import type { Difference } from '../compare/difference.ts'
import type { Expression } from '../reads/expression.ts'
import { leavesOf } from '../reads/expression.ts'
import type { Call } from '../sequence/sequence.ts'
import { slugOf } from '../sequence/values.ts'

/** Ids of requirements, the best match first. */
export type Ids = (string | undefined)[]

/** Which requirement says that a deleted record is gone. The first deletion of a user only deactivates. */
export function removalOf({ operation, states }: Call): string | undefined {
  if (operation === 'deleteUser' && states?.startsWith('users.delete.from-')) return undefined
  const gone: Readonly<Record<string, string>> = {
    deleteUser: 'users.delete.removed',
    deleteGroup: 'groups.delete.gone',
    deleteGroupRule: 'rules.delete.inactive',
    deleteClient: 'clients.delete.gone',
  }
  return gone[operation]
}

/** A list with too many or too few records, or in the wrong order. */
export function ofList(last: Call, write: Call | undefined, { aspect, member }: Difference): Ids {
  const area =
    last.operation === 'listUsers' ? 'users' : last.operation === 'listGroups' ? 'groups' : undefined
  const listOf: Readonly<Record<string, string>> = {
    listUsers: 'users.list',
    listGroups: 'groups.list',
    listGroupUsers: 'membership.list',
    listGroupRules: 'rules.list',
    listClients: 'clients.list',
  }
  const list = listOf[last.operation] ?? 'users.list'
  const order = member === 'ties' ? 'ties' : last.query?.['sortOrder'] === 'desc' ? 'desc' : 'by'
  if (aspect === 'order' && member === 'q') return [`${list}.q-exact-first`]
  if (aspect === 'order') return [`${list}.sort-${order}`, `${list}.sort-by`]
  if (aspect === 'pages')
    return [`${list}.${member === 'limit' ? 'limit' : 'after'}`, 'conventions.paging.complete']
  if (aspect === 'member' || aspect === 'status') return []
  // Records that a write between two pages does not change.
  if (last.between !== undefined) return [`${list}.after`, 'conventions.paging.complete']
  if (last.operation === 'listGroupUsers')
    return [
      ...(last.query?.['limit'] === undefined ? [] : ['membership.list.after']),
      ...ofMembership(write, 'membership.list.ok'),
    ]
  // A search that still finds a record says less than the deletion before it.
  const removal = aspect === 'extra' && write?.method === 'DELETE' ? [removalOf(write)] : []
  if (last.query?.['q'] !== undefined)
    return aspect === 'missing'
      ? [`${list}.q`, `${list}.q.first-name`]
      : [`${list}.q-excludes`, `${list}.q.excludes`]
  if (last.query?.['search'] !== undefined) return [`${list}.search`]
  if (last.expression !== undefined && area !== undefined)
    return [...removal, ...ofExpression(area, last.expression.parameter, last.expression.tree, aspect)]
  return [...removal, aspect === 'extra' ? `${list}.hides-deprovisioned` : `${list}.ok`, `${list}.ok`]
}

export function ofMembership(write: Call | undefined, otherwise: string): Ids {
  const effects: Readonly<Record<string, string>> = {
    addUserToGroup: 'membership.add.effect',
    removeUserFromGroup: 'membership.remove.effect',
    createUser: 'users.create.group-ids',
    activateGroupRule: 'rules.active.adds',
    deleteGroup: 'groups.delete.members-stay',
  }
  const own = write && effects[write.operation]
  if (own !== undefined) return [own, otherwise]
  if (write?.operation === 'deleteGroupRule')
    return [write.query?.['removeUsers'] === 'true' ? 'rules.delete.remove-users' : 'rules.delete.keep-users']
  return ['users.operations.groups-kept', otherwise]
}

/** The requirement about the parts that remain in a shortened expression. */
function ofExpression(area: string, parameter: string, tree: Expression, aspect: string): Ids {
  const base = `${area}.${parameter}`
  const leaves = leavesOf(tree)
  const [leaf] = leaves
  const structure: Ids = []
  if (tree.is !== 'compare') {
    const isNested = tree.parts.some((part) => part.is !== 'compare')
    const words = new Set<string>([
      tree.is,
      ...tree.parts.flatMap((part) => (part.is === 'compare' ? [] : [part.is])),
    ])
    if (tree.word !== tree.is) structure.push(`${base}.operator-case`)
    if (isNested || tree.wrapped === true || tree.parts.some(({ wrapped }) => wrapped === true))
      structure.push(`${base}.parentheses`)
    structure.push(...[...words].map((word) => `${base}.${word}`))
    return structure
  }
  if (leaf === undefined) return []
  const { property, operator, value } = leaf
  const name = property.replace('profile.', '')
  const word = operator.toLowerCase()
  const special: Ids = [
    ...(leaf.wrapped === true ? [`${base}.parentheses`] : []),
    ...(operator === word ? [] : [`${base}.operator-case`]),
    ...(value.includes('"') ? [`${base}.quote`] : []),
    ...(/[^\x20-\x7e«»]/.test(value) && aspect === 'extra' ? [`${base}.diacritics`] : []),
  ]
  const slug = slugOf(name)
  const ofProperty: Ids = [
    `${base}.${slug}.${word}`,
    ...(property === 'status' ? [`${base}.status.${value.toLowerCase().replaceAll('_', '-')}`] : []),
    ...(property === 'type' ? [`${base}.type.${value.toLowerCase().replaceAll('_', '-')}`] : []),
    `${base}.${slug}`,
  ]
  return word === 'eq'
    ? [...special, ...ofProperty, `${base}.profile-any`, `${base}.profile`, `${base}.name`]
    : [
        ...special,
        ...(property.startsWith('profile.')
          ? [`${base}.${word}`]
          : [`${base}.${slug}.${word}`, `${base}.${word}`]),
        ...ofProperty,
      ]
}
