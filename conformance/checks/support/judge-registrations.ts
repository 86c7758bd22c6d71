import type { CheckContext, ClauseId } from '../../engine/run/check.ts'
import { a } from '../../engine/run/check.ts'
import type { Settings } from './client-settings.ts'
import { allClients, baseSettings, demanded, readClient, register } from './client-settings.ts'

type Context<Id extends string> = Pick<CheckContext<Id>, 'api' | 'judge' | 'unique'>

/** A clause and the settings of a registration that it is about. */
export type Registration<Id extends string = ClauseId> = readonly [
  clause: Id,
  settings: Settings,
  ...more: readonly unknown[],
]

/** Each registration is accepted; the client shows these of its settings, in the reply and when read. */
export async function judgeAccepted<Id extends string>(
  { api, judge, unique }: Context<Id>,
  rows: readonly Registration<Id>[],
  carried: readonly string[],
): Promise<void> {
  for (const [clause, settings] of rows) {
    const reply = await register(api, unique('accepted'), settings)
    const expected = demanded(Object.fromEntries(carried.map((name) => [name, settings[name]])))
    judge(clause).matches(reply, { client_id: a.string, ...expected })
    judge(clause).matches(await readClient(api, reply), expected)
  }
}

/**
 * Each registration is refused, while a plain one is not, and the list of clients afterwards contains no refused one.
 * Their name identifies them; if they were sent without one, their redirect URI.
 */
export async function judgeRefused<Id extends string>(
  { api, judge, unique }: Context<Id>,
  rows: readonly Registration<Id>[],
): Promise<void> {
  await register(api.control('clients.register.created'), unique('control'), baseSettings.web)
  const marks: (readonly [Id, object])[] = []
  for (const [clause, settings] of rows) {
    const name = unique('refused')
    const isNamed = !('client_name' in settings)
    const mark = isNamed ? { client_name: name } : { redirect_uris: [`https://${name}.example.com/callback`] }
    marks.push([clause, mark])
    judge(clause).refused(await register(api, name, isNamed ? settings : { ...settings, ...mark }))
  }
  const { items } = await allClients(api)
  for (const [clause, mark] of marks) judge(clause).none(items, mark, 'no client was registered')
}
