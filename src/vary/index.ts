import type { Dispatcher, Variation } from '../handlers/dispatcher.ts'
import { optionsOfNames } from './names.ts'
import { vary } from './vary.ts'

/**
 * The variation by the names of variants, each text one or several with commas. A last part `log:FOLDER` writes every
 * call there.
 *
 * @throws TypeError that names an unknown variant.
 */
export async function variationOf(dispatcher: Dispatcher, texts: readonly string[]): Promise<Variation> {
  const [, listed = '', log] = /^(.*?)(?:(?:^|,)log:(.*))?$/s.exec(texts.join(',')) ?? []
  const names = listed.split(/[\s,]+/).filter((name) => name !== '')
  if (log !== undefined) {
    const { loggedVariation } = await import('./run/logged.ts')
    return loggedVariation(dispatcher, names, log)
  }
  return names.length === 0 ? (request, answer) => answer(request) : vary(dispatcher, optionsOfNames(names))
}
