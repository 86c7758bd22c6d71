/** Whether the things in a target profile exist, and are still there after a check had them. */
import type { Api } from '../run/api.ts'
import { Blocked } from '../run/interruption.ts'
import type { FixtureKind } from '../plan/prerequisite.ts'
import type { Reply } from '../wire/reply.ts'

type PlainThing = Readonly<Record<string, unknown>>

/** Whether a check left a consumable thing unchanged, so that another check may have it. */
export async function isUnused(need: FixtureKind, thing: PlainThing, api: Api): Promise<boolean> {
  const user = `/api/v1/users/${encodeURIComponent(String(thing['userId'] ?? thing['id']))}`
  if (need === 'locked-out-user') return (await api.get(user)).json.status === 'LOCKED_OUT'
  if (need === 'device-block') {
    const { json } = await api.get(user, { query: { expand: 'block' } })
    return json.status === 'ACTIVE' && [json._embedded?.block].flat().filter(Boolean).length > 0
  }
  if (need !== 'grants' && need !== 'refresh-tokens') return false
  const list = need === 'grants' ? 'grants' : 'tokens'
  const client = encodeURIComponent(String(thing['clientId']))
  const { items } = await api.get(`${user}/clients/${client}/${list}`, { query: { limit: 200 } })
  return [thing['grantIds'] ?? thing['tokenIds']]
    .flat()
    .every((id) => items.some((each) => each?.id === id && each?.status === 'ACTIVE'))
}

/** The error for a mistake in the target profile. */
export function profileFault(what: string): Blocked {
  return new Blocked(`the target profile: ${what}`, undefined, `Mend the target profile: ${what}`)
}

/** Statuses of a path that is not there, or takes no such call. */
export const noSuchPlace: ReadonlySet<number> = new Set([404, 405, 415, 501])

/**
 * Checks that the things that the operator named exist. A mistake in a profile, or a used-up thing of an earlier run,
 * is not a defect of the target.
 *
 * @throws Blocked that names it.
 */
export async function checkThere(need: FixtureKind, thing: PlainThing, api: Api): Promise<void> {
  const blocked = (what: string): Blocked => profileFault(`its '${need}' is not what it should be: ${what}`)
  const read = async (path: string): Promise<Reply> => {
    const reply = await api.get(path)
    if (reply.status >= 300) throw blocked(`GET ${path} is answered with ${reply.status}`)
    return reply
  }
  const at = (path: string, key: string): string | undefined => {
    const id = thing[key]
    return typeof id === 'string' ? `${path}/${encodeURIComponent(id)}` : undefined
  }
  const user = at('/api/v1/users', need in userNeeds ? 'id' : 'userId')
  const group = at('/api/v1/groups', need.endsWith('-group') ? 'id' : 'groupId')
  if (user !== undefined) {
    const status: unknown = (await read(user)).json.status
    const wanted = userNeeds[need]
    if (wanted !== undefined && status !== wanted)
      throw blocked(`the user is ${String(status)}, not ${wanted}`)
  }
  if (group !== undefined) await read(group)
  const list = need === 'grants' ? 'grants' : need.endsWith('-tokens') ? 'tokens' : undefined
  const client = at('', 'clientId')
  if (user === undefined || client === undefined || list === undefined) return
  const path = `${user}/clients${client}/${list}`
  const { items } = await read(path)
  for (const id of [thing['grantIds'], thing['tokenIds'], thing['tokenId']].flat())
    if (id !== undefined && !items.some((each) => each?.id === id))
      throw blocked(`${id as string} is not at ${path}`)
}

/** Things that are a user, and the status that the user must have. */
const userNeeds: Readonly<Partial<Record<FixtureKind, string>>> = {
  'locked-out-user': 'LOCKED_OUT',
  'device-block': 'ACTIVE',
  factor: 'ACTIVE',
}
