import { test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { createClient } from '../../src/client.ts'
import { createBuilders } from '../../src/fixtures/index.ts'
test('methods of the client take the results of builders, and the types agree', async () => {
  const org = createOrg()
  const client = createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch })
  const build = createBuilders()
  const { id } = await client.createUser({ body: build.user() })
  await client.createUser({ body: build.user({ profile: { department: 'Legal' }, credentials: {} }) })
  await client.createUser({ body: build.user.hostile() })
  await client.replaceUser({ params: { userId: id }, body: build.user() })
  await client.updateUser({ params: { userId: id }, body: { profile: { title: 'Pilot' } } })
  const group = await client.createGroup({ body: build.group() })
  await client.updateGroup({ params: { groupId: group.id }, body: build.group() })
  await client.registerClient({ body: build.client('browser') })
  await client.createGroupRule({ body: build.rule({ groupIds: [group.id] }) })
})
