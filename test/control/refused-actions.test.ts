import { expect, test } from 'vitest'
import { person } from '../support/people.ts'
import { testOrg } from '../support/call.ts'

test('an action that is refused does not make the server default, though it names it', async () => {
  const it = testOrg()
  const { id } = await person(it)
  const before = JSON.stringify(it.org.snapshot())
  const grant = { user: id, client: 'nosuch', scopes: ['openid'], authorizationServer: 'default' }
  expect(() => it.control.grantConsent(grant)).toThrow(/nosuch/)
  expect(() => it.control.deleteScope({ scope: 'nosuch', authorizationServer: 'default' })).toThrow(/nosuch/)
  expect(() => it.control.createScope({ name: 'a b', authorizationServer: 'default' })).toThrow(
    /^createScope: name: expected the name of a scope, got .a b./,
  )
  expect(JSON.stringify(it.org.snapshot())).toBe(before)
  const { id: scope } = it.control.createScope({ name: 'reports', authorizationServer: 'default' })
  expect(it.org.authorizationServers.scopes.get(scope)?.authorizationServerId).toBe('default')
})
