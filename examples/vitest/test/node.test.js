import { expect, test } from 'identikit/vitest'

test('a person who is invited becomes active by the link of the mail', async ({
  client,
  org,
  outbox,
  build,
}) => {
  const { id, profile } = await client.createUser({ body: build.user({ credentials: {} }) })
  await expect.poll(() => id).toHaveStatus('PROVISIONED')
  expect(id).toHaveReceivedMail('activation')

  org.control.useToken({ token: outbox.last(profile.email).token, password: 'Correct1Horse' })
  await expect.poll(() => id).toHaveStatus('ACTIVE')
})

test('starts with nobody but the administrator', async ({ org }) => {
  expect(org.data.users.count()).toBe(1)
})
