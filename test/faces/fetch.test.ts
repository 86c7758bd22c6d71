import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'

test('answers a fetch request whatever its host', async () => {
  const org = createOrg({ apiToken: 'token' })
  const response = await org.fetch(
    new Request('http://anywhere.test/api/v1/users/me', { headers: { authorization: 'SSWS token' } }),
  )
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toMatchObject({ status: 'ACTIVE' })
})

test('refuses a body that says it is too long without reading it', async () => {
  const org = createOrg({ apiToken: 'token' })
  const body = new ReadableStream({
    pull() {
      throw new Error('was read')
    },
  })
  const request = new Request('http://x.test/api/v1/users', {
    method: 'POST',
    headers: { authorization: 'SSWS token', 'content-length': '1048577' },
    body,
    duplex: 'half',
  } as RequestInit)
  expect((await org.fetch(request)).status).toBe(413)
})

test('takes the same input as fetch: a path, an address, a URL, or a request with init', async () => {
  const org = createOrg({ baseUrl: 'https://id.example.com' })
  const headers = { authorization: `SSWS ${org.apiToken}` }
  const me = 'https://id.example.com/api/v1/users/me'
  for (const input of ['/api/v1/users/me', me, new URL(me), new Request(me)])
    expect((await org.fetch(input, { headers })).status).toBe(200)
  expect((await org.fetch('/api/v1/users/me')).status).toBe(401)
  const { status } = await org.fetch('/api/v1/groups', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"profile":{"name":"Crew"}}',
  })
  expect(status).toBe(200)
  await expect(org.fetch('http://')).rejects.toThrow(TypeError)
})

test('a path that only a server answers is refused with what to use in process', async () => {
  const org = createOrg()
  for (const path of ['/welcome/x', '/_control/reset', '/_console'])
    expect(await (await org.fetch(path)).json()).toMatchObject({
      errorCode: 'E0000008',
      errorCauses: [
        {
          errorSummary: 'Only a server answers this path (npx identikit serve). In process, use org.control',
        },
      ],
    })
})
