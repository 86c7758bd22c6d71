/** Promises of control actions that answers.txt and refusals.txt cannot say. */
import { expect, test } from 'vitest'
import { createActions } from '../../src/control/index.ts'
import { createOrg } from '../../src/index.ts'
import { userProfileProperties } from '../../src/contract/resources/profiles.ts'
import { testOrg } from '../support/call.ts'
import { person } from '../support/people.ts'

test('in process, the organisation itself offers what every caller can do over HTTP', () => {
  const org = createOrg()
  for (const name of ['reset', 'exportState', 'importState', 'listEvents', 'waitForEvent'])
    expect([name, name in org.control, name in createActions(org.model)]).toEqual([name, false, true])
  expect([org.exportState().rows.length > 0, org.events.list()]).toEqual([true, []])
})

test('an action that is refused does not make the server default, though it names it', async () => {
  const it = testOrg()
  const { id } = await person(it)
  const before = JSON.stringify(it.org.state.snapshot())
  const grant = { user: id, client: 'nosuch', scopes: ['openid'], authorizationServer: 'default' }
  expect(() => it.control.grantConsent(grant)).toThrow(/nosuch/)
  expect(() => it.control.remove({ kind: 'scope', scope: 'nosuch', authorizationServer: 'default' })).toThrow(
    /nosuch/,
  )
  expect(() => it.control.setScope({ scope: 'a b', authorizationServer: 'default' })).toThrow(
    /^setScope: scope: expected the name of a scope, got .a b./,
  )
  expect(JSON.stringify(it.org.state.snapshot())).toBe(before)
  const { id: scope } = it.control.setScope({ scope: 'reports', authorizationServer: 'default' })
  expect(it.org.authorizationServers.scopes.get(scope)?.authorizationServerId).toBe('default')
})

test('a value that a caller chose for a token is not given to the next one', () => {
  const next = testOrg().control.createAccessToken({ scopes: ['a'] }).token
  const { control } = testOrg()
  control.createApiToken({ token: next })
  expect(control.createAccessToken({ scopes: ['a'] }).token).not.toBe(next)
})

test('an error in process says from where the action was called', () => {
  const { control } = testOrg()
  expect(() => control.setUser({ user: 'nobody', status: 'ACTIVE' })).toThrow(
    expect.objectContaining({ stack: expect.stringMatching(/setUser: user: [^]*actions\.test\.ts/) }),
  )
})

test('the permission of each default property may be changed, and what holds may be said again', () => {
  const { control } = testOrg()
  for (const property of userProfileProperties()) {
    const { alwaysShown: _, permission: __, ...said } = property
    const given = { schema: 'user', ...said, permission: 'HIDE' } as const
    const { properties } = control.setSchemaProperty(given as never)
    expect(properties.find(({ name }) => name === property.name)).toMatchObject({
      ...said,
      permission: 'HIDE',
    })
  }
})

test('copies the input of a caller: it neither freezes nor stores it', () => {
  const { control, org } = testOrg()
  const given = {
    objectClass: ['groupOfNames'],
    profile: { name: 'crew', tags: ['a'] },
  }
  const { id } = control.importGroup(given)
  given.profile.tags.push('b')
  const settings = { app: { domains: ['a'] } }
  const application = control.setApplication({ label: 'Mail', settings }).id
  settings.app.domains.push('b')
  expect(org.groups.resolve(id).profile).toEqual({ name: 'crew', tags: ['a'] })
  expect(org.apps.resolve(application).settings).toEqual({ app: { domains: ['a'] } })
})

test('a claim of a function is shown by that word alone', () => {
  const { control } = testOrg()
  expect(control.addClaim({ name: 'd', compute: () => 1 })).toMatchObject({ compute: 'function' })
  expect(control.list({ kind: 'claims' })).toMatchObject([{ name: 'd', compute: 'function' }])
})
