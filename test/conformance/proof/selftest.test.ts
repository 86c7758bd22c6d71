import { expect, test } from 'vitest'
import { drop, set } from '../../../conformance/proof/alter/answer.ts'
import { all, on, whenSuccess } from '../../../conformance/proof/alter/flow.ts'
import { ignoreWrite } from '../../../conformance/proof/alter/memory.ts'
import { refuse } from '../../../conformance/proof/alter/refusal.ts'
import type { Alteration } from '../../../conformance/proof/alter/wire.ts'
import { mutant, type Mutant } from '../../../conformance/proof/mutants/mutant.ts'
import {
  selftest,
  type DetectionReport,
  type SelftestOptions,
} from '../../../conformance/proof/selftest/selftest.ts'
import type { CheckDefinition } from '../../../conformance/engine/run/check.ts'
import { Inconclusive } from '../../../conformance/engine/run/interruption.ts'
import { createConformTarget } from '../../../src/server/conform-target.ts'
import { serve } from '../../../src/server/http.ts'
import { checkOf } from '../engine/suite-of.ts'

const shownLogin = checkOf(
  'a user shows its login and status',
  { judges: ['users.get.ok', 'users.create.ok'] },
  async ({ given, api, judge }) => {
    const user = await given.user({ activate: false })
    const read = await api.get(user.path)
    judge('users.get.ok').matches(read, { profile: { login: user.login } })
    judge('users.create.ok').matches(read, { status: 'STAGED' })
  },
)

const prove = (
  mutants: readonly Mutant[],
  checks: readonly CheckDefinition[] = [shownLogin],
  more: Partial<SelftestOptions> = {},
): Promise<DetectionReport> =>
  selftest({ createTarget: createConformTarget, mutants, checks, lag: 50, ...more })

/** Shows no login. */
const noLogin = (how: string, more: readonly Alteration[] = []): Mutant =>
  mutant(`users.get.ok/${how}`, all(on('getUser', drop('profile.login')), ...more))

test('a mutant is caught when all requirements that it breaks fail, and a blocked requirement does not', async () => {
  const wrong = on('getUser', whenSuccess(drop('profile.login'), set('status', 'ACTIVE')))
  const { mutants } = await prove([
    noLogin('caught'),
    mutant('users.get.ok/unnoticed', on('getUser', drop('profile.email'))),
    mutant('users.get.ok/blocked', on('createUser', refuse())),
    mutant('groups.get.ok/unjudged', all()),
    mutant('users.get.ok/half', on('getUser', drop('profile.login')), 'users.create.ok'),
    mutant('users.get.ok/two', wrong),
  ])
  const told = mutants.map(({ id, caught, catches, collateral }) => [
    id,
    caught,
    catches.map(({ verdict }) => verdict).join(),
    catches[0]?.why,
    collateral.join(),
  ])
  expect(told).toEqual([
    ['users.get.ok/caught', true, 'fail', undefined, ''],
    ['users.get.ok/unnoticed', false, 'pass', expect.stringContaining('notice'), ''],
    ['users.get.ok/blocked', false, 'blocked', expect.stringContaining('could not be arranged'), ''],
    ['groups.get.ok/unjudged', false, 'not-run', 'no check judges it', ''],
    ['users.get.ok/half', false, 'fail,pass', undefined, ''],
    ['users.get.ok/two', true, 'fail', undefined, 'users.create.ok'],
  ])
})

test('a mutant whose verdict time cut short is tried again, alone, before it counts as surviving', async () => {
  let runs = 0
  let together = 0
  const slowAtFirst = checkOf('slow at first', { judges: ['users.get.ok'] }, async ({ judge }) => {
    runs++
    if (runs === 1) {
      judge('users.get.ok').equal('as it is', 'as it is')
      return
    }
    // Both mutants are tried at the same time, and neither comes to an end.
    if (runs <= 3) throw new Inconclusive('its time of 60 s was up')
    expect(++together).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    together--
    judge('users.get.ok').equal('altered', 'as it is')
  })
  const told: string[] = []
  const { mutants } = await selftest({
    createTarget: createConformTarget,
    checks: [slowAtFirst],
    mutants: ['one', 'two'].map((how) => mutant(`users.get.ok/${how}`, all())),
    onMutant: ({ caught }, done, total) => told.push(`${caught} ${done}/${total}`),
  })
  expect(mutants.map(({ caught }) => caught)).toEqual([true, true])
  expect(told).toEqual(['true 1/2', 'true 2/2'])
  expect(runs).toBe(5)
})

test('a requirement that fails on the unaltered server catches nothing', async () => {
  const unfair = checkOf('unfair', { judges: ['users.get.ok'] }, async ({ judge }) => {
    judge('users.get.ok').fail('always')
  })
  const { mutants, unaltered } = await prove([mutant('users.get.ok/any', all())], [unfair])
  expect(unaltered).toEqual({ 'users.get.ok': 'fail' })
  expect(mutants).toMatchObject([
    { caught: false, catches: [{ why: "on the unaltered server its verdict is 'fail'" }], tried: false },
  ])
})

test('each mutant has its own server', async () => {
  let made = 0
  await selftest({
    createTarget: (options) => {
      made++
      return createConformTarget(options)
    },
    checks: [shownLogin],
    mutants: [noLogin('one'), noLogin('two')],
  })
  expect(made).toBe(3)
})

test('reports progress mutant by mutant', async () => {
  const seen: string[] = []
  await selftest({
    createTarget: createConformTarget,
    checks: [shownLogin],
    concurrency: 1,
    mutants: ['one', 'two'].map((how) => noLogin(how)),
    onMutant: ({ id }, done, total) => void seen.push(`${id} ${done}/${total}`),
  })
  expect(seen).toEqual(['users.get.ok/one 1/2', 'users.get.ok/two 2/2'])
})

test('removes every created record from a shared server, even if the mutant ignores deletes', async () => {
  const { url, org, close } = await serve({ port: 0 })
  try {
    const { mutants, orphans } = await selftest({
      createTarget: async () => ({ baseUrl: url, token: org.apiToken, shared: true, close: () => {} }),
      checks: [shownLogin],
      mutants: [
        noLogin('plain'),
        noLogin('no-delete', [on('deleteUser', ignoreWrite())]),
        noLogin('other-id', [on('createUser', set('id', '00uother'))]),
      ],
    })
    expect(mutants.map(({ caught }) => caught)).toEqual([true, true, true])
    expect(orphans).toEqual([])
    const left = await fetch(`${url}/api/v1/users?limit=200`, {
      headers: { Authorization: `SSWS ${org.apiToken}` },
    })
    const users = (await left.json()) as { profile: { login: string } }[]
    expect(users.filter(({ profile }) => profile.login.startsWith('cf-'))).toEqual([])
  } finally {
    await close()
  }
})
