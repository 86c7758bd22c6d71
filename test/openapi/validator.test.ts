import { expect, test } from 'vitest'
import { openApiDocument } from '../../src/contract.ts'
import { createOrg } from '../../src/index.ts'
import { type Exchange, OpenApiValidator } from '../support/openapi-validator.ts'

const validator = new OpenApiValidator(openApiDocument())
const org = createOrg()

async function exchange(): Promise<Exchange> {
  const headers = { authorization: `SSWS ${org.apiToken}` }
  const reply = await org.fetch(new Request(`${org.baseUrl}/api/v1/users/me`, { headers }))
  return {
    method: 'GET',
    path: '/api/v1/users/me',
    query: '',
    sent: '',
    status: reply.status,
    headers: Object.fromEntries(reply.headers),
    received: await reply.text(),
  }
}

test('finds nothing in what the service answers', async () => {
  expect(validator.violations(await exchange())).toEqual([])
})

/** Changes the reply's body. */
function withBody(change: (body: Record<string, unknown>) => void) {
  return (good: Exchange): Exchange => {
    const body = JSON.parse(good.received) as Record<string, unknown>
    change(body)
    return { ...good, received: JSON.stringify(body) }
  }
}

test.each<[string, (good: Exchange) => Exchange, RegExp]>([
  ['a status', (good) => ({ ...good, status: 418 }), /getUser 418: the status is not described/],
  ['a missing property', withBody((body) => delete body['status']), /must have required property 'status'/],
  ['a wrong type', withBody((body) => (body['created'] = 5)), /reply\/created: must be string/],
  [
    'a value out of a list',
    withBody((body) => (body['status'] = 'HAPPY')),
    /reply\/status: must be equal to one/,
  ],
  ['a property that is not described', withBody((body) => (body['mood'] = 'x')), /additionalProperty":"mood/],
  ['a missing header', (good) => ({ ...good, headers: {} }), /X-Rate-Limit-Limit is missing/],
  [
    'a code that the operation does not have',
    (good) => ({
      ...good,
      status: 404,
      received: '{"errorCode":"E0000001","errorSummary":"","errorLink":"","errorId":"","errorCauses":[]}',
    }),
    /reply\/errorCode: must be equal to one of/,
  ],
  [
    'what is asked',
    (good) => ({ ...good, method: 'POST', path: '/api/v1/users', query: 'activate=maybe' }),
    /query activate: must be boolean/,
  ],
  [
    'what is sent',
    (good) => ({ ...good, method: 'POST', path: '/api/v1/users', sent: '{"profile":{"login":5}}' }),
    /request\/profile\/login: must be string/,
  ],
])('finds %s', async (_, change, message) => {
  expect(validator.violations(change(await exchange())).join('\n')).toMatch(message)
})
