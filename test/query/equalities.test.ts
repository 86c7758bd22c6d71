import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile, equalities, fold, parse } from '../../src/query/index.ts'
import { dialect, expression, record } from './expression-arbitrary.ts'
import { userSearch } from './parameters.ts'
import { runs } from '../support/runs.ts'

const active = { property: 'status', values: ['ACTIVE'] }

test.each([
  ['status eq "ACTIVE"', [active]],
  ['(status eq "ACTIVE")', [active]],
  ['status eq "ACTIVE" and profile.department sw "Eng"', [active]],
  [
    'profile.login eq "a" and (id pr and status eq "ACTIVE")',
    [{ property: 'profile.login', values: ['a'] }, active],
  ],
  ['id eq "1" or id eq "2" or (id eq "3" or id eq "4")', [{ property: 'id', values: ['1', '2', '3', '4'] }]],
  ['(id eq "1" or id eq "2") and status eq "ACTIVE"', [{ property: 'id', values: ['1', '2'] }, active]],
  ['status eq "ACTIVE" or id eq "1"', []],
  ['id eq "1" or id sw "2"', []],
  ['id eq "1" or id eq "2" and status pr', []],
  ['id eq "1" or id eq null', []],
  ['id eq null', []],
  ['id sw "1"', []],
  ['id pr', []],
])('%s leaves to an index %j', (text, groups) => {
  expect(equalities(parse(text, userSearch()))).toEqual(groups)
})

test('every record that matches meets each of the equalities', () => {
  const language = dialect(false)
  const key = (value: unknown) => (typeof value === 'string' ? fold(value) : value)
  let met = 0
  fc.assert(
    fc.property(expression, fc.array(record, { minLength: 20, maxLength: 20 }), (tree, records) => {
      const groups = equalities(tree).filter(({ property }) => property === 'name')
      for (const found of records.filter(compile(tree, language))) {
        for (const { values } of groups) {
          met += 1
          expect(values.map(key)).toContain(key('name' in found ? found.name : undefined))
        }
      }
    }),
    { numRuns: runs(2000) },
  )
  expect(met).toBeGreaterThan(50)
})
