import type { CheckContext, GivenUser, UserOptions } from '../../engine/run/check.ts'
import { sleep } from '../../engine/wire/deadline.ts'

/**
 * Arranges a user whose timestamp is later than the given one: a server may answer twice within one
 * millisecond, or tell seconds apart only. What was made in vain stays until the check ends.
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
