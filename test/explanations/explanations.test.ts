/**
 * The answer and the explanation of each refusal, word for word, in `told.txt`. After an intended change, run
 * `npx vitest run test/explanations -u` and read the difference.
 */
import { expect, test } from 'vitest'
import { decisions } from '../../src/contract/decisions/index.ts'
import type { Explanation } from '../../src/contract/explanations.ts'
import { refusals } from '../../src/contract/refusals.ts'
import { recordsOf, type TestCall, testOrg } from '../support/call.ts'
import { person } from '../support/people.ts'
import { callers } from './callers.ts'
import type { Case } from './case.ts'
import { clients } from './clients.ts'
import { groups } from './groups.ts'
import { queries } from './queries.ts'
import { several } from './several.ts'
import { users } from './users.ts'

const cases: readonly Case[] = [...callers, ...queries, ...users, ...groups, ...clients, ...several]

/** The answer to the call that a case makes, which changes nothing, and its explanation in the journal. */
async function explained({ refusal, when, options, cause }: Case): Promise<[string[], Explanation]> {
  const it = testOrg(options)
  const { id } = await person(it)
  // The last call is the one that is refused.
  let before = recordsOf(it)
  const call: TestCall = (...request) => {
    before = recordsOf(it)
    return it.call(...request)
  }
  const { status, json } = await cause({ ...it, call }, id)
  expect(recordsOf(it)).toEqual(before)
  const { explanation } = it.control.readExchange()
  expect({ ...explanation, when }).toMatchObject({ refusal, when })
  const causes: readonly { readonly errorSummary: string }[] = json.errorCauses ?? []
  const said =
    json.error === undefined ? json : { errorCode: json.error, errorSummary: json.error_description }
  return [
    [
      `  answer    ${status} ${said.errorCode}: ${said.errorSummary}`,
      ...causes.map(({ errorSummary }) => `  cause     ${errorSummary}`),
    ],
    explanation!,
  ]
}

test('every refusal is caused', () => {
  const caused = new Set<string>(cases.map(({ refusal }) => refusal))
  expect(Object.keys(refusals).filter((name) => !caused.has(name))).toEqual([])
})

test('each refusal says what is wrong, and its explanation by which rule, and what helps', async () => {
  const ids = decisions.map(({ id }) => id)
  const told: string[] = []
  for (const each of cases) {
    const [answer, explanation] = await explained(each)
    const { rule, section, decision, found, accepted, allowedIn } = explanation
    if (decision !== undefined) expect(ids).toContain(decision)
    told.push(
      [
        `${each.refusal}: ${each.when}`,
        ...answer,
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
