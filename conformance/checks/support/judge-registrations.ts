import type { CheckContext, RequirementId, Json, Reply } from '../../engine/run/check.ts'
import { a } from '../../engine/run/check.ts'
import type { Settings } from './client-settings.ts'
import { allClients, baseSettings, demanded, fullSettings, register, registered } from './client-settings.ts'
import { clientPath } from './paths.ts'

type Context<Id extends string> = Pick<CheckContext<Id>, 'api' | 'judge' | 'unique'>

/** A requirement and the settings of a registration that it is about. */
export type Registration<Id extends string = RequirementId> = readonly [
  requirement: Id,
  settings: Settings,
  ...more: readonly unknown[],
]

/** A requirement, the settings that it is about, their base, and what the reply shows as well. */
export type Carried<Id extends string = RequirementId> = readonly [
  requirement: Id,
  settings: Settings,
  base: Settings,
  inReply?: object,
]

/** Groups rows that one client can have together: with the same base, each setting at most once. */
function togetherOf<Id extends string>(rows: readonly Carried<Id>[]): Carried<Id>[][] {
  const lists: Carried<Id>[][] = []
  for (const row of rows) {
    const [, settings, base] = row
    const fits = ([, other, itsBase]: Carried<Id>): boolean =>
      itsBase === base && !Object.keys(settings).some((name) => name in other)
    const list = lists.find((each) => each.every(fits))
    if (list) list.push(row)
    else lists.push([row])
  }
  return lists
}

/** A client carries each of these settings, in the reply and when read. Returns the clients that have all together. */
export async function judgeCarried<Id extends string>(
  { api, judge, unique }: Context<Id>,
  rows: readonly Carried<Id>[],
): Promise<readonly { readonly reply: Reply; readonly read: Reply; readonly settings: Settings }[]> {
  const made = []
  for (const group of togetherOf(rows)) {
    const own = { client_name: unique('whole') }
    const settings: Settings = Object.assign(own, group[0]?.[2], ...group.map(([, one]) => one))
    const whole = await registered(api, own.client_name, settings)
    made.push({ ...whole, settings })
    for (const [requirement, setting, base, inReply = {}] of group) {
      // One by one if all together are refused, to find the refused one.
      const isAlone = whole.reply.status >= 300 && group.length > 1
      const { reply, read } = isAlone ? await registered(api, unique('one'), { ...base, ...setting }) : whole
      judge(requirement).matches(reply, { ...demanded(setting), ...inReply })
      judge(requirement).matches(read, demanded(setting))
    }
  }
  return made
}

/** No client comes to show this: the registration is refused, or neither its reply nor the client shows it. */
export async function judgeNever<Id extends string>(
  { api, judge, unique }: Context<Id>,
  rows: readonly (readonly [requirement: Id, settings: Settings, shows: (client: Json) => boolean])[],
): Promise<void> {
  for (const [requirement, settings, shows] of rows) {
    const name = unique('never')
    const { reply, read } = await registered(api, name, settings)
    if (reply.status >= 300) {
      judge(requirement).refused(reply)
      continue
    }
    for (const each of [reply, read]) {
      judge(requirement).matches(each, { client_name: name })
      judge(requirement).on(each).ok(!shows(each.json), 'nothing of it is shown', each.body)
    }
  }
}

/** Each registration is accepted; the client shows these of its settings, in the reply and when read. */
export async function judgeAccepted<Id extends string>(
  { api, judge, unique }: Context<Id>,
  rows: readonly Registration<Id>[],
  carried: readonly string[],
): Promise<void> {
  for (const [requirement, settings] of rows) {
    const { reply, read } = await registered(api, unique('accepted'), settings)
    const expected = demanded(Object.fromEntries(carried.map((name) => [name, settings[name]])))
    judge(requirement).matches(reply, { client_id: a.string, ...expected })
    judge(requirement).matches(read, expected)
  }
}

/**
 * Each registration is refused, while a plain one is not, and the list of clients afterwards contains no refused one.
 * Their name identifies them; if they were sent without one, their redirect URI. An update to the same settings is
 * refused as well, and changes nothing.
 */
export async function judgeRefused<Id extends string>(
  { api, judge, unique }: Context<Id>,
  rows: readonly Registration<Id>[],
): Promise<void> {
  await register(api.control('clients.register.created'), unique('control'), baseSettings.web)
  const marks: (readonly [Id, object])[] = []
  for (const [requirement, settings] of rows) {
    const name = unique('refused')
    const isNamed = !('client_name' in settings)
    const mark = isNamed ? { client_name: name } : { redirect_uris: [`https://${name}.example.com/callback`] }
    marks.push([requirement, mark])
    judge(requirement).refused(await register(api, name, isNamed ? settings : { ...settings, ...mark }))
  }
  const { items } = await allClients(api)
  for (const [requirement, mark] of marks) judge(requirement).none(items, mark, 'no client was registered')
  const named = rows.filter(([, settings]) => !('client_name' in settings))
  for (const [type, some] of Map.groupBy(named, ([, { application_type: each }]) => each as ClientType))
    await judgeRefusedUpdates({ api, judge, unique }, baseSettings[type], some)
}

type ClientType = keyof typeof baseSettings

/** No update gives these settings to a client that was registered with others. */
async function judgeRefusedUpdates<Id extends string>(
  { api, judge, unique }: Context<Id>,
  base: Settings,
  rows: readonly Registration<Id>[],
): Promise<void> {
  const control = api.control('clients.update.ok')
  const { reply, read } = await registered(control, unique('updated'), base)
  const path = clientPath(reply.json.client_id)
  const settings = fullSettings(read.json)
  await control.put(path, settings)
  const accepted: Id[] = []
  for (const [requirement, change] of rows) {
    const refused = await api.put(path, { ...settings, ...change, client_name: unique('against') })
    if (!judge(requirement).refused(refused)) accepted.push(requirement)
  }
  const after = await api.get(path)
  // An update that was accepted explains the change: then the refused ones are not to blame.
  for (const requirement of accepted.length > 0 ? accepted : rows.map(([each]) => each))
    judge(requirement).on(after).like(after.json, demanded(settings))
}
