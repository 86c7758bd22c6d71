import { expect, test } from 'vitest'
import { newUser, testOrg } from '../support/call.ts'

const inherited = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'] as const

test.each(inherited)(
  'a custom property can be called %s, and is there only where it was given',
  async (name) => {
    const { call, control } = testOrg()
    control.setSchemaProperty({ schema: 'user', name, type: 'string' })
    control.setSchemaProperty({ schema: 'user', name: 'tags', type: 'array' })
    const without = await call('POST', '/api/v1/users', newUser({ tags: ['a'] }))
    const having = await call('POST', '/api/v1/users', newUser({ tags: ['a'], [name]: 'function' }))
    expect([without.status, having.status]).toEqual([200, 200])
    expect(Object.keys(without.json.profile)).not.toContain(name)
    expect(having.json.profile[name]).toBe('function')
    const found = async (search: string) =>
      (
        await call('GET', `/api/v1/users?search=${encodeURIComponent(search)}&sortBy=profile.${name}`)
      ).json.map(({ id }: { id: string }) => id)
    expect(await found(`profile.${name} pr`)).toEqual([having.json.id])
    expect(await found(`profile.${name} sw "f"`)).toEqual([having.json.id])
    expect(await found(`profile.${name} eq null and profile.tags eq "a"`)).toEqual([without.json.id])
    const replaced = await call('PUT', `/api/v1/users/${having.json.id}`, {
      profile: { ...newUser({ tags: ['b'] }).profile },
    })
    expect(Object.keys(replaced.json.profile)).not.toContain(name)
    expect(control.remove({ kind: 'schemaProperty', schema: 'user', name }).removed).toBe(true)
    expect((await call('GET', `/api/v1/users/${without.json.id}`)).json).toEqual(without.json)
  },
)

test.each(inherited)('groups without an imported property called %s do not have it', async (name) => {
  const { call, control } = testOrg()
  const application = control.setApplication({ label: 'Directory' }).id
  const objectClass = ['custom']
  const imported = control.importGroup({ application, objectClass, profile: { name: 'With', [name]: 'x' } })
  const search = encodeURIComponent(`profile.${name} pr`)
  const { json } = await call('GET', `/api/v1/groups?search=${search}`)
  expect(json.map(({ id }: { id: string }) => id)).toEqual([imported.id])
})
