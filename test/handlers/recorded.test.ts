/** The recorded behaviour of the service where the API description is silent. */
import { expect, test } from 'vitest'
import { newUser, testOrg } from '../support/call.ts'
import { createGroup, createUser, memberIds, ruleBody } from '../support/groups.ts'
import { codeOf, password, person } from '../support/people.ts'

test('forgotPassword is offered where there is a recovery question only', async () => {
  const it = testOrg()
  const { id } = await person(it, { credentials: { password: { value: password } } })
  const { json } = await it.call('GET', `/api/v1/users/${id}`)
  expect(Object.keys(json._links)).not.toContain('forgotPassword')
})

test.for([
  ['lifecycle/reset_password?sendEmail=false', 'RECOVERY'],
  ['lifecycle/expire_password_with_temp_password', 'PASSWORD_EXPIRED'],
  ['lifecycle/expire_password', 'PASSWORD_EXPIRED'],
] as const)(
  'with the preset reset_factors answers 200 right after %s, and the user stays %s',
  async (row) => {
    const [before, status] = row
    const it = testOrg({ preset: 'okta' })
    const { id } = await person(it)
    it.control.enrollFactor({ user: id, factor: 'sms' })
    const path = `/api/v1/users/${id}`
    await it.call('POST', `${path}/${before}`)
    const { json } = await it.call('GET', path)
    expect(json._links.resetFactors).toMatchObject({ method: 'POST' })
    const reply = await it.call('POST', `${path}/lifecycle/reset_factors`)
    expect([reply.status, reply.json]).toEqual([200, {}])
    const { json: after } = await it.call('GET', path)
    expect([after.status, after._links.resetFactors]).toEqual([status, undefined])
  },
)

test('groups are found by q and filter together: both must match, without paging', async () => {
  const { call, control } = testOrg()
  await createGroup(call, { name: 'Sales West' })
  await createGroup(call, { name: 'sales' })
  await createGroup(call, { name: 'Support' })
  control.importGroup({ profile: { name: 'Sales imported' } })
  const managed = encodeURIComponent('type eq "SVC_GROUP"')
  const { status, json, headers } = await call('GET', `/api/v1/groups?q=sales&filter=${managed}`)
  expect([status, json.map(({ profile }: { profile: { name: string } }) => profile.name)]).toEqual([
    200,
    ['sales', 'Sales West'],
  ])
  expect(headers.link).toBe(undefined)
  const none = await call('GET', `/api/v1/groups?q=sales&filter=${encodeURIComponent('type eq "BUILT_IN"')}`)
  expect(none.json).toEqual([])
  for (const wrong of ['q=a&search=id%20pr', `filter=${managed}&search=id%20pr`, 'q=a&filter=type%20eq'])
    expect((await call('GET', `/api/v1/groups?${wrong}`)).status, wrong).toBe(400)
  expect(codeOf(await call('GET', `/api/v1/users?q=a&filter=${encodeURIComponent('id eq "x"')}`))).toBe(
    '400 E0000033',
  )
})

const hashes = {
  'SHA-512': {
    value: 'QrozP8a+KfoHu6mPFysxLoO5LMQsd2Fw6IclZUf8xQjetJOCGS93vm68h+VaFX0LHSiF/GxQkykq1vofmx6NGA==',
    salt: 'MTIzNA==',
    saltOrder: 'PREFIX',
  },
  MD5: { value: 'X03MO1qnZdYdgyfeuILPmQ==' },
  'SHA-1': { value: 'W6ph5Mm5Pz8GgiULbPgzG37mj9g=' },
} as const

test.for(Object.entries(hashes))(
  'a %s hash may have a workFactor of 0, and no other',
  async ([algorithm, rest]) => {
    const { call } = testOrg()
    const made = (workFactor: number) =>
      call('POST', '/api/v1/users', {
        ...newUser(),
        credentials: { password: { hash: { algorithm, ...rest, workFactor } } },
      })
    expect((await made(0)).status).toBe(200)
    expect(codeOf(await made(1))).toBe('400 E0000001')
  },
)

test.for([
  [{}, undefined, undefined, 'en_US', ['apps', 'logo', 'self', 'users'], 'ACTIVE'],
  [{ preset: 'okta' }, null, 'now', undefined, ['apps', 'logo', 'users'], 'PROVISIONED'],
] as const)('%j decides on activated, locale, links of groups and transitioningToStatus', async (row) => {
  const [options, staged, provisioned, locale, groupLinks, target] = row
  const it = testOrg({ ...options, delays: { transition: 1000 } })
  const { id } = await person(it, { query: '?activate=false', credentials: {} })
  const path = `/api/v1/users/${id}`
  const { json } = await it.call('GET', path)
  expect([json.status, json.activated, json.profile.locale]).toEqual(['STAGED', staged, locale])
  await it.call('POST', `${path}/lifecycle/activate?sendEmail=false`)
  expect((await it.call('GET', path)).json.transitioningToStatus).toBe(target)
  it.control.advanceClock({ by: 1000 })
  const now = it.org.clock.iso()
  const { json: after } = await it.call('GET', path)
  expect(after).toMatchObject({ status: 'PROVISIONED' })
  expect([after.activated, after.transitioningToStatus]).toEqual([
    provisioned === 'now' ? now : staged,
    undefined,
  ])
  expect(Object.keys((await createGroup(it.call))._links).toSorted()).toEqual(groupLinks)
})

test.for([
  [{ preset: 'okta' }, 'INVALID', false, '400 E0000001'],
  [{}, 'ACTIVE', undefined, 204],
] as const)('with %j a rule is %s, once a group of its is deleted', async (row) => {
  const [options, status, allGroupsValid, deactivated] = row
  const it = testOrg(options)
  const { call } = it
  const [kept, gone] = [await createGroup(call), await createGroup(call)]
  const made = await call('POST', '/api/v1/groups/rules', {
    ...ruleBody('user.city == "Here"', [kept.id, gone.id]),
    conditions: {
      expression: { type: it.org.vocabulary.expressionType, value: 'user.city == "Here"' },
    },
  })
  expect(made.json.allGroupsValid).toBe(allGroupsValid === false ? true : undefined)
  const path = `/api/v1/groups/rules/${made.json.id}`
  await call('POST', `${path}/lifecycle/activate`)
  expect((await call('DELETE', `/api/v1/groups/${gone.id}`)).status).toBe(204)
  const { json } = await call('GET', path)
  expect([json.status, json.allGroupsValid]).toEqual([status, allGroupsValid])
  expect(json.actions.assignUserToGroups.groupIds).toEqual([kept.id, gone.id])
  const user = await createUser(call, { city: 'Here' })
  expect(await memberIds(call, kept.id)).toEqual(status === 'ACTIVE' ? [user.id] : [])
  const reply = await call('POST', `${path}/lifecycle/deactivate`)
  expect(reply.status === 204 ? 204 : codeOf(reply)).toBe(deactivated)
  const removed = await call('DELETE', path)
  expect([removed.status, removed.json]).toEqual([202, {}])
})
