// A test as a user of Jest with CommonJS writes it.
const { useOrg } = require('identikit/jest')

const kit = useOrg({
  dataset: {
    users: [{ login: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', password: 'Tr0ub4dor' }],
  },
})

test('an organisation for the test, and the matchers', async () => {
  await kit.client.suspendUser({ params: { userId: 'ada' } })
  expect('ada@example.com').toHaveStatus('SUSPENDED')
  expect('ada').toBeMemberOf('Everyone')
  expect('ada').not.toHaveReceivedMail()
  expect(kit.org).toHaveReceived('suspendUser', { params: { userId: expect.stringMatching(/^a/) } })
  expect(() => expect(kit.org).toHaveReceived('deleteUser')).toThrow(
    'deleteUser was not called. What came: suspendUser',
  )
  await expect(kit.client.suspendUser({ params: { userId: 'ada' } })).rejects.toHaveStatus(400)
})

test("expressions and dates of Jest's own realm are what they are", async () => {
  await kit.client.createGroup({ body: { profile: { name: 'Analysts' } } })
  const call = (name) => ({ body: { profile: { name } } })
  expect(kit.org).toHaveReceived('createGroup', call(/^Ana/))
  expect(kit.org).not.toHaveReceived('createGroup', call(/^Zed/))
  expect(() => expect(kit.org).toHaveReceived('createGroup', call(/^Zed/))).toThrow(
    '- body.profile.name: /^Zed/',
  )
  expect(kit.org).not.toHaveReceived('createGroup', call(new Date()))
  await kit.client.resetPassword({ params: { userId: 'ada' }, query: { sendEmail: true } })
  expect('ada').toHaveReceivedMail({ subject: /password/i })
  expect('ada').not.toHaveReceivedMail({ subject: /welcome/i })
  await kit.clock.set(new Date('2031-05-01T00:00:00Z'))
  // The clock goes on.
  expect(kit.clock.now().toISOString()).toMatch(/^2031-05-01T00:00:0/)
})

test('a refused call is told with what the service said', async () => {
  const { url } = await kit.service()
  const reply = await fetch(`${url}/api/v1/users/bea`, {
    headers: { authorization: `SSWS ${kit.org.apiToken}` },
  })
  expect(() => expect(reply).toHaveStatus(200)).toThrow(
    'Expected a reply of 200, got 404\n  GET /api/v1/users/bea was answered E0000007: Not found',
  )
})

test('nothing of one test is left to the next', () => {
  expect('ada').toHaveStatus('ACTIVE')
  expect(kit.org).not.toHaveReceived('suspendUser')
})

test('the clock moves with fake timers', async () => {
  jest.useFakeTimers()
  const fired = jest.fn()
  setTimeout(fired, 60_000)
  const [from, orgFrom] = [Date.now(), kit.clock.now().getTime()]
  await kit.clock.advance('2h')
  jest.useRealTimers()
  expect(fired).toHaveBeenCalledTimes(1)
  expect(kit.clock.now().getTime() - orgFrom).toBeGreaterThanOrEqual(7_200_000)
  expect(from).toBeLessThan(kit.clock.now().getTime())
})

test('a server, for what calls over HTTP', async () => {
  const { url } = await kit.service()
  const reply = await fetch(`${url}/api/v1/users/ada`, {
    headers: { authorization: `SSWS ${kit.org.apiToken}` },
  })
  expect(reply).toHaveStatus(200)
  expect(await reply.json()).toHaveStatus('ACTIVE')
  await expect(kit.org).toConformTo('users.suspend.not-active')
  await expect(kit.org).toReplay(kit.org.control.readJournal({ as: 'har' }))
})

test.failing('a matcher that does not hold fails the test', () => {
  expect('ada').toHaveStatus('STAGED')
})
