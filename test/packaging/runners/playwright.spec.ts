// A test as a user of Playwright writes it.
import { createServer, type Server } from 'node:http'
import { expect, test } from 'identikit/playwright'

test.use({
  dataset: {
    users: [{ login: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', password: 'Tr0ub4dor' }],
  },
})

/** An application that blocks a person, and shows the hour. */
const html = `<!doctype html><button>Block Ada</button><output></output><p></p><script>
const { searchParams } = new URL(location.href)
const service = searchParams.get('service')
const headers = { authorization: 'SSWS ' + searchParams.get('token') }
document.querySelector('button').onclick = () =>
  fetch(service + '/api/v1/users/ada/lifecycle/suspend', { method: 'POST', headers })
fetch(service + '/api/v1/users/me', { credentials: 'include' })
  .then(async (reply) => { document.querySelector('output').value = reply.ok ? (await reply.json()).profile.login : reply.status })
setInterval(() => { document.querySelector('p').textContent = new Date().toISOString().slice(0, 13) }, 1000)
</script>`

let app: Server
let address: string
test.beforeAll(async () => {
  app = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((listening) => app.listen(0, 'localhost', listening))
  address = `http://localhost:${(app.address() as { port: number }).port}`
})
test.afterAll(() => void app.close())

const urls: string[] = []

test('a page changes the organisation of its test', async ({ page, org, outbox }) => {
  urls.push(org.baseUrl)
  expect(org.baseUrl).toMatch(/^http:\/\/localhost:\d+\/orgs\/\w+$/)
  await page.goto(`${address}?service=${org.baseUrl}&token=${org.apiToken}`)
  await page.getByRole('button').click()
  await expect.poll(() => 'ada@example.com').toHaveStatus('SUSPENDED')
  expect(org).toHaveReceived('suspendUser', { params: { userId: 'ada' }, headers: { origin: address } })
  expect(org).not.toHaveReceived('suspendUser', { params: { userId: 'bea' } })
  expect(outbox.all()).toEqual([])
  expect(() => expect('ada').toBeMemberOf('Everyon')).toThrow('did you mean Everyone?')
})

test('the next test has another one, on the same server', async ({ org, client }) => {
  urls.push(org.baseUrl)
  expect(new Set(urls.map((url) => new URL(url).origin)).size).toBe(1)
  expect(new Set(urls).size).toBe(2)
  expect('ada').toHaveStatus('ACTIVE')
  await expect(client.unlockUser({ params: { userId: 'ada' } })).rejects.toHaveStatus(403)
  expect((await fetch(urls[0]!)).status).toBe(404)
})

test('a person is signed in without a page, and time moves in the page, too', async ({
  page,
  org,
  signIn,
  clock,
}) => {
  await clock.freeze('2031-05-01T10:00:00Z')
  await clock.install(page)
  await signIn('ada@example.com')
  await page.goto(`${address}?service=${org.baseUrl}`)
  await expect(page.locator('output')).toHaveText('ada@example.com')
  await clock.advance('5h')
  await expect(page.locator('p')).toHaveText('2031-05-01T15')
  await page.reload()
  await expect(page.locator('output')).toHaveText('403')
})
