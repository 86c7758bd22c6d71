/** What a person, a build server and a program are told of a verification. */
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { suiteVersion } from '../../conformance/engine/plan/version.ts'
import { jsonOf } from '../../src/pact/report/json.ts'
import { junitOf } from '../../src/pact/report/junit.ts'
import { textOf } from '../../src/pact/report/text.ts'
import { writePactReports } from '../../src/pact/report/write.ts'
import { type PactVerification, summarise, type VerifiedInteraction } from '../../src/pact/verify/verdict.ts'

const one = (description: string, more: Partial<VerifiedInteraction> = {}): VerifiedInteraction => ({
  pact: 'web.json',
  consumer: 'web',
  description,
  states: [],
  request: 'GET /api/v1/users',
  verdict: 'match',
  pending: false,
  problems: [],
  restsOn: [],
  ...more,
})
const problems = [
  { foundBy: 'check', place: '$.id', message: 'must be "x" & no <y>' },
  { foundBy: 'provider-state', place: '', message: 'no state' },
] as const
const restsOn = [
  { decision: 'member-order', what: 'the order', question: 'Which order?', choice: 'By creation.' },
]

const of = (...interactions: VerifiedInteraction[]): PactVerification => ({
  interactions,
  summary: summarise(interactions),
  leftOut: [],
})
const all: PactVerification = {
  ...of(
    one('lists'),
    one('reads', { states: ['a user exists', 'a group exists'], verdict: 'mismatch', problems }),
    one('sorts', { states: ['3 users exist'], verdict: 'unspecified', restsOn }),
    one('waits', { pending: true }),
    one('fails later', { pending: true, verdict: 'mismatch', problems, pact: 'shop.json', consumer: 'a<b' }),
  ),
  leftOut: ['a message'],
}

test('the text tells first what is open and wrong, and sums up', () => {
  expect(textOf(all, 'checked')).toBe(
    `✓ match        web: lists (GET /api/v1/users)
✓ match, pending web: waits (GET /api/v1/users)
~ unspecified  web: sorts (GET /api/v1/users)
    given 3 users exist
    rests on the order  [decision member-order]
      open: Which order?
      here: By creation.
✗ mismatch     web: reads (GET /api/v1/users)
    given a user exists, and a group exists
    $.id: must be "x" & no <y>  [check]
    no state  [provider-state]
✗ mismatch, pending a<b: fails later (GET /api/v1/users)
    $.id: must be "x" & no <y>  [check]
    no state  [provider-state]
- left out     a message: not HTTP, and the service sends no messages

Checked 5 interactions of 2 pacts: 1 match, 1 does not, 1 unspecified, 2 pending.
What is unspecified holds here, and may not at the service: its documents do not say. See docs/reference/decisions.md.`,
  )
})

test('a quiet text leaves out what matches, and what there is none of is not told', () => {
  const sound = of(one('lists'), one('reads'))
  expect(textOf(sound, 'verified', { quiet: true })).toBe(
    'Verified 2 interactions of 1 pact: 2 match, 0 do not.',
  )
  expect(textOf(of(one('lists')), 'verified')).toBe(
    `✓ match        web: lists (GET /api/v1/users)

Verified 1 interaction of 1 pact: 1 match, 0 do not.`,
  )
  const wrong = of(one('a', { verdict: 'mismatch' }), one('b', { verdict: 'mismatch' }))
  expect(textOf(wrong, 'checked', { quiet: true })).toMatch(/: 0 match, 2 do not\.$/)
})

test('JUnit has a suite for each pact; what is unspecified is an error, and what is pending skipped', () => {
  const escaped = '$.id: must be &quot;x&quot; &amp; no &lt;y&gt;'
  expect(junitOf(all, 'verified')).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="identikit pact: verified" tests="5" failures="1" errors="1" skipped="2">
  <testsuite name="web.json" tests="4" failures="1" errors="1" skipped="1">
    <testcase classname="web" name="lists"/>
    <testcase classname="web" name="reads given a user exists, and a group exists"><failure message="${escaped}" type="mismatch">${escaped}
no state</failure></testcase>
    <testcase classname="web" name="sorts given 3 users exist"><error message="rests on the order (decision member-order)" type="unspecified">rests on the order (decision member-order)</error></testcase>
    <testcase classname="web" name="waits"><skipped message="pending: match"/></testcase>
  </testsuite>
  <testsuite name="shop.json" tests="1" failures="0" errors="0" skipped="1">
    <testcase classname="a&lt;b" name="fails later"><skipped message="pending: ${escaped}"/></testcase>
  </testsuite>
</testsuites>
`,
  )
})

test('JSON has everything that is known', () => {
  const { interactions, summary, leftOut } = all
  const text = jsonOf(all, 'checked')
  expect(text).toMatch(/^\{\n {2}"schemaVersion": 1,\n[^]*\}\n$/)
  expect(JSON.parse(text)).toEqual({
    schemaVersion: 1,
    tool: 'identikit',
    version: suiteVersion,
    done: 'checked',
    summary,
    interactions,
    leftOut,
  })
  expect(summary).toEqual({ match: 1, mismatch: 1, unspecified: 1, pending: 2 })
})

test('reports are written into a folder that is made for them, and none makes no folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'identikit-test-reports-'))
  const reports = join(folder, 'deep/reports')
  expect(await writePactReports(all, 'checked', [], join(folder, 'none'))).toEqual([])
  expect(await readdir(folder)).toEqual([])
  expect(await writePactReports(all, 'checked', ['json', 'junit'], reports)).toEqual([
    join(reports, 'pact.json'),
    join(reports, 'pact.junit.xml'),
  ])
  expect(await readFile(join(reports, 'pact.json'), 'utf8')).toBe(jsonOf(all, 'checked'))
  expect(await readFile(join(reports, 'pact.junit.xml'), 'utf8')).toBe(junitOf(all, 'checked'))
})
