import type { Api, CheckContext, GivenUser, Reply, Unique } from '../../engine/run/check.ts'
import { Inconclusive } from '../../engine/run/interruption.ts'
import type { Status } from '../../tables/statuses.ts'
import { userPath } from './paths.ts'

/** An arranged or supplied user. */
export type Arranged = Pick<GivenUser, 'id' | 'path'> & { readonly login?: string }

/** A user in a status. Documented calls lead to every status but LOCKED_OUT; such a user must be supplied. */
export async function arrangeUser(
  { given, need }: Pick<CheckContext, 'given' | 'need'>,
  status: Status,
): Promise<Arranged> {
  if (status !== 'LOCKED_OUT')
    return given.user({ status, ...(status === 'RECOVERY' ? { recoveryQuestion: true } : {}) })
  const { id, login } = await need('locked-out-user')
  return { id, path: userPath(id), ...(login === undefined ? {} : { login }) }
}

/**
 * Reads a user until it is in one of these statuses without a transition, or the lag is over. The API description does
 * not limit the time of a transition. One that is still in progress, and says so, breaks nothing.
 *
 * @throws Inconclusive when it is.
 */
export async function readUntil(
  { api, poll }: Pick<CheckContext, 'api' | 'poll'>,
  { path }: Pick<Arranged, 'path'>,
  statuses: readonly string[],
): Promise<Reply> {
  const read = await poll.until(
    () => api.get(path),
    ({ json }) => statuses.includes(json.status) && (json.transitioningToStatus ?? null) === null,
  )
  const { status, transitioningToStatus: next } = read.json
  if (!statuses.includes(status) && statuses.includes(next))
    throw new Inconclusive(`the transition to ${next} was not over in time (--lag)`)
  return read
}

/** Whether this run created the record with this name. The run may write to it, but not to lent records. */
export function isOfThisRun(name: unknown, unique: Unique): boolean {
  const [prefix, run] = unique().split('-')
  return String(name).startsWith(`${prefix}-${run}-`)
}

/**
 * Makes a call that begins a transition, and reads the user at once. On a machine so slow that the transition may be
 * over, the read shows nothing.
 *
 * @throws Inconclusive when half of the time of the transition went by.
 */
export async function whileUnderWay(
  api: Api,
  milliseconds: number,
  begin: () => Promise<Reply>,
  pathOf: (reply: Reply) => string,
): Promise<{ readonly reply: Reply; readonly read: Reply }> {
  const begun = performance.now()
  const reply = await begin()
  const read = await api.get(pathOf(reply))
  const isOver = (read.json.transitioningToStatus ?? null) === null
  if (isOver && reply.status < 300 && performance.now() - begun > milliseconds / 2)
    throw new Inconclusive('the transition may have been over before it could be seen')
  return { reply, read }
}
