/**
 * The explanation of each refusal, word for word, in `told.txt`. After an intended change, run
 * `npx vitest run test/explanations -u` and read the difference.
 */
import { expect, test } from 'vitest'
import { decisions } from '../../src/contract/decisions/index.ts'
import type { Explanation } from '../../src/contract/explanations.ts'
import { refusals } from '../../src/contract/refusals.ts'
import { testOrg } from '../support/call.ts'
import { person } from '../support/people.ts'
import { callers } from './callers.ts'
import type { Case } from './case.ts'
import { clients } from './clients.ts'
import { groups } from './groups.ts'
import { queries } from './queries.ts'
import { users } from './users.ts'

const cases: readonly Case[] = [...callers, ...queries, ...users, ...groups, ...clients]

/** The explanation of the call that a case makes, as the journal has it. */
async function explained({ refusal, when, options, cause }: Case): Promise<Explanation> {
  const it = testOrg(options)
  const { id } = await person(it)
  await cause(it, id)
  const { explanation } = it.control.readExchange()
  expect({ ...explanation, when }).toMatchObject({ refusal, when })
  return explanation!
}

test('every refusal is caused', () => {
  const caused = new Set<string>(cases.map(({ refusal }) => refusal))
  expect(Object.keys(refusals).filter((name) => !caused.has(name))).toEqual([])
})

test('each explanation says what was wrong, by which rule, and what helps', async () => {
  const ids = decisions.map(({ id }) => id)
  const told: string[] = []
  for (const each of cases) {
    const { rule, section, decision, found, accepted, allowedIn } = await explained(each)
    if (decision !== undefined) expect(ids).toContain(decision)
    told.push(
      [
        `${each.refusal}: ${each.when}`,
        `  rule      ${rule}`,
        `  stands in ${section}${decision === undefined ? '' : ` (decision ${decision})`}`,
        ...found.map((text) => `  found     ${text}`),
        `  accepted  ${accepted}`,
        ...(allowedIn ? [`  in        ${allowedIn.join(', ')}`] : []),
      ].join('\n'),
    )
  }
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot('told.txt')
})
