/** Records that are made one after another, for the operators that compare times. */
import type {
  CheckContext,
  RequirementId,
  GivenGroup,
  GivenUser,
  Json,
  UserOptions,
} from '../../engine/run/check.ts'
import { sleep } from '../../engine/wire/deadline.ts'
import type { Finder } from '../../tables/finders.ts'
import { conditionOf, idsOf, judgeFound, listUntil, quoted } from './find-records.ts'
import { readPages } from '../../engine/run/api.ts'
import { usersPath } from './paths.ts'

/**
 * Arranges a user whose timestamp is later than the given one. A server may answer twice within one millisecond, or
 * count whole seconds only. Users from earlier attempts stay until the check ends.
 */
export async function laterUser(
  { given, signal }: Pick<CheckContext, 'given' | 'signal'>,
  property: 'created' | 'lastUpdated',
  than: string,
  options: UserOptions,
): Promise<GivenUser> {
  for (const pause of [2, 1000, 2000]) {
    const user = await given.fresh.user(options)
    if (String(user.json[property]) > than) return user
    await sleep(pause, signal)
  }
  return given.fresh.user(options)
}

const fitting: Readonly<Record<string, (value: string, middle: string) => boolean>> = {
  eq: (value, middle) => value === middle,
  gt: (value, middle) => value > middle,
  ge: (value, middle) => value >= middle,
  lt: (value, middle) => value < middle,
  le: (value, middle) => value <= middle,
}

/** Judges which of three users rows find that compare this time with the one of the second. */
export async function judgeUsersApart<Id extends RequirementId>(
  context: CheckContext<Id>,
  parameter: 'filter' | 'search',
  by: 'created' | 'lastUpdated',
  rows: readonly (Finder & { readonly id: Id })[],
): Promise<void> {
  const { given, unique, api } = context
  const lastName = unique('apart')
  const options = { activate: false, password: false, profile: { lastName } } as const
  const first = await given.user(options)
  const second = await laterUser(context, by, String(first.json[by]), options)
  const third = await laterUser(context, by, String(second.json[by]), options)
  const at = `profile.lastName eq ${quoted(lastName)}`
  await listUntil(context, { [parameter]: at }, (each) => idsOf(each).includes(third.id))
  const made = await readPages(api, usersPath, { [parameter]: at })
  const middle = String(second.json[by])
  // If one was created again until its time differed, other users have the first time.
  const known = idsOf(made).includes(third.id) ? made.items : [first.json, second.json, third.json]
  await judgeFound(
    context,
    listUntil,
    parameter,
    rows.map((row) => [
      row.id,
      `${conditionOf({ ...row, by }, middle)} and ${at}`,
      known.filter((user: Json) => fitting[row.with ?? 'eq']?.(String(user[by]), middle)),
    ]),
  )
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
