/**
 * The answer and the explanation of each refusal, word for word, in `told.txt`. Each heading begins a new organisation.
 * Its ACTIVE user `$eve` has a password and a recovery question. The last call is the one that is refused. A line that
 * the case before it has too, or that repeats a cause, is left out.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { interpretations } from '../../src/contract/interpretations/index.ts'
import { refusals } from '../../src/contract/errors/catalogue.ts'
import { recordsOf, type TestOrg, type TestReply, testOrg } from '../support/call.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { person } from '../support/people.ts'
import { filled, optionsIn, parsedLine, take } from '../support/script.ts'

const file = new URL('told.txt', import.meta.url)

test('every refusal is caused', () => {
  const caused = new Set(readFileSync(file, 'utf8').match(/(?<=^# )[\w-]+(?=:)/gm))
  expect(Object.keys(refusals).filter((name) => !caused.has(name))).toEqual([])
})

const ids: readonly string[] = interpretations.map(({ id }) => id)

/** The answer to a call that was refused, and its explanation in the journal. */
function told(it: TestOrg, { status, json }: TestReply, heading: string): string[] {
  const { explanation } = it.control.readExchange()
  expect(heading).toContain(`# ${explanation?.refusal}: `)
  const { rule, section, interpretation, found, accepted, allowedIn } = explanation!
  if (interpretation !== undefined) expect(ids).toContain(interpretation)
  const causes = (json.errorCauses ?? []).map((cause: { errorSummary: string }) => cause.errorSummary)
  return [
    `answer    ${status} ${json.errorCode ?? json.error}: ${json.errorSummary ?? json.error_description}`,
    ...causes.map((text: string) => `cause     ${text}`),
    `rule      ${rule}`,
    `stands in ${section}${interpretation === undefined ? '' : ` (interpretation ${interpretation})`}`,
    ...found.filter((text) => !causes.includes(text)).map((text) => `found     ${text}`),
    `accepted  ${accepted}`,
    ...(allowedIn ? [`in        ${allowedIn.join(', ')}`] : []),
  ]
}

test('each refusal says what is wrong, and its explanation by which rule, and what helps', async () => {
  let it: TestOrg
  let kept: Record<string, unknown>
  let heading = ''
  let isRefused = true
  let before: readonly string[] = []
  await expectGolden(file, async (line) => {
    if (line.startsWith('#')) {
      expect([heading, isRefused]).toEqual([heading, true])
      ;[heading, isRefused] = [line, false]
      it = testOrg(optionsIn(line))
      const eve = await person(it, { profile: { login: 'eve@example.com', email: 'eve@example.com' } })
      kept = { eve, apiToken: it.org.apiToken }
      return ''
    }
    const { name, step } = parsedLine(line)
    const records = recordsOf(it)
    const { reply, answer } = await take(it, filled(step, kept))
    if (name !== undefined) kept[name] = answer
    isRefused = reply !== undefined && reply.status >= 400
    if (!isRefused) return ''
    expect(recordsOf(it)).toEqual(records)
    const lines = told(it, reply!, heading)
    const news = lines.filter((text, at) => at === 0 || !before.includes(text))
    before = lines
    return news.join('\n')
  })
  expect(isRefused).toBe(true)
})
