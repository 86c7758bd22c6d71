import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'

const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }
const password = { value: 'Correct-horse-1' }

async function withAda() {
  const org = createOrg()
  const ada = await org.data.users.create({ profile, credentials: { password } })
  return { org, ada }
}

test('records are found by conditions, typed, and without what no reply shows', async () => {
  const { org, ada } = await withAda()
  expect(org.data.users.count()).toBe(2)
  expect(org.data.users.findFirst((q) => q.where({ id: ada.id }))).toEqual(ada)
  const active = org.data.users.findMany((q) => q.where({ status: 'ACTIVE' }))
  expect(active.map((user) => user.profile.login)).toEqual(['admin@example.com', 'ada@example.com'])
  expect(org.data.users.findMany()).toEqual(org.data.users.all())
  expect(ada).not.toHaveProperty('hidden')
  expect(org.data.users.findMany((q) => q.where((user) => 'hidden' in user))).toEqual([])
  const cut = { take: 1 } as never
  expect(() => org.data.users.findMany(undefined, cut)).toThrow('findMany: sort and cut the result instead')
  expect(JSON.stringify(org.data.users.all())).not.toContain('Correct-horse')
  expect(() => ((ada as { status: string }).status = 'STAGED')).toThrow(TypeError)
})

test('a write goes through the model: a rule takes up whose title it reads', async () => {
  const { org, ada } = await withAda()
  const group = await org.data.groups.create({ profile: { name: 'Engineers' } })
  const rule = await org.data.rules.create({
    name: 'engineers',
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.title == "Engineer"' } },
    actions: { assignUserToGroups: { groupIds: [group.id] } },
  })
  await org.data.rules.update(rule, { data: (draft) => void (draft.status = 'ACTIVE') })
  const members = async (): Promise<readonly { id: string }[]> => {
    const headers = { authorization: `SSWS ${org.apiToken}` }
    const url = `https://svc.example.com/api/v1/groups/${group.id}/users`
    return (await org.fetch(new Request(url, { headers }))).json() as Promise<readonly { id: string }[]>
  }
  expect(await members()).toEqual([])
  await org.data.users.update(ada, { data: (draft) => void (draft.profile.title = 'Engineer') })
  expect((await members()).map(({ id }) => id)).toEqual([ada.id])
  org.data.users.delete(ada)
  expect(await members()).toEqual([])
  expect(org.data.users.count()).toBe(1)
})

test('rejects the same changes as the API', async () => {
  const { org, ada } = await withAda()
  await expect(org.data.users.create({ profile })).rejects.toMatchObject({ refusal: 'validation' })
  await expect(
    org.data.users.update(ada, { data: (draft) => void (draft.profile.login = 'admin@example.com') }),
  ).rejects.toMatchObject({ refusal: 'validation' })
})
