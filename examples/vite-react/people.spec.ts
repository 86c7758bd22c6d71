import { expect, test } from '@playwright/test'

const control = `http://localhost:${process.env['SERVICE_PORT'] ?? 4010}/_control`

test.beforeEach(async ({ request, page }) => {
  await request.post(`${control}/reset`)
  await page.goto('/')
})

test('shows people page by page, and finds them', async ({ page }) => {
  const people = page.getByRole('list', { name: 'People' }).getByRole('listitem')
  await expect(people).not.toHaveCount(0)
  // A service may answer with fewer than asked for.
  const first = await people.count()
  await page.getByRole('button', { name: 'More' }).click()
  await expect.poll(() => people.count()).toBeGreaterThan(first)

  await page.getByLabel('Search').fill('admin@')
  await expect(people).toHaveCount(1)
})

test('creates a person, and says what is wrong', async ({ page }) => {
  const form = page.getByRole('form', { name: 'New person' })
  await form.getByLabel('Login').fill('ada@example.com')
  await form.getByLabel('First name').fill('Ada')
  await form.getByRole('button', { name: 'Create' }).click()
  // The words are those of the service.
  await expect(page.getByRole('alert')).not.toBeEmpty()

  await form.getByLabel('Last name').fill('Byron')
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByLabel('Search').fill('ada@')
  await expect(page.getByText('PROVISIONED')).toBeVisible()
})

test('suspends a person, and shows the groups', async ({ page }) => {
  await page.getByLabel('Search').fill('admin@')
  await page.getByRole('button', { name: 'Ada Admin' }).click()
  await expect(page.getByRole('list', { name: 'Groups' })).toHaveText('Everyone')
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(page.getByText('SUSPENDED')).toBeVisible()
})

test('signs in by the link of a mail, and comes back', async ({ page, request }) => {
  const form = page.getByRole('form', { name: 'New person' })
  for (const [label, text] of [
    ['Login', 'ada@example.com'],
    ['First name', 'Ada'],
    ['Last name', 'Byron'],
  ] as const) {
    await form.getByLabel(label).fill(text)
  }
  await form.getByRole('button', { name: 'Create' }).click()
  const mail = async () => {
    const reply = await request.post(`${control}/list-mails`, { data: { to: 'ada@example.com' } })
    return ((await reply.json()) as { url: string }[])[0]?.url ?? ''
  }
  await expect.poll(mail).toContain(new URL(page.url()).origin)
  // A service may take a moment to make a person, whom the link then activates.
  await page.getByLabel('Search').fill('ada@')
  await expect(page.getByText('PROVISIONED')).toBeVisible()
  await page.goto(await mail())
  await page.getByLabel('New password').fill('Correct1Horse')
  await page.getByRole('button', { name: 'Set password' }).click()

  // Nobody is signed in, whatever is behind the path: the token is for the rest.
  for (const path of ['/api/v1/users/me', '/api/v1/users/me?x=1'])
    await expect.poll(async () => String((await request.get(path)).status())).toMatch(/^4\d\d$/)
  const issuer = await request.get('/.well-known/openid-configuration')
  expect(((await issuer.json()) as { issuer: string }).issuer).toBe(new URL(page.url()).origin)

  // A service may take a moment to activate a person. Until then it refuses them.
  await expect(async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Login').fill('ada@example.com')
    await page.getByLabel('Password').fill('Correct1Horse')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Signed in as Ada Byron')).toBeVisible({ timeout: 3000 })
  }).toPass()
})
