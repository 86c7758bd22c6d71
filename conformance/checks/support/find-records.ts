import { valueAt } from '../../engine/wire/reply.ts'
import type { CheckContext, RequirementId, Json, Reply } from '../../engine/run/check.ts'
import type { Finder } from '../../tables/finders.ts'
import { readPages } from '../../engine/run/api.ts'
import { clientsPath, groupsPath, rulesPath, usersPath } from './paths.ts'

type Tools = Pick<CheckContext, 'api' | 'poll'>
type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** Lists records until the reply fits or the lag is over; returns the last reply, to be judged. */
export type ListUntil = (tools: Tools, query: Query, fits: (reply: Reply) => boolean) => Promise<Reply>

const listingOf =
  (path: string): ListUntil =>
  ({ api, poll }, query, fits) =>
    poll.until(() => readPages(api, path, query, fits), fits)

export const listUntil = listingOf(usersPath)
export const listGroupsUntil = listingOf(groupsPath)
export const listRulesUntil = listingOf(rulesPath)
export const listClientsUntil = listingOf(clientsPath)

/** The id of a record. */
export const idOf = (record: Json): string => String(record?.client_id ?? record?.id)

/** The ids of listed records, in the order of the list. */
export const idsOf = ({ items }: Pick<Reply, 'items'>): string[] => items.map(idOf)

/** Whether a list contains all of these. */
export const holding =
  (...records: readonly { readonly id: string }[]) =>
  (reply: Reply): boolean =>
    records.every(({ id }) => idsOf(reply).includes(id))

/** Lists users until exactly these are found, or the lag is over; returns the ids found, sorted, and the reply. */
export async function findExactly(
  tools: Tools,
  query: Query,
  expected: readonly { readonly id: string }[],
  list = listUntil,
): Promise<{ reply: Reply; found: readonly string[]; wanted: readonly string[] }> {
  const wanted = expected.map(({ id }) => id).toSorted()
  const reply = await list(tools, query, (each) => idsOf(each).toSorted().join() === wanted.join())
  return { reply, found: idsOf(reply).toSorted(), wanted }
}

/** A requirement, the filter or search that it is about, and the records that it finds. */
export type FoundRow<Id extends RequirementId> = readonly [
  requirement: Id,
  expression: string,
  expected: readonly { readonly id: string }[],
]

/**
 * Judges that each filter or search finds exactly the records in its row. Rows without records come after a row that
 * finds the same ones, so that the store has caught up.
 */
export async function judgeFound<Id extends RequirementId>(
  context: CheckContext<Id>,
  list: ListUntil,
  parameter: 'filter' | 'search',
  rows: readonly FoundRow<Id>[],
): Promise<void> {
  for (const [requirement, expression, expected] of rows) {
    const { reply, found, wanted } = await findExactly(context, { [parameter]: expression }, expected, list)
    context.judge(requirement).success(reply)
    context.judge(requirement).on(reply).equal(found, wanted, `the records found by ${expression}`)
  }
}

/** The condition of a row of `tables/finders.ts`, with a value. */
export function conditionOf(
  { by, with: operator = 'eq' }: Pick<Finder, 'by' | 'with'>,
  value: string,
): string {
  return `${by} ${operator} ${quoted(value)}`
}

/** The value of a record at a path, as text. */
export const textAt = (record: Json, path = ''): string => String(valueAt(record, path))

/** Texts for the properties of a profile that rows find by, all but those that no two users share. */
export function textsOf(rows: readonly Finder[], start: string, end = ''): Record<string, string> {
  const names = rows.flatMap(({ by = '' }) => /^profile\.(?!login$|email$)(.+)$/.exec(by)?.[1] ?? [])
  return Object.fromEntries(names.map((name) => [name, `${start}-${name.toLowerCase()}${end}`]))
}

/** Asks rows for the values of a record. Each finds every record with the same value, and no other. */
export function foundRows<Id extends RequirementId>(
  rows: readonly (Finder & { readonly id: Id })[],
  record: Json,
  among: readonly Json[],
): FoundRow<Id>[] {
  return rows.flatMap((row) => {
    const value = textAt(record, row.by)
    const others = (row.not ?? []).map((name) => textAt(record, name))
    return [value, ...others, ...(row.isWhole ? [value.slice(0, -1)] : [])].map(
      (each) =>
        [row.id, conditionOf(row, each), among.filter((one) => textAt(one, row.by) === each)] as const,
    )
  })
}

/**
 * Judges that a condition finds one of some groups, by one query for all of them. If that shows a mistake, asks group
 * by group to find the wrong one.
 */
export async function judgeFoundOf<Id extends RequirementId>(
  context: CheckContext<Id>,
  parameter: 'filter' | 'search',
  groups: readonly { readonly id: string }[],
  [requirement, condition, expected]: readonly [Id, condition: string, expected: { readonly id: string }],
): Promise<void> {
  const at = ({ id }: { readonly id: string }): string => `id eq ${quoted(id)}`
  const expression = `${condition} and (${groups.map(at).join(' or ')})`
  const isFound = (each: Reply): boolean => each.status < 300 && idsOf(each).join() === expected.id
  const reply = await listGroupsUntil(context, { [parameter]: expression }, isFound)
  if (isFound(reply)) {
    const judged = context.judge(requirement).on(reply)
    judged.success(reply)
    judged.equal(idsOf(reply), [expected.id], `the groups found by ${expression}`)
    return
  }
  const others = groups.filter((each) => each !== expected)
  await judgeFound(context, listGroupsUntil, parameter, [
    [requirement, `${condition} and ${at(expected)}`, [expected]],
    ...others.map((other) => [requirement, `${condition} and ${at(other)}`, []] as const),
  ])
}

/** A literal of a search or filter expression. */
export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** The users with each of these e-mail addresses; waits until a search finds a later user. */
export async function findByEmails(
  { api, poll, given }: Tools & Pick<CheckContext, 'given'>,
  emails: readonly string[],
): Promise<Reply[]> {
  const fence = await given.fresh.user({ activate: false, password: false })
  const find = (filter: string): Promise<Reply> => api.get(usersPath, { query: { filter } })
  const isThere = async (): Promise<boolean> => (await find(`id eq ${quoted(fence.id)}`)).items.length > 0
  const found: Reply[] = []
  for (const email of emails)
    found.push(
      await poll.behind(
        found.length === 0 ? isThere : () => Promise.resolve(true),
        () => find(`profile.email eq ${quoted(email)}`),
        ({ items }) => items.length === 0,
      ),
    )
  return found
}
