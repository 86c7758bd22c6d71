import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { serve } from '../../src/server.ts'
import { expectThat } from '../../src/testing.ts'

test('requirements of the contract are checked where a deployment is', async () => {
  const org = createOrg()
  await expectThat(org).toConformTo('users.suspend.not-active')
  const server = await serve({ org, port: 0 })
  try {
    await expectThat(server).toConformTo('users.suspend.not-active')
    await expectThat({ baseUrl: server.url, token: org.apiToken }).toConformTo(['users.suspend.not-active'])
  } finally {
    await server.close()
  }
  const broken = {
    baseUrl: org.baseUrl,
    token: org.apiToken,
    fetch: (request: Request) =>
      request.url.endsWith('/lifecycle/suspend') ? Response.json({}, { status: 409 }) : org.fetch(request),
  }
  await expectThat(broken).not.toConformTo('users.suspend.ok')
  await expect(expectThat(broken).toConformTo('users.suspend.ok')).rejects.toThrow(
    /^Expected http:\/\/localhost:\d+ to conform to users\.suspend\.ok; 1 of 1 requirements fail\n {2}users\.suspend\.ok: /,
  )
  await expect(expectThat(org).toConformTo('users.suspnd.*')).rejects.toThrow(
    'toConformTo: users.suspnd.*: no requirement or area matches',
  )
  const dead = { baseUrl: org.baseUrl, token: 'wrong', fetch: org.fetch }
  await expect(expectThat(dead).toConformTo('users.suspend.ok')).rejects.toThrow('nothing could be shown')
  await expect(expectThat(dead).not.toConformTo('users.suspend.ok')).rejects.toThrow('nothing could be shown')
})
