import { setupWorker } from 'identikit/browser'
import { loadDataset } from 'identikit/fixtures'
import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPeople } from '../people-list.js'

const worker = setupWorker({ baseUrl: location.origin })

beforeAll(async () => {
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' })
  await loadDataset(worker.org, {
    defaultPassword: 'Correct1Horse',
    users: [{ login: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }],
  })
})

test('takes who is suspended off the list', async () => {
  await showPeople(document.body, { baseUrl: location.origin, token: worker.org.apiToken })
  const button = page.getByRole('button', { name: 'Suspend ada@example.com' })
  await button.click()
  await expect.element(button).not.toBeInTheDocument()
  expect(worker.org.control.readJournal().at(-1).operation).toBe('suspendUser')
})
