import { didYouMean } from '../query/suggestion.ts'
import { all } from '../../conformance/proof/alter/flow.ts'
import { mutantAlteration } from './mutants.ts'
import { type VariantName, variantNames, variantOf, type VaryOptions } from './variants.ts'

/**
 * The name of a variant.
 *
 * @param option Where it is given, for the message.
 * @throws TypeError that names an unknown variant.
 */
export function nameOf(text: string, option = 'vary'): VariantName {
  const name = variantNames.find((each) => each === text)
  if (name !== undefined) return name
  throw new TypeError(
    `${option}: expected the name of a variant, got '${text}'; ${didYouMean(text, variantNames) ?? 'see docs/vary.md'}`,
  )
}

/**
 * Several variants as one variation; `!MISTAKE@OPERATION` is a mistake of a broken service.
 *
 * @throws TypeError that names an unknown variant.
 */
export function optionsOfNames(names: readonly string[]): VaryOptions {
  const rows = names
    .filter((name) => !name.startsWith('!'))
    .map((name) => variantOf(nameOf(name)))
    .toSorted((one, other) => Number(other.isForm === true) - Number(one.isForm === true))
  const alterations = [
    ...rows.flatMap(({ alter }) => alter ?? []),
    ...names.filter((name) => name.startsWith('!')).map((name) => mutantAlteration(name.slice(1))),
  ]
  return {
    alter: alterations.length === 0 ? undefined : all(...alterations),
    settings: Object.assign({}, ...rows.map(({ settings }) => settings)),
    wires: rows.flatMap(({ wire }) => wire ?? []),
    hasOtherIds: rows.some(({ hasOtherIds }) => hasOtherIds),
  }
}
