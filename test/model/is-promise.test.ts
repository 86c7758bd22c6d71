import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createOrg } from '../../src/create-org.ts'

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
