import { Changes } from '../../../src/model/kernel/changes.ts'
import { expect, test } from 'vitest'
import { Principals } from '../../../src/model/access/principals.ts'
import { testOrg } from '../../support/call.ts'
import { person } from '../../support/people.ts'

const accessToken = (id: string, more: object = {}) => ({ id, value: `v-${id}`, scopes: ['s'], ...more })

/** The error that a step throws. */
function refused(step: () => unknown): readonly string[] | undefined {
  try {
    step()
    return undefined
  } catch (error) {
    const { refusal, causes } = error as { refusal: string; causes: readonly string[] }
    return [refusal, ...causes]
  }
}

test('access tokens that are over are thrown out when there are many', () => {
  const principals = new Principals({ changes: new Changes() })
  for (let number = 1; number < 1000; number += 1)
    principals.addAccessToken(accessToken(`${number}`, { expiresAt: number <= 500 ? 10 : 20 }), 0)
  expect(principals.accessTokens()).toHaveLength(999)
  principals.addAccessToken(accessToken('last'), 10)
  expect(principals.accessTokens()).toHaveLength(500)
  expect(principals.accessTokens()[0]!.id).toBe('501')
  // The next time is when there are a thousand again.
  for (let number = 0; number < 499; number += 1) principals.addAccessToken(accessToken(`more${number}`), 30)
  expect(principals.accessTokens()).toHaveLength(999)
  principals.addAccessToken(accessToken('one more'), 30)
  expect(principals.accessTokens()).toHaveLength(501)
  expect(principals.accessTokens()[0]!.id).toBe('last')
})

test('where many access tokens are good, those that are over are thrown out when there are twice as many', () => {
  const principals = new Principals({ changes: new Changes() })
  const add = (count: number, more: object = {}) => {
    for (let number = 0; number < count; number += 1)
      principals.addAccessToken(accessToken(`${principals.accessTokens().length} ${count}`, more), 10)
  }
  add(700)
  add(300, { expiresAt: 10 })
  expect(principals.accessTokens()).toHaveLength(700)
  add(699, { expiresAt: 10 })
  expect(principals.accessTokens()).toHaveLength(1399)
  add(1, { expiresAt: 11 })
  expect(principals.accessTokens()).toHaveLength(701)
})

test('tokens are made with what is given of them, and ids and values that nothing has', async () => {
  const it = testOrg()
  const { id: userId } = await person(it)
  const { access, groups, ids, principals, clock } = it.org
  const group = groups.everyoneId
  const bare = access.makeApiToken({ userId, role: 'SUPER_ADMIN' })
  expect(bare).toStrictEqual({
    id: expect.stringMatching(/^00T.{17}$/),
    value: expect.stringMatching(/^00[\w-]{40}$/),
    userId,
    role: 'SUPER_ADMIN',
  })
  const full = access.makeApiToken({
    userId,
    role: 'GROUP_ADMIN',
    groupIds: [group, group],
    name: 'n',
    value: 'chosen',
  })
  expect(full).toStrictEqual({
    id: full.id,
    value: 'chosen',
    userId,
    role: 'GROUP_ADMIN',
    groupIds: [group],
    name: 'n',
  })
  const token = access.makeAccessToken({ scopes: ['a', 'b', 'a'] })
  expect(token).toStrictEqual({
    id: expect.stringMatching(/^oat.{17}$/),
    value: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
    scopes: ['a', 'b'],
  })
  expect(
    access.makeAccessToken({ scopes: [], userId, clientId: 'c', expiresIn: '1m', value: 'other' }),
  ).toStrictEqual({
    id: expect.any(String),
    value: 'other',
    scopes: [],
    userId,
    clientId: 'c',
    expiresAt: clock.now() + 60_000,
  })
  // A value that would come next is passed over where something has it.
  const state = ids.snapshot()
  const next = access.makeAccessToken({ scopes: [] }).value
  ids.restore(state)
  expect(access.makeAccessToken({ scopes: [] }).value).not.toBe(next)
  const before = principals.apiTokens().length
  for (const [step, expected] of [
    [
      () => access.makeApiToken({ userId, role: 'SUPER_ADMIN', groupIds: [group] }),
      ['validation', 'groupIds: The role SUPER_ADMIN is not confined to groups'],
    ],
    [
      () => access.makeApiToken({ userId, role: 'SUPER_ADMIN', value: 'chosen' }),
      ['validation', 'value: Another token has this value'],
    ],
    [
      () => access.makeApiToken({ userId, role: 'SUPER_ADMIN', value: 'other' }),
      ['validation', 'value: Another token has this value'],
    ],
    [
      () => access.makeAccessToken({ scopes: [], value: 'two words' }),
      ['validation', 'value: expected visible ASCII characters, and no blanks'],
    ],
    [
      () => access.makeAccessToken({ scopes: [], value: '' }),
      ['validation', 'value: expected visible ASCII characters, and no blanks'],
    ],
    [() => access.makeApiToken({ userId: 'none', role: 'SUPER_ADMIN' }), ['not-found']],
    [() => access.makeApiToken({ userId, role: 'GROUP_ADMIN', groupIds: ['none'] }), ['not-found']],
  ] as const) {
    expect(refused(step)?.slice(0, expected.length)).toEqual(expected)
  }
  it.control.setUserStatus({ user: userId, status: 'DEPROVISIONED' })
  expect(refused(() => access.makeAccessToken({ scopes: [], userId }))).toEqual([
    'validation',
    'user: The user is DEPROVISIONED',
  ])
  expect(principals.apiTokens().length).toBe(before - 2)
})
