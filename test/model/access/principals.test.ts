import { expect, test } from 'vitest'
import { Principals } from '../../../src/model/access/principals.ts'
import { testOrg } from '../../support/call.ts'
import { person } from '../../support/people.ts'

const apiToken = (id: string, more: object = {}) => ({
  id,
  value: `v-${id}`,
  userId: 'u',
  role: 'SUPER_ADMIN' as const,
  ...more,
})
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

test('describes the sender of a token without its value', () => {
  const principals = new Principals()
  principals.addApiToken(apiToken('a', { role: 'GROUP_ADMIN', groupIds: ['g'], name: 'n' }))
  const caller = principals.fromApiToken('v-a')
  expect(caller).toEqual({
    kind: 'api-token',
    id: 'a',
    userId: 'u',
    role: 'GROUP_ADMIN',
    groupIds: ['g'],
    name: 'n',
  })
  principals.addAccessToken(accessToken('b', { userId: 'u', clientId: 'c', expiresAt: 10 }), 0)
  principals.addAccessToken(accessToken('d'), 0)
  expect(principals.fromAccessToken('v-b', 9)).toStrictEqual({
    kind: 'access-token',
    id: 'b',
    role: 'SUPER_ADMIN',
    scopes: ['s'],
    userId: 'u',
    clientId: 'c',
  })
  expect(principals.fromAccessToken('v-d', 99)).toStrictEqual({
    kind: 'access-token',
    id: 'd',
    role: 'SUPER_ADMIN',
    scopes: ['s'],
  })
  expect(refused(() => principals.fromAccessToken('v-b', 10))?.at(0)).toBe('invalid-token')
  expect(refused(() => principals.fromAccessToken('v-a', 0))?.at(0)).toBe('invalid-token')
  expect(refused(() => principals.fromApiToken('v-b'))?.at(0)).toBe('invalid-token')
  expect(['v-a', 'v-b', 'v-x'].map((value) => principals.has(value))).toEqual([true, true, false])
})

test('adds, replaces, restores and removes tokens, and reports each change', () => {
  const principals = new Principals()
  const told: unknown[] = []
  principals.watch((...change) => told.push(change))
  const [a, b] = [apiToken('a'), apiToken('b')]
  principals.addApiToken(a)
  principals.addApiToken(b)
  const state = principals.states.apiTokens.snapshot()
  principals.fromApiToken('v-a')
  principals.replaceApiToken({ ...a, role: 'READ_ONLY_ADMIN' })
  expect(principals.fromApiToken('v-a')).toMatchObject({ role: 'READ_ONLY_ADMIN' })
  expect(principals.apiTokens().map(({ id }) => id)).toEqual(['a', 'b'])
  principals.replaceApiToken({ ...b, value: 'other' })
  expect(principals.apiTokens().map(({ value }) => value)).toEqual(['v-a', 'other'])
  expect(refused(() => principals.fromApiToken('v-b'))?.at(0)).toBe('invalid-token')
  principals.replaceApiToken(apiToken('first'))
  expect(principals.apiTokens().map(({ id }) => id)).toEqual(['first', 'a', 'b'])
  principals.states.apiTokens.restore(state)
  expect(principals.fromApiToken('v-a')).toMatchObject({ role: 'SUPER_ADMIN' })
  principals.addApiToken({ ...a, name: 'again' })
  expect(principals.fromApiToken('v-a')).toMatchObject({ name: 'again' })
  told.length = 0
  principals.removeApiTokens(({ id }) => id === 'a')
  expect(told).toEqual([['a', { ...a, name: 'again' }, undefined]])
  expect(refused(() => principals.fromApiToken('v-a'))?.at(0)).toBe('invalid-token')
  expect(principals.apiTokens()).toEqual([b])
  principals.addApiToken(a)
  expect(told.at(-1)).toEqual(['a', undefined, a])
})

test('a token of either kind is taken away by its id or its value', () => {
  const principals = new Principals()
  for (const id of ['a', 'b', 'c']) principals.addApiToken(apiToken(id))
  for (const id of ['x', 'y', 'z']) principals.addAccessToken(accessToken(id), 0)
  const left = () => [...principals.apiTokens(), ...principals.accessTokens()].map(({ id }) => id).join('')
  expect([principals.revoke('none'), left()]).toEqual([false, 'abcxyz'])
  expect([principals.revoke('a'), left()]).toEqual([true, 'bcxyz'])
  expect([principals.revoke('v-c'), left()]).toEqual([true, 'bxyz'])
  expect([principals.revoke('y'), left()]).toEqual([true, 'bxz'])
  expect([principals.revoke('v-x'), left()]).toEqual([true, 'bz'])
  principals.removeAccessToken('v-none')
  principals.removeAccessToken('v-z')
  expect(left()).toBe('b')
})

test('access tokens that are over are thrown out when there are many', () => {
  const principals = new Principals()
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
  const principals = new Principals()
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

test('a scoped role that is given no groups is confined to none, and a token of groups sees those', async () => {
  const it = testOrg()
  const { id: userId } = await person(it)
  const { access, groups } = it.org
  const crew = (await it.call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })).json.id as string
  const caller = (role: 'SUPER_ADMIN' | 'GROUP_ADMIN' | 'HELP_DESK_ADMIN', groupIds?: string[]) => {
    const { value: _, ...rest } = access.makeApiToken({ userId, role, groupIds })
    return { kind: 'api-token', ...rest } as const
  }
  const seen = (each: Parameters<typeof access.visibleGroups>[0]) => {
    const visible = access.visibleGroups(each)
    return visible && [groups.everyoneId, crew].map((id) => visible(groups.resolve(id)))
  }
  expect([seen(caller('SUPER_ADMIN')), seen(caller('HELP_DESK_ADMIN')), seen(caller('GROUP_ADMIN'))]).toEqual(
    [undefined, undefined, [false, true]],
  )
  expect(seen(caller('GROUP_ADMIN', [groups.everyoneId]))).toEqual([false, false])
  expect(seen(caller('HELP_DESK_ADMIN', [groups.everyoneId]))).toEqual([true, false])
  expect(seen(caller('HELP_DESK_ADMIN', [crew]))).toEqual([false, true])
  expect(access.scopeOf({ kind: 'access-token', id: 'x', role: 'SUPER_ADMIN', scopes: [] })).toBe(undefined)
  expect(access.scopeOf(caller('GROUP_ADMIN', [crew]))).toEqual([crew])
  expect([
    access.visibleUsers(caller('SUPER_ADMIN')),
    typeof access.visibleUsers(caller('GROUP_ADMIN', [crew])),
  ]).toEqual([undefined, 'function'])
  expect(refused(() => access.refuseUnseenGroup(groups.everyoneId, caller('GROUP_ADMIN')))?.at(0)).toBe(
    'not-found',
  )
  expect(refused(() => access.refuseUnseenGroup(crew, caller('GROUP_ADMIN')))).toBe(undefined)
})
