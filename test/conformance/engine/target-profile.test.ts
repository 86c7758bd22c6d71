import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseTargetProfile } from '../../../conformance/engine/target-profile.ts'
import { checkOf, outcomeOf, runAgainst } from './suite-of.ts'
import type { Toy } from './toy-server.ts'
import { startToy, toyOrganisation } from './toy-server.ts'

const toys: Toy[] = []
afterEach(async () => {
  for (const toy of toys.splice(0)) await toy.close()
})

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

test('a target profile is read from YAML', () => {
  expect(profile.name).toBe('staging')
  expect(profile.features).toEqual({
    'early-access': 'no',
    defaults: 'yes',
    federation: 'probe',
    'newer-engine': 'yes',
  })
})

test.each([
  [{ things: { 'locked-out-users': [] } }, 'locked-out-users'],
  [{ things: { 'locked-out-user': [] } }, 'things.locked-out-user'],
  [
    { things: { grants: { userId: 'u', clientId: 'c', grantIds: ['one'], scopeIds: ['s'] } } },
    'things.grants',
  ],
  [{ features: { 'early-access': 'perhaps' } }, 'features.early-access'],
  [{ feature: {} }, 'feature'],
  ['text', 'target profile'],
])('%j is refused, and the field is named', (content, field) => {
  expect(() => parseTargetProfile(content)).toThrow(field)
})

test('things that are used up are supplied one after the other', async () => {
  const toy = await startToy(toyOrganisation().answer)
  toys.push(toy)
  const taken: string[] = []
  const take = (title: string) =>
    checkOf(title, { judges: [title], needs: ['locked-out-user'] }, async ({ need, judge }) => {
      taken.push((await need('locked-out-user')).id)
      judge(title).pass()
    })
  const outcome = await runAgainst(toy, [take('one'), take('two'), take('three')], {
    profile,
    concurrency: 1,
  })
  expect(taken).toEqual(['u8', 'u9'])
  expect(outcomeOf(outcome, 'three')).toMatchObject({
    verdict: 'blocked',
    why: expect.stringContaining('used up'),
  })
})

test('secrets of a profile are read where it says, and never shown', async () => {
  const toy = await startToy(({ headers }) => ({ status: 200, body: { you: headers.authorization } }))
  toys.push(toy)
  const check = checkOf(
    'calls',
    { judges: ['call'], needs: ['group-admin-token'] },
    async ({ need, api, judge }) => {
      const { token } = await need('group-admin-token')
      judge('call').equal((await api.as(token).get('/api/v1/groups')).json.you, 'somebody else')
    },
  )
  const secrets = { environment: { ADMIN: 'the-token-of-the-admin' }, readStdin: () => '' }
  const outcome = await runAgainst(toy, [check], { profile, secrets })
  expect(toy.seen.at(-1)?.headers.authorization).toBe('SSWS the-token-of-the-admin')
  expect(JSON.stringify(outcome)).not.toContain('the-token-of-the-admin')
  expect(outcomeOf(outcome, 'call').assertions[0]?.got).toMatch(/^SSWS «token#\d»$/)
})

test('a described call signs in, and says whether the answer means yes', async () => {
  const toy = await startToy(({ path, body, headers }) => {
    if (path !== '/api/v1/authn') return { status: 404 }
    const isRight =
      headers['x-key'] === 'key' && (JSON.parse(body) as { password: string }).password === 'right'
    return {
      status: 200,
      headers: { 'Set-Cookie': 'sid=1234567; Path=/' },
      body: { status: isRight ? 'SUCCESS' : 'FAILED' },
    }
  })
  toys.push(toy)
  const check = checkOf('signs in', { judges: ['in'], needs: ['sign-in'] }, async ({ need, judge }) => {
    const { signIn } = await need('sign-in')
    judge('in').like(await signIn('a"b', 'right'), { ok: true, cookie: 'sid=1234567' })
    judge('in').like(await signIn('a', 'wrong'), { ok: false })
  })
  const outcome = await runAgainst(toy, [check], {
    profile,
    secrets: { environment: { KEY: 'key' }, readStdin: () => '' },
  })
  expect(outcomeOf(outcome, 'in').verdict).toBe('pass')
  expect(JSON.parse(toy.seen[0]?.body ?? '')).toEqual({ username: 'a"b', password: 'right' })
})

test('an expression is made from the template', async () => {
  const toy = await startToy(toyOrganisation().answer)
  toys.push(toy)
  const check = checkOf('asks', { judges: ['ask'], needs: ['rule-expression'] }, async ({ need, judge }) => {
    const { expression } = await need('rule-expression')
    judge('ask').equal(expression('a@example.com'), 'user.login=="a@example.com"')
  })
  expect(outcomeOf(await runAgainst(toy, [check], { profile }), 'ask').verdict).toBe('pass')
})

test('what a control adapter changed is undone when the check ends, whatever came of it', async () => {
  const toy = await startToy(toyOrganisation().answer)
  toys.push(toy)
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
  const outcome = await runAgainst(toy, [check, phone], { adapter })
  expect(undone).toEqual(['second', 'first'])
  expect(outcomeOf(outcome, 'phone')).toMatchObject({
    verdict: 'blocked',
    why: "a test could not supply 'factor': no phones today",
  })
})
