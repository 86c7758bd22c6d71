// What a user of Jest with CommonJS requires. Jest requires modules on Node 24.9 or later, with --experimental-vm-modules.
const entries = [
  ...['', '/node', '/browser', '/server', '/client', '/contract', '/fixtures', '/jest', '/testing', '/pact'],
  ...['/console', '/worker', '/conformance'],
]

test.each(entries)('identikit%s is required', (entry) => {
  expect(Object.keys(require(`identikit${entry}`)).length).toBeGreaterThan(0)
})

test('the client calls an organisation, and names what is refused', async () => {
  const { createOrg } = require('identikit')
  const { createClient, ServiceError } = require('identikit/client')
  const { baseUrl, apiToken: token, fetch } = createOrg()
  const client = createClient({ baseUrl, token, fetch })
  expect(await client.listUsers()).toEqual([expect.objectContaining({ status: 'ACTIVE' })])
  const refused = client.getUser({ params: { userId: 'nobody' } })
  await expect(refused).rejects.toBeInstanceOf(ServiceError)
})

test('identikit/node intercepts fetch until it is closed', async () => {
  const before = fetch
  const server = require('identikit/node').setupServer({
    baseUrl: 'https://id.example.com',
    apiToken: 'token',
  })
  server.listen()
  const headers = { authorization: 'SSWS token' }
  expect((await fetch('https://id.example.com/api/v1/users/me', { headers })).status).toBe(200)
  server.close()
  expect(fetch).toBe(before)
})
