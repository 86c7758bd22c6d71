import type { CheckContext, GivenUser, UserOptions } from '../../engine/run/check.ts'
import { sleep } from '../../engine/wire/deadline.ts'

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
