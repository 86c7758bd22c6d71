import type { Api, Reply } from '../../engine/run/check.ts'
import { Inconclusive } from '../../engine/run/interruption.ts'

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
