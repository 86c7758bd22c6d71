import { all } from '../../conformance/proof/alter/flow.ts'
import { withChanges } from '../model/kernel/option.ts'
import { type OtherSettings, settingRows } from '../model/kernel/settings.ts'
import { mutantAlteration } from './mutants.ts'
import { nameOf, type VariantName } from './variant-names.ts'
import { variantOf, type VaryOptions } from './variants.ts'

/**
 * Several variants as one variation; `!MISTAKE@OPERATION` is a mistake of a broken service.
 *
 * @throws TypeError that names an unknown variant.
 */
export function optionsOfNames(names: readonly string[]): VaryOptions {
  const rows = names
    .filter((name) => !name.startsWith('!'))
    .map((name) => variantOf(nameOf(name, 'vary')))
    .toSorted((one, other) => Number(other.isForm === true) - Number(one.isForm === true))
  const alterations = [
    ...rows.flatMap(({ alter }) => alter ?? []),
    ...names.filter((name) => name.startsWith('!')).map((name) => mutantAlteration(name.slice(1))),
  ]
  return {
    alter: alterations.length === 0 ? undefined : all(...alterations),
    settings: rows.reduce<OtherSettings>(
      (all, { settings = {} }) => withChanges(settingRows, all, settings),
      {},
    ),
    wires: rows.flatMap(({ wire }) => wire ?? []),
    changes: rows.flatMap(({ change }) => change ?? []),
    shows: rows.flatMap(({ shows }) => shows ?? []),
    hasOtherIds: rows.some(({ hasOtherIds }) => hasOtherIds),
  }
}

/**
 * A variant with one memory for many organisations, each of one test. It hides that calls come over HTTP: no other test
 * calls the server.
 */
export function sharedOptions(name: VariantName): VaryOptions {
  const options = optionsOfNames([name])
  const alter = options.alter?.()
  if (!alter) return options
  return {
    ...options,
    alter: () => (sent, forward) => {
      const { host: _, ...headers } = sent.headers
      const own = { ...sent, headers }
      return alter(own, (next) => forward(next === own ? sent : next))
    },
  }
}
