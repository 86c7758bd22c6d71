import { expect, test } from 'vitest'
import { newUser, testOrg } from '../support/call.ts'
import { ecKey, serviceClient } from '../support/clients.ts'
import { ruleBody } from '../support/groups.ts'

const profile = { name: 'Crew' }
const { profile: person } = newUser()

test.for([
  [
    'POST',
    '/api/v1/users',
    { profile: person, credential: {}, foo: 1 },
    ['member credential, did you mean credentials?', 'member foo'],
  ],
  [
    'POST',
    '/api/v1/users',
    { profile: person, credentials: { pasword: {} } },
    ['member credentials.pasword, did you mean password?'],
  ],
  ['POST', '/api/v1/users?activat=false', { profile: person }, ['parameter activat, did you mean activate?']],
  ['POST', '/api/v1/users', { profile: person, credentials: { password: {} } }, undefined],
  ['POST', '/api/v1/groups', { profile, type: 'SVC_GROUP' }, ['member type']],
  [
    'GET',
    '/api/v1/groups?limit=1&limitt=2&x=1&x=2',
    undefined,
    ['parameter limitt, did you mean limit?', 'parameter x'],
  ],
  ['POST', '/api/v1/groups/rules', { ...ruleBody('true', []), priority: 1 }, ['member priority']],
  ['POST', '/oauth2/v1/clients', serviceClient({ contacts: [] }), ['member contacts']],
  [
    'POST',
    '/oauth2/v1/clients',
    serviceClient({ jwks: { keys: [ecKey({ foo: 1 })] } }),
    ['member jwks.keys.0.foo'],
  ],
  ['POST', '/api/v1/groups', '{', undefined],
] as const)('the journal names what %s %s does not read of %j', async ([method, path, body, ignored]) => {
  const { call, control } = testOrg()
  await call(method, path, body)
  expect(control.readJournal().at(-1)?.ignored).toEqual(ignored)
  expect(control.readExchange().ignored).toEqual(ignored)
})

test('the journal names what was not read of a body that it keeps only in part', async () => {
  const { call, control } = testOrg()
  await call('POST', '/api/v1/groups', { profile, note: 'x'.repeat(70_000) })
  expect(control.readJournal().at(-1)?.ignored).toEqual(['member note'])
})
