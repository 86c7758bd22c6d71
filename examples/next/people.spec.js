import { expect, test } from '@playwright/test'

const headers = { Authorization: 'Bearer dev-control' }

test.beforeEach(({ request }) => request.post('/_control/reset', { headers }))

test('the server renders people, and an action suspends one', async ({ page }) => {
  await page.goto('/')
  const first = page.getByRole('list', { name: 'People' }).getByRole('listitem').first()
  await expect(first).toContainText('admin@example.com ACTIVE')
  await page.getByRole('button', { name: 'Suspend admin@example.com' }).click()
  await expect(first).toContainText('admin@example.com SUSPENDED')
})

test('a person signs in on the page of the service, and the browser asks who it is', async ({
  page,
  request,
}) => {
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }
  const user = await request.post('/api/v1/users', {
    headers: { Authorization: 'SSWS dev-token' },
    data: { profile, credentials: { password: { value: 'Correct1Horse' } } },
  })
  expect(user.status()).toBe(200)

  await page.goto('/signin/forgot-password')
  await expect(page).toHaveTitle('Forgot your password?')
  await page.goto(`/signin?returnTo=${encodeURIComponent(new URL('/', page.url()).href)}`)
  await page.getByLabel('Login').fill('ada@example.com')
  await page.getByLabel('Password').fill('Correct1Horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible()
  const me = await page.evaluate(() => fetch('/api/v1/users/me').then((reply) => reply.json()))
  expect(me.profile.login).toBe('ada@example.com')
})

test('the browser searches', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByLabel('Search').fill('admin')
  await expect(page.getByRole('status')).toHaveText('admin@example.com')
})

test('the console asks for the control token, and shows the people', async ({ page }) => {
  page.on('dialog', (dialog) => dialog.accept('dev-control'))
  await page.goto('/_console')
  await expect(page.getByRole('region', { name: 'People' })).toContainText('151')
})

test('nobody controls the mock without the token, or under another name', async ({ request }) => {
  expect((await request.post('/_control/reset')).status()).toBe(401)
  expect((await request.get('/api/v1/users', { headers: { Host: 'evil.test' } })).status()).toBe(421)
})
