import { expect, test } from '@playwright/test'
import { createClient } from 'identikit/client'

const headers = { Authorization: 'Bearer dev-control' }

test.beforeEach(({ request }) => request.post('/_control/reset', { headers }))

test('the server renders people, and an action suspends one', async ({ page }) => {
  await page.goto('/')
  const people = page.getByRole('list', { name: 'People' }).getByRole('listitem')
  const admin = people.filter({ hasText: 'admin@example.com' })
  await expect(admin).toContainText('ACTIVE')
  await page.getByRole('button', { name: 'Suspend admin@example.com' }).click()
  await expect(admin).toContainText('SUSPENDED')
})

test('a person signs in on the page of the service, and the browser asks who it is', async ({
  page,
  baseURL,
}) => {
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }
  const client = createClient({ baseUrl: baseURL, token: 'dev-token' })
  await client.createUser({ body: { profile, credentials: { password: { value: 'Correct1Horse' } } } })

  await page.goto('/signin/forgot-password')
  await expect(page).toHaveTitle('Forgot your password?')
  const home = new URL('/', page.url()).href
  // A service may take a moment to activate a person. Until then it refuses them.
  await expect(async () => {
    await page.goto(`/signin?returnTo=${encodeURIComponent(home)}`)
    await page.getByLabel('Login').fill('ada@example.com')
    await page.getByLabel('Password').fill('Correct1Horse')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'People' })).toBeVisible({ timeout: 5000 })
  }).toPass()
  // Any call may fail for a moment: the browser asks again.
  const me = () => fetch('/api/v1/users/me').then((reply) => reply.json())
  await expect(async () => expect((await page.evaluate(me)).profile.login).toBe('ada@example.com')).toPass()
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
