import type { CheckContext, ClauseId, GivenGroup, Reply } from '../../engine/run/check.ts'
import { sleep } from '../../engine/wire/deadline.ts'
import { idsOf, judgeFound, listGroupsUntil, quoted } from './find-records.ts'

/**
 * Judges which of some groups each condition finds, by one query for all of them. If that shows a mistake, asks group
 * by group to find the wrong one.
 */
export async function judgeFoundOf<Id extends ClauseId>(
  context: CheckContext<Id>,
  parameter: 'filter' | 'search',
  groups: readonly { readonly id: string }[],
  rows: readonly (readonly [clause: Id, condition: string, expected: { readonly id: string }])[],
): Promise<void> {
  const at = ({ id }: { readonly id: string }): string => `id eq ${quoted(id)}`
  for (const [clause, condition, expected] of rows) {
    const expression = `${condition} and (${groups.map(at).join(' or ')})`
    const isFound = (each: Reply): boolean => each.status < 300 && idsOf(each).join() === expected.id
    const reply = await listGroupsUntil(context, { [parameter]: expression }, isFound)
    if (isFound(reply)) {
      const judged = context.judge(clause).on(reply)
      judged.success(reply)
      judged.equal(idsOf(reply), [expected.id], `the groups found by ${expression}`)
      continue
    }
    const others = groups.filter((each) => each !== expected)
    await judgeFound(context, listGroupsUntil, parameter, [
      [clause, `${condition} and ${at(expected)}`, [expected]],
      ...others.map((other) => [clause, `${condition} and ${at(other)}`, []] as const),
    ])
  }
}

/** Arranges groups, each created later than the one before, by a clock that may count whole seconds only. */
export async function groupsApart(
  { given, signal }: Pick<CheckContext, 'given' | 'signal'>,
  count: number,
  description: string,
): Promise<readonly GivenGroup[]> {
  const made: GivenGroup[] = []
  for (const pauses = [2, 2, 2, 1000, 1000, 1000]; made.length < count;) {
    const group = await given.fresh.group({ description })
    const last = String(made.at(-1)?.json.created ?? '')
    const isLater = ['created', 'lastUpdated', 'lastMembershipUpdated'].every(
      (name) => String(group.json[name]) > last,
    )
    const pause = pauses.shift()
    if (isLater || pause === undefined) made.push(group)
    if (pause !== undefined) await sleep(pause, signal)
  }
  return made
}
