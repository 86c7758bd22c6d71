import { expect, test } from 'vitest'
import { renderKillTable } from '../../../conformance/deviants/kill-table.ts'
import type { Proof } from '../../../conformance/deviants/proof.ts'
import { holds } from '../../../conformance/deviants/proof.ts'
import { selftestCommand } from '../../../conformance/deviants/selftest-command.ts'
import { createConformTarget } from '../../../src/server/conform-target.ts'

const caught = {
  id: 'users.suspend.ok/refused',
  summary: 'refuses what it should do',
  caught: true,
  tried: true,
  catches: [{ clause: 'users.suspend.ok', verdict: 'fail' }],
  collateral: [],
  milliseconds: 12,
} as const

const survivor = {
  id: 'users.suspend.active/ignored',
  summary: 'does a|nothing',
  caught: false,
  tried: true,
  catches: [{ clause: 'users.suspend.active', verdict: 'blocked', why: 'it could not be arranged' }],
  collateral: ['users.get.ok'],
  milliseconds: 34,
} as const

const proof: Proof = {
  deviants: { deviants: [caught, survivor], unaltered: {}, leftovers: [], milliseconds: 99 },
  hollow: [{ id: 'empty', summary: 'answers 200 {}', passed: [], milliseconds: 5 }],
  lookalikes: [],
  variants: [{ id: 'ids', summary: 'has other ids', failed: [], unshown: [], milliseconds: 6 }],
  gaps: { withoutCheck: [], withoutDeviant: ['users.delete.no-content'] },
}

test('the page counts by area, and names survivors, undeclared failures and gaps', () => {
  const page = renderKillTable(proof)
  expect(page).toContain('**1 of 2 deviants are caught.**')
  expect(page).toMatch(/\| lifecycle \| \d+ \| 2 \| 2 \| 1 \|/)
  expect(page).toContain(
    '- `users.suspend.active/ignored` (does a|nothing): `users.suspend.active` was blocked: it could not be arranged',
  )
  expect(page).toContain('- `users.suspend.active/ignored`: `users.get.ok`')
  expect(page).toContain('- `users.delete.no-content`: no reason is given')
  expect(page).toContain('| `users.suspend.active` | does a\\|nothing | **no** |')
})

test('the page is the same for another run that came to the same', () => {
  const slower: Proof = { ...proof, deviants: { ...proof.deviants, milliseconds: 1234 } }
  expect(renderKillTable(slower)).toBe(renderKillTable(proof))
})

test('a proof holds when all is caught, nothing hollow passes and nothing that conforms fails', () => {
  const whole: Proof = { ...proof, deviants: { ...proof.deviants, deviants: [caught] } }
  expect(holds(whole)).toBe(true)
  expect(holds(proof)).toBe(false)
  expect(
    holds({ ...whole, hollow: [{ id: '', summary: '', passed: ['users.get.ok'], milliseconds: 0 }] }),
  ).toBe(false)
  const failed = [{ clause: 'users.get.ok', check: 'a check', why: 'so' }]
  expect(holds({ ...whole, variants: [{ id: '', summary: '', failed, unshown: [], milliseconds: 0 }] })).toBe(
    false,
  )
})

async function run(...argv: string[]): Promise<{ code: number; out: string }> {
  const lines: string[] = []
  const code = await selftestCommand(createConformTarget)(argv, {
    out: (line) => lines.push(line),
    error: (line) => lines.push(line),
  })
  return { code, out: lines.join('\n') }
}

test('the command runs the deviants that fit, and says how many were caught', async () => {
  const { code, out } = await run('errors.oauth.error/left-out')
  expect(out).toMatch(/^1 of 1 deviants are caught/)
  expect(code).toBe(0)
})

test('the command lists deviants without running them, in parts too', async () => {
  const whole = (await run('--list', 'errors.*')).out.split('\n')
  const parts = [
    await run('--list', '--part', '1/2', 'errors.*'),
    await run('--list', '--part', '2/2', 'errors.*'),
  ]
  expect(parts.flatMap(({ out }) => out.split('\n')).toSorted()).toEqual(whole.toSorted())
  expect(whole[0]).toMatch(/^errors\.\S+\/\S+ {2}[a-z]/)
})

test.each([
  [['nothing.*'], "no deviant fits 'nothing.*'"],
  [['--part', '3/2'], "--part: expected I/N such as 2/4, found '3/2'"],
  [['--concurrency', '0'], "--concurrency: expected a number from 1, found '0'"],
  [['--through', 'http://127.0.0.1:9'], '--through needs --token env:NAME, file:PATH or stdin'],
  [['--through', 'nowhere', '--token', 'env:X'], '--through: '],
  [['--page', 'x.md', 'errors.*'], '--page tells of the whole catalogue'],
  [['--unknown'], "'--unknown'"],
])('the command refuses %j as usage', async (argv, message) => {
  await expect(run(...argv)).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringContaining(message),
  })
})

test('the command never takes a token itself', async () => {
  const error = await run('--through', 'http://127.0.0.1:9', '--token', 'sEcReT').catch(
    (each: unknown) => each,
  )
  expect(String(error)).not.toContain('sEcReT')
})
