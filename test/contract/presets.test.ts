/** The preset and the interpretations: recordings that differ are on a side, and the preset sets what they decide. */
import { expect, test } from 'vitest'
import evidence from '../../generated/recorded-evidence.json' with { type: 'json' }
import { decisions } from '../../src/contract/decisions/index.ts'
import { presetOptions } from '../../src/model/kernel/options-schema.ts'
import { parseOrgOptions } from '../../src/model/kernel/parse-options.ts'

const okta = {
  recorded: {
    userLinks: true,
    resetFactors: true,
    forgotPassword: true,
    activated: true,
    transitioningToStatus: true,
    locale: true,
    emptyTexts: true,
    groupLinks: true,
  },
  vocabulary: { word: 'okta' },
  ruleOfDeletedGroup: 'INVALID',
  unsetActivated: 'null',
}

test('the preset sets the names and what recordings show against the API description', () => {
  expect(presetOptions('okta')).toEqual(okta)
  expect(parseOrgOptions({ preset: 'okta' })).toEqual(okta)
  expect(parseOrgOptions({ vocabulary: { word: 'okta' } })).toEqual({ vocabulary: { word: 'okta' } })
})

test('a single option next to the preset wins, and leaves the rest of its group', () => {
  const given = {
    preset: 'okta',
    recorded: { locale: false, activated: undefined },
    vocabulary: { groupType: 'X' },
    unsetActivated: 'absent',
    searchLag: '1s',
  }
  expect(parseOrgOptions(given)).toEqual({
    ...okta,
    recorded: { ...okta.recorded, locale: false },
    vocabulary: { word: 'okta', groupType: 'X' },
    unsetActivated: 'absent',
    searchLag: 1000,
  })
  expect(() => parseOrgOptions({ preset: 'otka' })).toThrow(/preset: expected okta, got .otka./)
})

/** Every option that the preset sets, but for the names. */
const optionsOf = (values: object, start = ''): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' ? optionsOf(value as object, `${start}${name}.`) : [`${start}${name}`],
  )

test('each option of the preset belongs to an interpretation whose default follows the API description', () => {
  const sided = decisions.filter(({ recorded }) => recorded?.side === 'API description')
  const named = new Set(sided.map(({ option }) => option))
  expect(optionsOf(okta).filter((option) => !named.has(option))).toEqual(['vocabulary.word'])
})

test('each interpretation that recordings contradict says what they show', () => {
  const contradicted = Object.values(evidence.sources)
    .flatMap(({ decisions: counts }) => counts)
    .filter(({ otherwise }) => otherwise > 0)
    .map(({ decision }) => decision)
  const said = new Set(decisions.filter(({ recorded }) => recorded).map(({ id }) => id))
  expect(contradicted.filter((id) => !said.has(id))).toEqual([])
})
