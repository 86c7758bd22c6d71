/** The preset and the interpretations: recordings that differ are on a side, and the preset sets what they decide. */
import { expect, test } from 'vitest'
import recorded from '../../generated/recorded-evidence.json' with { type: 'json' }
import { interpretations } from '../../src/contract/interpretations/index.ts'
import { orgOptions } from '../../src/model/kernel/org-options.ts'
import { parseOrgOptions } from '../../src/model/kernel/parse-options.ts'

test('the preset sets the names, unless another name is given', () => {
  expect(parseOrgOptions({ preset: 'okta' })).toEqual({ preset: 'okta', vocabulary: { prefix: 'okta' } })
  expect(parseOrgOptions({ vocabulary: { prefix: 'okta' } })).toEqual({ vocabulary: { prefix: 'okta' } })
  const given = { preset: 'okta', vocabulary: { prefix: undefined }, searchLag: '1s' }
  expect(parseOrgOptions(given)).toEqual({
    preset: 'okta',
    vocabulary: { prefix: 'okta' },
    searchLag: 1000,
  })
  expect(() => parseOrgOptions({ preset: 'otka' })).toThrow(/preset: expected okta, got .otka./)
})

test('no behaviour of the preset is a single option', () => {
  for (const name of ['recorded', 'ruleOfDeletedGroup', 'unsetActivated'])
    expect(() => parseOrgOptions({ [name]: 'x' })).toThrow(`options.${name}: unknown option`)
  expect(() => parseOrgOptions({ vocabulary: { groupType: 'X' } })).toThrow(
    'vocabulary.groupType: unknown option',
  )
})

test('the preset decides what recordings show against the API description, and nothing else', () => {
  const { interpretations: ids = [] } = orgOptions.preset
  const decided = interpretations.filter(({ id }) => ids.includes(id))
  expect(decided.length).toBe(ids.length)
  expect(decided.filter(({ recorded }) => recorded?.side !== 'API description')).toEqual([])
})

test('each interpretation that recordings contradict says what they show', () => {
  const contradicted = Object.values(recorded)
    .flatMap(({ evidence }) => evidence)
    .filter(({ otherwise }) => otherwise > 0)
    .map(({ interpretation }) => interpretation)
  const said = new Set(interpretations.filter(({ recorded }) => recorded).map(({ id }) => id))
  expect(contradicted.filter((id) => !said.has(id))).toEqual([])
})
