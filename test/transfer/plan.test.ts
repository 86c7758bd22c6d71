/** The plan for each seed of plans.txt, whole, and the notes about it. */
import { expect, test } from 'vitest'
import type { Seed } from '../../src/fixtures/index.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { planOf } from '../../src/transfer/push/plan.ts'

/** JSON that shows members without a value. */
const shown = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (each === undefined ? 'undefined' : each))

test('each seed is planned whole, with what is not carried', async () => {
  await expectGolden(new URL('plans.txt', import.meta.url), (input) => {
    const options = input.startsWith('inactive rules ') ? { inactiveRules: true } : {}
    const seed = JSON.parse(input.slice(input.indexOf('{'))) as Seed
    const { users, notCarried, ...others } = planOf(seed, options)
    expect(Object.keys(others)).toEqual(['groups', 'rules', 'clients', 'customProperties', 'secrets'])
    return [
      ...users.map((user) => shown(user)),
      ...Object.entries(others).flatMap(([name, part]) => part.map((each) => `${name}: ${shown(each)}`)),
      ...notCarried,
    ].join('\n')
  })
})
