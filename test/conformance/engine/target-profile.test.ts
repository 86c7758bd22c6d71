import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseTargetProfile, secretsOf } from '../../../conformance/engine/plan/target-profile.ts'
import { expectGolden } from '../../support/golden-cases.ts'
import { mockRun } from './mock-run.ts'
import { checkOf } from './suite-of.ts'

const profile = parseTargetProfile(
  parse(`
name: staging
features: { early-access: no, defaults: yes, federation: probe, newer-engine: true }
things:
  locked-out-user: [{ id: u8 }, { id: u9, disposable: true }]
  app-group: none
  group-admin-token: { token: env:ADMIN }
  rule-expression: { template: 'user.login=="{login}"' }
  sign-in:
    method: POST
    url: /api/v1/authn
    headers: { X-Key: env:KEY }
    body: { username: '{login}', password: '{password}' }
    success: { status: 200, body: { status: SUCCESS } }
`),
)

test('a profile is read, or refused with the field that is wrong', async () => {
  await expectGolden(new URL('profiles.txt', import.meta.url), (line) => {
    try {
      return `is read: ${JSON.stringify(parseTargetProfile(JSON.parse(line)))}`
    } catch (error) {
      return (error as Error).message
    }
  })
})

test('finds the secrets that a profile names, wherever they are', () => {
  expect(secretsOf(profile).map(({ path, source }) => `${path} ${source}`)).toEqual([
    'things.group-admin-token.token env:ADMIN',
    'things.sign-in.headers.X-Key env:KEY',
  ])
})

test('secrets of a profile are read where it says, and never shown', async () => {
  const check = checkOf('calls', { judges: ['call'] }, async ({ need, api, judge }) => {
    const { token } = await need('group-admin-token')
    judge('call').equal((await api.as(token).get('/echo')).json.you, 'somebody else')
    const { expression } = await need('rule-expression')
    judge('call').equal(expression('a@example.com'), 'user.login=="a@example.com"')
  })
  Object.assign(process.env, { ADMIN: 'the-token-of-the-admin', KEY: 'key' })
  const { result, said, sent } = await mockRun([check], {
    profile,
    alter: (call, { headers }) => {
      if (call === 'GET /echo') return Response.json({ you: headers.get('authorization') })
      return headers.get('authorization')?.endsWith('of-the-admin') === true ? Response.json([]) : undefined
    },
  }).finally(() => ['ADMIN', 'KEY'].forEach((name) => delete process.env[name]))
  expect(sent.find(({ call }) => call === 'GET /echo')?.headers.get('authorization')).toBe(
    'SSWS the-token-of-the-admin',
  )
  expect(JSON.stringify(result)).not.toContain('the-token-of-the-admin')
  expect(said('call').assertions.map(({ held }) => held)).toEqual([false, true])
  expect(said('call').assertions[0]?.got).toMatch(/^SSWS «token#\d»$/)
})

test('the end of a check undoes the changes of a control adapter, with any outcome', async () => {
  const undone: string[] = []
  const adapter = {
    name: 'a test',
    provides: ['slow-transitions', 'factor'] as const,
    obtain: async (need: string, tools: { onEnd: (undo: () => Promise<void>) => void }) => {
      if (need === 'factor') throw new Error('no phones today')
      tools.onEnd(async () => void undone.push('first'))
      tools.onEnd(async () => void undone.push('second'))
      return { milliseconds: 5 } as never
    },
  }
  const check = checkOf('slows', { judges: ['slow'], timeout: 500 }, async ({ need, signal }) => {
    await need('slow-transitions')
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  })
  const phone = checkOf('phones', { judges: ['phone'] }, async ({ need }) => {
    await need('factor')
  })
  const { said } = await mockRun([check, phone], { adapter })
  expect(undone).toEqual(['second', 'first'])
  expect(said('phone')).toMatchObject({
    verdict: 'blocked',
    why: "a test could not supply 'factor': no phones today",
  })
})
