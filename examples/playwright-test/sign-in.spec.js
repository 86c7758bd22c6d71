import { expect, test } from 'identikit/playwright'

const ada = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }

test('who is invited chooses a password by the link of the mail', async ({ page, client, outbox }) => {
  await client.createUser({ body: { profile: ada } })
  await expect.poll(() => ada.login).toHaveStatus('PROVISIONED')

  await page.goto(outbox.last(ada.email, 'activation').url)
  await page.getByLabel('New password').fill('Correct1Horse')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect.poll(() => ada.login).toHaveStatus('ACTIVE')
})

test('a link is good for seven days', async ({ page, client, outbox, clock }) => {
  await client.createUser({ body: { profile: ada } })
  clock.advance('8d')

  await page.goto(outbox.last(ada.email, 'activation').url)
  await expect(page.getByLabel('New password')).toBeHidden()
})

test('a wrong password too often locks a person out', async ({ page, client, org }) => {
  await client.createUser({ body: { profile: ada, credentials: { password: { value: 'Correct1Horse' } } } })
  await expect.poll(() => ada.login).toHaveStatus('ACTIVE')
  for (let attempt = 0; attempt < 9; attempt++)
    await org.control.signIn({ login: ada.login, password: 'wrong' })

  await page.goto(`${org.baseUrl}/signin`)
  await page.getByLabel('Login').fill(ada.login)
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('locked')
  expect(ada.login).toHaveStatus('LOCKED_OUT')
})
