import { MatchersV3, PactV4, SpecificationVersion } from '@pact-foundation/pact'
import { fileURLToPath } from 'node:url'
import { providerState } from 'identikit/pact'
import { expect, test } from 'vitest'
import { StaffDirectory } from './directory.ts'

const { fromProviderState, like } = MatchersV3

const pact = new PactV4({
  consumer: 'staff-directory',
  provider: 'identity-service',
  dir: fileURLToPath(new URL('pacts', import.meta.url)),
  spec: SpecificationVersion.SPECIFICATION_VERSION_V4,
  logLevel: 'error',
})

const token = fromProviderState('SSWS ${apiToken}', 'SSWS example-api-token')

test('shows a person, and that it is blocked', async () => {
  await pact
    .addInteraction()
    .given(...providerState('user {id} is {status}', { id: '00u1', status: 'SUSPENDED' }))
    .uponReceiving('the question who somebody is')
    .withRequest('GET', '/api/v1/users/00u1', (request) =>
      request.headers({ Accept: 'application/json', Authorization: token }),
    )
    .willRespondWith(200, (reply) =>
      reply.jsonBody({
        id: like('00u1'),
        status: 'SUSPENDED',
        profile: { firstName: like('Jo'), lastName: like('Ames') },
      }),
    )
    .executeTest(async ({ url }) => {
      const directory = new StaffDirectory({ url, token: 'example-api-token' })
      expect(await directory.find('00u1')).toEqual({ id: '00u1', name: 'Jo Ames', isBlocked: true })
    })
})

test('finds nobody under an unknown id', async () => {
  await pact
    .addInteraction()
    .given(...providerState('user {id} does not exist', { id: '00uNobody' }))
    .uponReceiving('the question who nobody is')
    .withRequest('GET', '/api/v1/users/00uNobody', (request) =>
      request.headers({ Accept: 'application/json', Authorization: token }),
    )
    .willRespondWith(404, (reply) => reply.jsonBody({ errorCode: 'E0000007' }))
    .executeTest(async ({ url }) => {
      const directory = new StaffDirectory({ url, token: 'example-api-token' })
      expect(await directory.find('00uNobody')).toBeUndefined()
    })
})
