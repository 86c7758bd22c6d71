import { expect, test } from '@playwright/test'

const control = `http://127.0.0.1:${process.env.SERVICE_PORT ?? 4010}/_control`

test.beforeEach(({ request }) => request.post(`${control}/reset`))

test('the server renders people, and an action suspends one', async ({ page }) => {
  await page.goto('/')
  const first = page.getByRole('list', { name: 'People' }).getByRole('listitem').first()
  await expect(first).toContainText('admin@example.com ACTIVE')
  await page.getByRole('button', { name: 'Suspend admin@example.com' }).click()
  await expect(first).toContainText('admin@example.com SUSPENDED')
})

test('the browser searches', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByLabel('Search').fill('admin')
  await expect(page.getByRole('status')).toHaveText('admin@example.com')
})
