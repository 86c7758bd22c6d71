/** The plan for each seed of plans.txt, whole, and the notes about it. */
import { expect, test } from 'vitest'
import type { Seed } from '../../src/fixtures/index.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { planOf } from '../../src/transfer/push/plan.ts'

test('each seed is planned whole, with what is not carried', async () => {
  await expectGolden(new URL('plans.txt', import.meta.url), (input) => {
    const inactiveRules = input.startsWith('inactive rules ')
    const seed = JSON.parse(input.slice(input.indexOf('{'))) as Seed
    const { users, notCarried, ...others } = planOf(seed, { inactiveRules })
    expect(Object.keys(others)).toEqual(['groups', 'rules', 'clients', 'customProperties', 'secrets'])
    return [
      ...users.map((user) => JSON.stringify(user)),
      ...Object.entries(others).flatMap(([name, part]) =>
        part.map((each) => `${name}: ${JSON.stringify(each)}`),
      ),
      ...notCarried,
    ].join('\n')
  })
})
