/** Whether what a target profile names is there, and whether a check left it as it was. */
import { expect, test } from 'vitest'
import type { ThingNeed } from '../../../conformance/engine/plan/need.ts'
import { checkThere, isUnused, noSuchPlace } from '../../../conformance/engine/supply/supplied-things.ts'
import { type Answer, fakeApi } from './fake-api.ts'

async function unused(need: ThingNeed, thing: object, answer: Answer) {
  const { api, calls } = fakeApi(() => answer)
  return { is: await isUnused(need, thing as never, api), calls }
}

test.each<[ThingNeed, object, string | undefined]>([
  ['locked-out-user', { id: 'u/1' }, 'GET /api/v1/users/u%2F1'],
  ['device-block', { id: 'u/1' }, 'GET /api/v1/users/u%2F1?expand=block'],
  [
    'grants',
    { userId: 'u/1', id: 'x', clientId: 'c/1', grantIds: [] },
    'GET /api/v1/users/u%2F1/clients/c%2F1/grants?limit=200',
  ],
  [
    'refresh-tokens',
    { userId: 'u1', clientId: 'c1', tokenIds: [] },
    'GET /api/v1/users/u1/clients/c1/tokens?limit=200',
  ],
  ['factor', { id: 'u1' }, undefined],
  ['access-tokens', { userId: 'u1', clientId: 'c1', tokenId: 't1' }, undefined],
  ['disposable-app-group', { id: 'g1' }, undefined],
])('whether a %s was left as it was is seen by %s', async (need, thing, call) => {
  const { is, calls } = await unused(need, thing, [200, []])
  expect(calls).toEqual(call === undefined ? [] : [call])
  expect(is).toBe(need === 'grants' || need === 'refresh-tokens')
})

const block = { _embedded: { block: [{ type: 'DEVICE_BASED' }] } }
const grants = { userId: 'u1', clientId: 'c1', grantIds: ['a', 'b'] }
const tokens = { userId: 'u1', clientId: 'c1', tokenIds: ['a', 'b'] }
const active = (id: string) => ({ id, status: 'ACTIVE' })
test.each<[ThingNeed, object, Answer, boolean]>([
  ['locked-out-user', { id: 'u1' }, [200, { status: 'LOCKED_OUT' }], true],
  ['locked-out-user', { id: 'u1' }, [200, { status: 'ACTIVE' }], false],
  ['locked-out-user', { id: 'u1' }, 404, false],
  ['device-block', { id: 'u1' }, [200, { status: 'ACTIVE', ...block }], true],
  ['device-block', { id: 'u1' }, [200, { status: 'ACTIVE', _embedded: { block: { type: 'x' } } }], true],
  ['device-block', { id: 'u1' }, [200, { status: 'LOCKED_OUT', ...block }], false],
  ['device-block', { id: 'u1' }, [200, { status: 'ACTIVE', _embedded: { block: [] } }], false],
  ['device-block', { id: 'u1' }, [200, { status: 'ACTIVE', _embedded: { block: null } }], false],
  ['device-block', { id: 'u1' }, [200, { status: 'ACTIVE' }], false],
  ['grants', grants, [200, [null, active('b'), active('c'), active('a')]], true],
  ['grants', grants, [200, [active('a'), null]], false],
  ['grants', grants, [200, [active('a'), { id: 'b', status: 'REVOKED' }]], false],
  ['refresh-tokens', tokens, [200, [active('a'), active('b')]], true],
  ['refresh-tokens', tokens, [200, [active('a')]], false],
])('a %s %j that is answered with %j is unused: %s', async (need, thing, answer, is) => {
  expect((await unused(need, thing, answer)).is).toBe(is)
})

async function looked(need: ThingNeed, thing: object, answer: (call: string) => Answer = () => 200) {
  const { api, calls } = fakeApi(answer)
  const error = await checkThere(need, thing as never, api).catch((reason: unknown) => reason as Error)
  return [calls, error?.message.replace(`the target profile: its '${need}' is not what it should be: `, '')]
}

test.each<[ThingNeed, object, readonly string[]]>([
  ['built-in-group', { id: 'g/1' }, ['GET /api/v1/groups/g%2F1']],
  ['user-type', { id: 'ot1' }, []],
  ['custom-property', { name: 'x' }, []],
  ['application', { userId: 'u1', groupId: 'g1' }, ['GET /api/v1/users/u1', 'GET /api/v1/groups/g1']],
  ['application', { appId: 'a1' }, []],
  ['session-cookie', { cookie: 'c', userId: 'u1', clientId: 'c1' }, ['GET /api/v1/users/u1']],
  ['read-only-token', { token: 't' }, []],
  [
    'access-tokens',
    { userId: 'u1', clientId: 'c/1', issued: 'x' },
    ['GET /api/v1/users/u1', 'GET /api/v1/users/u1/clients/c%2F1/tokens'],
  ],
  ['grants', { userId: 'u1', grantIds: ['a'] }, ['GET /api/v1/users/u1']],
  ['factor', { id: 7 }, []],
])('a %s %j is looked at by %j', async (need, thing, calls) => {
  const answer = (): Answer => [200, []]
  const wanted = need === 'factor' ? undefined : answer
  expect(await looked(need, thing, wanted)).toEqual([calls, undefined])
})

test('a token and grants that are not in their list are named; the status of the user has to be right', async () => {
  const withTokens =
    (ids: (string | null)[]) =>
    (call: string): Answer =>
      call.endsWith('tokens') ? [200, ids.map((id) => (id === null ? null : { id }))] : 299
  const thing = { userId: 'u1', clientId: 'c1', tokenId: 't1' }
  expect((await looked('access-tokens', thing, withTokens([null, 't1'])))[1]).toBeUndefined()
  expect((await looked('access-tokens', thing, withTokens([null, 't2'])))[1]).toBe(
    't1 is not at /api/v1/users/u1/clients/c1/tokens',
  )
  expect((await looked('access-tokens', thing, (call) => (call.endsWith('tokens') ? 300 : 200)))[1]).toBe(
    'GET /api/v1/users/u1/clients/c1/tokens is answered with 300',
  )
  expect((await looked('factor', { id: 'u1' }, () => [200, {}]))[1]).toBe('the user is undefined, not ACTIVE')
})

test('these answers say that there is no such place', () => {
  expect([...noSuchPlace]).toEqual([404, 405, 415, 501])
})
