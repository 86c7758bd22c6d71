/** The preset and the interpretations: recordings that differ are on a side, and the preset sets what they decide. */
import { expect, test } from 'vitest'
import recorded from '../../generated/recorded-evidence.json' with { type: 'json' }
import { interpretations } from '../../src/contract/interpretations/index.ts'
import {
  asRecorded,
  interpretationOptions,
  recordedInterpretations,
} from '../../src/model/kernel/interpretation-options.ts'
import { parseOrgOptions } from '../../src/model/kernel/parse-options.ts'

test('the preset sets the names and what recordings show, unless another value is given', () => {
  expect(parseOrgOptions({ preset: 'okta' })).toEqual({
    preset: 'okta',
    prefix: 'okta',
    interpretations: asRecorded,
  })
  expect(parseOrgOptions({ prefix: 'okta' })).toEqual({ prefix: 'okta' })
  const own = { 'profile-locale': 'described', 'revoked-grants': 'shown' }
  const given = { preset: 'okta', prefix: undefined, interpretations: own }
  expect(parseOrgOptions(given)).toEqual({
    preset: 'okta',
    prefix: 'okta',
    interpretations: { ...asRecorded, ...own },
  })
  expect(() => parseOrgOptions({ preset: 'otka' })).toThrow(/preset: expected okta, got .otka./)
})

test('a wrong id or value of an interpretation is refused with the nearest one', () => {
  for (const [id, value, message] of [
    ['revoked-grant', 'shown', 'interpretations.revoked-grant: unknown option, did you mean revoked-grants?'],
    ['revoked-grants', 'shwn', 'expected one of gone, shown, got .shwn., did you mean shown'],
    ['large-page-time-out', 0, 'interpretations.large-page-time-out: expected at least 1, got 0'],
  ] as const)
    expect(() => parseOrgOptions({ interpretations: { [id]: value } })).toThrow(new RegExp(message))
})

test('an option that is a member of a group now is found by its words', () => {
  for (const [name, member] of [
    ['sessionLifetime', 'lifetimes.session'],
    ['loginPattern', 'profile.loginPattern'],
    ['secretSeed', 'seed.secrets'],
    ['beyond', 'interpretations.beyond-the-description'],
  ] as const)
    expect(() => parseOrgOptions({ [name]: 1 })).toThrow(
      `options.${name}: unknown option, did you mean ${member}?`,
    )
})

test('each option of the interpretations has the id of one', () => {
  const known = interpretations.map(({ id }) => id)
  expect(Object.keys(interpretationOptions).filter((id) => !known.includes(id))).toEqual([])
})

test('the preset decides what recordings show against the API description, and nothing else', () => {
  const decided = interpretations.filter(({ id }) => id in recordedInterpretations)
  expect(decided.length).toBe(Object.keys(recordedInterpretations).length)
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
