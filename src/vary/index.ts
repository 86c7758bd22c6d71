import type { Dispatcher, Variation } from '../handlers/dispatcher.ts'
import { optionsOfNames } from './names.ts'
import type { NamedVariation } from './variant-names.ts'
import { vary } from './vary.ts'

/** The variation of these names. With a folder for a log, it writes every call there. */
export async function variationOf(
  dispatcher: Dispatcher,
  { names, log }: NamedVariation,
): Promise<Variation> {
  if (log !== undefined) {
    const { loggedVariation } = await import('./run/logged.ts')
    return loggedVariation(dispatcher, names, log)
  }
  return names.length === 0 ? (request, answer) => answer(request) : vary(dispatcher, optionsOfNames(names))
}
