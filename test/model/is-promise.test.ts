import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createOrg } from '../../src/create-org.ts'
import { isPromise } from '../../src/model/kernel/is-promise.ts'

test('knows a promise of another realm, such as test runners make', () => {
  const foreign = runInNewContext('Promise.resolve(1)') as Promise<number>
  expect(foreign instanceof Promise).toBe(false)
  expect([isPromise(foreign), isPromise(Promise.resolve()), isPromise({})]).toEqual([true, true, false])
  expect([isPromise(undefined), isPromise(null), isPromise('then')]).toEqual([false, false, false])
})

test('answers a body that a promise of another realm brings', async () => {
  const org = createOrg()
  const body = '{"profile":{"login":"ada@x.test","email":"ada@x.test","firstName":"Ada","lastName":"A"}}'
  const request = new Request(`${org.baseUrl}/api/v1/users`, {
    method: 'POST',
    headers: { Authorization: `SSWS ${org.apiToken}`, 'Content-Type': 'application/json' },
    body,
  })
  const resolve = runInNewContext('(value) => Promise.resolve(value)') as <T>(value: T) => Promise<T>
  Object.defineProperty(request, 'clone', { value: () => ({ text: () => resolve(body) }) })
  for (const handler of org.handlers()) {
    const result = await handler.run({ request, requestId: '1' })
    if (result?.response === undefined) continue
    expect(result.response.status).toBe(200)
    return
  }
  throw new Error('nobody answered')
})
